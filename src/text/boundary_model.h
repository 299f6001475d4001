#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "feature/word_set.h"
#include "io/model_file.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/linear/linear_scorer.h"
#include "search/greedy.h"
#include "text/alphabet.h"
#include "text/boundary_features.h"
#include "text/boundary_task.h"

namespace panarc {

/// What was learnt about boundaries. Immutable.
class BoundaryModel {
 public:
  BoundaryModel(Alphabet alphabet, BoundaryGate gate, const std::vector<std::uint64_t>& word_facts,
                FrozenArrays weights);
  /// Uses the sections of a file that begin with a prefix, in place. Throws Error if they are
  /// invalid.
  BoundaryModel(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);

  BoundaryModel(const BoundaryModel&) = delete;
  BoundaryModel& operator=(const BoundaryModel&) = delete;
  ~BoundaryModel() = default;

  void save(ModelFileWriter& writer, const std::string& prefix) const;

  /// Texts must be read with this.
  [[nodiscard]] const Alphabet& alphabet() const { return alphabet_; }
  [[nodiscard]] const BoundaryTask& task() const { return task_; }
  [[nodiscard]] const BoundaryFeatures& features() const { return features_; }
  [[nodiscard]] const FrozenTable& table() const { return table_; }

 private:
  Alphabet alphabet_;
  BoundaryGate gate_;
  WordSet words_;
  std::shared_ptr<const void> storage_;
  FrozenTable table_;
  BoundaryTask task_{gate_};
  BoundaryFeatures features_{words_};
};

/// Decides on boundaries one at a time, each by the best score. One per thread.
class BoundaryDecoder {
 public:
  /// The model must outlive it.
  explicit BoundaryDecoder(const BoundaryModel& model)
      : model_(model), scorer_(model.features(), model.table(), Scorer::Keep::kSimple) {}

  [[nodiscard]] const BoundaryTask& task() const { return model_.task(); }

  /// Takes steps until the state is final.
  void run(BoundaryState& state) {
    scorer_.begin(*state.span);
    const BoundaryState* const states = &state;
    while (!BoundaryTask::is_final(state)) {
      BestStep<Boundary, FrozenTable::Score> best;
      task().successors(state, scorer_.score(std::span(&states, 1)).front(), best);
      task().advance(state, best.step);
    }
  }

 private:
  using Scorer = LinearScorer<BoundaryFeatures, FrozenTable>;

  const BoundaryModel& model_;
  Scorer scorer_;
};

}  // namespace panarc
