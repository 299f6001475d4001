#include "panarc/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "evaluate/comparison.h"
#include "io/model_file.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "support/groups.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "treebank/projectivity.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::HasSubstr;

TrainOptions joint_options() {
  TrainOptions options;
  options.joint = true;
  options.epochs = 3;
  options.beam = 4;
  options.threads = 1;
  return options;
}

/// A model of some of the sample, since every test trains it anew.
const JointResult& joint_result() {
  static const JointResult result =
      train_joint(test::sample("train", 80), test::sample("dev", 20), joint_options(), 2);
  return result;
}

/// A copy without what is to be found.
Sentence without_annotation(const Sentence& sentence) {
  Sentence copy = sentence;
  for (Node word = 1; word <= copy.size(); ++word) {
    for (const Field column : {Field::kLemma, Field::kUpos, Field::kXpos, Field::kFeats}) {
      copy.set(word, column, "_");
    }
    copy.set_head(word, kNoHead);
    copy.set_deprel(word, "_");
  }
  return copy;
}

std::string jointly_parsed(const Pipeline& model) {
  std::string text;
  for (const Sentence& sentence : test::sample("test", 20)) {
    Sentence parsed = without_annotation(sentence);
    model.annotate(parsed);
    parsed.append_to(text);
  }
  return text;
}

TEST(Joint, FindsTagsAndTrees) {
  TEST_NEEDS_ONE_THREAD();
  const JointResult result =
      train_joint(test::sample("train"), test::sample("dev"), joint_options(), 2);
  const Pipeline model = result.model();
  Scores scores;
  SentenceComparison comparison;
  for (const Sentence& sentence : test::sample("test")) {
    Sentence parsed = without_annotation(sentence);
    model.annotate(parsed);
    comparison.compare(sentence, parsed);
    scores.add(comparison);
  }
  EXPECT_GT(scores.percentage(Metric::kUpos), 92);
  EXPECT_GT(scores.percentage(Metric::kLas), 60);
  const EpochReport& best = result.training.best();
  EXPECT_TRUE(best.tagged);
  EXPECT_GT(best.dev->percentage(Metric::kUpos), 92);
  EXPECT_LT(best.dev->percentage(Metric::kUpos), 100) << "tags of dev are predicted";
  EXPECT_THAT(to_json(best), HasSubstr("UPOS"));
}

TEST(Joint, IsLoadedAsItWasSaved) {
  TEST_NEEDS_ONE_THREAD();
  const test::TemporaryDirectory directory;
  const std::string path = directory / "model";
  joint_result().model().save(path);
  const Pipeline loaded = Pipeline::load(path);
  ASSERT_TRUE(loaded.tagger());
  EXPECT_EQ(jointly_parsed(loaded), jointly_parsed(joint_result().model()));
  EXPECT_EQ(loaded.bytes(), test::read_bytes(path));
  const ModelContents contents = read_model_contents(path);
  EXPECT_EQ(contents.parser->tags, joint_result().training.parser.info().tags);
  EXPECT_THAT(contents.parser->tags, testing::Contains("NOUN"));
  EXPECT_THAT(contents.tagger->columns, testing::Contains(Field::kUpos));
}

TEST(Joint, AParserNeedNotComeWithATagger) {
  TEST_NEEDS_ONE_THREAD();
  const test::TemporaryDirectory directory;
  joint_result().training.parser.save(directory / "model");
  EXPECT_FALSE(Pipeline::load(directory / "model").tagger());
}

TEST(Joint, AnyChangeOfTheOptionsIsAnErrorOrAParser) {
  TEST_NEEDS_ONE_THREAD();
  const std::string bytes = joint_result().model().bytes();
  const ModelFile whole = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "whole");
  std::mt19937 random(1);
  std::size_t errors = 0;
  for (int i = 0; i < 100; ++i) {
    ModelFileWriter writer;
    for (const std::string_view name : whole.section_names()) {
      std::string contents(whole.text(name));
      // The end of the options has the tags.
      if (name == "options") {
        char& byte = contents[contents.size() - 1 - random() % 400];
        byte = static_cast<char>(static_cast<unsigned>(byte) ^ (1U << (random() % 7U)));
      }
      writer.add(name, contents);
    }
    const std::string other = writer.bytes();
    try {
      const auto parser = Parser::from_memory(std::as_bytes(std::span(other)));
      Sentence copy = test::sample("test", 1).front();
      parser.parse(copy);
    } catch (const Error&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 0U);
}

TEST(Joint, TreesComeWithTheirTags) {
  TEST_NEEDS_ONE_THREAD();
  const Parser& parser = joint_result().training.parser;
  Sentence sentence = test::sample("test", 3).back();
  joint_result().tagger.tag(sentence);
  Sentence parsed = sentence;
  parser.parse(parsed);
  const auto trees = parser.best(sentence, {.trees = 4});
  ASSERT_GT(trees.size(), 1U);
  std::set<std::pair<Heads, std::vector<std::string>>> different;
  for (const ScoredTree& tree : trees) {
    EXPECT_EQ(tree.tags.size(), static_cast<std::size_t>(sentence.size()) + 1);
    EXPECT_TRUE(different.insert({tree.heads, tree.labels}).second) << "only tags differ";
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    EXPECT_EQ(trees.front().tags[static_cast<std::size_t>(word)], parsed.upos(word));
  }
}

TEST(Joint, MeetsConstraints) {
  TEST_NEEDS_ONE_THREAD();
  const Parser& parser = joint_result().training.parser;
  for (const Sentence& sentence : test::sample("test", 10)) {
    if (!is_projective(sentence.heads())) continue;  // arc-eager has no such tree
    std::vector<KnownWord> known = nothing_known(sentence);
    for (Node word = 1; word <= sentence.size(); word += 2) {
      known[static_cast<std::size_t>(word)].heads = {{sentence.head(word)}};
    }
    Sentence parsed = sentence;
    joint_result().tagger.tag(parsed);
    EXPECT_TRUE(
        parser.parse(parsed, {.constraints = known, .on_conflict = OnConflict::kRelax}).empty());
    for (Node word = 1; word <= sentence.size(); word += 2) {
      EXPECT_EQ(parsed.head(word), sentence.head(word));
      EXPECT_NE(parsed.upos(word), "_");
    }
  }
}

TEST(Joint, AGreedySearchMeetsConstraintsOfLabels) {
  TEST_NEEDS_ONE_THREAD();
  const Parser parser(joint_result().training.parser.model(), {.beam = 1});
  int right = 0;
  int words = 0;
  for (const Sentence& sentence : test::sample("test", 10)) {
    if (!is_projective(sentence.heads())) continue;
    std::vector<KnownWord> known = nothing_known(sentence);
    for (Node word = 1; word <= sentence.size(); ++word) {
      KnownWord& of_word = known[static_cast<std::size_t>(word)];
      of_word.heads = {{sentence.head(word)}};
      of_word.labels = {std::string(sentence.deprel(word))};
    }
    Sentence parsed = sentence;
    joint_result().tagger.tag(parsed);
    parser.parse(parsed, {.constraints = known, .on_conflict = OnConflict::kRelax});
    EXPECT_EQ(parsed.heads(), sentence.heads());
    for (Node word = 1; word <= sentence.size(); ++word) {
      right += parsed.upos(word) == sentence.upos(word) ? 1 : 0;
      ++words;
    }
  }
  EXPECT_GT(right * 10, words * 8) << "relations are not taken for tags";
}

TEST(Joint, WhatCannotBeIsSaidAtOnce) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options = joint_options();
  options.joint = false;
  const std::vector<Sentence> training = test::sample("train", 20);
  EXPECT_THAT(test::message_of([&] { train_joint(training, {}, options); }), HasSubstr("joint"));
  std::vector<Sentence> untagged = training;
  for (Sentence& sentence : untagged) {
    for (Node word = 1; word <= sentence.size(); ++word) sentence.set(word, Field::kUpos, "_");
  }
  EXPECT_THAT(test::message_of([&] { train_joint(untagged, {}, joint_options()); }),
              HasSubstr("UPOS"));
}

TEST(Joint, GivesConfidence) {
  TEST_NEEDS_ONE_THREAD();
  const Parser parser(joint_result().training.parser.model());
  Sentence sentence = test::sample("test", 1).front();
  joint_result().tagger.tag(sentence);
  const auto trees = parser.best(sentence, {.confidence = true});
  for (const double value : std::span(trees.front().confidence).subspan(1)) {
    EXPECT_GT(value, 0);
    EXPECT_LE(value, 1);
  }
}

}  // namespace
}  // namespace panarc
