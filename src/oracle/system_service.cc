#include "oracle/system_service.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "panarc/error.h"
#include "transition/systems.h"

namespace panarc {

/// By system name.
struct OracleService::Oracles {
  std::map<std::string, std::unique_ptr<SystemService>> by_system;
};

OracleService::OracleService() : oracles_(std::make_unique<Oracles>()) {}
OracleService::~OracleService() = default;
OracleService::OracleService(OracleService&&) noexcept = default;
OracleService& OracleService::operator=(OracleService&&) noexcept = default;

OracleAnswer OracleService::answer(const OracleQuery& query) {
  auto found = oracles_->by_system.find(query.system);
  if (found == oracles_->by_system.end()) {
    with_system(query.system, [&](auto system) {
      found = oracles_->by_system.emplace(query.system, SystemServiceOf<decltype(system)>::make())
                  .first;
    });
  }
  return found->second->answer(query);
}

void set_labels(std::vector<KnownWord>& words, std::span<const std::vector<std::string>> labels) {
  if (labels.empty()) return;
  if (labels.size() != words.size()) {
    throw Error(fmt::format("{} labels are given for {} words", labels.size(), words.size()));
  }
  for (std::size_t i = 0; i < words.size(); ++i) words[i].labels = labels[i];
}

VerifyReport verify_system(std::string_view name, const VerifyOptions& options) {
  VerifyReport report;
  with_system(name, [&](auto system) { report = VerifierOf<decltype(system)>::run(options); });
  return report;
}

}  // namespace panarc
