#include "panarc/constraint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "panarc/error.h"
#include "panarc/sentence.h"
#include "treebank/format.h"

namespace panarc {
namespace {

std::string word(std::string_view ninth, std::string_view tenth) {
  return "1\ta\ta\tX\tX\t_\t0\troot\t" + std::string(ninth) + '\t' + std::string(tenth) + "\n\n";
}

Constraint of_misc(std::string_view misc) {
  return Sentence::from_text(word("_", misc)).constraint(1);
}

Constraint of_phead(std::string_view phead) {
  return Sentence::from_text(word(phead, "_"), Format::kConllx).constraint(1);
}

TEST(Constraint, NamesComeBack) {
  for (unsigned bits = 1; bits < 16; ++bits) {
    const auto constraint = static_cast<Constraint>(bits);
    const bool contradicts = has(constraint, Constraint::kLeft | Constraint::kRight);
    const std::optional<Constraint> parsed = parse_constraint(constraint_names(constraint));
    if (contradicts) {
      EXPECT_EQ(parsed, std::nullopt);
    } else {
      EXPECT_EQ(parsed, constraint);
    }
  }
  EXPECT_EQ(parse_constraint(""), std::nullopt);
  EXPECT_EQ(parse_constraint("Head,"), std::nullopt);
  EXPECT_EQ(parse_constraint("head"), std::nullopt);
}

TEST(Constraint, IsReadFromMisc) {
  EXPECT_EQ(of_misc("_"), Constraint::kNone);
  EXPECT_EQ(of_misc("SpaceAfter=No"), Constraint::kNone);
  EXPECT_EQ(of_misc("MyConstraint=Head"), Constraint::kNone);
  EXPECT_EQ(of_misc("Constraint=Head"), Constraint::kHead);
  EXPECT_EQ(of_misc("A=b|Constraint=Left,Label|C=d"), Constraint::kLeft | Constraint::kLabel);
}

TEST(Constraint, IsReadFromColumnNineOfConllX) {
  EXPECT_EQ(of_phead("1"), Constraint::kHead);
  EXPECT_EQ(of_phead("0"), Constraint::kNone);
  EXPECT_EQ(of_phead("_"), Constraint::kNone);
  EXPECT_EQ(of_phead("17"), Constraint::kNone);
  EXPECT_EQ(of_phead("Right"), Constraint::kRight);
}

TEST(Constraint, TellsWhatItCannotUnderstand) {
  try {
    of_misc("Constraint=Up");
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("Constraint=Up"));
    EXPECT_THAT(error.what(), testing::HasSubstr("Head"));
    EXPECT_EQ(error.place().line, 1U);
  }
}

TEST(Constraint, IsSetBesideOtherAttributes) {
  Sentence sentence = Sentence::from_text(word("_", "A=b|Constraint=Head|C=d"));
  sentence.set_constraint(1, Constraint::kRight | Constraint::kLabel);
  EXPECT_EQ(sentence.misc(1), "A=b|Constraint=Right,Label|C=d");
  sentence.set_constraint(1, Constraint::kNone);
  EXPECT_EQ(sentence.misc(1), "A=b|C=d");
  sentence.set_constraint(1, Constraint::kHead);
  EXPECT_EQ(sentence.misc(1), "A=b|C=d|Constraint=Head");
}

TEST(Constraint, SurvivesConversionBothWays) {
  for (unsigned bits = 0; bits < 16; ++bits) {
    const auto constraint = static_cast<Constraint>(bits);
    if (has(constraint, Constraint::kLeft | Constraint::kRight)) continue;
    Sentence sentence = Sentence::from_text(word("_", "_"));
    sentence.set_constraint(1, constraint);
    std::string conllx;
    append_converted(sentence, Format::kConllx, conllx);
    const Sentence there = Sentence::from_text(conllx, Format::kConllx);
    EXPECT_EQ(there.constraint(1), constraint);
    std::string conllu;
    append_converted(there, Format::kConllu, conllu);
    EXPECT_EQ(Sentence::from_text(conllu).constraint(1), constraint);
  }
}

}  // namespace
}  // namespace panarc
