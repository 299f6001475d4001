#include <gtest/gtest.h>

#include <string>

#include "panarc/treebank.h"
#include "support/allocations.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

TEST(Allocation, ReadingNeedsNoneOnceTheBuffersHaveGrown) {
  std::string text;
  for (int i = 1000; i < 2000; ++i) {
    text += "# sent_id = " + std::to_string(i) + "\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" +
            test::sentence_text(Heads{kNoHead, 2, 0, 2, 3});
  }
  TreebankReader reader = TreebankReader::from_text(text, "a name too long to be stored in place");
  Sentence sentence;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(reader.next(sentence));
  std::string out;
  out.reserve(text.size());
  const std::size_t before = test::allocations;
  while (reader.next(sentence)) sentence.append_to(out);
  EXPECT_EQ(test::allocations - before, 0U);
  EXPECT_GT(out.size(), text.size() * 9 / 10);
}

}  // namespace
}  // namespace panarc
