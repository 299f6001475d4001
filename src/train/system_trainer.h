#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "train/head_probe.h"
#include "train/parser_trainer.h"
#include "train/parsing_guide.h"
#include "train/sentence_trainer.h"

namespace panarc {

template <TransitionSystem S>
class SystemTrainer final : public ParserTrainer {
 public:
  SystemTrainer(const ParserTrainerOptions& options, const TransitionClasses& classes,
                std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer)
      : scorer_(std::move(scorer)),
        task_(classes, options.system),
        guide_(options.guide, task_),
        trainer_(options.sentence, task_, guide_, *scorer_) {
    trainer_.set_apply(options.apply);
    trainer_.set_observer(options.observe);
    if (!options.make_probe) return;
    probe_.emplace(task_, options.make_probe(), options.sentence.width());
    trainer_.set_measure([this] { return probe_->right_heads(*words_, *known_); });
  }

  TrainingCounts train(const EncodedSentence& words, const References& known,
                       std::span<const Label> tags, double explore, Random& random,
                       Changes& changes) override {
    words_ = &words;
    known_ = &known;
    guide_.set_tags(tags);
    return trainer_.train(words, known, explore, random, changes);
  }
  void forget() override { scorer_->forget(); }

 private:
  std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer_;
  ParsingTask<S> task_;
  ParsingGuide<S> guide_;
  SentenceTrainer<ParsingTask<S>, ParsingGuide<S>> trainer_;
  std::optional<HeadProbe<S>> probe_;
  // The current sentence, for the probe.
  const EncodedSentence* words_ = nullptr;
  const References* known_ = nullptr;
};

template <TransitionSystem S>
std::unique_ptr<ParserTrainer> ParserTrainerOf<S>::make(
    const ParserTrainerOptions& options, const TransitionClasses& classes,
    std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer) {
  return std::make_unique<SystemTrainer<S>>(options, classes, std::move(scorer));
}

}  // namespace panarc
