#include "analysis/paired_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "support/annotated.h"

namespace panarc {
namespace {

/// What is said about two texts that do not go together.
std::string complaint(const std::string& gold, const std::string& system) {
  TreebankReader gold_reader = TreebankReader::from_text(gold, "gold");
  TreebankReader system_reader = TreebankReader::from_text(system, "system");
  PairedReader pairs(gold_reader, system_reader);
  try {
    while (pairs.next()) {
    }
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class PairedReaderTest : public testing::Test {
 protected:
  std::string ab_ = test::text_of({{"a", "X", "0", "root"}, {"b", "X", "1", "dep"}});
  std::string ac_ = test::text_of({{"a", "X", "0", "root"}, {"c", "X", "1", "dep"}});
  std::string a_ = test::text_of({{"a", "X", "0", "root"}});
};

TEST_F(PairedReaderTest, ReadsInStep) {
  const std::string gold_text = ab_ + a_;
  const std::string system_text = "# comment\n" + gold_text;
  TreebankReader gold = TreebankReader::from_text(gold_text);
  TreebankReader system = TreebankReader::from_text(system_text);
  PairedReader pairs(gold, system);
  ASSERT_TRUE(pairs.next());
  EXPECT_EQ(pairs.gold().size(), 2);
  EXPECT_EQ(pairs.system().size(), 2);
  ASSERT_TRUE(pairs.next());
  EXPECT_EQ(pairs.gold().size(), 1);
  EXPECT_FALSE(pairs.next());
}

TEST_F(PairedReaderTest, TellsWhereFormsDiffer) {
  EXPECT_EQ(complaint(a_ + ab_, "# comment\n" + a_ + ac_),
            "system:5: FORM of word 2 of sentence 2 is \"c\": expected \"b\", as in gold:4");
}

TEST_F(PairedReaderTest, QuotesLongFormsInPart) {
  const std::string longest = ab_.substr(0, 2) + std::string(1'000'000, 'x') + ab_.substr(2);
  EXPECT_LT(complaint(longest, ab_).size(), 300U);
  EXPECT_LT(complaint(ab_, longest).size(), 300U);
}

TEST_F(PairedReaderTest, TellsWhereWordsAreMissingOrTooMany) {
  EXPECT_EQ(complaint(a_ + ab_, a_ + a_),
            "system:3: sentence 2 has 1 word: expected 2 words, as in gold:3");
  EXPECT_EQ(complaint(a_, ab_), "system:1: sentence 1 has 2 words: expected 1 word, as in gold:1");
}

TEST_F(PairedReaderTest, TellsWhereSentencesAreMissingOrTooMany) {
  EXPECT_EQ(complaint(a_ + ab_, a_),
            "gold:3: sentence 2 of the gold file has no counterpart: the system file ends after 1 "
            "sentence");
  EXPECT_EQ(complaint("", ab_),
            "system:1: sentence 1 of the system file has no counterpart: the gold file ends after "
            "0 sentences");
}

}  // namespace
}  // namespace panarc
