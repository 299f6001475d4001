#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "install/extend/verbs_between.h"
#include "panarc/evaluate.h"
#include "panarc/extend.h"
#include "panarc/parser.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "support/sample.h"

namespace panarc {
namespace {

using test::message_of;
using test::sample;
using testing::Contains;
using testing::HasSubstr;

/// What the templates `s0.upos b0.upos s0.upos+b0.form b0l.label` ask for.
class LikeTemplates : public UserFeatures {
 public:
  [[nodiscard]] std::size_t most() const override { return 4; }
  void extract(const ParseView& state, FeatureValues& values) const override {
    const std::string top = tag_of(state, state.stack(0));
    const std::string front = tag_of(state, state.buffer(0));
    const std::string form(state.form(state.buffer(0)));
    if (!top.empty()) values.add("top " + top);
    if (!front.empty()) values.add("front " + front);
    if (!top.empty() && !front.empty()) values.add("both " + top + " " + form);
    const int label = state.label(state.leftmost(state.buffer(0)));
    if (label != kNoHead) values.add(static_cast<std::uint64_t>(label));
  }

 private:
  static std::string tag_of(const ParseView& state, Node node) {
    return node == kRoot ? "ROOT" : std::string(state.upos(node));
  }
};

/// Promises fewer values than it gives.
class TooMany : public UserFeatures {
 public:
  [[nodiscard]] std::size_t most() const override { return 1; }
  void extract(const ParseView& /*state*/, FeatureValues& values) const override {
    values.add(1);
    values.add(2);
  }
};

double score_of(const Parser& parser) {
  const auto gold = sample("test");
  auto parsed = gold;
  for (Sentence& sentence : parsed) parser.parse(sentence);
  return evaluate(gold, parsed).percentage(Metric::kUas);
}

Parser trained(const std::string& features, std::size_t beam,
               Direction direction = Direction::kLeftToRight) {
  TrainOptions options;
  options.fast = beam == 1;
  options.beam = beam;
  options.features = features;
  options.direction = direction;
  options.epochs = 3;
  options.min_changes = 0;
  return train(sample("train"), {}, options).parser;
}

// A function that asks for what templates ask for is as good, alone as well as beside others, in
// greedy search and with a beam, and in both directions.
TEST(UserFeatures, AreAsGoodAsTemplates) {
  register_features("like-templates", std::make_shared<LikeTemplates>());
  for (const std::size_t beam : {1, 4}) {
    const double without = score_of(trained("function:like-templates", beam));
    EXPECT_GT(without, 45) << beam;
    EXPECT_GT(score_of(trained("delexicalized,function:like-templates", beam)), without) << beam;
  }
  EXPECT_GT(score_of(trained("function:like-templates", 1, Direction::kRightToLeft)), 45);
}

TEST(UserFeatures, AreStoredByName) {
  register_features("verbs-between", std::make_shared<VerbsBetween>());
  const Parser parser = trained("small,function:verbs-between", 1);
  const std::string model = parser.bytes();
  const Parser loaded = Parser::from_memory(std::as_bytes(std::span(model)));
  EXPECT_THAT(loaded.info().templates, Contains("function:verbs-between"));
  EXPECT_EQ(score_of(loaded), score_of(parser));
}

TEST(UserFeatures, AreChecked) {
  register_features("too-many", std::make_shared<TooMany>());
  EXPECT_THAT(message_of([] { trained("function:too-many", 1); }),
              HasSubstr("more than the 1 values that it promised"));
  EXPECT_THAT(message_of([] { trained("function:nobody-knows", 1); }),
              HasSubstr("there is no feature function 'nobody-knows' in this program; register it "
                        "with register_features()"));
  EXPECT_THAT(message_of([] { trained("small,none-such", 1); }),
              HasSubstr("no file \"none-such\""));
  EXPECT_THAT(message_of([] { trained("function", 1); }), HasSubstr("no file \"function\""));
}

}  // namespace
}  // namespace panarc
