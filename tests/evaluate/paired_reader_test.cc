#include "evaluate/paired_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "evaluate/sentences.h"

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

const std::string kAB = test::text_of({{"a", "X", "0", "root"}, {"b", "X", "1", "dep"}});
const std::string kAC = test::text_of({{"a", "X", "0", "root"}, {"c", "X", "1", "dep"}});
const std::string kA = test::text_of({{"a", "X", "0", "root"}});

TEST(PairedReader, ReadsInStep) {
  const std::string gold_text = kAB + kA;
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

TEST(PairedReader, TellsWhereFormsDiffer) {
  EXPECT_EQ(complaint(kA + kAB, "# comment\n" + kA + kAC),
            "system:5: FORM of word 2 of sentence 2 is \"c\": expected \"b\", as in gold:4");
}

TEST(PairedReader, TellsWhereWordsAreMissingOrTooMany) {
  EXPECT_EQ(complaint(kA + kAB, kA + kA),
            "system:3: sentence 2 has 1 word: expected 2 words, as in gold:3");
  EXPECT_EQ(complaint(kA, kAB), "system:1: sentence 1 has 2 words: expected 1 word, as in gold:1");
}

TEST(PairedReader, TellsWhereSentencesAreMissingOrTooMany) {
  EXPECT_EQ(complaint(kA + kAB, kA),
            "gold:3: sentence 2 of the gold file has no counterpart: the system file ends after 1 "
            "sentence");
  EXPECT_EQ(complaint("", kAB),
            "system:1: sentence 1 of the system file has no counterpart: the gold file ends after "
            "0 sentences");
}

}  // namespace
}  // namespace panarc
