#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using test::run_panarc;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kSample = PANARC_SOURCE_DIR "/data/sample/";

/// The second and the third word have heads that cross.
constexpr const char* kCrossing =
    "1\tshe\tshe\tPRON\tPRP\t_\t3\t_\t_\t_\n"
    "2\treads\tread\tVERB\tVBZ\t_\t4\t_\t_\t_\n"
    "3\told\told\tADJ\tJJ\t_\t_\t_\t_\t_\n"
    "4\tbooks\tbook\tNOUN\tNNS\t_\t_\t_\t_\tConstraint=Left\n\n";

class ParseUnderConstraints : public testing::Test {
 protected:
  ParseUnderConstraints() {
    const auto result = run_panarc(
        directory_, fmt::format("train -q '{}train.conllu' -o $D/m --epochs 2 --fast", kSample));
    EXPECT_EQ(result.status, 0) << result.err;
  }

  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return run_panarc(directory_, "parse $D/m " + arguments, input);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(ParseUnderConstraints, FillsGapsAndChangesNothingElse) {
  const auto gaps = run_panarc(
      directory_, fmt::format("convert --projective-only '{}test.conllu' -o $D/gold", kSample));
  ASSERT_EQ(gaps.status, 0) << gaps.err;
  std::string gold = test::read_bytes(directory_ / "gold");
  std::string gapped;
  std::vector<std::string> lines;
  int words = 0;
  for (std::size_t begin = 0; begin < gold.size();) {
    const std::size_t end = gold.find('\n', begin);
    std::string line = gold.substr(begin, end - begin);
    begin = end + 1;
    if (line.find('\t') != std::string::npos && ++words % 3 == 0) {
      std::size_t column = 0;
      for (int tabs = 0; tabs < 6; ++tabs) column = line.find('\t', column) + 1;
      line.replace(column, line.find('\t', column) - column, "_");
    }
    gapped += line + "\n";
  }
  for (const std::string threads : {"1", "2"}) {
    const auto filled = run("--fill --threads " + threads, gapped);
    EXPECT_EQ(filled.status, 0) << filled.err;
    EXPECT_THAT(filled.err, IsEmpty());
    // Two texts that are the same but for what stands where the one has `_`.
    std::size_t j = 0;
    bool same = true;
    for (const char byte : gapped) {
      if (byte == '_' && filled.out[j] != '_') {
        while (std::isdigit(static_cast<unsigned char>(filled.out[j])) != 0) ++j;
      } else {
        same = same && filled.out[j++] == byte;
      }
    }
    EXPECT_TRUE(same);
    EXPECT_EQ(j, filled.out.size());
  }
  EXPECT_EQ(run("--fill", gold).out, gold);
}

TEST_F(ParseUnderConstraints, RespectsWhatIsMarked) {
  const std::string marked =
      "1\tshe\tshe\tPRON\tPRP\t_\t3\tdet\t_\tSide=left\n"
      "2\treads\tread\tVERB\tVBZ\t_\t_\tobj\t_\tConstraint=Label\n"
      "3\tbooks\tbook\tNOUN\tNNS\t_\t_\t_\t_\tHeads=0,1\n\n";
  // ROOT stands behind the sentence, so nothing is to the left of the first word.
  const auto refused = run("--constraints", marked);
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("<stdin>:1: no tree of this arc-eager parser meets this "
                                     "constraint: word 1 \"she\" has its head on the left"));
  const auto relaxed = run("--constraints --on-conflict relax", marked);
  EXPECT_EQ(relaxed.status, 0) << relaxed.err;
  EXPECT_THAT(relaxed.err,
              HasSubstr("<stdin>:1: not met: word 1 \"she\" has its head on the left"));
  EXPECT_THAT(relaxed.out, HasSubstr("Side=left|Unmet=Side:left\n"));
  EXPECT_THAT(relaxed.out, HasSubstr("\tobj\t_\tConstraint=Label\n"));
  EXPECT_EQ(run("--constraints --fill", marked).status, 2);
}

TEST_F(ParseUnderConstraints, NamesAConflictOrListsWhatIsNotMet) {
  const auto refused = run("--fill", kCrossing);
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("word 1 \"she\" has head 3 \"old\"; word 2 \"reads\" has head "
                                     "4 \"books\"; a parser trained with swap, covington can"));
  const auto relaxed = run("--fill --on-conflict relax", kCrossing);
  EXPECT_EQ(relaxed.status, 0) << relaxed.err;
  EXPECT_THAT(relaxed.err, HasSubstr("not met: word "));
  EXPECT_THAT(relaxed.out, HasSubstr("Unmet=Heads:"));
}

TEST_F(ParseUnderConstraints, AMarkDoesNotVouchForWhatIsNotMet) {
  std::string text = kCrossing;
  for (const char* head : {"\t3\t_\t_\t_\n", "\t4\t_\t_\t_\n"}) {
    text.replace(text.find(head) + 7, 1, "Constraint=Head");
  }
  const auto relaxed = run("--constraints --on-conflict relax", text);
  EXPECT_EQ(relaxed.status, 0) << relaxed.err;
  EXPECT_THAT(relaxed.out, HasSubstr("\tConstraint=Head\n"));
  EXPECT_THAT(relaxed.out, testing::ContainsRegex("\tUnmet=Heads:[34]\n"));
  const std::string conllx =
      "1\tshe\tshe\tPRON\tPRP\t_\t3\t_\t1\t_\n2\treads\tread\tVERB\tVBZ\t_\t4\t_\t1\t_\n"
      "3\told\told\tADJ\tJJ\t_\t_\t_\t_\t_\n4\tbooks\tbook\tNOUN\tNNS\t_\t_\t_\t_\t_\n\n";
  const auto columns = run("--constraints --on-conflict relax --format conllx", conllx);
  EXPECT_EQ(columns.status, 0) << columns.err;
  EXPECT_EQ(columns.out.find("\t1\t_\n"), columns.out.rfind("\t1\t_\n"));
}

TEST_F(ParseUnderConstraints, WhatCannotBeUnderstoodIsAnErrorWithItsLine) {
  const auto result = run("--constraints", "1\ta\t_\tX\t_\t_\t_\t_\t_\tHeads=2\n\n");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("<stdin>:1: Heads of word 1 is \"2\": expected words other "
                                    "than this one, 0 to 1, separated by commas"));
}

}  // namespace
}  // namespace panarc
