#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"

namespace panarc::cli {
namespace {

using testing::Contains;

std::vector<std::string> names_of(const Program& program) {
  std::vector<std::string> names;
  for (const Command& command : program.commands) names.push_back(command.name);
  return names;
}

TEST(Program, HasTheCommandThatIsCalled) {
  Program all;
  add_commands(all);
  ASSERT_GT(all.commands.size(), 10);
  for (const std::string& name : names_of(all)) {
    Program one;
    add_commands(one, name);
    EXPECT_THAT(names_of(one), Contains(name));
    // Completion is about all of them.
    EXPECT_EQ(one.commands.size(), name == "completion" ? all.commands.size() : 1);
  }
}

TEST(Program, HasAllCommandsIfThereIsNoneOfAName) {
  Program all;
  add_commands(all);
  for (const char* const name : {"", "--help", "help", "trian"}) {
    Program program;
    add_commands(program, name);
    EXPECT_EQ(names_of(program), names_of(all)) << name;
  }
}

}  // namespace
}  // namespace panarc::cli
