#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

/// Groups of tests that a run may leave out. A test says in its first line which one it is of, so
/// that no name decides. Tests of the group in the variable PANARC_LEAVE_OUT are reported as
/// skipped. Without it, all tests run.

namespace panarc::test {

inline bool is_left_out(std::string_view group) {
  const char* const variable = std::getenv("PANARC_LEAVE_OUT");
  return variable != nullptr && variable == group;
}

}  // namespace panarc::test

#define PANARC_TEST_OF_GROUP(group) \
  if (panarc::test::is_left_out(group)) GTEST_SKIP() << "of the group " << (group)

/// The test takes long for what it finds, or runs the command many times, each time with what other
/// tests run as well.
#define TEST_TAKES_LONG() PANARC_TEST_OF_GROUP("long")

/// One thread does all the work of the test, and takes its time: whoever looks for races finds
/// none.
#define TEST_NEEDS_ONE_THREAD() PANARC_TEST_OF_GROUP("one-thread")
