#include "oracle/oracle_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "panarc/error.h"
#include "panarc/oracle.h"
#include "transition/system_record.h"

namespace panarc {

namespace {

std::string names_of_actions(ActionSet actions) {
  std::vector<std::string_view> names;
  for (const Action action : actions) names.push_back(action_name(action));
  if (names.empty()) return "none: the configuration is final";
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Label QueryLabels::id(std::string_view name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return static_cast<Label>(found - names_.begin());
  names_.emplace_back(name);
  return static_cast<Label>(names_.size()) - 1;
}

SystemOptions options_of(const OracleQuery& query) {
  const SystemRecord& system = system_record(query.system);
  const SystemOptions options{.root = query.root.value_or(system.default_root),
                              .single_root = query.single_root,
                              .span = query.span};
  check(system, options);
  return with_user(query.system, options);
}

Gold gold_of(const OracleQuery& query, const SystemOptions& options, QueryLabels& labels) {
  if (query.words.size() <= 1) throw Error("no heads are given; expected one for each word");
  return {
      query.words,
      [&](std::string_view name) { return labels.id(name); },
      {.reproduce_empty = !query.constraints, .longest_arc = options.span, .root = options.root}};
}

Transition transition_of(std::string_view text, std::size_t step, ActionSet legal, ActionSet adding,
                         const LabelIds& labels) {
  const auto colon = text.find(':');
  const auto action = kActionNames.parse(text.substr(0, colon));
  if (!action) {
    throw Error(
        fmt::format("transition {} is '{}'; expected {}, with or without a label (LEFT:nsubj)",
                    step, text, kActionNames.list(", ", " or ")));
  }
  if (!legal.contains(*action)) {
    throw Error(fmt::format("transition {}, {}, is not legal there; legal: {}", step, text,
                            names_of_actions(legal)));
  }
  if (colon == std::string_view::npos) return {*action, kNoLabel};
  if (!adding.contains(*action)) {
    throw Error(fmt::format("transition {}, {}, adds no arc and takes no label", step, text));
  }
  return {*action, labels(text.substr(colon + 1))};
}

}  // namespace panarc
