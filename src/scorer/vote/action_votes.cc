#include "scorer/vote/action_votes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <variant>

#include "base/hash.h"
#include "panarc/error.h"

namespace panarc {
namespace {

/// Adds up the scores of several scorers.
class VotingScorer final : public ParserScorer<float> {
 public:
  VotingScorer(std::span<const ActionVotes::Member> members, std::size_t beam) {
    classes_ = members.front().weights->classes();
    for (const ActionVotes::Member& member : members) {
      voters_.push_back({member.weights->make_scorer(beam), static_cast<float>(member.factor)});
    }
  }

  void begin(const EncodedSentence& words) override {
    for (Voter& voter : voters_) {
      std::visit([&](auto& scorer) { scorer->begin(words); }, voter.scorer);
    }
  }

  std::span<const float* const> score(std::span<const ParseState* const> states) override {
    sums_.assign(states.size() * classes_, 0);
    for (Voter& voter : voters_) {
      std::visit([&](auto& scorer) { add(scorer->score(states), voter.factor); }, voter.scorer);
    }
    rows_.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) rows_[i] = &sums_[i * classes_];
    return rows_;
  }

 private:
  struct Voter {
    AnyParserScorer scorer;
    float factor = 1;
  };

  template <class Score>
  void add(std::span<const Score* const> rows, float factor) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      float* const sums = &sums_[i * classes_];
      for (std::size_t cls = 0; cls < classes_; ++cls) {
        sums[cls] += factor * static_cast<float>(rows[i][cls]);
      }
    }
  }

  std::size_t classes_ = 0;
  std::vector<Voter> voters_;
  std::vector<float> sums_;
  std::vector<const float*> rows_;
};

}  // namespace

std::string ActionVotes::prefix(std::size_t member) { return fmt::format("voter{}.", member + 1); }

ActionVotes::ActionVotes(std::vector<Member> members) : members_(std::move(members)) {
  if (members_.empty()) throw Error("at least one scorer must vote");
  const ParserWeights& first = *members_.front().weights;
  for (const Member& member : members_) {
    if (!(std::abs(member.factor) <= kMostFactor)) {
      throw Error("the factor of a vote is not a number, or too large");
    }
    if (member.weights->make_reader()) {
      throw Error("scorers that read whole sentences can vote for trees, not for actions");
    }
    if (member.weights->classes() != first.classes()) {
      throw Error("scorers of different actions or labels cannot vote for actions");
    }
    if (!std::ranges::equal(member.weights->columns(), first.columns())) {
      throw Error("scorers that look at different columns of words cannot vote for actions");
    }
  }
}

AnyParserScorer ActionVotes::make_scorer(std::size_t beam) const {
  return std::make_unique<VotingScorer>(members_, beam);
}

std::size_t ActionVotes::size() const {
  std::size_t size = 0;
  for (const Member& member : members_) size += member.weights->size();
  return size;
}

std::uint64_t ActionVotes::fingerprint() const {
  std::uint64_t hash = members_.size();
  for (const Member& member : members_) {
    hash = mix_bits(hash + member.weights->fingerprint());
    hash = mix_bits(hash + std::bit_cast<std::uint64_t>(member.factor));
  }
  return hash;
}

std::shared_ptr<const ParserWeights> ActionVotes::with_templates(
    std::span<const Template> templates) const {
  std::vector<Member> members = members_;
  for (Member& member : members) member.weights = member.weights->with_templates(templates);
  return std::make_shared<const ActionVotes>(std::move(members));
}

std::map<std::string, double> ActionVotes::numbers() const {
  std::map<std::string, double> all{{kCountNumber, static_cast<double>(members_.size())}};
  for (std::size_t i = 0; i < members_.size(); ++i) {
    all[prefix(i) + kFactorNumber] = members_[i].factor;
    for (const auto& [name, number] : members_[i].weights->numbers()) {
      all[prefix(i) + name] = number;
    }
  }
  return all;
}

void ActionVotes::save(ModelFileWriter& writer, const std::string& before) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    members_[i].weights->save(writer, before + prefix(i));
  }
}

}  // namespace panarc
