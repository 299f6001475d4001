#include "panarc/parser.h"
#include "panarc/train.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "model/small_model.h"
#include "panarc/error.h"
#include "parse/model_parser.h"
#include "support/sample.h"

namespace panarc {
namespace {

using testing::Contains;
using testing::SizeIs;

class Parsers : public testing::Test {
 protected:
  Parsers() : path_(directory_ / "m"), test_(test::read_sentences(test::sample_text("test"))) {
    test::small_model().save(path_);
  }

  /// Confidence grows with the lead of a tree over others in the beam: a half is none.
  static Parser parser_with_confidence() {
    const Calibration calibration(1, {0, 0, 0, 1, 0, 0});
    return Parser(std::make_shared<const Model>(test::small_model().with_calibration(calibration)));
  }

  test::TemporaryDirectory directory_;
  std::string path_;
  std::vector<Sentence> test_;
};

TEST_F(Parsers, TellWhatTheyAre) {
  const Parser parser = Parser::load(path_);
  EXPECT_EQ(parser.system(), "arc-eager");
  EXPECT_EQ(parser.beam(), 4);
  EXPECT_THAT(parser.labels(), Contains("nsubj"));
  EXPECT_EQ(Parser::load(path_, {.beam = 2}).beam(), 2);
}

TEST_F(Parsers, ParseAsTheirModelDoes) {
  const Parser parser = Parser::load(path_);
  const Model model = Model::load(path_);
  ModelParser expected(model);
  for (const Sentence& sentence : test_) {
    Sentence a = sentence;
    Sentence b = sentence;
    parser.parse(a);
    expected.parse(b);
    EXPECT_EQ(a.heads(), b.heads());
    const auto best = parser.best(sentence);
    ASSERT_THAT(best, SizeIs(1));
    EXPECT_EQ(best[0].heads, a.heads());
    for (Node word = 1; word <= a.size(); ++word) {
      EXPECT_EQ(best[0].labels[static_cast<std::size_t>(word)], a.deprel(word));
    }
  }
}

TEST_F(Parsers, FindSeveralTrees) {
  const Parser parser = Parser::load(path_);
  const auto trees = parser.best(test_.front(), {.trees = 20});
  EXPECT_GT(trees.size(), 4);
  EXPECT_LE(trees.size(), 20);
  for (std::size_t i = 1; i < trees.size(); ++i) {
    // The first is that of the usual beam; a wider one may find trees with higher scores.
    if (i > 1) {
      EXPECT_LE(trees[i].score, trees[i - 1].score);
    }
    EXPECT_TRUE(trees[i].heads != trees[i - 1].heads || trees[i].labels != trees[i - 1].labels);
  }
  EXPECT_THAT(parser.best(test_.front(), {.trees = 0}), SizeIs(0));
}

TEST_F(Parsers, FindTheSameTreeFirstHoweverManyAreWanted) {
  const Parser greedy = Parser::load(path_, {.beam = 1});
  bool is_beaten = false;
  for (const Sentence& sentence : test_) {
    Sentence parsed = sentence;
    greedy.parse(parsed);
    const auto trees = greedy.best(sentence, {.trees = 10});
    ASSERT_FALSE(trees.empty());
    EXPECT_EQ(trees.front().heads, parsed.heads());
    is_beaten = is_beaten || (trees.size() > 1 && trees[1].score > trees[0].score);
  }
  EXPECT_TRUE(is_beaten);  // otherwise the test would not tell
}

TEST_F(Parsers, KnowWhetherTheyWereTrainedForTheirBeam) {
  EXPECT_TRUE(Parser::load(path_, {.beam = 16}).is_trained_for_its_beam());
  TrainOptions fast;
  fast.fast = true;
  fast.epochs = 1;
  const AnyModel model = train(test::sample("train", 4), {}, fast).parser.model();
  EXPECT_TRUE(Parser(model).is_trained_for_its_beam());
  EXPECT_FALSE(Parser(model, {.beam = 2}).is_trained_for_its_beam());
}

TEST_F(Parsers, DoNotRememberHowManyTreesWereAskedForBefore) {
  const Parser parser = Parser::load(path_);
  const auto ten = Parser::load(path_).best(test_.front(), {.trees = 10});
  EXPECT_THAT(parser.best(test_.front(), {.trees = 20}), SizeIs(testing::Gt(10U)));
  const auto after = parser.best(test_.front(), {.trees = 10});
  ASSERT_EQ(after.size(), ten.size());
  for (std::size_t i = 0; i < ten.size(); ++i) {
    EXPECT_EQ(after[i].heads, ten[i].heads);
    EXPECT_EQ(after[i].score, ten[i].score);
  }
}

TEST_F(Parsers, SayHowLikelyArcsAreRightIfAsked) {
  const Parser parser = parser_with_confidence();
  EXPECT_THAT(Parser::load(path_).best(test_.front()).front().confidence, SizeIs(0));
  for (const Sentence& sentence : test_) {
    const auto trees = parser.best(sentence, {.trees = 4, .confidence = true});
    for (const ScoredTree& tree : trees) {
      ASSERT_EQ(tree.confidence.size(), tree.heads.size());
      for (std::size_t word = 1; word < tree.heads.size(); ++word) {
        const bool as_in_best = tree.heads[word] == trees.front().heads[word] &&
                                tree.labels[word] == trees.front().labels[word];
        // The best tree has a lead wherever another one differs, and that one the opposite.
        if (!as_in_best) {
          EXPECT_LE(tree.confidence[word], 0.5);
        } else if (&tree == &trees.front()) {
          EXPECT_GE(tree.confidence[word], 0.5);
        }
      }
    }
  }
}

TEST_F(Parsers, DoNotRememberWhetherConfidenceWasOfUse) {
  const Parser parser = parser_with_confidence();
  const auto before = parser.best(test_.front(), {.confidence = true}).front().confidence;
  parser.parse(test_.front());
  EXPECT_EQ(parser.best(test_.front(), {.confidence = true}).front().confidence, before);
}

TEST_F(Parsers, CanBeLoadedFromMemory) {
  const std::string bytes = test::read_bytes(path_);
  const Parser parser = Parser::from_memory(std::as_bytes(std::span(bytes)));
  const Parser expected = Parser::load(path_);
  EXPECT_EQ(parser.best(test_.front())[0].heads, expected.best(test_.front())[0].heads);
}

TEST_F(Parsers, ShareAModelBetweenThreads) {
  const Parser parser = Parser::load(path_);
  std::vector<Sentence> copy = test_;
  std::thread thread([&] {
    for (Sentence& sentence : copy) parser.parse(sentence);
  });
  for (Sentence& sentence : test_) parser.parse(sentence);
  thread.join();
  for (std::size_t i = 0; i < copy.size(); ++i) EXPECT_EQ(copy[i].heads(), test_[i].heads());
}

TEST_F(Parsers, ShareConfidenceBetweenThreads) {
  const Parser parser = parser_with_confidence();
  const auto all = [&] {
    std::vector<std::vector<double>> confidence;
    for (const Sentence& sentence : test_) {
      confidence.push_back(parser.best(sentence, {.confidence = true}).front().confidence);
    }
    return confidence;
  };
  std::vector<std::vector<double>> others;
  std::thread thread([&] { others = all(); });
  const auto own = all();
  thread.join();
  EXPECT_EQ(own, others);
}

TEST_F(Parsers, RefuseWhatCannotBe) {
  EXPECT_THROW(Parser::load(directory_ / "missing"), Error);
  EXPECT_THROW(Parser::load(path_, {.beam = 0}), Error);
  const Parser parser = Parser::load(path_);
  EXPECT_THROW(static_cast<void>(parser.best(test_.front(), {.confidence = true})),
               Error);  // it has no calibration
  EXPECT_THROW(static_cast<void>(parser.best(test_.front(), {.trees = 1'000'000})), Error);
}

}  // namespace
}  // namespace panarc
