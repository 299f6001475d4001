#include "panarc/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "panarc/error.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

KnownWord one(Node head) { return {.heads = {{head}}}; }

/// A query about these words.
OracleQuery query(std::string system, std::vector<KnownWord> words,
                  std::vector<std::string> after = {}) {
  OracleQuery result;
  result.system = std::move(system);
  result.words = std::move(words);
  result.words.emplace(result.words.begin());
  result.after = std::move(after);
  return result;
}

std::string error_of(const OracleQuery& wrong) {
  try {
    OracleService().answer(wrong);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(OracleService, GivesTheConfigurationAndItsCosts) {
  const auto answer =
      OracleService().answer(query("arc-eager", {one(2), one(0), one(2)}, {"SHIFT", "LEFT"}));
  EXPECT_FALSE(answer.final);
  EXPECT_THAT(answer.stack, IsEmpty());
  EXPECT_THAT(answer.buffer, ElementsAre(2, 3, 0));
  EXPECT_THAT(answer.heads, ElementsAre(kNoHead, 2, kNoHead, kNoHead));
  EXPECT_THAT(answer.costs, ElementsAre(Pair("SHIFT", 0)));
  EXPECT_TRUE(answer.exact);
}

TEST(OracleService, GivesNoCostsInAFinalConfiguration) {
  const auto answer = OracleService().answer(query("arc-hybrid", {one(0)}, {"SHIFT", "LEFT"}));
  EXPECT_TRUE(answer.final);
  EXPECT_THAT(answer.costs, IsEmpty());
}

TEST(OracleService, TellsTransitionsApartByLabel) {
  OracleQuery labelled = query("arc-hybrid", {one(2), one(0)}, {"SHIFT"});
  labelled.words[1].labels = {"nsubj"};
  EXPECT_THAT(OracleService().answer(labelled).costs,
              ElementsAre(Pair("SHIFT", 1), Pair("LEFT:nsubj", 0)));
  labelled.words[2].labels = {"root"};
  EXPECT_THAT(OracleService().answer(labelled).costs,
              ElementsAre(Pair("SHIFT", 1), Pair("LEFT:nsubj", 0), Pair("LEFT:root", 1)));
}

TEST(OracleService, ReproducesEmptyHeadsUnlessTheyAreConstraints) {
  OracleQuery partial = query("arc-hybrid-partial", {KnownWord{}, one(0)}, {"SHIFT"});
  EXPECT_THAT(OracleService().answer(partial).costs,
              ElementsAre(Pair("SHIFT", 0), Pair("LEFT", 1), Pair("REDUCE", 0)));
  partial.constraints = true;
  EXPECT_THAT(OracleService().answer(partial).costs,
              ElementsAre(Pair("SHIFT", 0), Pair("LEFT", 0), Pair("REDUCE", 0)));
}

TEST(OracleService, KnowsSidesAndSeveralHeads) {
  const OracleQuery sides =
      query("arc-hybrid", {{.side = Side::kRight}, {.heads = {{0}, {1}}}}, {"SHIFT", "SHIFT"});
  // 2 may be below 1 or ROOT; 1 needs a head to its right, and only ROOT is left there.
  EXPECT_THAT(OracleService().answer(sides).costs, ElementsAre(Pair("LEFT", 0), Pair("RIGHT", 0)));
}

TEST(OracleService, KnowsSpansThatAreSubtrees) {
  // 1-2 are one subtree: one of the two must become the head of the other while it can.
  OracleQuery spans = query("arc-eager", {{.span_end = 2}, KnownWord{}, one(0)}, {"SHIFT"});
  EXPECT_THAT(OracleService().answer(spans).costs,
              ElementsAre(Pair("SHIFT", 1), Pair("LEFT", 0), Pair("RIGHT", 0)));
  // It is too late to keep the span whole; but no word outside may go below its words.
  spans.after.emplace_back("SHIFT");
  EXPECT_THAT(OracleService().answer(spans).costs,
              ElementsAre(Pair("SHIFT", 0), Pair("LEFT", 0), Pair("RIGHT", 2)));
}

TEST(OracleService, RefusesWhatMakesNoSense) {
  EXPECT_THAT(error_of(query("arc-lazy", {one(0)})), HasSubstr("expected one of arc-eager"));
  EXPECT_THAT(error_of(query("arc-eager", {})), HasSubstr("no heads"));
  EXPECT_THAT(error_of(query("arc-eager", {one(3)})), HasSubstr("head 3; expected 0 to 1"));
  EXPECT_THAT(error_of(query("arc-eager", {one(1)})), HasSubstr("its own head"));
  EXPECT_THAT(error_of(query("arc-eager", {one(0)}, {"JUMP"})), HasSubstr("'JUMP'"));
  EXPECT_THAT(error_of(query("arc-eager", {one(0)}, {"LEFT"})), HasSubstr("legal: SHIFT"));
  EXPECT_THAT(error_of(query("arc-eager", {one(0)}, {"SHIFT:dep"})), HasSubstr("takes no label"));
  EXPECT_THAT(error_of(query("arc-eager-span", {one(0)})), HasSubstr("needs a span"));
  OracleQuery wrong = query("arc-eager", {one(0)});
  wrong.span = 2;
  EXPECT_THAT(error_of(wrong), HasSubstr("takes no span"));
  wrong = query("swap", {one(0)});
  wrong.root = RootPosition::kLast;
  EXPECT_THAT(error_of(wrong), HasSubstr("ROOT first only"));
  EXPECT_THAT(error_of(query("swap", {{.span_end = 2}})), HasSubstr("ends at 2; expected 1 to 1"));
}

}  // namespace
}  // namespace panarc
