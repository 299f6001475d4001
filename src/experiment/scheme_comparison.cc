#include <algorithm>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/jobs.h"
#include "base/json.h"
#include "panarc/analysis.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/experiment.h"
#include "panarc/scheme.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using Sentences = std::vector<Sentence>;

/// A treebank in three parts.
struct Treebank {
  Sentences training;
  Sentences dev;
  Sentences test;
};

/// The result of a training.
struct Outcome {
  double uas = 0;
  /// Right heads, by test sentence.
  std::vector<double> right;
  /// Set if training has followed sentences with choices to their end.
  std::optional<double> share_of_changed;
};

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Applies a rule wherever possible. Incomplete sentences stay unchanged.
Sentences changed(std::span<const Sentence> sentences, Scheme rule) {
  Sentences result(sentences.begin(), sentences.end());
  for (Sentence& sentence : result) {
    if (!is_complete(sentence.heads())) continue;
    LabeledTree tree = labeled_tree(sentence);
    apply_scheme(tree, rule);
    set_tree(sentence, tree);
  }
  return result;
}

std::size_t count_places(std::span<const Sentence> sentences, Scheme rule) {
  std::size_t places = 0;
  for (const Sentence& sentence : sentences) {
    if (is_complete(sentence.heads())) {
      places += scheme_sites(labeled_tree(sentence), rule).size();
    }
  }
  return places;
}

std::size_t count_differences(const Sentences& a, const Sentences& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (Node word = 1; word <= a[i].size(); ++word) {
      count += a[i].head(word) != b[i].head(word) ? 1 : 0;
    }
  }
  return count;
}

/// Trains a parser, and parses the test data. With choices, a parse is compared with the nearest
/// tree of its sentence.
Outcome run(const Treebank& treebank, const TrainOptions& options,
            std::span<const TreeChoices> choices) {
  const TrainResult trained = train(treebank.training, treebank.dev, options);
  Outcome outcome;
  double words = 0;
  for (std::size_t i = 0; i < treebank.test.size(); ++i) {
    Sentence gold = treebank.test[i];
    if (gold.empty()) continue;
    Sentence parsed = gold;
    trained.parser.parse(parsed);
    if (!choices.empty()) gold = with_nearest_reference(gold, choices[i], parsed);
    const Tally tally = evaluate(std::span(&gold, 1), std::span(&parsed, 1))[Metric::kUas];
    outcome.right.push_back(static_cast<double>(tally.correct));
    words += static_cast<double>(tally.gold);
  }
  constexpr double kPercent = 100;
  outcome.uas = kPercent * std::accumulate(outcome.right.begin(), outcome.right.end(), 0.0) /
                std::max(words, 1.0);
  const TrainingCounts& last = trained.epochs.back().counts;
  if (last.choices > 0) {
    outcome.share_of_changed =
        static_cast<double>(last.alternatives) / static_cast<double>(last.choices);
  }
  return outcome;
}

/// Trainings, several at a time.
class Jobs {
 public:
  using Job = std::function<void()>;

  void add(Job job) { jobs_.push_back(std::move(job)); }

  void run(std::size_t threads, const ExperimentProgress& progress) {
    std::mutex mutex;
    std::size_t done = 0;
    run_jobs(jobs_.size(), threads, {}, [&](std::size_t i, const std::stop_token& /*stop*/) {
      jobs_[i]();
      const std::lock_guard lock(mutex);
      ++done;
      if (progress) progress(done, jobs_.size());
    });
  }

 private:
  std::vector<Job> jobs_;
};

/// The trainings for one rule.
struct RuleTrial {
  Scheme rule;
  Treebank changed;
  std::vector<TreeChoices> choices;  // of the test data
  std::vector<Outcome> with_changed;
  std::vector<Outcome> with_both;
};

std::vector<double> scores_of(const std::vector<Outcome>& outcomes) {
  std::vector<double> scores;
  scores.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) scores.push_back(outcome.uas);
  return scores;
}

/// The p-value of a difference in right heads, all seeds together.
double significance(const std::vector<Outcome>& a, const std::vector<Outcome>& b) {
  std::vector<double> differences(a.front().right.size(), 0);
  for (std::size_t seed = 0; seed < a.size(); ++seed) {
    for (std::size_t i = 0; i < differences.size(); ++i) {
      differences[i] += a[seed].right[i] - b[seed].right[i];
    }
  }
  return randomization_p_value(differences);
}

SchemeResult result_of(const RuleTrial& trial, const Treebank& original,
                       const SchemeScores& of_original, const std::vector<Outcome>& with_original) {
  SchemeResult result;
  result.rule = trial.rule;
  result.places = count_places(original.training, trial.rule);
  result.changed = count_differences(original.training, trial.changed.training);
  result.original = of_original;
  result.changed_scheme = {scores_of(trial.with_changed), predictability(trial.changed.training),
                           derivation_perplexity(trial.changed.training, trial.changed.test)};
  result.p_value = significance(with_original, trial.with_changed);
  result.uas_of_any = scores_of(trial.with_both);
  for (const Outcome& outcome : trial.with_both) {
    if (outcome.share_of_changed) result.share_of_changed.push_back(*outcome.share_of_changed);
  }
  return result;
}

}  // namespace

double SchemeScores::mean_uas() const { return mean(uas); }
double SchemeResult::mean_uas_of_any() const { return mean(uas_of_any); }
double SchemeResult::mean_share() const { return mean(share_of_changed); }
double SchemeResult::difference() const { return changed_scheme.mean_uas() - original.mean_uas(); }

bool SchemeResult::changed_is_better() const { return difference() > 0; }
bool SchemeResult::references_prefer_changed() const {
  constexpr double kHalf = 0.5;
  return mean_share() > kHalf;
}
bool SchemeResult::predictability_prefers_changed() const {
  return changed_scheme.predictability < original.predictability;
}
bool SchemeResult::perplexity_prefers_changed() const {
  return changed_scheme.perplexity < original.perplexity;
}

std::vector<SchemeResult> compare_schemes(std::span<const Sentence> training,
                                          std::span<const Sentence> dev,
                                          std::span<const Sentence> test,
                                          const SchemeExperiment& experiment,
                                          const ExperimentProgress& progress) {
  if (test.empty()) throw Error("there is no sentence to test parsers with");
  if (experiment.seeds == 0) throw Error("an experiment needs at least one seed");
  Treebank original{
      {training.begin(), training.end()}, {dev.begin(), dev.end()}, {test.begin(), test.end()}};
  // The rules make the references, so existing ones are removed.
  for (Sentences* part : {&original.training, &original.dev, &original.test}) {
    take_references(*part, {});
  }
  std::vector<RuleTrial> trials;
  for (const Scheme rule : experiment.rules) {
    if (count_places(original.training, rule) == 0) continue;
    RuleTrial& trial = trials.emplace_back();
    trial.rule = rule;
    trial.changed = {changed(original.training, rule), changed(original.dev, rule),
                     changed(original.test, rule)};
    Sentences tested = original.test;
    trial.choices = take_references(tested, std::span(&rule, 1));
    trial.with_changed.resize(experiment.seeds);
    trial.with_both.resize(experiment.seeds);
  }
  if (trials.empty()) return {};

  std::vector<Outcome> with_original(experiment.seeds);
  Jobs jobs;
  for (std::size_t i = 0; i < experiment.seeds; ++i) {
    TrainOptions options = experiment.training;
    options.seed = *with_defaults(experiment.training).seed + i;
    options.threads = 1;
    // Simultaneous trainings would write to the same file.
    options.checkpoint.clear();
    options.resume = false;
    jobs.add([&, i, options] { with_original[i] = run(original, options, {}); });
    for (RuleTrial& trial : trials) {
      jobs.add([&, i, options] { trial.with_changed[i] = run(trial.changed, options, {}); });
      TrainOptions both = options;
      both.schemes = {trial.rule};
      (void)CheckedOptions(both);  // before time is spent on the others
      jobs.add([&, i, both] { trial.with_both[i] = run(original, both, trial.choices); });
    }
  }
  jobs.run(experiment.threads, progress);

  const SchemeScores of_original{scores_of(with_original), predictability(original.training),
                                 derivation_perplexity(original.training, original.test)};
  std::vector<SchemeResult> results;
  results.reserve(trials.size());
  for (const RuleTrial& trial : trials) {
    results.push_back(result_of(trial, original, of_original, with_original));
  }
  return results;
}

std::string to_json(std::span<const SchemeResult> results) {
  const auto pick = [](bool changed) { return changed ? "changed" : "original"; };
  const auto scores = [](const SchemeScores& one) {
    nlohmann::ordered_json json;
    json["uas"] = one.uas;
    json["mean_uas"] = one.mean_uas();
    json["predictability"] = one.predictability;
    json["perplexity"] = one.perplexity;
    return json;
  };
  nlohmann::ordered_json json;
  json["rules"] = nlohmann::ordered_json::array();
  for (const SchemeResult& result : results) {
    nlohmann::ordered_json rule;
    rule["rule"] = kSchemeNames.of(result.rule);
    rule["places"] = result.places;
    rule["words"] = result.changed;
    rule["original"] = scores(result.original);
    rule["changed"] = scores(result.changed_scheme);
    rule["p_value"] = result.p_value;
    rule["references"]["uas"] = result.uas_of_any;
    rule["references"]["share_of_changed"] = result.share_of_changed;
    rule["better"] = pick(result.changed_is_better());
    rule["picked_by"]["references"] = pick(result.references_prefer_changed());
    rule["picked_by"]["predictability"] = pick(result.predictability_prefers_changed());
    rule["picked_by"]["perplexity"] = pick(result.perplexity_prefers_changed());
    json["rules"].push_back(std::move(rule));
  }
  return dump_json(json);
}

}  // namespace panarc
