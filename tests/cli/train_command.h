#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/sample_command.h"

namespace panarc::test {

/// Trainings that take a fraction of a second.
inline std::string fast_training() { return sample_file("train") + "-o $D/m --fast "; }
inline std::string short_training() { return fast_training() + "--epochs 2 "; }
inline std::string dev() { return "--dev " + sample_file("dev"); }

/// Runs `panarc train` in a directory of its own.
class TrainCommand : public testing::Test {
 protected:
  [[nodiscard]] CommandResult run(const std::string& arguments, std::string_view input = "") const {
    return run_panarc(directory_, "train " + arguments, input);
  }
  [[nodiscard]] nlohmann::json info(const std::string& model = "m") const {
    return nlohmann::json::parse(run_panarc(directory_, "info --json $D/" + model).out);
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return read_bytes(directory_ / name);
  }
  [[nodiscard]] bool exists(const std::string& name) const {
    return std::filesystem::exists(directory_ / name);
  }
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const auto result = run(fast_training() + arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, testing::HasSubstr(message)) << arguments;
    EXPECT_THAT(result.out, testing::IsEmpty()) << arguments;
    EXPECT_FALSE(exists("m")) << arguments;
  }

  TemporaryDirectory directory_;
};

inline std::vector<nlohmann::json> json_lines(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace panarc::test
