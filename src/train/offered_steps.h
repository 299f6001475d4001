#pragma once

#include <cstdint>
#include <vector>

#include "task/task.h"

namespace panarc {

/// All steps that a task offers in a state.
template <Task T>
struct OfferedSteps {
  using Step = typename T::Step;

  /// Must be set, and outlive it.
  const T* task = nullptr;
  std::vector<Step> steps;
  std::vector<std::uint32_t> classes;
  std::vector<double> scores;

  void clear() {
    steps.clear();
    classes.clear();
    scores.clear();
  }
  [[nodiscard]] static bool only_best() { return false; }
  [[nodiscard]] static bool is_full() { return false; }
  [[nodiscard]] static bool wants(float /*score*/) { return true; }
  void add(const Step& step, float score) {
    steps.push_back(step);
    classes.push_back(task->class_of(step));
    scores.push_back(static_cast<double>(score));
  }
};

}  // namespace panarc
