#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "panarc/json.h"

namespace panarc {
namespace {

using testing::HasSubstr;

std::string answer(std::string_view line) {
  OracleService service;
  return answer_json(service, line);
}

TEST(OracleJson, AnswersInTheDocumentedForm) {
  EXPECT_EQ(
      answer(R"({"system":"arc-eager","root":"last","heads":[2,0,2],"after":["SHIFT","LEFT"]})"),
      R"({"final":false,"stack":[],"buffer":[2,3,0],"heads":[2,null,null],"costs":{"SHIFT":0}})");
}

TEST(OracleJson, ReadsEveryField) {
  const OracleQuery query = oracle_query_from_json(
      R"({"system":"arc-eager-span","root":"first","heads":[null,[0,1],"<",">",2],)"
      R"("after":["SHIFT"],"span":2,"constraints":true,"single_root":true,"labels":["a",null,"b","c","d"]})");
  EXPECT_EQ(query.system, "arc-eager-span");
  EXPECT_EQ(query.root, RootPosition::kFirst);
  EXPECT_EQ(query.span, 2);
  EXPECT_TRUE(query.constraints);
  EXPECT_TRUE(query.single_root);
  ASSERT_EQ(query.words.size(), 6U);
  EXPECT_EQ(query.words[1], KnownWord{.labels = {"a"}});
  EXPECT_EQ(query.words[2], (KnownWord{.heads = {{0}, {1}}}));
  EXPECT_EQ(query.words[3], (KnownWord{.side = Side::kLeft, .labels = {"b"}}));
  EXPECT_EQ(query.words[4], (KnownWord{.side = Side::kRight, .labels = {"c"}}));
  EXPECT_EQ(query.words[5], (KnownWord{.heads = {{2}}, .labels = {"d"}}));
}

TEST(OracleJson, ReadsAllThatMayBeKnownOfAWord) {
  const OracleQuery query = oracle_query_from_json(
      R"({"system":"swap","heads":[{"any":{"2":["a","b"],"0":null},"none":3,"side":">"},)"
      R"({"any":[1,3]},{"none":[0,1]},{"any":2}],)"
      R"("labels":[["c","d"],null,"",[]],"spans":[[1,4],[2,3]]})");
  ASSERT_EQ(query.words.size(), 5U);
  EXPECT_EQ(query.words[1], (KnownWord{.heads = {{2, {"a", "b"}}, {0}},
                                       .forbidden_heads = {3},
                                       .side = Side::kRight,
                                       .labels = {"c", "d"},
                                       .span_end = 4}));
  EXPECT_EQ(query.words[2], (KnownWord{.heads = {{1}, {3}}, .span_end = 3}));
  EXPECT_EQ(query.words[3], (KnownWord{.forbidden_heads = {0, 1}}));
  EXPECT_EQ(query.words[4], (KnownWord{.heads = {{2}}}));
}

TEST(OracleJson, AnswersABadLineWithAnError) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "not JSON"},
      {"{\"system\":", "not JSON"},
      {"[1]", "expected an object"},
      {R"({"heads":[0]})", "\"system\" is missing"},
      {R"({"system":7,"heads":[0]})", "\"system\" is 7"},
      {R"({"system":"arc-eager"})", "\"heads\" is missing"},
      {R"({"system":"arc-eager","heads":0})", "\"heads\" is 0; expected a list"},
      {R"({"system":"arc-eager","heads":[0.5]})", "\"heads\" is 0.5"},
      {R"({"system":"arc-eager","heads":[99999999999]})", "\"heads\" is 99999999999"},
      {R"({"system":"arc-eager","heads":["left"]})", "\"heads\" is \"left\""},
      {R"({"system":"arc-eager","heads":[0],"root":"middle"})", "'middle'"},
      {R"({"system":"arc-eager","heads":[0],"root":1})", "\"root\" is 1"},
      {R"({"system":"arc-eager","heads":[0],"after":"SHIFT"})", "\"after\" is \"SHIFT\""},
      {R"({"system":"arc-eager","heads":[0],"after":[1]})", "\"after\" is 1"},
      {R"({"system":"arc-eager","heads":[0],"single_root":"yes"})", "\"single_root\" is \"yes\""},
      {R"({"system":"arc-eager","heads":[0],"span":-1})", "\"span\" is -1"},
      {R"({"system":"arc-eager","heads":[0],"labels":[1]})", "\"labels\" is 1"},
      {R"({"system":"arc-eager","heads":[0],"labels":["a","b"]})",
       "2 labels are given for 1 words"},
      {R"({"system":"arc-eager","heads":[{"all":0}]})", "unknown field \"all\" in \"heads\""},
      {R"({"system":"arc-eager","heads":[{"any":{"x":null}}]})", "\"heads\" is \"x\""},
      {R"({"system":"arc-eager","heads":[{"side":"left"}]})", "\"heads\" is \"left\""},
      {R"({"system":"arc-eager","heads":[0],"spans":[1]})", "\"spans\" is 1"},
      {R"({"system":"arc-eager","heads":[0],"spans":[[1,2]]})", "\"spans\" is an array"},
      {R"({"system":"arc-eager","heads":[0],"spans":[[1,1],[1,1]]})", "begin at word 1"},
      {R"({"system":"arc-eager","heads":[0],"colour":"red"})", "unknown field \"colour\""},
      {"{\"system\":\"\xff\",\"heads\":[0]}", "not JSON"},
      {R"({"system":"arc-eager","heads":[[[[1]]]]})", "\"heads\" is an array"},
  };
  for (const auto& [line, message] : wrong) {
    const auto json = nlohmann::json::parse(answer(line));
    ASSERT_TRUE(json.contains("error")) << line;
    EXPECT_THAT(json["error"].get<std::string>(), HasSubstr(message)) << line;
  }
}

TEST(OracleJson, ADeepLineIsAnErrorAndNoMore) {
  OracleService service;
  for (const std::size_t depth : {200U, 1'000'000U}) {
    const std::string deep = R"({"system":"arc-eager","heads":)" + std::string(depth, '[') +
                             std::string(depth, ']') + "}";
    EXPECT_NE(answer_json(service, deep).find("nested"), std::string::npos);
    EXPECT_NE(answer_json(service, std::string(depth, '[')).find("nested"), std::string::npos);
  }
  EXPECT_EQ(answer_json(service, R"({"system":"arc-eager","heads":[0]})").find("error"),
            std::string::npos);
}

}  // namespace
}  // namespace panarc
