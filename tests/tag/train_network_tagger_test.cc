#include "tag/train_network_tagger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>

#include "evaluate/comparison.h"
#include "support/message_of.h"
#include "tag/small_plan.h"

namespace panarc {
namespace {

using test::bytes_of;
using test::sample;
using test::small_tagger_plan;
using test::train_small_tagger;

constexpr std::array kColumns{Field::kUpos, Field::kXpos, Field::kFeats, Field::kLemma};

Scores scores_of(const std::vector<Sentence>& gold, const std::vector<Sentence>& system) {
  Scores scores;
  SentenceComparison comparison;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    comparison.compare(gold[i], system[i]);
    scores.add(comparison);
  }
  return scores;
}

/// Every word has the tags that its form mostly has, and others those of most words.
std::vector<Sentence> with_most_frequent(std::vector<Sentence> sentences) {
  for (const Field column : kColumns) {
    std::map<std::string, std::map<std::string, int>> counts;
    for (const Sentence& sentence : sample("train")) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        ++counts[std::string(sentence.form(word))][std::string(sentence.field(word, column))];
        ++counts[""][std::string(sentence.field(word, column))];
      }
    }
    for (Sentence& sentence : sentences) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        const std::string form(sentence.form(word));
        const auto& of = counts.contains(form) ? counts[form] : counts[""];
        const auto best = std::ranges::max_element(of, {}, [](const auto& x) { return x.second; });
        sentence.set(word, column, best->first);
      }
    }
  }
  return sentences;
}

TEST(TrainNetworkTagger, LearnsToTag) {
  const std::vector<Sentence> gold = sample("test");
  NetworkTaggerPlan plan = small_tagger_plan(25);
  plan.network.optimizer.average = 0.95;
  plan.network.dropout = 0.3;
  plan.network.sizes.units = 32;
  plan.sizes.hidden = 32;
  const NetworkTagger tagger = train_network_tagger(sample("train"), sample("dev"), plan);
  const Scores scores = scores_of(gold, test::tagged(tagger, gold));
  const Scores trivial = scores_of(gold, with_most_frequent(gold));
  for (const Metric metric : {Metric::kUpos, Metric::kFeats, Metric::kLemma}) {
    EXPECT_GT(scores.percentage(metric), trivial.percentage(metric) + 2)
        << static_cast<int>(metric);
  }
}

TEST(TrainNetworkTagger, GivesTheSameTaggerWithAnyNumberOfThreads) {
  NetworkTaggerPlan plan = small_tagger_plan();
  plan.batch_words = 900;  // several parts
  plan.threads = 1;
  const std::string one = bytes_of(train_small_tagger(plan, 150));
  plan.threads = 2;
  EXPECT_EQ(bytes_of(train_small_tagger(plan, 150)), one);
  plan.seed = 2;
  EXPECT_NE(bytes_of(train_small_tagger(plan, 150)), one);
}

TEST(TrainNetworkTagger, GoesOnFromACheckpoint) {
  const auto path =
      std::filesystem::temp_directory_path() / ("tagger_checkpoint_" + std::to_string(::getpid()));
  NetworkTaggerPlan plan = small_tagger_plan(3);
  const std::string whole = bytes_of(train_small_tagger(plan));
  plan.checkpoint = path;
  plan.checkpoint_seconds = 0;
  plan.epochs = 2;
  train_small_tagger(plan);
  plan.epochs = 3;
  plan.resume = true;
  EXPECT_EQ(bytes_of(train_small_tagger(plan)), whole);
  plan.sizes.hidden = 11;
  EXPECT_THAT(test::message_of([&] { train_small_tagger(plan); }),
              testing::HasSubstr("different data or options"));
  std::filesystem::remove(path);
}

/// A vector says what the tag is.
TEST(TrainNetworkTagger, LearnsFromWordVectorsThatAreThere) {
  std::map<std::string, std::string> tags;
  for (const char* const part : {"train", "test"}) {
    for (const Sentence& sentence : sample(part)) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        tags.emplace(sentence.form(word), sentence.upos(word));
      }
    }
  }
  std::map<std::string, std::size_t> numbers;
  std::vector<std::string> words;
  for (const auto& [word, tag] : tags) {
    words.push_back(word);
    numbers.emplace(tag, numbers.size());
  }
  std::vector<float> vectors(words.size() * numbers.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    vectors[i * numbers.size() + numbers[tags[words[i]]]] = 1;
  }
  NetworkTaggerPlan plan = small_tagger_plan(4);
  plan.columns = {Field::kUpos};
  const auto score = [&] {
    const NetworkTagger tagger = train_small_tagger(plan, 100);
    return scores_of(sample("test"), test::tagged(tagger, sample("test")))
        .percentage(Metric::kUpos);
  };
  const double without = score();
  plan.embeddings = std::make_shared<const Embeddings>(Embeddings(words, vectors));
  EXPECT_GT(score(), without + 2);
}

TEST(TrainNetworkTagger, NeedsSomethingToLearn) {
  const NetworkTaggerPlan plan = small_tagger_plan();
  EXPECT_THAT(test::message_of([&] { train_network_tagger({}, {}, plan); }),
              testing::HasSubstr("no sentence"));
  std::vector<Sentence> bare = sample("train", 3);
  for (Sentence& sentence : bare) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      for (const Field column : kColumns) sentence.set(word, column, "_");
    }
  }
  EXPECT_THAT(test::message_of([&] { train_network_tagger(bare, {}, plan); }),
              testing::HasSubstr("no tags"));
}

}  // namespace
}  // namespace panarc
