#pragma once

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "treebank/test_text.h"

namespace panarc::test {

struct CommandResult {
  int status = -1;
  std::string out;
  std::string err;
};

/// Runs `panarc ARGUMENTS` through the shell, in which `$D` is the directory; `input` is its
/// standard input.
inline CommandResult run_panarc(const TemporaryDirectory& directory, const std::string& arguments,
                                std::string_view input = "") {
  const std::string in = directory / ".in";
  const std::string out = directory / ".out";
  const std::string err = directory / ".err";
  write_bytes(in, input);
  const std::string command = fmt::format("D='{}'; export D; '{}' {} <'{}' >'{}' 2>'{}'",
                                          directory / "", PANARC_COMMAND, arguments, in, out, err);
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_bytes(out), read_bytes(err)};
}

}  // namespace panarc::test
