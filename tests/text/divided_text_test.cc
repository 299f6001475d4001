#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/boundary_task.h"
#include "text/texts.h"

/// Texts that are divided into sentences, or into words, before they are read.

namespace panarc {
namespace {

using test::all_segmenters;
using test::random_text;
using test::sample_segmenter;
using test::segment;
using test::there_and_back;
using test::words_of;

TextOptions line_sentences() { return {.lines = Lines::kSentences}; }

TEST(DividedText, ALineIsASentence) {
  const std::string text = "It rains. We stay\nat home. \n\nThey don't know.\n";
  EXPECT_EQ(words_of(segment(sample_segmenter(), text, line_sentences())),
            "It|rains|.|We|stay||at|home|.||They|do|n't|know|.");
  EXPECT_EQ(words_of(segment(Segmenter::for_language("en"), text, line_sentences())),
            "It|rains|.|We|stay||at|home|.||They|don't|know|.");
}

TEST(DividedText, SpacesDivideWords) {
  EXPECT_EQ(words_of(segment(Segmenter::by_spaces(), " I do n't  know . Really\t?\nYes.\r\n",
                             line_sentences())),
            "I|do|n't|know|.|Really|?||Yes.");
  EXPECT_EQ(words_of(segment(Segmenter::by_spaces(), "one\ntwo\n\nthree")), "one|two||three");
}

TEST(DividedText, ABlankLineBeginsAParagraph) {
  std::string beginnings;
  for (const Sentence& sentence :
       segment(Segmenter::by_spaces(), "\n\na\nb\n\nc\r\nd\r\n \r\ne", line_sentences())) {
    beginnings += sentence.raw().find("# newpar\n") != std::string_view::npos ? '+' : '-';
  }
  EXPECT_EQ(beginnings, "+-+-+");
}

TEST(DividedText, BlankLinesBelongToTheNextSentence) {
  TextReader reader =
      TextReader::from_text("a\r\n \n\nb\n\n", Segmenter::by_spaces(), line_sentences());
  const std::vector<Sentence> sentences = test::read_all(reader);
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_EQ(sentences[0].misc(1), "SpacesAfter=\\r\\n");
  EXPECT_EQ(sentences[1].misc(1), "SpacesAfter=\\n|SpacesBefore=\\s\\n\\n");
  EXPECT_EQ(reader.trailing(), "\n");
}

TEST(DividedText, DoesNotDependOnThePortionsInWhichItIsRead) {
  Random random(2);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const std::string text = random_text(random, 60);
    TextReader reader = TextReader::from_source(std::make_unique<test::PortionSource>(text, i),
                                                Segmenter::by_spaces(), line_sentences());
    std::string read;
    for (const Sentence& sentence : test::read_all(reader)) sentence.append_to(read);
    std::string whole;
    for (const Sentence& sentence : segment(Segmenter::by_spaces(), text, line_sentences())) {
      sentence.append_to(whole);
    }
    ASSERT_EQ(read, whole);
  }
}

TEST(DividedText, SentencesEndWhereLinesDo) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const std::string text = random_text(random, 60);
    const std::size_t lines = segment(Segmenter::by_spaces(), text, line_sentences()).size();
    for (const Segmenter& segmenter : all_segmenters()) {
      ASSERT_EQ(there_and_back(segmenter, text, line_sentences()), text);
      ASSERT_EQ(segment(segmenter, text, line_sentences()).size(), lines);
    }
  }
}

TEST(DividedText, LongLinesAreCut) {
  std::string line;
  for (std::uint32_t i = 0; i <= BoundaryTask::kMaxTokens; ++i) line += "word ";
  for (const Segmenter& segmenter : all_segmenters()) {
    const auto sentences = segment(segmenter, line + "\nend", line_sentences());
    ASSERT_EQ(sentences.size(), 3U);
    EXPECT_EQ(sentences[0].size(), static_cast<Node>(BoundaryTask::kMaxTokens));
    EXPECT_EQ(sentences[1].size(), 1);
    EXPECT_EQ(there_and_back(segmenter, line, line_sentences()), line);
  }
}

TEST(DividedText, SpacesArePartOfAModel) {
  const std::string bytes = Segmenter::by_spaces().bytes();
  const Segmenter loaded = Segmenter::from_memory(std::as_bytes(std::span(bytes)));
  EXPECT_FALSE(loaded.is_learnt());
  EXPECT_EQ(loaded.language(), "");
  EXPECT_EQ(words_of(segment(loaded, "a b.")), "a|b.");
  EXPECT_TRUE(sample_segmenter().is_learnt());
  EXPECT_FALSE(Segmenter::for_language("en").is_learnt());
}

}  // namespace
}  // namespace panarc
