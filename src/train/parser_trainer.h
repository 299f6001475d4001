#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "base/interface.h"
#include "base/random.h"
#include "oracle/references.h"
#include "panarc/train.h"
#include "scorer/parser_weights.h"
#include "task/transition_classes.h"
#include "train/options.h"
#include "train/pair_search.h"

namespace panarc {

/// Trains on single sentences with one system, hiding its type; one per thread.
class ParserTrainer : public Interface {
 public:
  /// Appends the changes from a sentence. The tags are those of ParsingGuide.
  virtual TrainingCounts train(const EncodedSentence& words, const References& known,
                               std::span<const Label> tags, double explore, Random& random,
                               Changes& changes) = 0;
  /// The weights have changed.
  virtual void forget() = 0;
};

struct ParserTrainerOptions {
  SentenceTrainerOptions sentence;
  GuideOptions guide;
  SystemOptions system;
  /// If set, updates take effect at once: it is called with the changes of each.
  std::function<void(Changes&)> apply;
  /// If set, such updates are evaluated by how they change the parse of the sentence; it makes a
  /// scorer for this.
  std::function<std::unique_ptr<LearningScorer<ParseState, EncodedSentence>>()> make_probe;
  /// If set, it is called with the result of each search: see SentenceTrainer::Observer.
  std::function<void(const DerivationPair<Transition>&, std::span<const Transition> next)>
      observe{};
};

/// Defined for each system in a separate translation unit.
template <TransitionSystem S>
struct ParserTrainerOf {
  static std::unique_ptr<ParserTrainer> make(
      const ParserTrainerOptions& options, const TransitionClasses& classes,
      std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer);
};

/// For the named system.
std::unique_ptr<ParserTrainer> make_parser_trainer(
    std::string_view system, const ParserTrainerOptions& options, const TransitionClasses& classes,
    std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer);

}  // namespace panarc
