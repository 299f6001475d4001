#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "parse/constraint_filter.h"
#include "parse/tree_search.h"
#include "search/beam.h"

namespace panarc {

/// The search of one system, with scores of one type.
template <TransitionSystem S, class Score>
class SystemSearch final : public TreeSearch {
 public:
  SystemSearch(const TransitionClasses& classes, const SystemOptions& options,
               std::unique_ptr<ParserScorer<Score>> scorer, std::size_t beam)
      : scorer_(std::move(scorer)), task_(classes, options), beam_(task_, beam) {}

  void parse(const EncodedSentence& words, std::size_t count, std::vector<Parse>& parses,
             const Gold* constraints) override {
    if (constraints != nullptr) filter_.set(*constraints);
    task_.set_filter(constraints != nullptr ? &filter_ : nullptr);
    scorer_->begin(words);
    for (beam_.start(words); !beam_.is_final(); beam_.advance()) {
      beam_.expand(scorer_->score(beam_.open_states()));
    }
    std::size_t found = 0;
    for (const auto& hypothesis : beam_.hypotheses()) {
      if (found == count) break;
      if (parses.size() == found) parses.emplace_back();
      read(hypothesis, parses[found]);
      // Several derivations may lead to one tree.
      const bool is_new = std::none_of(
          parses.begin(), parses.begin() + static_cast<int>(found), [&](const Parse& other) {
            return other.heads == parses[found].heads && other.labels == parses[found].labels;
          });
      if (is_new) ++found;
    }
    parses.resize(found);
  }

  bool can_meet(const Gold& constraints) override {
    return filter_.can_meet(constraints, task_.options());
  }

 private:
  using Hypothesis = typename Beam<ParsingTask<S>>::Hypothesis;

  static void read(const Hypothesis& hypothesis, Parse& parse) {
    const Configuration& c = hypothesis.state.configuration();
    parse.heads.assign(c.heads().begin(), c.heads().end());
    parse.labels.resize(parse.heads.size());
    for (Node word = 1; word <= c.words(); ++word) {
      parse.labels[static_cast<std::size_t>(word)] = c.label(word);
    }
    parse.score = hypothesis.score;
  }

  std::unique_ptr<ParserScorer<Score>> scorer_;
  ConstraintFilter<S> filter_;
  ParsingTask<S> task_;
  Beam<ParsingTask<S>> beam_;
};

template <TransitionSystem S>
std::unique_ptr<TreeSearch> TreeSearchOf<S>::make(const TransitionClasses& classes,
                                                  const SystemOptions& options,
                                                  AnyParserScorer scorer, std::size_t beam) {
  return std::visit(
      [&]<class Score>(std::unique_ptr<ParserScorer<Score>>& of) -> std::unique_ptr<TreeSearch> {
        return std::make_unique<SystemSearch<S, Score>>(classes, options, std::move(of), beam);
      },
      scorer);
}

template <TransitionSystem S>
bool TreeSearchOf<S>::can_meet(const Gold& constraints, const SystemOptions& options) {
  return ConstraintFilter<S>().can_meet(constraints, options);
}

}  // namespace panarc
