#include "panarc/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "draw/display_width.h"
#include "support/annotated.h"
#include "support/trees.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Sentence sentence_of(const test::Words& words) { return Sentence::from_text(test::text_of(words)); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The column, in characters of a terminal, at which a text begins in a line.
std::size_t column_of(const std::string& line, const std::string& text) {
  return display_width(line.substr(0, line.find(text)));
}

const test::Words kWords{{"we", "PRON", "2", "nsubj"}, {"know", "VERB", "0", "root"}};

TEST(TextTree, HasAWordPerLine) {
  EXPECT_EQ(draw_tree(sentence_of(kWords)),
            "╭─► we    PRON   nsubj\n"
            "╰── know  VERB   root\n");
  EXPECT_EQ(draw_numbered_tree(sentence_of(kWords), {}),
            "╭─► 1 we    PRON   nsubj\n"
            "╰── 2 know  VERB   root\n");
}

TEST(TextTree, AlignsWideAndCombiningCharacters) {
  const Sentence sentence = sentence_of({{"東京都", "PROPN", "2", "nsubj"},
                                         {"e\u0301te\u0301", "NOUN", "0", "root"},
                                         {"😀", "SYM", "2", "punct"},
                                         {"שלום", "INTJ", "2", "discourse"}});
  const auto lines = lines_of(draw_numbered_tree(sentence, {}));
  ASSERT_EQ(lines.size(), 4U);
  const std::size_t column = column_of(lines[0], "PROPN");
  EXPECT_EQ(column_of(lines[1], "NOUN"), column);
  EXPECT_EQ(column_of(lines[2], "SYM"), column);
  EXPECT_EQ(column_of(lines[3], "INTJ"), column);
  EXPECT_THAT(lines[3], HasSubstr("\xE2\x81\xA8שלום\xE2\x81\xA9"));
  EXPECT_THAT(lines[0], Not(HasSubstr("\xE2\x81\xA8")));
}

TEST(TextTree, DrawsWordsWithoutHeadsWithoutArcs) {
  const Sentence sentence = sentence_of({{"a", "X", "_", "_"}, {"b", "X", "_", "_"}});
  EXPECT_EQ(draw_numbered_tree(sentence, {}), "  1 a  X      _\n  2 b  X      _\n");
}

TEST(TextTree, NamesTheHeadOfAnArcThatHasNoRoom) {
  test::Words words;
  std::vector<std::string> heads;
  heads.reserve(30);
  for (int i = 1; i <= 30; ++i) heads.push_back(std::to_string(i < 30 ? 30 : 0));
  for (const std::string& head : heads) words.push_back({"word", "NOUN", head, "dep"});
  const Sentence sentence = sentence_of(words);
  EXPECT_THAT(draw_numbered_tree(sentence, {}), Not(HasSubstr("→")));
  const std::string narrow = draw_numbered_tree(sentence, {.width = 50});
  const auto lines = lines_of(narrow);
  EXPECT_THAT(lines.front(), StartsWith("   ")) << "the longest arc is not drawn";
  EXPECT_THAT(lines.front(), EndsWith("dep →30"));
  EXPECT_THAT(lines[28], EndsWith("► 29 word  NOUN   dep"));
  for (const std::string& line : lines) EXPECT_LE(display_width(line), 50U) << line;
}

TEST(TextTree, FitsIntoAnyWidth) {
  std::mt19937 random(1);
  for (const std::size_t width : {40U, 57U, 80U, 120U}) {
    for (const Node words : {1, 9, 30, 120}) {
      Sentence sentence =
          Sentence::from_text(test::sentence_text(test::random_tree(random, words)));
      sentence.set(1, Field::kForm, "averyveryveryveryveryveryveryverylongword");
      sentence.set(1, Field::kDeprel, "arelationwithanabsurdlylongname:andsubtype");
      const std::vector<WordNote> notes{{1, {"HEAD 1 → 2", "DEPREL nsubj:pass → obl:agent"}}};
      for (const std::string& line :
           lines_of(draw_numbered_tree(sentence, {.width = width}, notes))) {
        EXPECT_LE(display_width(line), width) << line;
      }
    }
  }
}

TEST(TextTree, MarksWordsAndSaysWhy) {
  const Sentence sentence = sentence_of(kWords);
  const std::vector<WordNote> notes{{1, {"HEAD 2 → 0", "UPOS PRON → X"}}};
  EXPECT_EQ(draw_numbered_tree(sentence, {}, notes),
            "╭─► * 1 we    PRON   nsubj  HEAD 2 → 0, UPOS PRON → X\n"
            "╰──   2 know  VERB   root\n");
  const std::vector<WordNote> mark{{2, {}}};
  EXPECT_EQ(draw_numbered_tree(sentence, {}, mark),
            "╭─►   1 we    PRON   nsubj\n"
            "╰── * 2 know  VERB   root\n");
}

TEST(TextTree, BreaksNotesWithoutBreakingArcs) {
  const std::vector<WordNote> notes{{1, {"HEAD 2 → 0", "DEPREL nsubj → obj"}}};
  const auto lines = lines_of(draw_numbered_tree(sentence_of(kWords), {.width = 52}, notes));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[0], EndsWith("HEAD 2 → 0,"));
  EXPECT_THAT(lines[1], StartsWith("│   "));
  EXPECT_EQ(column_of(lines[1], "DEPREL"), column_of(lines[0], "HEAD"));
}

TEST(TextTree, HasColoursIfAsked) {
  const Sentence sentence = sentence_of(kWords);
  EXPECT_THAT(draw_numbered_tree(sentence, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(draw_numbered_tree(sentence, {.width = {}, .colour = true}),
              HasSubstr("\x1b[36m╭─► \x1b[0m"));
}

TEST(TextTree, HasAHeading) {
  const std::string lines = test::text_of(kWords);
  EXPECT_EQ(sentence_heading(Sentence::from_text(lines), 7, {}), "7: we know\n");
  const Sentence named = Sentence::from_text("# sent_id = x-1\n# text = We know\n" + lines);
  EXPECT_EQ(sentence_heading(named, 7, {}), "7 x-1: We know\n");
  EXPECT_EQ(sentence_heading(named, 7, {.width = 12}), "7 x-1: We k…\n");
  const Sentence bad = Sentence::from_text("# text = \x1b[2J\n" + lines);
  EXPECT_THAT(sentence_heading(bad, 1, {}), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace panarc
