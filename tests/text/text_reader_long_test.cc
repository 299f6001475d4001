#include <gtest/gtest.h>

#include "text/texts.h"

namespace panarc {
namespace {

TEST(TextReaderLong, AnyTextCanBeHadBack) {
  const Segmenter english = Segmenter::for_language("en");
  Random random(4);
  for (int i = 0; i < 100000; ++i) {
    const std::string text = test::random_text(random, i % 100 == 0 ? 500 : 20);
    ASSERT_EQ(test::there_and_back(test::sample_segmenter(), text), text);
    if (i % 10 == 0) {
      ASSERT_EQ(test::there_and_back(english, text), text);
    }
  }
}

TEST(TextReaderLong, AWordOfAHundredMegabytes) {
  TextReader reader = TextReader::from_source(
      std::make_unique<test::EndlessSource>("0123456789", 10000000), test::sample_segmenter());
  std::size_t bytes = 0;
  std::string text;
  for (Sentence sentence; reader.next(sentence); bytes += text.size()) {
    text.clear();
    append_text(sentence, text);
    ASSERT_LE(text.size(), 1000000U);
  }
  EXPECT_EQ(bytes, 100000000U);
}

}  // namespace
}  // namespace panarc
