#include "oracle/system_service.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "oracle/oracle_query.h"
#include "panarc/error.h"
#include "panarc/oracle.h"
#include "transition/systems.h"

namespace panarc {
namespace {

OracleAnswer answer_for(SystemService& system, const Configuration& c, const Gold& gold,
                        const std::vector<std::string>& labels) {
  OracleAnswer answer;
  answer.final = system.is_final(c);
  answer.stack.assign(c.stack().begin(), c.stack().end());
  answer.buffer.assign(c.buffer().begin(), c.buffer().end());
  answer.heads.assign(c.heads().begin(), c.heads().end());
  const Costs costs = system.costs(c, gold);
  answer.exact = costs.exact;
  const ActionSet labelled = gold.has_labels() ? adding(system, c) : ActionSet();
  for (const Action action : costs.legal) {
    const std::string name(action_name(action));
    if (!labelled.contains(action)) {
      answer.costs.emplace_back(name, costs.of(action));
      continue;
    }
    for (std::size_t label = 0; label < labels.size(); ++label) {
      const Transition transition{action, static_cast<Label>(label)};
      answer.costs.emplace_back(name + ":" + labels[label],
                                system.cost(c, gold, transition, costs));
    }
  }
  return answer;
}

}  // namespace

/// The oracles made so far, by the name of their system.
struct OracleService::Oracles {
  std::map<std::string, std::unique_ptr<SystemService>> by_system;
};

OracleService::OracleService() : oracles_(std::make_unique<Oracles>()) {}
OracleService::~OracleService() = default;
OracleService::OracleService(OracleService&&) noexcept = default;
OracleService& OracleService::operator=(OracleService&&) noexcept = default;

OracleAnswer OracleService::answer(const OracleQuery& query) {
  auto& systems = oracles_->by_system;
  auto found = systems.find(query.system);
  if (found == systems.end()) {
    found = systems.emplace(query.system, make_system_service(query.system)).first;
  }
  SystemService& system = *found->second;
  const SystemOptions options = options_of(query);
  QueryLabels labels;
  const Gold gold = gold_of(query, options, labels);
  const auto id_of = [&](std::string_view name) { return labels.id(name); };
  Configuration c(gold.words(), options);
  for (std::size_t i = 0; i < query.after.size(); ++i) {
    system.apply(c,
                 transition_of(query.after[i], i + 1, system.legal(c), adding(system, c), id_of));
  }
  return answer_for(system, c, gold, labels.names());
}

std::unique_ptr<SystemService> make_system_service(std::string_view name) {
  std::unique_ptr<SystemService> service;
  with_system(name, [&](auto system) { service = SystemServiceOf<decltype(system)>::make(); });
  return service;
}

ActionSet adding(const SystemService& system, const Configuration& c) {
  ActionSet adding;
  for (const Action action : system.legal(c)) {
    if (system.arc(c, action)) adding.insert(action);
  }
  return adding;
}

void set_labels(std::vector<KnownWord>& words, std::span<const std::vector<std::string>> labels) {
  if (labels.size() <= 1) return;
  if (labels.size() != words.size()) {
    throw Error(
        fmt::format("{} labels are given for {} words", labels.size() - 1, words.size() - 1));
  }
  for (std::size_t i = 0; i < words.size(); ++i) words[i].labels = labels[i];
}

VerifyReport verify_system(std::string_view name, const VerifyOptions& options) {
  VerifyReport report;
  with_system(name, [&](auto system) {
    report = VerifierOf<decltype(system)>::run(system_record(name), options);
  });
  return report;
}

}  // namespace panarc
