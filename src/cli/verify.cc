#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "oracle/verify.h"
#include "transition/system_record.h"

namespace panarc::cli {

namespace {

constexpr const char* kDescription = "Check every system's costs against exhaustive search";

constexpr const char* kExamples = R"(
For every sentence length up to the limit, both positions of ROOT, single root or not, all reachable
configurations are built from the definition of the system alone, and the best attachment count that
each leads to is compared with the computed costs: for full and partial trees, projective or not,
several allowed heads, known sides, and labels. The static derivation must reach the best tree.

Examples:
  panarc verify                                   all systems, up to 5 words
  panarc verify --system arc-standard --max-length 6 --golds 2000
  panarc verify --system swap --max-length 4 --golds 100000     all trees of up to 4 words
)";

struct Options {
  VerifyOptions verify;
  std::vector<std::string> systems;
  bool json = false;
  bool quiet = false;
};

nlohmann::ordered_json to_json(const VerifyReport& report, double seconds) {
  nlohmann::ordered_json json;
  json["system"] = report.system;
  json["configurations"] = report.configurations;
  json["transitions"] = report.transitions;
  json["golds"] = report.golds;
  json["comparisons"] = report.comparisons;
  json["seconds"] = seconds;
  json["counter_example"] =
      report.counter_example ? nlohmann::ordered_json(*report.counter_example) : nullptr;
  return json;
}

void print(const VerifyReport& report, double seconds) {
  fmt::print(
      "{:<24} {:>8} configurations {:>8} transitions {:>6} annotations {:>11} costs "
      "compared {:>6.1f} s  {}\n",
      report.system, report.configurations, report.transitions, report.golds, report.comparisons,
      seconds, report.counter_example ? "DIFFERENT" : "exact");
  if (report.counter_example) fmt::print("  {}\n", *report.counter_example);
  std::fflush(stdout);
}

void run(const Options& options) {
  bool differs = false;
  auto reports = nlohmann::ordered_json::array();
  for (const std::string& system : options.systems) {
    const auto start = std::chrono::steady_clock::now();
    const VerifyReport report = verify_system(system, options.verify);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    differs = differs || report.counter_example.has_value();
    if (options.json) {
      reports.push_back(to_json(report, seconds));
    } else if (!options.quiet || report.counter_example) {
      print(report, seconds);
    }
  }
  if (options.json) fmt::print("{}\n", reports.dump());
  if (differs) throw CLI::RuntimeError(1);
}

}  // namespace

void add_verify(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *app.add_subcommand("verify", kDescription);
  command.footer(kExamples);
  command
      .add_option("--system", options->systems,
                  "Only these systems (default: all): " + system_names())
      ->type_name("NAME")
      ->check(check_system_name);
  constexpr int kLongest = 10;
  command.add_option("--max-length", options->verify.max_length, "Longest sentence, in words")
      ->type_name("N")
      ->check(CLI::Range(1, kLongest))
      ->capture_default_str();
  command
      .add_option("--golds", options->verify.golds,
                  "Annotations of each kind for a length; all, if there are no more")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max() / 2))
      ->capture_default_str();
  command.add_option("--seed", options->verify.seed, "Seed of the sample of annotations")
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--json", options->json, "Print JSON");
  command.add_flag("-q,--quiet", options->quiet, "Only print the systems whose costs differ");
  command.callback([options] {
    if (options->systems.empty()) {
      for (const SystemRecord& system : system_records()) {
        options->systems.emplace_back(system.name);
      }
    }
    run(*options);
  });
}

}  // namespace panarc::cli
