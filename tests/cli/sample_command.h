#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "cli/run_command.h"

namespace panarc::test {

/// A part of the sample treebank as an argument: train, dev or test.
inline std::string sample_file(const std::string& part) {
  return fmt::format("'{}/data/sample/{}.conllu' ", PANARC_SOURCE_DIR, part);
}

/// Runs commands in a directory of its own, and trains on the sample with some options.
class SampleCommand : public testing::Test {
 protected:
  explicit SampleCommand(std::string options) : options_(std::move(options)) {}

  [[nodiscard]] CommandResult run(const std::string& arguments, std::string_view input = "") const {
    return run_panarc(directory_, arguments, input);
  }
  [[nodiscard]] static std::string sample(const std::string& part) { return sample_file(part); }
  [[nodiscard]] CommandResult train(const std::string& arguments) const {
    return run("train " + sample("train") + "--dev " + sample("dev") + options_ + " " + arguments);
  }
  static void expect_refused(const CommandResult& result, const std::string& message) {
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, testing::HasSubstr(message));
  }

  TemporaryDirectory directory_;

 private:
  std::string options_;
};

}  // namespace panarc::test
