#include "transition/systems.h"

#include <algorithm>

#include "panarc/choices.h"
#include "panarc/error.h"
#include "transition/user_system.h"

namespace panarc {

namespace {

template <class Tuple>
struct RecordsOf;
template <class... S>
struct RecordsOf<std::tuple<S...>> {
  static constexpr std::array kRecords{record_of<S>()...};
};

}  // namespace

std::span<const SystemRecord> system_records() { return RecordsOf<Systems>::kRecords; }

const SystemRecord& system_record(std::string_view name) {
  const auto records = system_records();
  const auto found = std::find_if(records.begin(), records.end(),
                                  [&](const SystemRecord& record) { return record.name == name; });
  if (found != records.end()) return *found;
  if (const auto user = user_systems().find(name)) return user->record;
  throw Error("unknown transition system '" + std::string(name) + "'; expected one of " +
              system_names());
}

std::string default_system() { return std::string(system_records().front().name); }

std::string system_names() {
  std::string names;
  for (const SystemRecord& record : system_records()) {
    if (!names.empty()) names += ", ";
    names += record.name;
  }
  for (const std::string& name : user_systems().names()) names += ", " + name;
  return names;
}

SystemOptions with_user(std::string_view system, SystemOptions options) {
  options.user = system_record(system).user;
  return options;
}

void check_root(const SystemRecord& system, RootPosition root) {
  if (system.allows(root)) return;
  throw Error(std::string(system.name) + " has ROOT " +
              std::string(kRootPositionNames.of(system.default_root)) + " only");
}

void check_span(const SystemRecord& system, int span) {
  if (system.span && span < 1) {
    throw Error(std::string(system.name) +
                " needs a span of 1 or more, the length of the longest arc");
  }
  if (!system.span && span != 0) {
    throw Error(std::string(system.name) + " takes no span; the span systems do");
  }
}

void check(const SystemRecord& system, const SystemOptions& options) {
  check_root(system, options.root);
  check_span(system, options.span);
}

}  // namespace panarc
