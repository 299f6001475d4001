#pragma once

#include <memory>
#include <vector>

#include "task/any_parsing_task.h"
#include "task/parsing_task.h"

namespace panarc {

template <TransitionSystem S>
class SystemParsingTask final : public AnyParsingTask {
 public:
  SystemParsingTask(const TransitionClasses& classes, const SystemOptions& options)
      : AnyParsingTask(classes), task_(classes, options) {}

  void start(const Input& words, State& state) const override { task_.start(words, state); }
  [[nodiscard]] bool is_final(const State& state) const override { return task_.is_final(state); }
  void advance(State& state, const Step& step) const override { task_.advance(state, step); }
  [[nodiscard]] std::vector<OfferedTransition> offers(const State& state,
                                                      const double* row) const override {
    All all;
    task_.successors(state, row, all);
    return all.offers;
  }
  [[nodiscard]] LabelRange labels_of(const State& state, Action action) const override {
    return task_.labels_of(state.configuration(), action);
  }

 private:
  struct All {
    std::vector<OfferedTransition> offers;

    [[nodiscard]] static bool only_best() { return false; }
    [[nodiscard]] static bool is_full() { return false; }
    [[nodiscard]] static bool wants(double /*score*/) { return true; }
    void add(const Transition& transition, double score) { offers.push_back({transition, score}); }
  };

  ParsingTask<S> task_;
};

template <TransitionSystem S>
std::unique_ptr<AnyParsingTask> AnyParsingTaskOf<S>::make(const TransitionClasses& classes,
                                                          const SystemOptions& options) {
  return std::make_unique<SystemParsingTask<S>>(classes, options);
}

}  // namespace panarc
