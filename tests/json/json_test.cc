#include "panarc/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "panarc/treebank.h"
#include "support/annotated.h"
#include "treebank/sentence_json.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;
using test::text_of;
using testing::ElementsAre;

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

constexpr const char* kTwoTokens =
    "# newdoc id = d\n"
    "# sent_id = s-1\n"
    "# text = don't \"\\go\"\n"
    "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "1\tdo\tdo\tAUX\tVBP\tMood=Ind\t3\taux\t3:aux\t_\n"
    "2\tn't\t_\tPART\t_\t_\t_\t_\t_\tConfidence=0.25|A=b\n"
    "2.1\tnow\tnow\tADV\t_\t_\t_\t_\t3:advmod\tCopyOf=1\n"
    "3\tgo\tgo\tVERB\t_\t_\t0\troot\t_\tConfidence=0.5\n\n";

TEST(SentenceJson, HasTheColumnsThatTheSentenceHas) {
  EXPECT_EQ(
      to_json(Sentence::from_text(kTwoTokens)),
      R"({"sent_id":"s-1","text":"don't \"\\go\"","words":[)"
      R"({"id":1,"form":"do","lemma":"do","upos":"AUX","xpos":"VBP","feats":"Mood=Ind","head":3,)"
      R"("deprel":"aux","deps":"3:aux"},)"
      R"({"id":2,"form":"n't","upos":"PART","misc":"A=b","confidence":0.25},)"
      R"({"id":3,"form":"go","lemma":"go","upos":"VERB","head":0,"deprel":"root",)"
      R"("confidence":0.5}],)"
      R"("tokens":[{"first":1,"last":2,"form":"don't","misc":"SpaceAfter=No"}],)"
      R"("empty_nodes":[{"after":2,"number":1,"form":"now","lemma":"now","upos":"ADV",)"
      R"("deps":"3:advmod","misc":"CopyOf=1"}],)"
      R"("comments":["newdoc id = d"]})");
}

TEST(SentenceJson, MakesNumbersOfWhatParsersWriteIntoComments) {
  const auto json = Json::parse(to_json(Sentence::from_text(
      "# panarc_rank = 2\n# panarc_score = -3.5000\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n")));
  EXPECT_THAT(keys_of(json), ElementsAre("text", "rank", "score", "words"));
  EXPECT_EQ(json["rank"], 2);
  EXPECT_EQ(json["score"], -3.5);
}

TEST(SentenceJson, LeavesWhatIsNotANumberWhereItIs) {
  const auto json = Json::parse(
      to_json(Sentence::from_text("# panarc_rank = best\n# panarc_score = nan\n"
                                  "1\ta\t_\t_\t_\t_\t0\troot\t_\tConfidence=high\n\n")));
  EXPECT_THAT(json["comments"], ElementsAre("panarc_rank = best", "panarc_score = nan"));
  EXPECT_EQ(json["words"][0]["misc"], "Confidence=high");
  EXPECT_FALSE(json.contains("rank"));
  EXPECT_FALSE(json["words"][0].contains("confidence"));
}

TEST(SentenceJson, OfCoNllXHasNoEnhancedDependencies) {
  const auto json = Json::parse(
      to_json(Sentence::from_text("1\ta\tb\tc\td\te\t0\tf\t_\t_\n\n", Format::kConllx)));
  EXPECT_THAT(keys_of(json["words"][0]),
              ElementsAre("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel"));
}

RC_GTEST_PROP(SentenceJson, StringsAreThoseOfTheJsonLibrary, (const std::u16string& text)) {
  std::string utf8;
  for (const char16_t unit : text) {
    const auto character = static_cast<unsigned>(unit) % 0x800U;
    if (character < 0x80U) {
      utf8 += static_cast<char>(character);
    } else {
      utf8 += static_cast<char>(0xC0U | (character >> 6U));
      utf8 += static_cast<char>(0x80U | (character & 0x3FU));
    }
  }
  std::string json;
  append_json_string(utf8, json);
  RC_ASSERT(Json::parse(json).get<std::string>() == utf8);
}

TEST(TreeJson, IsTheSentenceWithTheTree) {
  ScoredTree tree;
  tree.heads = {kNoHead, 0, 1, 1};
  tree.labels = {"", "root", "x", "y"};
  tree.score = 1.5;
  const Sentence sentence = Sentence::from_text(kTwoTokens);
  Sentence parsed = sentence;
  parsed.set_heads_and_deprels(tree.heads, std::vector<std::string_view>{"", "root", "x", "y"});
  auto expected = Json::parse(to_json(parsed));
  expected["score"] = 1.5;
  // The order of keys aside.
  EXPECT_EQ(nlohmann::json(Json::parse(to_json(sentence, tree))), nlohmann::json(expected));
  expected["rank"] = 3;
  expected["unmet"] = {{{"word", 2}, {"constraint", "Heads"}}};
  for (int i = 0; i < 3; ++i) expected["words"][i]["confidence"] = 0.125 * (i + 1);
  for (int i = 0; i < 3; ++i)
    expected["words"][i]["upos"] = std::string(1, static_cast<char>('A' + i));
  tree.confidence = {0, 0.125, 0.25, 0.375};
  tree.tags = {"", "A", "B", "C"};
  tree.unmet = {{2, ConstraintKind::kHeads}};
  EXPECT_EQ(nlohmann::json(Json::parse(to_json(sentence, tree, 3))), nlohmann::json(expected));
}

const test::Words kGold{
    {"a", "NOUN", "2", "nsubj"}, {"b", "VERB", "0", "root"}, {"c", "NOUN", "2", "obj"}};
const test::Words kSystem{
    {"a", "NOUN", "2", "obj"}, {"b", "VERB", "0", "root"}, {"c", "X", "1", "obj"}};

/// Two readers of the annotations above.
struct Readers {
  std::string gold_text = text_of(kGold);
  std::string system_text = text_of(kSystem);
  TreebankReader gold = TreebankReader::from_text(gold_text);
  TreebankReader system = TreebankReader::from_text(system_text);
};

TEST(ScoresJson, HasScoresAndCounts) {
  Readers readers;
  const Scores scores = evaluate(readers.gold, readers.system);
  const auto json = Json::parse(to_json(scores));
  EXPECT_EQ(json["words"], 3);
  EXPECT_EQ(json["UAS"], scores.percentage(Metric::kUas));
  EXPECT_EQ(json["f1"]["UPOS"], scores.percentage(Metric::kUpos));
  EXPECT_EQ(json["counts"]["LAS"], Json({{"correct", 1}, {"gold", 3}, {"system", 3}}));
  EXPECT_EQ(json["punctuation"], "unicode");
  EXPECT_EQ(Json::parse(to_json(scores, Punctuation::kNone))["punctuation"], "none");
}

TEST(AnalysisJson, HasWhatTheNumberOfSystemsAllows) {
  AnalysisOptions options;
  options.by = {"upos"};
  Readers readers;
  Sentence sentence;
  const auto alone = Json::parse(
      to_json(analyse([&](Sentence& next) { return readers.gold.next(next); }, options)));
  EXPECT_EQ(alone["total"], Json({{"words", 3}}));
  EXPECT_EQ(alone["groups"][0], Json({{"values", {"NOUN"}}, {"words", 2}}));
  EXPECT_FALSE(alone.contains("significance"));

  Readers one;
  options.confusion = "deprel";
  options.examples = 1;
  const auto compared = Json::parse(to_json(analyse(one.gold, one.system, options)));
  EXPECT_THAT(keys_of(compared["total"]), ElementsAre("words", "UAS", "LAS", "labels"));
  EXPECT_EQ(compared["confusions"].size(), 3U);
  EXPECT_THAT(keys_of(compared["confusions"][0]), testing::Contains(testing::StrEq("gold")));

  Readers two;
  Readers again;
  const auto both =
      Json::parse(to_json(analyse(two.gold, two.system, again.gold, again.system, options),
                          SignificanceTest::kWilcoxon));
  EXPECT_EQ(both["significance"]["test"], "wilcoxon");
  EXPECT_EQ(both["groups"][0]["only_other"], 0);
  EXPECT_EQ(both["total"]["p_value"], 1);
}

TEST(DifferenceJson, HasSentencesAndASummary) {
  Readers readers;
  std::string sentence;
  const Agreement agreement =
      compare(readers.gold, readers.system,
              [&](const ComparedSentence& compared) { sentence = to_json(compared); });
  EXPECT_EQ(
      sentence,
      R"({"sentence":1,"text":"a b c","words":[)"
      R"({"word":1,"form":"a","kinds":["label"],"DEPREL":["nsubj","obj"]},)"
      R"({"word":3,"form":"c","kinds":["head","upos"],"HEAD":["2","1"],"UPOS":["NOUN","X"]}]})");
  const auto json = Json::parse(to_json(agreement, "x", "y", 0));
  EXPECT_EQ(json["a"], "x");
  EXPECT_EQ(json["different_words"], 2);
  EXPECT_EQ(json["kinds"]["head"], 1);
  EXPECT_EQ(json["agreement"]["UAS"], agreement.uas().percentage());
  EXPECT_TRUE(json["confusions"].empty());
  EXPECT_EQ(Json::parse(to_json(agreement, "x", "y", 9))["confusions"],
            Json::array({{{"a", "nsubj"}, {"b", "obj"}, {"count", 1}}}));
}

TEST(CountsJson, HasTheTotalThenTheFiles) {
  TreebankCounts counts;
  counts.add(Sentence::from_text(text_of(kGold)));
  const std::vector<NamedCounts> files{{"one", counts}, {"two", counts}};
  const auto json = Json::parse(to_json(files));
  EXPECT_EQ(json["words"], 6);
  EXPECT_EQ(json["mean_length"], 3.0);
  EXPECT_EQ(json["unique_derivations"], 0);
  EXPECT_EQ(json["gap_degrees"], Json({{"0", 2}}));
  EXPECT_EQ(json["files"][1]["file"], "two");
  EXPECT_EQ(json["files"][1]["words"], 3);
  EXPECT_EQ(json["files"][0].size(), json.size());  // `file` instead of `files`
}

TEST(ProblemJson, HasPlaceAndTest) {
  std::vector<std::string> problems;
  Validator validator(
      {}, [&](const ValidationProblem& problem) { problems.push_back(to_json(problem)); });
  validator.check_text("# sent_id = 1\n# text = a\n1\ta\t_\tNO\t_\t_\t0\troot\t_\t_\n\n", "f");
  validator.finish();
  ASSERT_FALSE(problems.empty());
  const auto json = Json::parse(problems.front());
  EXPECT_EQ(json["file"], "f");
  EXPECT_EQ(json["line"], 3);
  EXPECT_EQ(json["severity"], "error");
  EXPECT_EQ(json["test"], "unknown-upos");
}

TEST(VerifyJson, SaysWhetherCostsDiffer) {
  VerifyReport report{"swap", 1, 2, 3, 4, std::nullopt};
  EXPECT_EQ(to_json(report, 0.5),
            R"({"system":"swap","configurations":1,"transitions":2,"golds":3,"comparisons":4,)"
            R"("seconds":0.5,"counter_example":null})");
  report.counter_example = "here";
  EXPECT_EQ(Json::parse(to_json(report, 1))["counter_example"], "here");
}

TEST(LatticeJson, HasConfigurationsAndEdges) {
  OracleQuery query;
  query.system = "swap";
  for (const Node head : {2, 0}) query.words.push_back({.heads = {{head}}});
  const DerivationLattice lattice = derivation_lattice(query);
  const auto json = Json::parse(to_json(lattice));
  EXPECT_EQ(json["configurations"].size(), lattice.configurations.size());
  EXPECT_EQ(json["edges"].size(), lattice.edges.size());
  EXPECT_EQ(json["min_swaps"], 0);
}

TEST(CrossValidationJson, HasFoldsAndTheirSpread) {
  CrossValidation result;
  for (std::size_t fold = 1; fold <= 2; ++fold) {
    Readers readers;
    result.folds.push_back({fold, 10 * fold, evaluate(readers.gold, readers.system), 0.5});
    result.total.add(result.folds.back().scores);
  }
  const auto json = Json::parse(to_json(result));
  EXPECT_EQ(json["folds"][1]["training"], 20);
  EXPECT_EQ(json["all"]["words"], 6);
  EXPECT_EQ(json["spread"]["UAS"]["mean"], result.folds[0].scores.percentage(Metric::kUas));
  EXPECT_EQ(json["spread"]["LAS"]["deviation"], 0);
}

TEST(ModelJson, HasEachPart) {
  ModelContents contents;
  contents.tagger = TaggerInfo{.columns = {Field::kUpos}, .tags = 7, .report = R"({"a":1})"};
  contents.segmenter = SegmenterInfo{.learnt = false, .language = "fr", .report = ""};
  contents.sections = {{"x", 12}};
  contents.card = R"({"title":"t"})";
  contents.bytes = 99;
  EXPECT_EQ(to_json(contents, "m"),
            R"({"model":"m","format_version":0,"card":{"title":"t"},"tagger":{"scorer":"linear",)"
            R"("columns":["UPOS"],"beam":1,"tags":7,"lemma_scripts":0,"training":{"a":1}},)"
            R"("segmenter":{"learnt":false,"language":"fr"},"sections":{"x":12},"bytes":99})");
  contents = {};
  contents.parser.emplace().system = "swap";
  contents.parser->labels = {"root"};
  const auto json = Json::parse(to_json(contents, "m"));
  EXPECT_EQ(json["parser"]["system"], "swap");
  EXPECT_EQ(json["labels"], Json::array({"root"}));
}

}  // namespace
}  // namespace panarc
