#include "panarc/tagger.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "evaluate/comparison.h"
#include "io/model_file.h"
#include "panarc/error.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "tag/linear_tagger.h"

namespace panarc {
namespace {

using testing::HasSubstr;

constexpr std::array kTagged{Field::kLemma, Field::kUpos, Field::kXpos, Field::kFeats};

/// A copy without what a tagger is to find.
Sentence without_tags(const Sentence& sentence) {
  Sentence copy = sentence;
  for (Node word = 1; word <= copy.size(); ++word) {
    for (const Field column : kTagged) copy.set(word, column, "_");
  }
  return copy;
}

Scores score(const Tagger& tagger, std::span<const Sentence> gold) {
  Scores scores;
  SentenceComparison comparison;
  for (const Sentence& sentence : gold) {
    Sentence tagged = without_tags(sentence);
    tagger.tag(tagged);
    comparison.compare(sentence, tagged);
    scores.add(comparison);
  }
  return scores;
}

std::string tagged_sample(const Tagger& tagger) {
  std::string text;
  for (const Sentence& sentence : test::sample("test", 20)) {
    Sentence tagged = without_tags(sentence);
    tagger.tag(tagged);
    tagged.append_to(text);
  }
  return text;
}

TrainOptions quick(std::size_t threads = 1) {
  TrainOptions options;
  options.epochs = 5;
  options.threads = threads;
  return options;
}

const Tagger& trained() {
  static const Tagger tagger = train_tagger(test::sample("train"), test::sample("dev"), quick());
  return tagger;
}

std::span<const std::byte> as_span(const std::string& bytes) {
  return std::as_bytes(std::span(bytes));
}

TEST(Tagger, LearnsTheSample) {
  const auto columns = trained().columns();
  EXPECT_EQ(columns.front(), Field::kUpos);
  EXPECT_EQ(columns.back(), Field::kLemma);
  const Scores scores = score(trained(), test::sample("test"));
  // The most frequent tag of each word comes to less.
  EXPECT_GT(scores.percentage(Metric::kUpos), 92);
  EXPECT_GT(scores.percentage(Metric::kFeats), 90);
  EXPECT_GT(scores.percentage(Metric::kLemma), 92);
}

TEST(Tagger, IsTheSameForAnyNumberOfThreads) {
  const Tagger other = train_tagger(test::sample("train"), test::sample("dev"), quick(2));
  EXPECT_EQ(trained().bytes(), other.bytes());
}

TEST(Tagger, EveryStrategyTrainsOne) {
  const auto training = test::sample("train", 60);
  const auto held_out = test::sample("test", 40);
  for (const std::string& name : strategy_names()) {
    TrainOptions options = quick();
    options.strategy = name;
    options.beam = 4;
    const Tagger tagger = train_tagger(training, {}, options);
    EXPECT_GT(score(tagger, held_out).percentage(Metric::kUpos), 70) << name;
  }
}

TEST(Tagger, IsLoadedAsItWasSaved) {
  const std::string bytes = trained().bytes();
  const Tagger loaded = Tagger::from_memory(as_span(bytes));
  EXPECT_EQ(tagged_sample(loaded), tagged_sample(trained()));
  EXPECT_EQ(loaded.bytes(), bytes);
}

TEST(Tagger, TagsTextOfAnyKind) {
  for (const char* const form : {"x", "_", "ﷺ", "😀😀", "İstanbul", "--", "a b", "\xC2\xA0"}) {
    const Sentence::Word word{.form = form};
    Sentence sentence = Sentence::from_words(std::span(&word, 1));
    trained().tag(sentence);
    EXPECT_NE(sentence.upos(1), "_") << form;
  }
}

TEST(Tagger, AnyChangeOfAFileIsAnErrorOrATagger) {
  const std::string bytes = trained().bytes();
  const ModelFile whole = ModelFile::from_memory(as_span(bytes), "whole");
  std::mt19937 random(1);
  const auto changed = [&](std::string_view section) {
    ModelFileWriter writer;
    for (const std::string_view name : whole.section_names()) {
      std::string contents(whole.text(name));
      if (name == section && !contents.empty()) {
        for (int i = 0; i < 3; ++i) {
          char& byte = contents[random() % contents.size()];
          byte = static_cast<char>(static_cast<unsigned>(byte) ^ (1U << (random() % 8U)));
        }
      }
      writer.add(name, contents);
    }
    return writer.bytes();
  };
  const Sentence sentence = without_tags(test::sample("test", 1).front());
  std::size_t errors = 0;
  for (const std::string_view section : whole.section_names()) {
    for (int i = 0; i < 20; ++i) {
      const std::string other = changed(section);
      try {
        const Tagger tagger = Tagger::from_memory(as_span(other), "changed");
        Sentence copy = sentence;
        tagger.tag(copy);
      } catch (const Error& error) {
        EXPECT_EQ(error.place().file, "changed") << error.what();
        ++errors;
      }
    }
  }
  EXPECT_GT(errors, 0U);
}

TEST(Tagger, RefusesOptionsOfParsers) {
  TrainOptions options;
  options.system = "arc-eager";
  EXPECT_THAT(test::message_of([&] { train_tagger(test::sample("train", 5), {}, options); }),
              HasSubstr("for parsers only, not for taggers"));
}

/// The option that is refused; nothing if none is.
std::string refused(const std::function<void(TrainOptions&)>& say) {
  TrainOptions options;
  say(options);
  try {
    check_tagger_options(options);
  } catch (const OptionError& error) {
    return error.option();
  }
  return "";
}

TEST(Tagger, RefusesNumbersThatAreOutOfRange) {
  using Options = TrainOptions;
  const auto of_network = [](const std::function<void(Options&)>& say) {
    return refused([&](Options& o) {
      o.scorer = ScorerKind::kRecurrent;
      say(o);
    });
  };
  EXPECT_EQ(of_network([](Options& o) { o.layers = 16; }), "");
  EXPECT_EQ(of_network([](Options& o) { o.layers = 17; }), "layers");
  EXPECT_EQ(of_network([](Options& o) { o.layers = 0; }), "layers");
  EXPECT_EQ(of_network([](Options& o) { o.units = 4096; }), "");
  EXPECT_EQ(of_network([](Options& o) { o.units = 5000; }), "units");
  EXPECT_EQ(refused([](Options& o) { o.beam = 0; }), "beam");
  EXPECT_EQ(refused([](Options& o) { o.threads = 0; }), "threads");
  EXPECT_EQ(refused([](Options& o) { o.epochs = 0; }), "epochs");
}

TEST(Tagger, RefusesStrategiesThatAreNotThere) {
  EXPECT_EQ(refused([](TrainOptions& o) { o.strategy = "greedyn"; }), "");
  EXPECT_EQ(refused([](TrainOptions& o) { o.strategy = "lazy"; }), "strategy");
}

/// Words whose tags follow from their endings.
std::vector<Sentence> words_with_telling_endings() {
  std::vector<Sentence> sentences;
  for (const char* const stem : {"ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu"}) {
    for (const auto& [ending, tags] : std::map<std::string, std::string>{
             {"am", "A\tX"}, {"en", "A\tY"}, {"is", "B\tX"}, {"op", "B\tY"}}) {
      sentences.push_back(Sentence::from_text(
          fmt::format("1\t{}{}\t_\t{}\t_\t_\t_\t_\t_\n\n", stem, ending, tags)));
    }
  }
  return sentences;
}

TEST(Tagger, LearnsTagsOfWhichThereAreAsManyAsParts) {
  const std::vector<Sentence> sentences = words_with_telling_endings();
  TrainOptions options;
  options.rare_count = 0;
  const Tagger tagger = train_tagger(sentences, {}, options);
  for (Sentence sentence : sentences) {
    const std::string gold(sentence.xpos(1));
    tagger.tag(sentence);
    EXPECT_EQ(sentence.xpos(1), gold) << sentence.form(1);
  }
}

/// The losses of all models of a tagger in their only epoch.
std::vector<double> losses_with_seed(std::uint64_t seed) {
  TrainOptions options;
  options.seed = seed;
  options.epochs = 1;
  std::vector<double> losses;
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport& epoch) { losses.push_back(epoch.counts.loss); };
  (void)train_tagger(test::sample("train", 40), {}, options, progress);
  return losses;
}

TEST(Tagger, TwoSeedsHaveNoModelInCommon) {
  const std::vector<double> one = losses_with_seed(1);
  const std::vector<double> two = losses_with_seed(2);
  ASSERT_EQ(one.size(), 10U);
  for (const double loss : two) EXPECT_THAT(one, testing::Not(testing::Contains(loss)));
}

TEST(Tagger, AGlobalStrategyHasABeam) {
  TrainOptions options;
  options.strategy = "earlyND";
  options.epochs = 1;
  EXPECT_EQ(train_tagger(test::sample("train", 20), {}, options).info().beam, 8U);
}

TEST(Tagger, RefusesOptionsThatContradictEachOther) {
  using Options = TrainOptions;
  EXPECT_EQ(refused([](Options& o) { o.violation = Strategy::Violation::kEarly; }), "violation");
  EXPECT_EQ(refused([](Options& o) { o.negative = Strategy::Negative::kRandom; }), "negative");
  EXPECT_EQ(refused([](Options& o) { o.aggressiveness = 1; }), "aggressiveness");
  EXPECT_EQ(refused([](Options& o) { o.embeddings = "vectors.txt"; }), "embeddings");
  EXPECT_EQ(refused([](Options& o) {
              o.strategy = "maxv";
              o.loss = LossKind::kLikelihood;
            }),
            "loss");
}

TEST(Tagger, RefusesWhatItWouldNotUse) {
  using Options = TrainOptions;
  EXPECT_EQ(refused([](Options& o) { o.fast = true; }), "fast");
  EXPECT_EQ(refused([](Options& o) { o.joint = true; }), "joint");
  EXPECT_EQ(refused([](Options& o) { o.checkpoint = "file"; }), "checkpoint");
  EXPECT_EQ(refused([](Options& o) { o.checkpoint_at_end = true; }), "checkpoint_at_end");
  EXPECT_EQ(refused([](Options& o) { o.resume = true; }), "resume");
  EXPECT_EQ(refused([](Options& o) {
              o.scorer = ScorerKind::kRecurrent;
              o.checkpoint = "file";
              o.checkpoint_at_end = true;
              o.resume = true;
            }),
            "");
  const std::map<std::string, std::function<void(Options&)>> for_linear_taggers{
      {"oracle", [](Options& o) { o.oracle = Strategy::Reference::kStatic; }},
      {"beam", [](Options& o) { o.beam = 2; }},
      {"restart", [](Options& o) { o.restart = true; }},
      {"explore", [](Options& o) { o.explore = 0.5; }},
      {"explore_after", [](Options& o) { o.explore_after = 1; }},
      {"positive", [](Options& o) { o.positive = Strategy::Positive::kRandom; }},
      {"time_limit", [](Options& o) { o.time_limit = 5; }},
      {"reset_every", [](Options& o) { o.reset_every = 5; }},
      {"loss", [](Options& o) { o.loss = LossKind::kPassiveAggressive; }},
  };
  for (const auto& [option, say] : for_linear_taggers) {
    EXPECT_EQ(refused(say), "") << option;
    const auto say_of_network = [&say = say](Options& o) {
      o.scorer = ScorerKind::kRecurrent;
      say(o);
    };
    EXPECT_EQ(refused(say_of_network), option);
  }
}

TEST(Tagger, ANetworkIsTakenOverFromTheCheckpointOfAFinishedTraining) {
  const std::string file =
      std::filesystem::temp_directory_path() / fmt::format("tagger_resume_{}", ::getpid());
  TrainOptions options = quick();
  options.scorer = ScorerKind::kRecurrent;
  options.units = 8;
  options.layers = 1;
  options.epochs = 2;
  options.checkpoint = file;
  options.checkpoint_at_end = true;
  options.resume = true;
  std::vector<bool> resumed;
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport& report) { resumed.push_back(report.resumed); };
  const auto train = [&] {
    return train_tagger(test::sample("train", 20), test::sample("dev", 5), options, progress)
        .bytes();
  };
  const std::string first = train();
  EXPECT_EQ(train(), first);
  EXPECT_THAT(resumed, testing::ElementsAre(false, false, true, true));
  std::filesystem::remove(file);
}

TEST(Tagger, ChecksTheFileOfTemplates) {
  EXPECT_EQ(refused([](TrainOptions& o) { o.features = "rich"; }), "features");
  const std::string file =
      std::filesystem::temp_directory_path() / fmt::format("tagger_test_{}", ::getpid());
  const auto message = [&](const std::string& templates) {
    std::ofstream(file) << templates;
    TrainOptions options;
    options.features = file;
    return test::message_of([&] { check_tagger_options(options); });
  };
  EXPECT_EQ(message("b0.form s0.tag\n"), "no error");
  EXPECT_THAT(message("b0.form\ns0.nothing\n"), testing::StartsWith(file + ":2:"));
  EXPECT_THAT(message("s0.label\n"), testing::StartsWith(file + ": the template s0.label"));
  EXPECT_THAT(message("b0.form+b1.upos\n"),
              HasSubstr("asks for b1.upos, which is to be predicted"));
  EXPECT_THAT(message("b0.embedding\n"), HasSubstr("there are no vectors"));
  std::filesystem::remove(file);
}

TEST(Tagger, RefusesTemplatesThatAskForTrees) {
  const auto message = [](const std::string& templates) {
    return test::message_of([&] { tagging_templates(templates); });
  };
  EXPECT_EQ(message("b0.form s0.tag+b1.suffix3 b0p.form"), "no error");
  EXPECT_THAT(message("s0.label"), HasSubstr("asks for s0.label"));
  EXPECT_THAT(message("s0h.form"), HasSubstr("asks for s0h.form"));
  EXPECT_THAT(message("b0.tag"), HasSubstr("asks for b0.tag"));
  EXPECT_THAT(message("history1"), HasSubstr("asks for history1"));
}

TEST(Tagger, NeedsTags) {
  std::vector<Sentence> training;
  for (const Sentence& sentence : test::sample("train", 5)) {
    training.push_back(without_tags(sentence));
  }
  EXPECT_THAT(test::message_of([&] { train_tagger(training, {}); }),
              HasSubstr("there are no tags to learn from"));
  EXPECT_EQ(test::message_of([&] { train_tagger({}, {}); }), "there is no sentence to train on");
}

TEST(Tagger, EpochsAreComparedByTheColumnsOfTheDevelopmentData) {
  const std::vector<Sentence> training = test::sample("train", 40);
  std::vector<Sentence> dev;
  for (const Sentence& sentence : test::sample("dev", 10)) dev.push_back(without_tags(sentence));
  const auto train = [&](ScorerKind scorer) {
    TrainOptions options;
    options.scorer = scorer;
    options.epochs = 1;
    return train_tagger(training, dev, options);
  };
  for (const ScorerKind scorer : {ScorerKind::kLinear, ScorerKind::kRecurrent}) {
    EXPECT_THAT(test::message_of([&] { train(scorer); }),
                HasSubstr("nothing to compare epochs by"));
  }
  dev.front().set(1, Field::kUpos, "NOUN");
  for (const ScorerKind scorer : {ScorerKind::kLinear, ScorerKind::kRecurrent}) {
    const std::string report = train(scorer).info().report;
    EXPECT_THAT(report, HasSubstr("\"UPOS\""));
    EXPECT_THAT(report, testing::Not(HasSubstr("\"FEATS\"")));
    EXPECT_THAT(report, testing::Not(HasSubstr("\"LEMMA\"")));
  }
}

}  // namespace
}  // namespace panarc
