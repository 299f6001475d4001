#include "panarc/experiment.h"

#include <fmt/format.h>

#include <chrono>
#include <numeric>
#include <span>
#include <utility>

#include "base/random.h"
#include "io/text.h"
#include "panarc/error.h"
#include "panarc/scheme.h"

namespace panarc {

namespace {

/// A sentence, or several references of one, by index.
struct Item {
  std::size_t first = 0;
  std::size_t last = 0;  // exclusive
};

std::vector<Item> items_of(const std::vector<Sentence>& sentences) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (items.empty() || !is_further_reference(sentences[i])) items.push_back({i, i});
    items.back().last = i + 1;
  }
  return items;
}

/// The fold of every item. Fold sizes differ by at most one.
std::vector<std::size_t> divide(std::size_t items, const CrossValidationOptions& options) {
  std::vector<std::size_t> folds(items);
  for (std::size_t i = 0; i < items; ++i) folds[i] = i * options.folds / items;
  if (!options.blocks) {
    Random(*with_defaults(options.training).seed).shuffle(std::span(folds));
  }
  return folds;
}

class Validation {
 public:
  Validation(const std::vector<Sentence>& sentences, const CrossValidationOptions& options)
      : sentences_(sentences),
        options_(options),
        training_(options.training),
        items_(items_of(sentences)) {
    if (options.folds < 2) {
      throw Error(
          fmt::format("found {} for the number of folds, expected 2 or more", options.folds));
    }
    if (items_.size() < options.folds) {
      throw Error(fmt::format("found {}, expected one or more for each of {} folds",
                              counted(items_.size(), "sentence"), options.folds));
    }
    folds_ = divide(items_.size(), options);
    result_.parsed.resize(items_.size());
  }

  CrossValidation run(const std::function<void(const FoldReport&)>& on_fold) {
    for (std::size_t fold = 0; fold < options_.folds; ++fold) {
      result_.folds.push_back(run_fold(fold));
      result_.total.add(result_.folds.back().scores);
      if (on_fold) on_fold(result_.folds.back());
    }
    return std::move(result_);
  }

 private:
  FoldReport run_fold(std::size_t fold) {
    const auto start = std::chrono::steady_clock::now();
    FoldReport report;
    report.fold = fold + 1;
    std::vector<Sentence> training;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (folds_[i] == fold) continue;
      ++report.training;
      for (std::size_t j = items_[i].first; j < items_[i].last; ++j) {
        training.push_back(sentences_[j]);
      }
    }
    TrainProgress progress;
    if (fold == 0) progress.on_warning = options_.on_warning;
    const TrainResult trained = train(std::move(training), {}, training_, progress);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (folds_[i] == fold) score(items_[i], trained.parser, result_.parsed[i], report.scores);
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    report.seconds = elapsed.count();
    return report;
  }

  void score(const Item& item, const Parser& parser, Sentence& parsed, Scores& scores) const {
    std::vector<Sentence> gold(sentences_.begin() + static_cast<std::ptrdiff_t>(item.first),
                               sentences_.begin() + static_cast<std::ptrdiff_t>(item.last));
    parsed = gold.front();
    if (parsed.empty()) return;
    parser.parse(parsed);
    const auto choices = take_references(gold, options_.training.schemes);
    if (!choices.empty()) gold[0] = with_nearest_reference(gold[0], choices[0], parsed);
    scores.add(evaluate(gold, std::span(&parsed, 1)));
  }

  const std::vector<Sentence>& sentences_;
  const CrossValidationOptions& options_;
  CheckedOptions training_;
  std::vector<Item> items_;
  std::vector<std::size_t> folds_;  // of the items
  CrossValidation result_;
};

}  // namespace

Spread CrossValidation::spread(Metric metric) const {
  std::vector<double> values;
  for (const FoldReport& fold : folds) values.push_back(fold.scores.percentage(metric));
  return spread_of(values);
}

CrossValidation cross_validate(const std::vector<Sentence>& sentences,
                               const CrossValidationOptions& options,
                               const std::function<void(const FoldReport&)>& on_fold) {
  return Validation(sentences, options).run(on_fold);
}

}  // namespace panarc
