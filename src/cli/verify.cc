#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "panarc/json.h"
#include "panarc/oracle.h"
#include "panarc/train.h"

namespace panarc::cli {

namespace {

constexpr const char* kVerifyDescription = "Check every system's costs against exhaustive search";

constexpr const char* kVerifyExamples = R"(
For every sentence length up to the limit, both positions of ROOT, and one root or several, all
reachable configurations are built from the definition of the system alone. The best attachment
count that each of them leads to is compared with the computed costs: for full and partial trees,
projective or not, for several allowed heads, forbidden heads, known sides, subtrees, labels, and
mixtures of them. The static derivation must reach the best tree.

Examples:
  panarc verify                                   all systems, up to 5 words
  panarc verify --system arc-standard --max-length 6 --golds 2000
  panarc verify --system swap --max-length 4 --golds 100000     all trees of up to 4 words
)";

struct VerifyArguments {
  VerifyOptions verify;
  std::vector<std::string> systems;
  bool json = false;
  bool quiet = false;
};

void print(const VerifyReport& report, double seconds) {
  fmt::print(
      "{:<24} {:>8} configurations {:>8} transitions {:>6} annotations {:>11} costs "
      "compared {:>6.1f} s  {}\n",
      report.system, report.configurations, report.transitions, report.golds, report.comparisons,
      seconds, report.counter_example ? "DIFFERENT" : "exact");
  if (report.counter_example) fmt::print("  {}\n", *report.counter_example);
  std::fflush(stdout);
}

int run(const VerifyArguments& options) {
  bool differs = false;
  std::vector<std::string> reports;
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
  if (options.json) fmt::print("[{}]\n", fmt::join(reports, ","));
  return differs ? 1 : 0;
}

}  // namespace

void add_verify(Program& program) {
  Command& command = program.add("verify", kVerifyDescription, kVerifyExamples);
  auto& options = command.with<VerifyArguments>(run);
  options.systems = system_name_list();
  Argument& systems =
      add_texts(command, "--system", options.systems,
                fmt::format("Only these systems [all]: {}", fmt::join(options.systems, ", ")));
  systems.type = "NAME";
  systems.check = [known = options.systems](const std::string& text) {
    return check_name(text, known);
  };
  constexpr std::uint64_t kLongest = 10;
  VerifyOptions& verify = options.verify;
  add_whole(command, "--max-length", verify.max_length, "N", 1,
            fmt::format("Longest sentence, in words [{}]", verify.max_length), kLongest);
  add_whole(command, "--golds", verify.golds, "N", 1,
            fmt::format("Annotations of each kind per length, or all if there are fewer [{}]",
                        verify.golds));
  add_whole(command, "--seed", verify.seed, "N", 0,
            fmt::format("Seed of the sample of annotations [{}]", verify.seed));
  add_flag(command, "--json", options.json, "Print JSON");
  add_flag(command, "-q,--quiet", options.quiet, "Print only the systems whose costs differ");
}

}  // namespace panarc::cli
