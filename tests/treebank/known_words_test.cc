#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "panarc/constraint.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "support/message_of.h"

namespace panarc {
namespace {

Sentence sentence_with(const std::string& head, const std::string& deprel,
                       const std::string& misc) {
  return Sentence::from_text("1\ta\t_\tX\t_\t_\t" + head + "\t" + deprel + "\t_\t" + misc +
                             "\n2\tb\t_\tX\t_\t_\t_\t_\t_\t_\n3\tc\t_\tX\t_\t_\t_\t_\t_\t_\n\n");
}

KnownWord known(const std::string& misc, KnownFrom from = KnownFrom::kMarks) {
  return known_word(sentence_with("2", "nsubj", misc), 1, from);
}

TEST(KnownWords, AttributesOfMiscSayWhatIsKnown) {
  EXPECT_EQ(known("Heads=2,0"), (KnownWord{.heads = {{2}, {0}}}));
  EXPECT_EQ(known("NotHeads=3"), (KnownWord{.forbidden_heads = {3}}));
  EXPECT_EQ(known("Side=left"), (KnownWord{.side = Side::kLeft}));
  EXPECT_EQ(known("Labels=nsubj,obj"), (KnownWord{.labels = {"nsubj", "obj"}}));
  EXPECT_EQ(known("Span=1-2"), (KnownWord{.span_end = 2}));
  EXPECT_EQ(known("SpaceAfter=No|Side=right|Constraint=Label"),
            (KnownWord{.side = Side::kRight, .labels = {"nsubj"}}));
  EXPECT_EQ(known("_"), KnownWord{});
}

TEST(KnownWords, ColumnsSayWhatIsKnownIfTheyAreToBeKept) {
  EXPECT_EQ(known("_", KnownFrom::kColumns), (KnownWord{.heads = {{2}}, .labels = {"nsubj"}}));
  EXPECT_EQ(known("Heads=2,3|Labels=nsubj,obj", KnownFrom::kColumns),
            (KnownWord{.heads = {{2}}, .labels = {"nsubj"}}));
  const Sentence empty = sentence_with("_", "_", "Heads=2,3");
  EXPECT_EQ(known_word(empty, 1, KnownFrom::kColumns), (KnownWord{.heads = {{2}, {3}}}));
  EXPECT_EQ(known_words(empty, KnownFrom::kColumns).size(), 4U);
}

TEST(KnownWords, WhatMakesNoSenseIsRefusedWithItsLine) {
  for (const char* misc :
       {"Heads=", "Heads=4", "Heads=1", "Heads=2,", "Heads=-1", "NotHeads=x", "Side=Left",
        "Labels=a,,b", "Span=2-3", "Span=1", "Span=1-4", "Span=1-0", "Constraint=Body"}) {
    try {
      static_cast<void>(known(misc));
      ADD_FAILURE() << misc;
    } catch (const Error& error) {
      EXPECT_EQ(error.place().line, 1U);
      const std::string value(std::string(misc).substr(std::string(misc).find('=') + 1));
      EXPECT_THAT(error.message(), testing::HasSubstr(value));
    }
  }
  // Keys that are nearly right.
  for (const auto& [misc, meant] :
       std::vector<std::pair<std::string, std::string>>{{"heads=3", "Heads="},
                                                        {"SpaceAfter=No|Notheads=3", "NotHeads="},
                                                        {"Head=3", "Heads="},
                                                        {"side=left", "Side="},
                                                        {"label=obj", "Labels="},
                                                        {"Spans=1-2", "Span="},
                                                        {"constraint=Head", "Constraint="}}) {
    const std::string message = test::message_of([&, &misc = misc] { known(misc); });
    EXPECT_THAT(message, testing::HasSubstr("; did you mean " + meant + "?")) << misc;
  }
  EXPECT_EQ(known("Ahead=3|Spanish=Yes|heads|Inside=left"), KnownWord{});
  // HEAD is 2.
  EXPECT_THROW(known("Heads=3", KnownFrom::kColumns), Error);
  EXPECT_THROW(known("Labels=obj", KnownFrom::kColumns), Error);
  EXPECT_THROW(known_word(sentence_with("_", "_", "Constraint=Head"), 1), Error);
}

}  // namespace
}  // namespace panarc
