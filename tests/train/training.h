#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/comparison.h"
#include "feature/template.h"
#include "parse/model_parser.h"
#include "support/sample.h"
#include "train/trainer.h"
#include "transition/systems.h"
#include "treebank/test_text.h"

namespace panarc::test {

/// LAS, or UAS if there are no labels.
inline double score(const Model& model, const std::vector<Sentence>& gold) {
  ModelParser parser(model);
  Scores scores;
  SentenceComparison comparison;
  for (const Sentence& sentence : gold) {
    Sentence parsed = sentence;
    parser.parse(parsed);
    comparison.compare(sentence, parsed);
    scores.add(comparison);
  }
  return scores.percentage(model.options().labels == LabelMode::kNone ? Metric::kUas
                                                                      : Metric::kLas);
}

/// Arc-standard and its kin join the two words on top of the stack.
inline constexpr const char* kStackTemplates =
    "s0.form s0.upos s1.form s1.upos b0.form b0.upos b1.upos s0.form+s1.form s0.upos+s1.upos "
    "s0.form+s1.upos s0.upos+s1.form s0.upos+s1.upos+b0.upos s2.upos+s1.upos+s0.upos "
    "s1.upos+s0.upos+s0l.upos s1.upos+s0.upos+s0r.upos s1.upos+s1l.upos+s0.upos "
    "s1.upos+s1r.upos+s0.upos s0.upos+b0.upos b0.upos+b1.upos history1+history2";

/// A quick training of a system.
inline TrainingPlan options_of(std::string_view system, std::string_view strategy = "greedyn") {
  TrainingPlan options = standard_plan(Trained::kLinear);
  options.freeze.min_changes = 0;
  options.model.system = system;
  with_system(system, [&](auto s) {
    options.model.transitions.root = default_root<decltype(s)>();
    if (decltype(s)::kSpan) options.model.transitions.span = 6;
  });
  options.model.features =
      system == "arc-standard" || system == "swap" ? kStackTemplates : *built_in_templates("small");
  options.strategy = *strategy_by_name(strategy);
  options.model.beam = options.strategy.greedy ? 1 : 4;
  options.epochs = 4;
  return options;
}

inline Model train_sample(const TrainingPlan& options, const TrainProgress& progress = {}) {
  return train_model(sample("train"), sample("dev"), options, progress);
}

/// Ends a training after so many epochs.
inline TrainProgress interrupt_after(int epochs) {
  TrainProgress progress;
  progress.on_batch = [epochs](const BatchReport& report) {
    if (report.epoch > epochs) throw std::runtime_error("interrupted");
  };
  return progress;
}

class TrainerTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(std::string_view name) const { return directory_ / name; }
  [[nodiscard]] std::string bytes_of(const Model& model) const {
    model.save(path("bytes"));
    return read_bytes(path("bytes"));
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace panarc::test
