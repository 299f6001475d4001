#include "panarc/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "panarc/error.h"
#include "support/groups.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array kTagColumns{Field::kLemma, Field::kUpos, Field::kXpos, Field::kFeats};

PipelineOptions quick(std::size_t threads = 1) {
  PipelineOptions options;
  options.parser.fast = true;
  options.parser.epochs = 4;
  options.parser.threads = threads;
  options.jackknife = 2;
  return options;
}

/// A pipeline of some of the sample, since every test trains it anew.
const Pipeline& trained() {
  static const Pipeline pipeline =
      train_pipeline(test::sample("train", 120), test::sample("dev", 30), quick());
  return pipeline;
}

std::string written(std::span<const Sentence> sentences) {
  std::string text;
  for (const Sentence& sentence : sentences) sentence.append_to(text);
  return text;
}

Pipeline copy_through_file(const Pipeline& pipeline) {
  const std::string bytes = pipeline.bytes();
  return Pipeline::from_memory(std::as_bytes(std::span(bytes)));
}

std::vector<Sentence> without_tags(std::vector<Sentence> sentences) {
  for (Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      for (const Field column : kTagColumns) sentence.set(word, column, "_");
    }
  }
  return sentences;
}

constexpr const char* kText = "It rains.  We stayed at home because the café wasn't open!\n\nWhy?";

TEST(Pipeline, MakesTreesOfText) {
  TEST_NEEDS_ONE_THREAD();
  const std::vector<Sentence> sentences = trained().read(kText);
  ASSERT_GE(sentences.size(), 2U);
  EXPECT_EQ(reconstruct_text(sentences), kText);
  for (const Sentence& sentence : sentences) {
    std::size_t roots = 0;
    for (Node word = 1; word <= sentence.size(); ++word) {
      roots += sentence.head(word) == kRoot ? 1 : 0;
      EXPECT_NE(sentence.upos(word), "_");
      EXPECT_NE(sentence.lemma(word), "_");
      EXPECT_NE(sentence.deprel(word), "_");
    }
    EXPECT_EQ(roots, 1U);
  }
}

TEST(Pipeline, IsOneFileOfWhichEveryPartCanBeUsedAlone) {
  TEST_NEEDS_ONE_THREAD();
  const std::string bytes = trained().bytes();
  const auto span = std::as_bytes(std::span(bytes));
  std::vector<Sentence> together = without_tags(test::sample("test", 20));
  std::vector<Sentence> one_by_one = together;
  Pipeline::from_memory(span).annotate(together);
  const Tagger tagger = Tagger::from_memory(span);
  const Parser parser = Parser::from_memory(span);
  for (Sentence& sentence : one_by_one) {
    tagger.tag(sentence);
    parser.parse(sentence);
  }
  EXPECT_EQ(written(together), written(one_by_one));
  const Segmenter segmenter = Segmenter::from_memory(span);
  TextReader reader = TextReader::from_text(kText, segmenter);
  std::size_t sentences = 0;
  for (Sentence sentence; reader.next(sentence);) ++sentences;
  EXPECT_EQ(sentences, trained().read(kText).size());
}

TEST(Pipeline, ReadsWhatItHasWritten) {
  TEST_NEEDS_ONE_THREAD();
  const Pipeline copy = copy_through_file(trained());
  EXPECT_EQ(copy.bytes(), trained().bytes());
  EXPECT_EQ(written(copy.read(kText)), written(trained().read(kText)));
}

TEST(Pipeline, IsTheSameForAnyNumberOfThreads) {
  const auto training = test::sample("train", 40);
  const auto dev = test::sample("dev", 10);
  EXPECT_EQ(train_pipeline(training, dev, quick(1)).bytes(),
            train_pipeline(training, dev, quick(3)).bytes());
}

TEST(Pipeline, OneByOneOrTogetherSentencesComeOutTheSame) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<Sentence> together = without_tags(test::sample("test", 40));
  std::vector<Sentence> one_by_one = together;
  trained().annotate(together);
  for (Sentence& sentence : one_by_one) trained().annotate(sentence);
  EXPECT_EQ(written(together), written(one_by_one));
}

TEST(Pipeline, AnswersRequestsAsItsPartsDo) {
  const Parser& parser = trained().parser();
  for (const Sentence& untagged : without_tags(test::sample("test", 20))) {
    Sentence tagged = untagged;
    trained().tagger()->fill(tagged);
    const Sentence expected = tagged;
    ParseRequest request{.trees = 3, .on_conflict = OnConflict::kRelax};
    for (const bool constrained : {false, true}) {
      if (constrained) {
        request.constraints = nothing_known(untagged);
        for (KnownWord& known : request.constraints) known.heads = {{kRoot}};
      }
      Sentence filled = untagged;
      const std::vector<ScoredTree> found = trained().best(filled, request);
      const std::vector<ScoredTree> wanted = parser.best(expected, request);
      EXPECT_EQ(written(std::span(&filled, 1)), written(std::span(&expected, 1)));
      ASSERT_EQ(found.size(), wanted.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].heads, wanted[i].heads);
        EXPECT_EQ(found[i].score, wanted[i].score);
        EXPECT_EQ(found[i].unmet, wanted[i].unmet);
      }
      Sentence annotated = untagged;
      EXPECT_EQ(trained().annotate(annotated, request), wanted.front().unmet);
      EXPECT_EQ(annotated.heads(), wanted.front().heads);
    }
    request.time_limit = std::chrono::seconds(0);
    EXPECT_THROW(static_cast<void>(trained().best(tagged, request)), TimedOut);
    EXPECT_THROW(trained().annotate(tagged, request), TimedOut);
  }
}

TEST(Pipeline, TagsThatAreThereStay) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<Sentence> sentences = test::sample("test", 20);
  for (Sentence& sentence : sentences) {
    const Sentence gold = sentence;
    trained().annotate(sentence);
    for (Node word = 1; word <= sentence.size(); ++word) {
      EXPECT_EQ(sentence.upos(word), gold.upos(word));
      EXPECT_EQ(sentence.lemma(word), gold.lemma(word));
    }
  }
}

TEST(Pipeline, WithoutTagsThereIsNoTagger) {
  TEST_NEEDS_ONE_THREAD();
  const Pipeline pipeline = train_pipeline(without_tags(test::sample("train", 40)), {}, quick());
  EXPECT_FALSE(pipeline.tagger());
  EXPECT_FALSE(copy_through_file(pipeline).tagger());
  const std::vector<Sentence> sentences = pipeline.read("It rains.");
  EXPECT_EQ(sentences.front().upos(1), "_");
  const std::string card = make_card({}, score_pipeline(pipeline, test::sample("test", 5)));
  EXPECT_THAT(card, HasSubstr("LAS"));
  EXPECT_THAT(card, testing::Not(HasSubstr("UPOS"))) << "it does not fill the column";
}

TEST(Pipeline, TreesAreNotScoredWithoutGoldTrees) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<Sentence> gold = test::sample("test", 5);
  for (Sentence& sentence : gold) {
    for (Node word = 1; word <= sentence.size(); ++word) sentence.set(word, Field::kHead, "_");
  }
  const std::string card = make_card({}, score_pipeline(trained(), gold));
  EXPECT_THAT(card, HasSubstr("UPOS"));
  for (const char* const metric : {"UAS", "LAS", "BLEX"}) {
    EXPECT_THAT(card, testing::Not(HasSubstr(metric)));
  }
}

TEST(Pipeline, AParserAloneIsOne) {
  TEST_NEEDS_ONE_THREAD();
  const Pipeline pipeline = trained().parser();
  EXPECT_FALSE(pipeline.segmenter());
  EXPECT_THAT(test::message_of([&] { (void)pipeline.read(kText); }), HasSubstr("no segmenter"));
  const Pipeline by_rules = pipeline.with_segmenter(Segmenter::for_language("en"));
  EXPECT_EQ(by_rules.read("It rains. Why?").size(), 2U);
}

TEST(Pipeline, ATaggerAloneIsNone) {
  TEST_NEEDS_ONE_THREAD();
  const std::string bytes = trained().tagger()->bytes();
  EXPECT_THAT(
      test::message_of([&] { (void)Pipeline::from_memory(std::as_bytes(std::span(bytes))); }),
      HasSubstr("it is a tagger, not a parser"));
}

TEST(Pipeline, PartsAreTrainedInTheirOrder) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<TrainingPart> parts;
  TrainProgress progress;
  progress.on_stage = [&](const TrainingStage& stage) {
    if (parts.empty() || parts.back() != stage.part) parts.push_back(stage.part);
  };
  train_pipeline(test::sample("train", 20), {}, quick(), progress);
  EXPECT_THAT(parts, ElementsAre(TrainingPart::kSegmenter, TrainingPart::kTagger,
                                 TrainingPart::kPredictedTags, TrainingPart::kParser));
}

TEST(Pipeline, HooksAreForItsParser) {
  TEST_NEEDS_ONE_THREAD();
  TrainProgress progress;
  std::size_t updates = 0;
  std::size_t evaluations = 0;
  progress.after_updates = [&](int, std::size_t, const TrainingCounts&) { ++updates; };
  progress.after_evaluation = [&](EpochReport& report) {
    EXPECT_EQ(report.stage.part, TrainingPart::kParser);
    ++evaluations;
  };
  const PipelineOptions options = quick();
  train_pipeline(test::sample("train", 20), test::sample("dev", 5), options, progress);
  const auto epochs = static_cast<std::size_t>(options.parser.epochs.value());
  EXPECT_EQ(updates, 20 * epochs);
  EXPECT_EQ(evaluations, epochs);
}

/// The kind of tagger that is trained. It is known once its training begins, and then enough.
ScorerKind tagger_of(const PipelineOptions& options) {
  struct Enough {};
  std::size_t groups = 0;
  TrainProgress progress;
  // A network fills all columns at once, a linear tagger tags before lemmas.
  progress.on_stage = [&](const TrainingStage& stage) {
    if (stage.part != TrainingPart::kTagger) return;
    groups = stage.columns.back() == Field::kLemma ? 1 : 2;
    throw Enough();
  };
  try {
    train_pipeline(test::sample("train", 20), {}, options, progress);
  } catch (const Enough&) {
  }
  EXPECT_NE(groups, 0U);
  return groups == 1 ? ScorerKind::kRecurrent : ScorerKind::kLinear;
}

TEST(Pipeline, TheTaggerIsANetworkWhereTheParserIs) {
  TEST_NEEDS_ONE_THREAD();
  PipelineOptions options = quick();
  EXPECT_EQ(tagger_of(options), ScorerKind::kLinear);
  options.parser = {};
  options.parser.scorer = ScorerKind::kRecurrent;
  EXPECT_EQ(tagger_of(options), ScorerKind::kRecurrent);
  options.tagger = ScorerKind::kLinear;
  EXPECT_EQ(tagger_of(options), ScorerKind::kLinear);
  options.tagger = ScorerKind::kFeedForward;
  EXPECT_THROW(tagger_of(options), OptionError);
}

TEST(Pipeline, TheTaggerIsANetworkWhereAMemberIs) {
  TEST_NEEDS_ONE_THREAD();
  PipelineOptions options = quick();
  options.parser.fast = false;
  options.members = ensemble_members("arc-eager,swap", options.parser);
  EXPECT_EQ(tagger_of(options), ScorerKind::kLinear);
  options.members = ensemble_members("arc-eager,recurrent", options.parser);
  EXPECT_EQ(tagger_of(options), ScorerKind::kRecurrent);
  options.tagger = ScorerKind::kLinear;
  EXPECT_EQ(tagger_of(options), ScorerKind::kLinear);
}

TEST(Pipeline, ARecurrentTaggerThatIsCompleteIsNotTrainedAgain) {
  TEST_NEEDS_ONE_THREAD();
  const test::TemporaryDirectory directory;
  PipelineOptions options = quick();
  options.tagger = ScorerKind::kRecurrent;
  options.parser.checkpoint = directory / "checkpoint";
  options.parser.resume = true;
  const std::string of_tagger = directory / "checkpoint.tagger";
  EXPECT_THAT(checkpoints_of(options), ElementsAre(options.parser.checkpoint, of_tagger));
  struct Interrupted {};
  std::size_t resumed = 0;
  std::size_t trained = 0;
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport& report) {
    if (report.stage.part == TrainingPart::kTagger) ++(report.resumed ? resumed : trained);
  };
  progress.on_stage = [&](const TrainingStage& stage) {
    if (stage.part == TrainingPart::kPredictedTags) throw Interrupted();
  };
  const auto training = test::sample("train", 6);
  EXPECT_THROW(train_pipeline(training, {}, options, progress), Interrupted);
  EXPECT_GT(trained, 0U);
  EXPECT_EQ(resumed, 0U);
  EXPECT_THROW(train_pipeline(training, {}, options, progress), Interrupted);
  EXPECT_EQ(resumed, trained);
  options.tagger = ScorerKind::kLinear;
  EXPECT_THAT(checkpoints_of(options), ElementsAre(options.parser.checkpoint));
  options.parser.checkpoint.clear();
  options.tagger = ScorerKind::kRecurrent;
  EXPECT_THAT(checkpoints_of(options), testing::IsEmpty());
}

TEST(Pipeline, AParserThatChoosesTagsMayBeItsParser) {
  TEST_NEEDS_ONE_THREAD();
  PipelineOptions options = quick();
  options.parser.joint = true;
  const Pipeline pipeline = copy_through_file(
      train_pipeline(test::sample("train", 120), test::sample("dev", 20), options));
  EXPECT_FALSE(pipeline.parser().info().tags.empty());
  const std::vector<Sentence> sentences = pipeline.read("It rains.");
  EXPECT_EQ(sentences.front().upos(1), "PRON");
  // What is there does not matter: it chooses tags itself.
  std::vector<Sentence> tagged = test::sample("test", 10);
  std::vector<Sentence> untagged = without_tags(tagged);
  pipeline.annotate(tagged);
  pipeline.annotate(untagged);
  EXPECT_EQ(written(tagged), written(untagged));
  options.members = ensemble_members("2", options.parser);
  EXPECT_THROW(train_pipeline(tagged, {}, options), OptionError);
}

TEST(PipelineScores, AreThoseOfItsOutput) {
  TEST_NEEDS_ONE_THREAD();
  const auto gold = test::sample("test");
  const PipelineScores scores = score_pipeline(trained(), gold);
  std::vector<Sentence> words = without_tags(gold);
  trained().annotate(words);
  EXPECT_EQ(scores.words.percentage(Metric::kLas), evaluate(gold, words).percentage(Metric::kLas));
  EXPECT_EQ(scores.words.percentage(Metric::kWords), 100) << "they are given";
  const std::vector<Sentence> read = trained().read(reconstruct_text(gold));
  EXPECT_EQ(scores.text.percentage(Metric::kLas), evaluate(gold, read).percentage(Metric::kLas));
  EXPECT_GT(scores.text.percentage(Metric::kWords), 95);
  EXPECT_GT(scores.words_per_second, 0);
  EXPECT_THROW(score_pipeline(trained().parser(), gold), Error);
}

TEST(Card, SaysWhatAModelIs) {
  TEST_NEEDS_ONE_THREAD();
  const PipelineScores scores = score_pipeline(trained(), test::sample("test", 10));
  const std::string text =
      make_card({.about = "A sample.", .licence = "MIT", .date = "2025-01-31"}, scores);
  const auto card = nlohmann::json::parse(text);
  EXPECT_EQ(card["about"], "A sample.");
  EXPECT_FALSE(card.contains("scored_on"));
  EXPECT_NEAR(card["from_words"]["LAS"].get<double>(), scores.words.percentage(Metric::kLas), 0.01);
  EXPECT_FALSE(card["from_words"].contains("Sentences"));
  EXPECT_EQ(copy_through_file(trained().with_card(text)).card(), text);
  EXPECT_EQ(copy_through_file(trained()).card(), "null");
}

TEST(Card, ThatIsNoJsonIsAnError) {
  TEST_NEEDS_ONE_THREAD();
  ModelFileWriter writer;
  const std::string bytes = trained().bytes();
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "m");
  for (const std::string_view name : file.section_names()) writer.add(name, file.section(name));
  writer.add("card", "{");
  const std::string changed = writer.bytes();
  EXPECT_THAT(
      test::message_of([&] { (void)Pipeline::from_memory(std::as_bytes(std::span(changed))); }),
      HasSubstr("card"));
}

}  // namespace
}  // namespace panarc
