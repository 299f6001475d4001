#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/text.h"
#include "cli/treebank_options.h"
#include "panarc/io.h"
#include "panarc/json.h"

namespace panarc::cli {

namespace {

constexpr const char* kValidateDescription =
    "Test treebanks against the rules of Universal Dependencies";

constexpr const char* kValidateExamples = R"(
Examples:
  panarc validate train.conllu dev.conllu test.conllu      one treebank: no sent_id occurs twice
  panarc validate --level 2 train.conllu                   only the form, not the content
  panarc validate --exclude missing-text,missing-sent-id train.conllu
  panarc validate --include non-tree,multiple-roots --json train.conllu.gz
)";

/// Prints problems and counts them. They are the result, so they go to standard output.
class ProblemPrinter {
 public:
  explicit ProblemPrinter(bool json) : json_(json), counts_(validation_tests().size()) {}

  void operator()(const ValidationProblem& problem) {
    ++counts_[static_cast<std::size_t>(problem.test - validation_tests().data())];
    if (json_) {
      fmt::print("{}\n", to_json(problem));
    } else {
      print_text(problem);
    }
  }

  [[nodiscard]] std::size_t count(Severity severity) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (validation_tests()[i].severity == severity) count += counts_[i];
    }
    return count;
  }

  /// How often each test found something, errors first.
  void print_summary() const {
    for (const Severity severity : {Severity::kError, Severity::kWarning}) {
      for (std::size_t i = 0; i < counts_.size(); ++i) {
        const ValidationTest& test = validation_tests()[i];
        if (test.severity != severity || counts_[i] == 0) continue;
        fmt::print(stderr, "{:>8} {:<7} L{} {}\n", counts_[i], kSeverityNames.of(severity),
                   test.level, test.id);
      }
    }
  }

 private:
  static void print_text(const ValidationProblem& problem) {
    Place place = problem.place;
    place.file = visible(place.file);
    const Error error(place, fmt::format("{} L{} {}: {}", kSeverityNames.of(problem.test->severity),
                                         problem.test->level, problem.test->id, problem.message));
    fmt::print("{}\n", error.what());
  }

  bool json_;
  std::vector<std::size_t> counts_;  // by test
};

struct ValidateOptions {
  std::vector<std::string> inputs{"-"};
  TreebankOptions treebank;
  ValidationOptions validation;
  bool json = false;
};

int run(const ValidateOptions& options) {
  return validate_treebanks(options.inputs, options.treebank, options.json, options.validation);
}

}  // namespace

int validate_treebanks(const std::vector<std::string>& inputs, const TreebankOptions& treebank,
                       bool json, ValidationOptions options) {
  check_standard_input("FILE", inputs);
  if (!treebank.quiet) announce_standard_input(inputs);
  options.format = treebank.format;
  options.encoding = treebank.encoding;
  ProblemPrinter print(json);
  Validator validator(options, [&](const ValidationProblem& problem) { print(problem); });
  for (const std::string& input : inputs) validator.check_file(input);
  validator.finish();
  const std::size_t errors = print.count(Severity::kError);
  // The summary comes after the problems even if both go into the same pipe.
  std::fflush(stdout);
  if (!treebank.quiet) {
    print.print_summary();
    print_message("{} and {} in {}", counted(errors, "error"),
                  counted(print.count(Severity::kWarning), "warning"),
                  counted(validator.sentences(), "sentence"));
  }
  return errors > 0 ? 1 : 0;
}

void add_validate(Program& program) {
  Command& command = program.add("validate", kValidateDescription, kValidateExamples);
  command.other_names = {"check", "lint"};
  auto& options = command.with<ValidateOptions>(run);
  const auto check_tests = [](const std::string& list) {
    std::vector<std::string> ids;
    for (const std::string_view part : split(list, ',')) ids.emplace_back(part);
    return check_validation_tests(ids);
  };
  add_texts(command, "FILE", options.inputs, "Treebanks, which are tested as one [-]");
  add_whole(command, "--level", options.validation.level, "N", 1,
            "Test up to this level: 1, the form of files; 2, of annotation; 3, its content [3]", 3);
  add_list(command, "--include", options.validation.include, "TESTS",
           "Report only what these tests find, separated by commas: non-tree,missing-text")
      .check = check_tests;
  add_list(command, "--exclude", options.validation.exclude, "TESTS",
           "Do not report what these tests find")
      .check = check_tests;
  add_flag(command, "--json", options.json, "Print one JSON object per problem");
  add_format_argument(command, "--format", options.treebank.format,
                      "Format of the input [from its name, else CoNLL-U]");
  add_encoding_argument(command, options.treebank);
  add_quiet_argument(command, options.treebank);
}

}  // namespace panarc::cli
