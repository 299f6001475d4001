#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "panarc/error.h"
#include "support/message_of.h"
#include "text/boundary_task.h"
#include "text/spaces.h"
#include "text/texts.h"

namespace panarc {
namespace {

using test::all_segmenters;
using test::message_of;
using test::random_text;
using test::read_all;
using test::sample_segmenter;
using test::segment;
using test::there_and_back;
using test::words_of;

const Segmenter& english() {
  static const Segmenter segmenter = Segmenter::for_language("en");
  return segmenter;
}

std::string conllu(const std::vector<Sentence>& sentences) {
  std::string text;
  for (const Sentence& sentence : sentences) sentence.append_to(text);
  return text;
}

TEST(TextReader, GivesSentencesAsConllu) {
  EXPECT_EQ(conllu(segment(english(), "  Look,  it\tworks. Yes!\nNo?\n\nA new one")),
            "# newdoc\n"
            "# newpar\n"
            "# sent_id = 1\n"
            "# text = Look, it works.\n"
            "1\tLook\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|SpacesBefore=\\s\\s\n"
            "2\t,\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\s\\s\n"
            "3\tit\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\t\n"
            "4\tworks\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
            "5\t.\t_\t_\t_\t_\t_\t_\t_\t_\n"
            "\n"
            "# sent_id = 2\n"
            "# text = Yes!\n"
            "1\tYes\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
            "2\t!\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n\n"
            "\n"
            "# sent_id = 3\n"
            "# text = No?\n"
            "1\tNo\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
            "2\t?\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n\\n\n"
            "\n"
            "# newpar\n"
            "# sent_id = 4\n"
            "# text = A new one\n"
            "1\tA\t_\t_\t_\t_\t_\t_\t_\t_\n"
            "2\tnew\t_\t_\t_\t_\t_\t_\t_\t_\n"
            "3\tone\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
            "\n");
}

TEST(TextReader, SaysWhereSentencesBegin) {
  const auto sentences = segment(english(), "One.\nTwo.\n\n\nThree.");
  ASSERT_EQ(sentences.size(), 3U);
  EXPECT_EQ(sentences[0].line(), 1U);
  EXPECT_EQ(sentences[1].line(), 2U);
  EXPECT_EQ(sentences[2].line(), 5U);
  EXPECT_EQ(sentences[2].file(), "text");
}

TEST(TextReader, EndsParagraphsAsItIsTold) {
  EXPECT_EQ(words_of(segment(english(), "a title\nand more\n\nend")), "a|title|and|more||end");
  EXPECT_EQ(words_of(segment(english(), "a title\nand more", {.lines = Lines::kParagraphs})),
            "a|title||and|more");
  const auto sentences = segment(english(), "a", {.document = "novel", .first_id = 7});
  EXPECT_EQ(sentences.at(0).comment(0), "# newdoc id = novel");
  EXPECT_EQ(sentences.at(0).metadata("sent_id"), "7");
}

TEST(TextReader, TakesNoIdThatIsNotALine) {
  for (const char* const bad : {"a\nb", "a\r", "\t", "\x7F", "\xFF"}) {
    EXPECT_THAT(message_of([&] { segment(english(), "text", {.document = bad}); }),
                testing::HasSubstr("the id of a document cannot be"));
  }
}

TEST(TextReader, FindsTheWordsOfATreebank) {
  const auto gold = test::sample("test");
  std::string text;
  for (const Sentence& sentence : gold) append_text(sentence, text);
  const auto found = segment(sample_segmenter(), text);
  EXPECT_NEAR(static_cast<double>(found.size()), static_cast<double>(gold.size()), 3);
  std::size_t same = 0;
  for (std::size_t i = 0; i < std::min(found.size(), gold.size()); ++i) {
    same += words_of(std::span(&found[i], 1)) == words_of(std::span(&gold[i], 1)) ? 1 : 0;
  }
  EXPECT_GT(static_cast<double>(same), 0.8 * static_cast<double>(gold.size()));
}

TEST(TextReader, SplitsTokensIntoWords) {
  const auto sentences = segment(sample_segmenter(), "It wasn't the cake.");
  ASSERT_EQ(sentences.size(), 1U);
  EXPECT_EQ(words_of(sentences), "It|was|n't|the|cake|.");
  ASSERT_EQ(sentences[0].multiword_count(), 1U);
  EXPECT_EQ(sentences[0].multiword(0)[Field::kForm], "wasn't");
  EXPECT_EQ(sentences[0].metadata("text"), "It wasn't the cake.");
}

TEST(TextReader, ATextCanBeHadBack) {
  for (const std::string& text :
       {std::string(), std::string(" "), std::string("\n\n \t"), std::string("\xEF\xBB\xBF"),
        std::string("\xEF\xBB\xBF a"),
        std::string("\x01 \x7F"
                    "a"),
        std::string("a\n"), std::string(1 << 20, 'x'), std::string(1 << 20, ' '),
        "a" + std::string(200000, '\n') + "b" + std::string(70000, ' '),
        std::string("| \\ \\s=_ #"), std::string("\r\r\n")}) {
    for (const Segmenter& segmenter : all_segmenters()) {
      EXPECT_EQ(there_and_back(segmenter, text), text) << text.substr(0, 20);
    }
  }
}

TEST(TextReader, OnlyATextWithoutWordsHasNoSentenceForItsEnd) {
  const std::string spaces(100000, ' ');
  for (const std::string& text : {"a" + spaces, spaces + spaces, "a" + spaces + "b\n"}) {
    TextReader reader = TextReader::from_text(text, english());
    EXPECT_TRUE(reconstruct_text(read_all(reader)) == text);
    EXPECT_EQ(reader.trailing(), "");
  }
  TextReader reader = TextReader::from_text(" \n", english());
  EXPECT_TRUE(read_all(reader).empty());
  EXPECT_EQ(reader.trailing(), " \n");
}

TEST(TextReader, AnyTextCanBeHadBack) {
  Random random(1);
  for (int i = 0; i < 1500; ++i) {
    const std::string text = random_text(random, i % 10 == 0 ? 2000 : 30);
    ASSERT_EQ(there_and_back(sample_segmenter(), text), text);
    if (i % 3 == 0) {
      ASSERT_EQ(there_and_back(english(), text), text);
    }
  }
}

TEST(TextReader, SentencesThatAreWrittenAndReadStandForTheSameText) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const std::string text = random_text(random, 50);
    TextReader reader = TextReader::from_text(text, sample_segmenter());
    std::string again;
    for (Sentence sentence; reader.next(sentence);) {
      std::string block;
      sentence.append_to(block);
      append_text(Sentence::from_text(block), again);
    }
    ASSERT_EQ(again.append(reader.trailing()), text);
  }
}

TEST(TextReader, PortionsOfReadingDoNotMatter) {
  Random random(3);
  std::string text;
  // More than fits into a window, without a blank line, and with a word that does not.
  for (const Sentence& sentence : test::sample("train")) append_text(sentence, text);
  while (text.size() < 300000) text += text;
  text.insert(100000, std::string(150000, 'y'));
  text += random_text(random, 3000);
  for (const Segmenter& segmenter : all_segmenters()) {
    const std::string expected = conllu(segment(segmenter, text));
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      TextReader reader = TextReader::from_source(std::make_unique<test::PortionSource>(text, seed),
                                                  segmenter, {}, "text");
      ASSERT_TRUE(conllu(read_all(reader)) == expected);
    }
  }
}

TEST(TextReader, NothingIsLostWhereAWordIsCut) {
  const std::string word(BoundaryTask::kMaxToken, 'X');
  for (const std::string& text :
       {word + "\n", word + " and more", "Hi. " + word + " and more. " + word + word + " \nend"}) {
    for (const Segmenter& segmenter : all_segmenters()) {
      EXPECT_TRUE(there_and_back(segmenter, text) == text);
    }
  }
}

TEST(TextReader, NoWordIsTooLong) {
  // All that follows the first sentence is in the window at once.
  const std::string text = "Hi. " + std::string(BoundaryTask::kMaxToken + 30000, 'X');
  for (const Segmenter& segmenter : all_segmenters()) {
    for (const Sentence& sentence : segment(segmenter, text)) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        EXPECT_LE(sentence.form(word).size(), BoundaryTask::kMaxToken);
      }
    }
    EXPECT_TRUE(there_and_back(segmenter, text) == text);
  }
}

TEST(TextReader, WhiteSpaceIsBoundedInBytes) {
  /// Counts what was read.
  class CountedSource final : public ByteSource {
   public:
    CountedSource(const std::string& piece, std::size_t times, std::size_t& count)
        : source_(piece, times), count_(count) {}
    std::size_t read(std::span<char> to) override {
      const std::size_t size = source_.read(to);
      count_ += size;
      return size;
    }

   private:
    test::EndlessSource source_;
    std::size_t& count_;
  };
  const std::string piece = "a" + std::string(60000, ' ');
  constexpr std::size_t kTimes = 300;
  for (const Segmenter& segmenter : all_segmenters()) {
    std::size_t read = 0;
    TextReader reader =
        TextReader::from_source(std::make_unique<CountedSource>(piece, kTimes, read), segmenter);
    std::size_t bytes = 0;
    for (Sentence sentence; reader.next(sentence);) {
      EXPECT_LE(read - bytes, 4 * BoundaryTask::kMaxSentenceBytes);
      std::string text;
      append_text(sentence, text);
      EXPECT_LE(text.size(), BoundaryTask::kMaxSentenceBytes + piece.size());
      bytes += text.size();
    }
    EXPECT_EQ(bytes, piece.size() * kTimes);
  }
}

TEST(TextReader, PortionsOfReadingDoNotMatterWithMuchWhiteSpace) {
  std::string text;
  for (int i = 0; text.size() < 6000000; ++i) {
    text.append("Word ").append(std::to_string(i)).append(i % 7 == 0 ? "." : "");
    text.append(static_cast<std::size_t>(i % 5 == 0 ? 60000 : i), ' ');
  }
  for (const Segmenter& segmenter : all_segmenters()) {
    const auto expected = segment(segmenter, text);
    EXPECT_TRUE(reconstruct_text(expected) == text);
    TextReader reader = TextReader::from_source(std::make_unique<test::PortionSource>(text, 1),
                                                segmenter, {}, "text");
    EXPECT_TRUE(conllu(read_all(reader)) == conllu(expected));
  }
}

TEST(TextReader, MemoryIsBoundedWhateverTheText) {
  struct Case {
    std::string piece;
    std::size_t times;
  };
  for (const Case& input : {Case{"x", 1000000}, Case{"word ", 300000}, Case{" ", 1000000},
                            Case{".", 300000}, Case{"\xE4\xB8\xAD", 300000}}) {
    for (const Segmenter& segmenter : all_segmenters()) {
      TextReader reader = TextReader::from_source(
          std::make_unique<test::EndlessSource>(input.piece, input.times), segmenter);
      std::size_t bytes = 0;
      std::string text;
      for (Sentence sentence; reader.next(sentence); bytes += text.size()) {
        ASSERT_LE(static_cast<std::uint32_t>(sentence.size()), BoundaryTask::kMaxTokens);
        text.clear();
        append_text(sentence, text);
        ASSERT_LE(text.size(), 4 * (BoundaryTask::kMaxSentence + BoundaryTask::kMaxToken));
      }
      EXPECT_EQ(bytes + reader.trailing().size(), input.piece.size() * input.times);
    }
  }
}

TEST(TextReader, SaysWhereBytesAreNoText) {
  EXPECT_THAT(message_of([] { segment(english(), "good\nb\xC3\xA9\xFF"); }),
              testing::HasSubstr("text:2:3: byte 0xFF is not valid UTF-8"));
  EXPECT_THAT(message_of([] { segment(english(), "abc\xE9"); }), testing::HasSubstr("Latin-1"));
  for (const char* const bad :
       {"\xC3", "\xE2\x82", "\xED\xA0\x80", "\xC0\xAF", "\x80", "\xF4\x90\x80\x80"}) {
    EXPECT_THROW(segment(english(), bad), Error);
  }
  const std::string nul("good\na\0b", 8);
  EXPECT_THAT(message_of([&] { segment(english(), nul); }),
              testing::HasSubstr("text:2:2: found a NUL byte, expected text"));
  EXPECT_EQ(words_of(segment(english(), std::string("a \0 z", 5), {.replace_invalid = true})),
            "a|\xEF\xBF\xBD|z");
  EXPECT_EQ(words_of(segment(english(), "a \xFF z", {.replace_invalid = true})),
            "a|\xEF\xBF\xBD|z");
  EXPECT_EQ(words_of(segment(english(), "caf\xE9", {.encoding = "ISO-8859-1"})), "caf\xC3\xA9");
  EXPECT_EQ(
      words_of(segment(english(), "a \xFF z", {.encoding = "ASCII", .replace_invalid = true})),
      "a|\xEF\xBF\xBD|z");
}

TEST(TextReader, AFileThatIsNotThereIsAnError) {
  EXPECT_THROW(TextReader("/no/such/file", english()), Error);
}

TEST(Reconstruct, IsWhatTheTreebankSays) {
  const Sentence sentence = Sentence::from_text(
      "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\s\\s\n"
      "1\tdo\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "2\tn't\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "3\t1 000\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|SpacesInToken=1\\n000\n"
      "4\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
  EXPECT_EQ(reconstruct_text(std::span(&sentence, 1)), "don't  1\n000. ");
}

TEST(TextReader, LongSentencesAreCutBetweenWords) {
  const std::string word(99, 'a');
  std::string text;
  for (int i = 0; i < 3000; ++i) text += word + " ";
  for (const Segmenter& segmenter : test::all_segmenters()) {
    std::size_t words = 0;
    for (const Sentence& sentence : test::segment(segmenter, text)) {
      for (Node i = 1; i <= sentence.size(); ++i) ASSERT_EQ(sentence.form(i), word);
      words += static_cast<std::size_t>(sentence.size());
    }
    EXPECT_EQ(words, 3000U);
  }
}

TEST(TextReader, LineBreaksOfAllKindsAreOutsideForms) {
  // Tokens with spaces are learnt from a treebank.
  std::vector<Sentence> training;
  for (int i = 0; i < 60; ++i) {
    training.push_back(Sentence::from_text("1\t10 000\t_\t_\t_\t_\t0\troot\t_\t_\n\n"));
  }
  const Segmenter segmenter = train_segmenter(training, {}, {.epochs = 2, .threads = 1});
  for (const std::string space : {"\v", "\f", "\u0085", "\u2028"}) {
    const std::string text = "10" + space + "000";
    const std::vector<Sentence> sentences = test::segment(segmenter, text);
    EXPECT_EQ(test::words_of(sentences), "10 000") << escape_spaces(space);
    EXPECT_EQ(reconstruct_text(sentences), text);
    std::string written;
    for (const Sentence& sentence : sentences) sentence.append_to(written);
    EXPECT_EQ(written.find(space), std::string::npos);
  }
}

}  // namespace
}  // namespace panarc
