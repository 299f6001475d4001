#include "io/folder_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

TEST(FolderLock, IsHeldByOneAtATime) {
  const test::TemporaryDirectory directory;
  std::optional<FolderLock> first(directory / "");
  EXPECT_THAT(test::message_of([&] { const FolderLock second(directory / ""); }),
              testing::HasSubstr("another process is at work in this folder"));
  first.reset();
  EXPECT_EQ(test::message_of([&] { const FolderLock third(directory / ""); }), "no error");
}

}  // namespace
}  // namespace panarc
