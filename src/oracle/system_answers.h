#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"
#include "oracle/system_service.h"

namespace panarc {

/// The labels of one query, numbered in order of first use.
class QueryLabels {
 public:
  Label id(std::string_view name);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// The parts of a query. They throw Error for invalid input.
SystemOptions options_of(const OracleQuery& query);
Gold gold_of(const OracleQuery& query, const SystemOptions& options, QueryLabels& labels);
/// The transition that a text stands for, among the legal ones; those in `adding` add an arc.
Transition transition_of(std::string_view text, std::size_t step, ActionSet legal, ActionSet adding,
                         QueryLabels& labels);

/// Keeps the tables of the oracle between queries.
template <TransitionSystem S>
class SystemAnswers final : public SystemService {
 public:
  OracleAnswer answer(const OracleQuery& query) override {
    const SystemOptions options = options_of(query);
    QueryLabels labels;
    const Gold gold = gold_of(query, options, labels);
    Configuration c(gold.words(), options);
    for (std::size_t i = 0; i < query.after.size(); ++i) {
      const ActionSet legal = legal_actions<S>(c);
      apply<S>(c, transition_of(query.after[i], i + 1, legal, adding(c, legal), labels));
    }
    return answer(c, gold, labels.names());
  }

 private:
  static ActionSet adding(const Configuration& c, ActionSet actions) {
    ActionSet adding;
    for (const Action action : actions) {
      if (added_arc<S>(c, action)) adding.insert(action);
    }
    return adding;
  }

  OracleAnswer answer(const Configuration& c, const Gold& gold,
                      const std::vector<std::string>& labels) {
    OracleAnswer answer;
    answer.final = S::is_final(c);
    answer.stack.assign(c.stack().begin(), c.stack().end());
    answer.buffer.assign(c.buffer().begin(), c.buffer().end());
    answer.heads.assign(c.heads().begin(), c.heads().end());
    const Costs costs = oracle_.costs(c, gold);
    answer.exact = costs.exact;
    const ActionSet labelled = gold.has_labels() ? adding(c, costs.legal) : ActionSet();
    for (const Action action : costs.legal) {
      const std::string name(action_name(action));
      if (!labelled.contains(action)) {
        answer.costs.emplace_back(name, costs.of(action));
        continue;
      }
      for (std::size_t label = 0; label < labels.size(); ++label) {
        const Transition transition{action, static_cast<Label>(label)};
        answer.costs.emplace_back(name + ":" + labels[label],
                                  oracle_.cost(c, gold, transition, costs));
      }
    }
    return answer;
  }

  Oracle<S> oracle_;
};

template <TransitionSystem S>
std::unique_ptr<SystemService> SystemServiceOf<S>::make() {
  return std::make_unique<SystemAnswers<S>>();
}

}  // namespace panarc
