#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "scorer/parser_weights.h"

namespace panarc {

/// A scorer of a trained parser whose scores become numbers of one type. `Base` is a Scorer of that
/// type.
template <class Base, class Score>
class ConvertedScorer : public Base {
 public:
  ConvertedScorer(AnyParserScorer scorer, std::size_t classes)
      : scorer_(std::move(scorer)), classes_(classes) {}

  void begin(const EncodedSentence& words) override {
    std::visit([&](auto& scorer) { scorer->begin(words); }, scorer_);
  }
  std::span<const Score* const> score(std::span<const ParseState* const> states) override {
    scores_.resize(states.size() * classes_);
    rows_.clear();
    std::visit(
        [&](auto& scorer) {
          for (const auto* const row : scorer->score(states)) {
            Score* const at = scores_.data() + rows_.size() * classes_;
            std::transform(row, row + classes_, at,
                           [](auto value) { return static_cast<Score>(value); });
            rows_.push_back(at);
          }
        },
        scorer_);
    return rows_;
  }

 private:
  AnyParserScorer scorer_;
  std::size_t classes_;
  std::vector<Score> scores_;
  std::vector<const Score*> rows_;
};

/// Numbers in which scores of both types are exact.
using RowScorer = ConvertedScorer<ParserScorer<double>, double>;

/// For code that trains: never learns.
class FinishedScorer final
    : public ConvertedScorer<LearningScorer<ParseState, EncodedSentence>, float> {
 public:
  using ConvertedScorer::ConvertedScorer;
  void forget() override {}
  void learn(const Update<ParseState>& /*update*/, Changes& /*changes*/) override {}
};

}  // namespace panarc
