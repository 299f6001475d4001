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

/// Which annotation scheme is learnt best:
///
///     panarc::SchemeExperiment experiment;
///     experiment.rules = {panarc::Scheme::kCase, panarc::Scheme::kDet};
///     const auto results = panarc::compare_schemes(training, dev, test, experiment);

namespace panarc {

/// The entropy, in bits, of the tag (UPOS) of a word given the tag of its head (Schwartz, Abend and
/// Rappoport 2012): the lower, the easier. Words without a head are left out.
double predictability(std::span<const Sentence> sentences);

/// The perplexity on test data of a trigram model of words in the order in which a parser attaches
/// them (Søgaard and Haulrich 2010): the lower, the easier. Attached as by arc-eager, smoothed as
/// by Witten and Bell.
double derivation_perplexity(std::span<const Sentence> training, std::span<const Sentence> test);

struct SchemeExperiment {
  /// The rules to be tried, one after the other.
  std::vector<Scheme> rules;
  /// Each parser is trained once for each of so many seeds, from that of the options on.
  std::size_t seeds = 3;
  /// Trainings at a time.
  std::size_t threads = 1;
  /// How parsers are trained.
  TrainOptions training;
};

/// What was found of one scheme. Scores are those of the test data.
struct SchemeScores {
  /// By seed, compared with trees of the same scheme.
  std::vector<double> uas;
  double predictability = 0;
  double perplexity = 0;

  [[nodiscard]] double mean_uas() const;
};

/// What was found of a rule: the scheme as it is against the one that the rule makes of it.
struct SchemeResult {
  Scheme rule = Scheme::kMark;
  /// Where it can be applied in the training data, and the words that have another head then.
  std::size_t places = 0;
  std::size_t changed = 0;

  SchemeScores original;
  SchemeScores changed_scheme;
  /// The probability of such a difference in UAS, or a larger one, if there were none: an
  /// approximate randomisation test over the sentences of the test data, all seeds together.
  double p_value = 1;

  /// Trained with all references (Wisniewski, Lacroix and Yvon 2018): by seed, UAS on the test data
  /// compared with the nearest reference, and the share of places at which the reference that was
  /// left at the end of training follows the rule. Places in sentences that the last epoch did not
  /// follow to their end do not count; if it did so with none, there is no share.
  std::vector<double> uas_of_any;
  std::vector<double> share_of_changed;

  [[nodiscard]] double mean_uas_of_any() const;
  [[nodiscard]] double mean_share() const;
  /// By how much the changed scheme is parsed better.
  [[nodiscard]] double difference() const;
  /// Whether it is, and whether each measure says so.
  [[nodiscard]] bool changed_is_better() const;
  [[nodiscard]] bool references_prefer_changed() const;
  [[nodiscard]] bool predictability_prefers_changed() const;
  [[nodiscard]] bool perplexity_prefers_changed() const;
};

/// Called when a parser is trained, in any thread but never in two at a time: how many are done, of
/// how many.
using ExperimentProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Trains parsers on the treebank as it is, on what each rule makes of it, and on both as
/// references of each other, and compares them. Rules that apply nowhere in the training data are
/// left out of the result. Throws Error for data that cannot be trained on, and OptionError.
std::vector<SchemeResult> compare_schemes(std::span<const Sentence> training,
                                          std::span<const Sentence> dev,
                                          std::span<const Sentence> test,
                                          const SchemeExperiment& experiment,
                                          const ExperimentProgress& progress = {});

/// The results as a JSON object.
std::string to_json(std::span<const SchemeResult> results);

}  // namespace panarc
