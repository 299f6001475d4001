#include "oracle/system_service.h"

#include <map>
#include <string>
#include <string_view>

#include "transition/systems.h"

namespace panarc {

/// The oracles made so far, by the name of their system.
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

VerifyReport verify_system(std::string_view name, const VerifyOptions& options) {
  VerifyReport report;
  with_system(name, [&](auto system) { report = VerifierOf<decltype(system)>::run(options); });
  return report;
}

}  // namespace panarc
