#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/team.h"
#include "feature/plan.h"
#include "model/model.h"
#include "panarc/treebank.h"
#include "scorer/feature_counts.h"
#include "scorer/parser_weights.h"

namespace panarc {

/// How far the features seen in training differ from those seen in parsing (Aufrant, Wisniewski &
/// Yvon 2017, Table 3).
class FeatureDrift {
 public:
  /// For a parser trained with this many threads.
  FeatureDrift(const ModelOptions& options, std::shared_ptr<const Embeddings> embeddings,
               std::size_t threads);

  /// Wraps a scorer in training so that its states are counted. It must not outlive this object.
  std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> counting(
      std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer, std::size_t thread);

  /// The divergence of what was counted since the last call from what a model sees when it parses
  /// sentences. Training must pause.
  double take(const Model& model, std::span<const Sentence> sentences, Team& team);

 private:
  [[nodiscard]] FeatureCounts seen_in_parsing(const Model& model,
                                              std::span<const Sentence> sentences,
                                              Team& team) const;

  std::shared_ptr<const Embeddings> embeddings_;
  FeaturePlan plan_;
  std::vector<FeatureCounts> counts_;  // of each thread
};

}  // namespace panarc
