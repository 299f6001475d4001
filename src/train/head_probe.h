#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "oracle/references.h"
#include "scorer/parser_weights.h"
#include "search/beam.h"
#include "task/parsing_task.h"

namespace panarc {

/// Parses a sentence with the current parameters of a training, and counts the right heads. It has
/// its own scorer, so it does not interfere with training or its counts.
template <TransitionSystem S>
class HeadProbe {
 public:
  using ProbeScorer = LearningScorer<ParseState, EncodedSentence>;

  /// The task must outlive it.
  HeadProbe(const ParsingTask<S>& task, std::unique_ptr<ProbeScorer> scorer, std::size_t beam)
      : scorer_(std::move(scorer)), beam_(task, beam) {}

  /// The number of words with a right head; with several references, right in one of them.
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
