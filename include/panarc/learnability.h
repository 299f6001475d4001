#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "panarc/scheme.h"
#include "panarc/sentence.h"
#include "panarc/train.h"

/// Which annotation scheme is easiest to learn:
///
///     panarc::SchemeExperiment experiment;
///     experiment.rules = {panarc::Scheme::kCase, panarc::Scheme::kDet};
///     const auto results = panarc::compare_schemes(training, dev, test, experiment);

namespace panarc {

/// The entropy, in bits, of the tag (UPOS) of a word given the tag of its head (Schwartz, Abend and
/// Rappoport 2012): the lower, the easier. Words without a head are left out.
double predictability(std::span<const Sentence> sentences);

/// The perplexity on test data of a trigram model of words in the order in which a parser attaches
/// them (Søgaard and Haulrich 2010): the lower, the easier. Uses the order of arc-eager and
/// Witten-Bell smoothing.
double derivation_perplexity(std::span<const Sentence> training, std::span<const Sentence> test);

struct SchemeExperiment {
  /// The rules to try, one after the other.
  std::vector<Scheme> rules;
  /// Each parser is trained once per seed; seeds count up from that of the options.
  std::size_t seeds = 3;
  /// Number of simultaneous trainings.
  std::size_t threads = 1;
  /// How parsers are trained.
  TrainOptions training;
};

/// Results for one scheme. Scores are on the test data.
struct SchemeScores {
  /// One per seed, against trees of the same scheme.
  std::vector<double> uas;
  double predictability = 0;
  double perplexity = 0;

  [[nodiscard]] double mean_uas() const;
};

/// Results for a rule: the original scheme against the one that the rule turns it into.
struct SchemeResult {
  Scheme rule = Scheme::kMark;
  /// Places in the training data where the rule applies, and words whose head it changes.
  std::size_t places = 0;
  std::size_t changed = 0;

  SchemeScores original;
  SchemeScores changed_scheme;
  /// The probability of such a difference in UAS, or a larger one, by chance: an approximate
  /// randomisation test over the test sentences, all seeds together.
  double p_value = 1;

  /// Trained with all references (Wisniewski, Lacroix and Yvon 2018). For each seed: UAS on the
  /// test data against the nearest reference, and the share of places where the reference left at
  /// the end of training follows the rule. Only places in sentences that the last epoch followed to
  /// their end count; if there are none, there is no share.
  std::vector<double> uas_of_any;
  std::vector<double> share_of_changed;

  [[nodiscard]] double mean_uas_of_any() const;
  [[nodiscard]] double mean_share() const;
  /// How much better the changed scheme is parsed.
  [[nodiscard]] double difference() const;
  /// Whether it is better, and whether each measure says so.
  [[nodiscard]] bool changed_is_better() const;
  [[nodiscard]] bool references_prefer_changed() const;
  [[nodiscard]] bool predictability_prefers_changed() const;
  [[nodiscard]] bool perplexity_prefers_changed() const;
};

/// Called after each training, in any thread but never in two at a time, with the number of
/// trainings done and the total.
using ExperimentProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Trains parsers on the original treebank, on what each rule turns it into, and on both as
/// alternative references, and compares them. Rules that apply nowhere in the training data are
/// left out of the result. Throws Error for unsuitable data, and OptionError.
std::vector<SchemeResult> compare_schemes(std::span<const Sentence> training,
                                          std::span<const Sentence> dev,
                                          std::span<const Sentence> test,
                                          const SchemeExperiment& experiment,
                                          const ExperimentProgress& progress = {});

/// The results as a JSON object.
std::string to_json(std::span<const SchemeResult> results);

/// The results as a chart, in SVG: what each rule gains or loses, with confidence intervals.
std::string scheme_plot(std::span<const SchemeResult> results);

}  // namespace panarc
