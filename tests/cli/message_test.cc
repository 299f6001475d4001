#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/run_command.h"

// What people read has no control characters, whatever the input and the names of files have.

namespace panarc {
namespace {

using testing::HasSubstr;

/// Colours, a bell, DEL and a C1 control.
constexpr const char* kControls = "\x1B[31m\x07\x7F\xC2\x9B";
constexpr const char* kShown = "\\x1B[31m\\x07\\x7F\\xC2\\x9B";

bool has_controls(const std::string& text) {
  return text.find_first_of("\x1B\x07\x7F") != std::string::npos ||
         text.find("\xC2\x9B") != std::string::npos;
}

class Message : public testing::Test {
 protected:
  /// Reads a sentence whose form is controls, and checks that they are shown.
  void check_shown(const std::string& arguments) const {
    const std::string form = kControls;
    const auto result = test::run_panarc(directory_, arguments,
                                         "1\t" + form + "\t_\tX\t_\t_\t0\t" + form + "\t_\t_\n\n");
    EXPECT_EQ(result.status, 0) << arguments << result.err;
    EXPECT_THAT(result.out, HasSubstr(kShown)) << arguments;
    EXPECT_FALSE(has_controls(result.out)) << arguments;
  }

  test::TemporaryDirectory directory_;
};

TEST_F(Message, TablesShowControlCharactersOfWords) {
  check_shown("stats - --by form");
  check_shown("stats - --by form --markdown");
  check_shown("view -");
  test::write_bytes(directory_ / "gold", "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n");
  test::write_bytes(directory_ / "system",
                    std::string("1\ta\t_\tX\t_\t_\t0\t") + kControls + "\t_\t_\n\n");
  const auto result =
      test::run_panarc(directory_, "eval $D/gold $D/system --confusion deprel --examples 1");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(kShown));
  EXPECT_FALSE(has_controls(result.out)) << result.out;
}

TEST_F(Message, DataHasTheBytesOfTheInput) {
  const std::string text = std::string("1\t") + kControls + "\t_\tX\t_\t_\t0\troot\t_\t_\n\n";
  EXPECT_EQ(test::run_panarc(directory_, "convert -", text).out, text);
  EXPECT_THAT(test::run_panarc(directory_, "stats - --by form --csv", text).out,
              HasSubstr(kControls));
}

TEST_F(Message, ErrorsShowControlCharactersOfNames) {
  for (const char* const command : {"stats", "info", "view", "train -o $D/m"}) {
    const auto result =
        test::run_panarc(directory_, std::string(command) + " \"$(printf 'a\\033]0;x\\007b')\"");
    EXPECT_NE(result.status, 0);
    EXPECT_THAT(result.err, HasSubstr("a\\x1B]0;x\\x07b")) << command;
    EXPECT_FALSE(has_controls(result.err)) << command;
  }
  const auto unknown = test::run_panarc(directory_, "stats \"$(printf -- '--\\033[31m')\"");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_FALSE(has_controls(unknown.err)) << unknown.err;
}

}  // namespace
}  // namespace panarc
