#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scorer/parser_weights.h"

namespace panarc {

/// Several scorers of one transition system that act as one: they vote on every decision of a
/// search, with their scores (PanParser, 4.6). The search is the same as for one of them.
class ActionVotes final : public ParserWeights {
 public:
  struct Member {
    std::shared_ptr<const ParserWeights> weights;
    /// The factor of its scores.
    double factor = 1;
  };

  /// The name of their number in a model file, which is missing if they do not vote.
  static constexpr const char* kCountNumber = "action_votes";
  /// More would not fit in a model file.
  static constexpr std::size_t kMostMembers = 256;
  /// Larger factors could make sums of scores overflow.
  static constexpr double kMostFactor = 1e9;
  /// The prefix of the sections and numbers of a member.
  static std::string prefix(std::size_t member);
  /// The name of a member's factor.
  static constexpr const char* kFactorNumber = "factor";

  /// Throws Error if they cannot vote together.
  explicit ActionVotes(std::vector<Member> members);

  [[nodiscard]] std::span<const Member> voters() const { return members_; }

  [[nodiscard]] AnyParserScorer make_scorer(std::size_t beam) const override;
  [[nodiscard]] std::span<const WordColumn> columns() const override {
    return members_.front().weights->columns();
  }
  [[nodiscard]] std::size_t classes() const override { return members_.front().weights->classes(); }
  [[nodiscard]] std::size_t size() const override;
  [[nodiscard]] double unit() const override { return 1; }
  [[nodiscard]] std::uint64_t fingerprint() const override;
  [[nodiscard]] std::shared_ptr<const ParserWeights> with_templates(
      std::span<const Template> templates) const override;
  [[nodiscard]] std::map<std::string, double> numbers() const override;
  void save(ModelFileWriter& writer, const std::string& prefix) const override;

 private:
  std::vector<Member> members_;
};

}  // namespace panarc
