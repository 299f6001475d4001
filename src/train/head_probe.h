#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "oracle/references.h"
#include "scorer/parser_weights.h"
#include "search/beam.h"
#include "task/parsing_task.h"

namespace panarc {

/// Parses a sentence with the parameters of a training as they are, and counts what is right. It
/// has a scorer of its own, so that what training does and counts is not touched.
template <TransitionSystem S>
class HeadProbe {
 public:
  using ProbeScorer = LearningScorer<ParseState, EncodedSentence>;

  /// The task must outlive it.
  HeadProbe(const ParsingTask<S>& task, std::unique_ptr<ProbeScorer> scorer, std::size_t beam)
      : scorer_(std::move(scorer)), beam_(task, beam) {}

  /// The words with a right head; of several references, right in one.
  int right_heads(const EncodedSentence& words, const References& known) {
    scorer_->forget();
    scorer_->begin(words);
    for (beam_.start(words); !beam_.is_final(); beam_.advance()) {
      beam_.expand(scorer_->score(beam_.open_states()));
    }
    const Configuration& c = beam_.top().state.configuration();
    int right = 0;
    for (Node word = 1; word <= c.words(); ++word) {
      if (!c.attached(word)) continue;
      right += known.any().agrees({c.head(word), word}, c.options().root) ? 1 : 0;
    }
    return right;
  }

 private:
  std::unique_ptr<ProbeScorer> scorer_;
  Beam<ParsingTask<S>> beam_;
};

}  // namespace panarc
