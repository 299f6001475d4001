#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "io/text.h"
#include "panarc/options.h"
#include "panarc/train.h"
#include "support/sample.h"
#include "train/report.h"
#include "train/rules.h"
#include "train/train_option.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::HasSubstr;

/// An option that does nothing, in the table as long as this lives.
class ToyOption {
 public:
  ToyOption() {
    // Any member of a plan will do that is no option yet.
    const auto given = [](auto& /*options*/) -> std::optional<double>& { return given_; };
    train_options().push_back(TrainOption("toy_size", given, &TrainingPlan::checkpoint_seconds)
                                  .range(2, 5)
                                  .standard("3")
                                  .reported()
                                  .in("Toys")
                                  .help("How large the toy is"));
  }
  ~ToyOption() {
    train_options().pop_back();
    given_.reset();
  }
  ToyOption(const ToyOption&) = delete;
  ToyOption& operator=(const ToyOption&) = delete;
  ToyOption(ToyOption&&) = delete;
  ToyOption& operator=(ToyOption&&) = delete;

  static inline std::optional<double> given_;
};

const cli::Argument* find_argument(const cli::Command& command, const std::string& name) {
  const auto found = std::ranges::find_if(command.arguments, [&](const cli::Argument& argument) {
    const std::vector<std::string> names = argument.long_names();
    return std::ranges::find(names, name) != names.end();
  });
  return found == command.arguments.end() ? nullptr : &*found;
}

TEST(OptionTable, OneEntryIsEnoughForANewOption) {
  const ToyOption toy;

  // Help, arguments and their check.
  cli::Program program{"panarc", "", "", {}};
  cli::add_commands(program, "train");
  const cli::Argument* const argument = find_argument(program.commands.front(), "--toy-size");
  ASSERT_NE(argument, nullptr);
  EXPECT_EQ(argument->description, "How large the toy is [3]");
  EXPECT_EQ(argument->group, "Toys");
  EXPECT_EQ(argument->check("9"), "found \"9\", expected a number from 2 to 5");

  // By name, as JSON, and as a member of an ensemble.
  TrainOptions options;
  set_option(options, "toy-size", "4");
  EXPECT_EQ(to_json(options), R"({"toy_size":4.0})");
  ToyOption::given_.reset();
  options = train_options_from_json(R"({"toy_size":5})");
  EXPECT_EQ(ToyOption::given_, 5);
  (void)ensemble_members("swap+toy-size=2");
  EXPECT_EQ(ToyOption::given_, 2);

  // Defaults, ranges, reports and fingerprints.
  ToyOption::given_.reset();
  const TrainingPlan plan = plan_of({});
  EXPECT_EQ(plan.checkpoint_seconds, 3);
  const std::uint64_t before = fingerprint(plan, 0, 0);
  ToyOption::given_ = 4;
  EXPECT_NE(fingerprint(plan_of({}), 0, 0), before);
  const auto training = test::sample("train", 20);
  options = {};
  options.epochs = 1;
  EXPECT_THAT(train(training, {}, options).parser.info().report, HasSubstr("\"toy_size\": 4.0"));
  ToyOption::given_ = 7;
  EXPECT_THROW(plan_of({}), OptionError);
}

/// The row of the documented options whose first cell has this argument.
std::string row_of(const std::string& docs, const std::string& argument) {
  for (const std::string_view line : split(docs, '\n')) {
    if (!line.starts_with("| ")) continue;
    const std::string_view cell = line.substr(0, line.find(" | ", 2));
    if (cell.find("`" + argument + "`") != std::string_view::npos ||
        cell.find("`" + argument + " ") != std::string_view::npos) {
      return std::string(line);
    }
  }
  return {};
}

TEST(OptionTable, TheDocsNameAllOptionsWithTheirDefaults) {
  const std::string docs = test::read_bytes(PANARC_SOURCE_DIR "/docs/commands.md");
  for (const TrainOption& option : train_options()) {
    const OptionInfo info = option.info();
    for (const std::string_view argument : split(info.arguments, ',')) {
      if (argument.empty()) continue;
      const std::string row = row_of(docs, std::string(argument));
      ASSERT_NE(row, "") << argument;
      for (unsigned kind = 0; kind <= static_cast<unsigned>(Trained::kSegmenter); ++kind) {
        const std::string_view standard = option.standard_of(static_cast<Trained>(kind));
        EXPECT_THAT(row, HasSubstr(std::string(standard))) << argument << " for kind " << kind;
      }
    }
    if (!info.opposite.empty()) {
      EXPECT_NE(row_of(docs, info.opposite), "") << info.opposite;
    }
  }
}

TEST(OptionTable, HelpFitsIntoAHundredColumns) {
  cli::Program program{"panarc", "", "", {}};
  cli::add_commands(program);
  for (const cli::Command& command : program.commands) {
    testing::internal::CaptureStdout();
    const char* const words[] = {"panarc", command.name.c_str(), "--help"};
    cli::run(program, 3, words);
    const std::string help = testing::internal::GetCapturedStdout();
    EXPECT_GT(help.size(), 100U);
    for (const std::string_view line : split(help, '\n')) {
      const auto width = std::ranges::count_if(
          line, [](char c) { return (static_cast<unsigned char>(c) >> 6U) != 2; });
      EXPECT_LE(width, 100) << command.name << ": " << line;
    }
  }
}

}  // namespace
}  // namespace panarc
