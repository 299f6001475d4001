#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "panarc/treebank.h"
#include "tag/train_linear_tagger.h"
#include "tag/train_network_tagger.h"

namespace panarc {

/// What came out of the training of a tagger.
struct TaggerOutcome {
  /// The best epoch of each model.
  std::vector<int> best_epochs;
  /// On the development set by column, if there is one.
  std::map<Field, double> scores;
};

/// The training report of a tagger, as JSON. As for parsers, nothing in it differs from run to run.
/// `features` is the name of the templates.
std::string tagger_report(const TaggerPlan& plan, const std::string& features,
                          std::span<const Sentence> training, std::span<const Sentence> dev,
                          const TaggerOutcome& outcome);
std::string tagger_report(const NetworkTaggerPlan& plan, std::span<const Sentence> training,
                          std::span<const Sentence> dev, const TaggerOutcome& outcome);

}  // namespace panarc
