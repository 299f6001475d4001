#include "evaluate/alignment.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "panarc/evaluate.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A sentence in which every word but the first depends on the one before. "du=de+le" is a token of
/// two words.
std::string sentence(const std::vector<std::string>& tokens) {
  std::string text;
  int id = 0;
  const auto add_word = [&](const std::string& form) {
    text += fmt::format("{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n", id + 1, form, id);
    ++id;
  };
  for (const std::string& token : tokens) {
    const std::size_t equals = token.find('=');
    if (equals == std::string::npos) {
      add_word(token);
      continue;
    }
    std::vector<std::string> words{""};
    for (const char c : token.substr(equals + 1)) {
      if (c == '+') {
        words.emplace_back();
      } else {
        words.back() += c;
      }
    }
    text += fmt::format("{}-{}\t{}\t_\t_\t_\t_\t_\t_\t_\t_\n", id + 1,
                        id + static_cast<int>(words.size()), token.substr(0, equals));
    for (const std::string& word : words) add_word(word);
  }
  return text + '\n';
}

class Aligned : public testing::Test {
 protected:
  /// For every gold word of all passages, its system word; numbers begin anew with every passage.
  static std::vector<Node> align(const std::string& gold, const std::string& system) {
    TreebankReader gold_reader = TreebankReader::from_text(gold, "gold");
    TreebankReader system_reader = TreebankReader::from_text(system, "system");
    PassageReader passages(next_of(gold_reader), next_of(system_reader));
    std::vector<Node> result;
    while (passages.next()) {
      for (Node word = 1; word <= passages.gold().size(); ++word) {
        result.push_back(passages.same_words()
                             ? word
                             : passages.alignment().gold_to_system[static_cast<std::size_t>(word)]);
      }
    }
    return result;
  }
  static Scores score(const std::string& gold, const std::string& system) {
    TreebankReader gold_reader = TreebankReader::from_text(gold, "gold");
    TreebankReader system_reader = TreebankReader::from_text(system, "system");
    return evaluate(gold_reader, system_reader);
  }
  static void expect_tally(const Tally& tally, std::uint64_t correct, std::uint64_t gold,
                           std::uint64_t system) {
    EXPECT_EQ(tally.correct, correct);
    EXPECT_EQ(tally.gold, gold);
    EXPECT_EQ(tally.system, system);
  }
};

TEST_F(Aligned, WordsWithTheSamePlaceAreTheSame) {
  EXPECT_THAT(align(sentence({"a", "bc", "d"}), sentence({"a", "b", "c", "d"})),
              ElementsAre(1, kNotAligned, 4));
  EXPECT_THAT(align(sentence({"a", "b"}), sentence({"ab"})), ElementsAre(kNotAligned, kNotAligned));
}

TEST_F(Aligned, SentencesNeedNotBeTheSame) {
  const std::string one = sentence({"a", "b", "c"});
  const std::string two = sentence({"a", "b"}) + sentence({"c"});
  EXPECT_THAT(align(one, two), ElementsAre(1, 2, 3));
  EXPECT_THAT(align(two, one), ElementsAre(1, 2, 3));
  // After the end of both, a new passage begins.
  EXPECT_THAT(align(one + one, two + one), ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST_F(Aligned, WordsOfOneTokenAreAlignedByTheirForms) {
  EXPECT_THAT(align(sentence({"du=de+le", "x"}), sentence({"du", "x"})),
              ElementsAre(kNotAligned, kNotAligned, 2));
  // Upper and lower case do not matter; what is common is.
  EXPECT_THAT(align(sentence({"abc=A+B+C"}), sentence({"abc=a+c"})),
              ElementsAre(1, kNotAligned, 2));
  // The second token of the system reaches beyond the first gold one.
  EXPECT_THAT(align(sentence({"ab=a+b", "c"}), sentence({"a", "bc=b+c"})), ElementsAre(1, 2, 3));
}

TEST_F(Aligned, WordsThatAreLeftReachIntoTheNextToken) {
  // At the end of "xyz", two words of the system are left. The script of the shared task compares
  // them with those of the token that follows, and then prefers its second "b".
  const std::string gold = sentence({"xyz"}) + sentence({"bb=b+b", "c"});
  EXPECT_THAT(align(gold, sentence({"x", "y", "z"}) + sentence({"bb=b", "c"})),
              ElementsAre(kNotAligned, kNotAligned, 4, 5));
  // With one that is left, it does not.
  EXPECT_THAT(align(sentence({"w", "xyz"}) + sentence({"bb=b+b", "c"}),
                    sentence({"wx", "yz"}) + sentence({"bb=b", "c"})),
              ElementsAre(kNotAligned, kNotAligned, 1, kNotAligned, 2));
  // The finer words on the other side.
  EXPECT_THAT(align(sentence({"x", "y", "z"}) + sentence({"bb=b", "c"}), gold),
              ElementsAre(kNotAligned, kNotAligned, kNotAligned, 2, 4));
  // Nothing follows the words in the text.
  EXPECT_THAT(align(sentence({"xyz"}), sentence({"x", "y", "z"})), ElementsAre(kNotAligned));
}

TEST_F(Aligned, SpacesDoNotCount) {
  EXPECT_THAT(align(sentence({"10 000", "x"}), sentence({"10", "000", "x"})),
              ElementsAre(kNotAligned, 3));
  EXPECT_THAT(align(sentence({"10\u00a0000", "x"}), sentence({"10 000", "x"})), ElementsAre(1, 2));
}

TEST_F(Aligned, SpacesCountInWordsOfATokenOnly) {
  const std::string words = sentence({"a", "1 000", "b"});
  const std::string token = sentence({"a", "1 000b=1 000+b"});
  EXPECT_THAT(align(words, token), ElementsAre(1, kNotAligned, 3));
  EXPECT_THAT(align(token, words), ElementsAre(1, kNotAligned, 3));
  EXPECT_THAT(align(token, token), ElementsAre(1, 2, 3));
  // If the text is another one, nothing but the words is known.
  EXPECT_THAT(align(words, sentence({"a", "mb=1 000+b"})), ElementsAre(1, 2, 3));
}

TEST_F(Aligned, TheTextCountsWhereWordsAreTheSameByChance) {
  const std::string gold = sentence({"ab=a+b"}) + sentence({"cd", "e"});
  const std::string system = sentence({"abc=a+b"}) + sentence({"d", "e"});
  EXPECT_THAT(align(gold, system), ElementsAre(1, 2, kNotAligned, 4));
  EXPECT_THAT(align(system, gold), ElementsAre(1, 2, kNotAligned, 4));
  // Where the text does not go on there, one that is shorter is as good.
  EXPECT_THAT(align(gold, sentence({"abx=a+b"}) + sentence({"cd", "e"})), ElementsAre(1, 2, 1, 2));
}

TEST_F(Aligned, ScoresAreOfBothPrecisionAndRecall) {
  const std::string gold = sentence({"a", "bc", "d"});
  const std::string system = sentence({"a", "b", "c"}) + sentence({"d"});
  const Scores scores = score(gold, system);
  EXPECT_FALSE(scores.same_segmentation());
  EXPECT_EQ(scores.words(), 3U);
  EXPECT_EQ(scores.sentences(), 1U);
  expect_tally(scores[Metric::kTokens], 2, 3, 4);
  expect_tally(scores[Metric::kSentences], 0, 1, 2);
  expect_tally(scores[Metric::kWords], 2, 3, 4);
  expect_tally(scores[Metric::kUpos], 2, 3, 4);
  // The head of d is bc, which the system does not have.
  expect_tally(scores[Metric::kUas], 1, 3, 4);
  EXPECT_DOUBLE_EQ(scores[Metric::kUas].precision(), 25);
  EXPECT_NEAR(scores[Metric::kUas].recall(), 33.33, 0.01);
  EXPECT_NEAR(scores[Metric::kUas].percentage(), 28.57, 0.01);
}

TEST_F(Aligned, TokensMayDifferWhereWordsAreTheSame) {
  const Scores scores = score(sentence({"du=de+le", "x"}), sentence({"de", "le", "x"}));
  EXPECT_TRUE(scores.same_segmentation());
  expect_tally(scores[Metric::kTokens], 1, 2, 3);
  expect_tally(scores[Metric::kSentences], 1, 1, 1);
}

TEST_F(Aligned, AFunctionWordWithoutCounterpartIsADifference) {
  const auto line = [](int id, const char* form, int head, const char* relation) {
    return fmt::format("{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n", id, form, head, relation);
  };
  const std::string gold = line(1, "a", 0, "root") + line(2, "bc", 1, "obj") + '\n';
  const std::string system =
      line(1, "a", 0, "root") + line(2, "b", 1, "case") + line(3, "c", 1, "obj") + '\n';
  const Scores scores = score(gold, system);
  expect_tally(scores[Metric::kClas], 1, 2, 2);
  expect_tally(scores[Metric::kMlas], 0, 2, 2);
  expect_tally(score(system, gold)[Metric::kMlas], 0, 2, 2);
}

TEST_F(Aligned, TextsMustBeTheSame) {
  const auto complaint = [](const std::string& gold, const std::string& system) {
    return test::message_of([&] { align(gold, system); });
  };
  EXPECT_EQ(complaint(sentence({"a", "bc"}), sentence({"a", "b", "d"})),
            "system:3: the text goes on with \"d\": expected \"c\", as in gold:2");
  EXPECT_EQ(complaint(sentence({"a"}) + sentence({"b"}), sentence({"a"})),
            "gold:3: the text goes on with \"b\": expected the end, where the system file ends "
            "after 1 sentence");
  EXPECT_THAT(complaint(sentence({"a"}), sentence({"a", "b"})),
              HasSubstr("the gold file ends after 1 sentence"));
  // A character is shown whole.
  EXPECT_EQ(complaint(sentence({"é", "x"}), sentence({"è"})),
            "system:1: the text goes on with \"è\": expected \"éx\", as in gold:1");
}

TEST_F(Aligned, ADifferenceIsFoundWithoutReadingOn) {
  std::size_t read = 0;
  const std::vector<Sentence> gold(1000, Sentence::from_text(sentence({"a", "b"})));
  const std::vector<Sentence> system(1000, Sentence::from_text(sentence({"a", "c"})));
  const NextSentence next = next_of(gold);
  PassageReader passages(
      [&](Sentence& sentence) {
        ++read;
        return next(sentence);
      },
      next_of(system));
  EXPECT_THROW(passages.next(), Error);
  EXPECT_EQ(read, 1U);
}

}  // namespace
}  // namespace panarc
