#pragma once

#include <cstdint>

namespace panarc {

/// What training on sentences found; counts of several add up.
struct TrainingCounts {
  std::uint64_t sentences = 0;
  std::uint64_t transitions = 0;  ///< of the best hypotheses
  std::uint64_t updates = 0;
  std::uint64_t label_updates = 0;  ///< of labels by themselves, in parallel mode
  std::uint64_t completed = 0;      ///< sentences whose derivation was followed to its end
  double loss = 0;                  ///< by how much negatives exceeded positives

  void add(const TrainingCounts& other) {
    sentences += other.sentences;
    transitions += other.transitions;
    updates += other.updates;
    label_updates += other.label_updates;
    completed += other.completed;
    loss += other.loss;
  }
};

}  // namespace panarc
