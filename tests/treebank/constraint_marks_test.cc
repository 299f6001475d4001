#include "treebank/constraint_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "panarc/constraint.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "support/message_of.h"
#include "treebank/format.h"

namespace panarc {
namespace {

std::string marked_word(std::string_view ninth, std::string_view tenth) {
  return "1\ta\ta\tX\tX\t_\t0\troot\t" + std::string(ninth) + '\t' + std::string(tenth) + "\n\n";
}

ConstraintMarks of_misc(std::string_view misc) {
  return marks_of(Sentence::from_text(marked_word("_", misc)), 1);
}

ConstraintMarks of_phead(std::string_view phead) {
  return marks_of(Sentence::from_text(marked_word(phead, "_"), Format::kConllx), 1);
}

std::vector<ConstraintMarks> all_marks() {
  std::vector<ConstraintMarks> all;
  for (const bool head : {false, true}) {
    for (const Side side : {Side::kAny, Side::kLeft, Side::kRight}) {
      for (const bool label : {false, true}) all.push_back({head, side, label});
    }
  }
  return all;
}

TEST(ConstraintMarks, NamesComeBack) {
  for (const ConstraintMarks& marks : all_marks()) {
    if (!marks.empty()) {
      EXPECT_EQ(parse_marks(mark_names(marks)), marks);
    }
  }
  EXPECT_EQ(parse_marks("Left,Right"), std::nullopt);
  EXPECT_EQ(parse_marks("Right,Head,Left"), std::nullopt);
  EXPECT_EQ(parse_marks(""), std::nullopt);
  EXPECT_EQ(parse_marks("Head,"), std::nullopt);
  EXPECT_EQ(parse_marks("head"), std::nullopt);
}

TEST(ConstraintMarks, AreReadFromMisc) {
  EXPECT_TRUE(of_misc("_").empty());
  EXPECT_TRUE(of_misc("SpaceAfter=No").empty());
  EXPECT_TRUE(of_misc("MyConstraint=Head").empty());
  EXPECT_EQ(of_misc("Constraint=Head"), ConstraintMarks{.head = true});
  EXPECT_EQ(of_misc("A=b|Constraint=Left,Label|C=d"),
            (ConstraintMarks{.side = Side::kLeft, .label = true}));
}

TEST(ConstraintMarks, AreQuotedInPartIfTheyAreLong) {
  Sentence sentence = Sentence::from_text(marked_word("_", "_"));
  sentence.set(1, Field::kMisc, "Constraint=\x1B" + std::string(1'000'000, 'x'));
  const std::string message = test::message_of([&] { marks_of(sentence, 1); });
  EXPECT_THAT(message, testing::HasSubstr("constraint of word 1 in \"Constraint=\\x1Bxxx"));
  EXPECT_LT(message.size(), 300U);
}

TEST(ConstraintMarks, AreReadFromColumnNineOfConllX) {
  EXPECT_EQ(of_phead("1"), ConstraintMarks{.head = true});
  EXPECT_TRUE(of_phead("0").empty());
  EXPECT_TRUE(of_phead("_").empty());
  EXPECT_TRUE(of_phead("17").empty());
  EXPECT_EQ(of_phead("Right"), ConstraintMarks{.side = Side::kRight});
}

TEST(ConstraintMarks, AreAnErrorIfTheyCannotBeUnderstood) {
  try {
    of_misc("Constraint=Up");
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("Constraint=Up"));
    EXPECT_THAT(error.what(), testing::HasSubstr("Head"));
    EXPECT_EQ(error.place().line, 1U);
  }
}

TEST(ConstraintMarks, AreSetBesideOtherAttributes) {
  EXPECT_EQ(misc_with_marks("A=b|Constraint=Head|C=d", {.side = Side::kRight, .label = true}),
            "A=b|Constraint=Right,Label|C=d");
  EXPECT_EQ(misc_with_marks("A=b|Constraint=Head|C=d", {}), "A=b|C=d");
  EXPECT_EQ(misc_with_marks("A=b|C=d", {.head = true}), "A=b|C=d|Constraint=Head");
}

TEST(ConstraintMarks, SurviveConversionBothWays) {
  for (const ConstraintMarks& marks : all_marks()) {
    const Sentence sentence = Sentence::from_text(marked_word("_", misc_with_marks("_", marks)));
    std::string conllx;
    append_converted(sentence, Format::kConllx, conllx);
    const Sentence there = Sentence::from_text(conllx, Format::kConllx);
    EXPECT_EQ(marks_of(there, 1), marks);
    std::string conllu;
    append_converted(there, Format::kConllu, conllu);
    EXPECT_EQ(marks_of(Sentence::from_text(conllu), 1), marks);
  }
}

TEST(KnownWord, IsWhatTheMarksSay) {
  const Sentence sentence = Sentence::from_text(
      "1\ta\ta\tX\t_\t_\t2\tab\t_\tConstraint=Head\n"
      "2\tb\tb\tX\t_\t_\t0\troot\t_\tConstraint=Left,Label\n"
      "3\tc\tc\tX\t_\t_\t_\tabc\t_\tConstraint=Right\n"
      "4\td\td\tX\t_\t_\t2\tabcde\t_\t_\n\n");
  EXPECT_EQ(known_word(sentence, 1), KnownWord{.heads = {{2}}});
  EXPECT_EQ(known_word(sentence, 2), (KnownWord{.side = Side::kLeft, .labels = {"root"}}));
  EXPECT_EQ(known_word(sentence, 3), KnownWord{.side = Side::kRight});
  EXPECT_EQ(known_word(sentence, 4), KnownWord{});
}

TEST(KnownWord, IsTheSameInColumnNineOfConllX) {
  const Sentence sentence = Sentence::from_text(
      "1\ta\ta\tX\tX\t_\t2\tdep\t1\t_\n"
      "2\tb\tb\tX\tX\t_\t0\troot\t0\t_\n\n",
      Format::kConllx);
  EXPECT_EQ(known_word(sentence, 1), KnownWord{.heads = {{2}}});
  EXPECT_EQ(known_word(sentence, 2), KnownWord{});
}

TEST(KnownWord, IsAnErrorWhereWhatIsSaidToBeKnownIsMissing) {
  const auto error_of = [](const std::string& columns) {
    const Sentence sentence = Sentence::from_text("1\ta\ta\tX\t_\t_\t" + columns + "\n\n");
    try {
      static_cast<void>(known_word(sentence, 1));
    } catch (const Error& error) {
      EXPECT_EQ(error.place().line, 1U);
      return error.message();
    }
    return std::string("no error");
  };
  EXPECT_EQ(error_of("_\t_\t_\tConstraint=Head"),
            "the head of word 1 is marked as known, but HEAD is _");
  EXPECT_EQ(error_of("0\t_\t_\tConstraint=Head,Label"),
            "the label of word 1 is marked as known, but DEPREL is _");
}

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
