#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "oracle/oracle.h"
#include "panarc/error.h"
#include "panarc/oracle.h"
#include "transition/systems.h"

namespace panarc {

namespace {

/// The labels of one query, numbered in the order in which they are first met.
class QueryLabels {
 public:
  Label id(std::string_view name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<Label>(found - names_.begin());
    names_.emplace_back(name);
    return static_cast<Label>(names_.size()) - 1;
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

SystemOptions options_of(const OracleQuery& query) {
  const SystemRecord& system = system_record(query.system);
  const SystemOptions options{.root = query.root.value_or(system.default_root),
                              .single_root = query.single_root,
                              .span = query.span};
  check(system, options);
  return options;
}

Gold gold_of(const OracleQuery& query, const SystemOptions& options, QueryLabels& labels) {
  if (query.words.empty()) throw Error("no heads are given; expected one for each word");
  return {
      query.words,
      [&](std::string_view name) { return labels.id(name); },
      {.reproduce_empty = !query.constraints, .longest_arc = options.span, .root = options.root}};
}

template <TransitionSystem S>
std::string legal_names(const Configuration& c) {
  std::vector<std::string_view> names;
  for (const Action action : legal_actions<S>(c)) names.push_back(action_name(action));
  if (names.empty()) return "none: the configuration is final";
  return fmt::format("{}", fmt::join(names, ", "));
}

template <TransitionSystem S>
void take(Configuration& c, std::string_view text, std::size_t step, QueryLabels& labels) {
  const auto colon = text.find(':');
  const auto action = kActionNames.parse(text.substr(0, colon));
  if (!action) {
    throw Error(
        fmt::format("transition {} is '{}'; expected {}, with or without a label (LEFT:nsubj)",
                    step, text, kActionNames.list(", ", " or ")));
  }
  if (!is_legal<S>(c, *action)) {
    throw Error(fmt::format("transition {}, {}, is not legal there; legal: {}", step, text,
                            legal_names<S>(c)));
  }
  Transition transition{*action, kNoLabel};
  if (colon != std::string_view::npos) {
    if (!added_arc<S>(c, *action)) {
      throw Error(fmt::format("transition {}, {}, adds no arc and takes no label", step, text));
    }
    transition.label = labels.id(text.substr(colon + 1));
  }
  apply<S>(c, transition);
}

template <TransitionSystem S>
OracleAnswer answer_with(Oracle<S>& oracle, const OracleQuery& query) {
  const SystemOptions options = options_of(query);
  QueryLabels labels;
  const Gold gold = gold_of(query, options, labels);
  Configuration c(gold.words(), options);
  for (std::size_t i = 0; i < query.after.size(); ++i) take<S>(c, query.after[i], i + 1, labels);

  OracleAnswer answer;
  answer.final = S::is_final(c);
  answer.stack.assign(c.stack().begin(), c.stack().end());
  answer.buffer.assign(c.buffer().begin(), c.buffer().end());
  answer.heads.assign(c.heads().begin() + 1, c.heads().end());
  const Costs costs = oracle.costs(c, gold);
  answer.exact = costs.exact;
  for (const Action action : costs.legal) {
    const std::string name(action_name(action));
    if (!gold.has_labels() || !added_arc<S>(c, action)) {
      answer.costs.emplace_back(name, costs.of(action));
      continue;
    }
    for (std::size_t label = 0; label < labels.names().size(); ++label) {
      const Transition transition{action, static_cast<Label>(label)};
      answer.costs.emplace_back(fmt::format("{}:{}", name, labels.names()[label]),
                                oracle.cost(c, gold, transition, costs));
    }
  }
  return answer;
}

template <class Tuple>
struct OraclesOf;
template <class... S>
struct OraclesOf<std::tuple<S...>> {
  using Type = std::tuple<Oracle<S>...>;
};

}  // namespace

struct OracleService::Oracles {
  OraclesOf<Systems>::Type all;
};

OracleService::OracleService() : oracles_(std::make_unique<Oracles>()) {}
OracleService::~OracleService() = default;
OracleService::OracleService(OracleService&&) noexcept = default;
OracleService& OracleService::operator=(OracleService&&) noexcept = default;

OracleAnswer OracleService::answer(const OracleQuery& query) {
  OracleAnswer answer;
  with_system(query.system, [&](auto system) {
    using S = decltype(system);
    answer = answer_with<S>(std::get<Oracle<S>>(oracles_->all), query);
  });
  return answer;
}

}  // namespace panarc
