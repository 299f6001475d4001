#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/run_command.h"

namespace panarc {
namespace {

using testing::HasSubstr;

/// What bash offers after typing some words, the last of them in part.
std::string completed(const test::TemporaryDirectory& directory, const std::string& words,
                      int last) {
  const std::string script = directory / "script";
  test::write_bytes(script, test::run_panarc(directory, "completion bash").out);
  const std::string command = fmt::format(
      "bash -c 'source \"{}\"; COMP_WORDS=({}); COMP_CWORD={}; _panarc; "
      "echo \"${{COMPREPLY[@]}}\"' > '{}'",
      script, words, last, directory / "offered");
  EXPECT_EQ(std::system(command.c_str()), 0);
  return test::read_bytes(directory / "offered");
}

TEST(Completion, OffersCommandsAndTheirOptionsInBash) {
  const test::TemporaryDirectory directory;
  EXPECT_EQ(completed(directory, "panarc ver", 1), "verify\n");
  EXPECT_EQ(completed(directory, "panarc oracle --sy", 2), "--system\n");
  EXPECT_EQ(completed(directory, "panarc stats --val", 2), "--validate\n");
  EXPECT_EQ(completed(directory, "panarc train --swap", 2), "--swap-oracle\n");
  EXPECT_EQ(completed(directory, "panarc parse --k", 2), "--k-best\n");
}

TEST(Completion, KnowsOtherShells) {
  const test::TemporaryDirectory directory;
  EXPECT_THAT(test::run_panarc(directory, "completion zsh").out, HasSubstr("bashcompinit"));
  EXPECT_THAT(test::run_panarc(directory, "completion fish").out,
              HasSubstr("__fish_seen_subcommand_from verify' -l max-length"));
  EXPECT_EQ(test::run_panarc(directory, "completion tcsh").status, 2);
}

}  // namespace
}  // namespace panarc
