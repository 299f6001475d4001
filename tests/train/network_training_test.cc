#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>

#include "io/model_file.h"
#include "panarc/constraint.h"
#include "panarc/parser.h"
#include "panarc/pipeline.h"
#include "support/groups.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "support/slowdown.h"
#include "support/systems.h"
#include "support/with_section.h"
#include "train/rules.h"
#include "train/training.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

constexpr NetworkSizes kSmall{.form = 16,
                              .tag = 12,
                              .character = 6,
                              .character_units = 6,
                              .units = 20,
                              .layers = 1,
                              .state = 24,
                              .state_second = 12,
                              .label = 12};

NetworkSizes small_sizes(ScorerKind kind) {
  NetworkSizes sizes = kSmall;
  if (kind == ScorerKind::kFeedForward) sizes.units = sizes.layers = 0;
  return sizes;
}

TrainingPlan small_plan(ScorerKind kind, int epochs = 2) {
  TrainingPlan plan =
      standard_plan(kind == ScorerKind::kFeedForward ? Trained::kFeedForward : Trained::kRecurrent);
  plan.network.sizes = small_sizes(kind);
  plan.network.optimizer.rate = 0.01;
  plan.network.dropout = 0.1;
  plan.batch_words = 120;
  plan.epochs = epochs;
  plan.patience = 0;
  return plan;
}

Model train_small(const TrainingPlan& plan, std::size_t sentences = 60) {
  return train_model(test::sample("train", sentences), test::sample("dev", 30), plan);
}

/// One model of each kind for the tests that only use it.
const Model& small_model(ScorerKind kind) {
  static std::map<ScorerKind, Model> models;
  const auto found = models.find(kind);
  if (found != models.end()) return found->second;
  return models.emplace(kind, train_small(small_plan(kind, 4), 150)).first->second;
}

constexpr ScorerKind kNetworks[] = {ScorerKind::kFeedForward, ScorerKind::kRecurrent};

std::string name_of_kind(const testing::TestParamInfo<ScorerKind>& info) {
  return info.param == ScorerKind::kFeedForward ? "FeedForward" : "Recurrent";
}

class NetworkTraining : public testing::TestWithParam<ScorerKind> {};
INSTANTIATE_TEST_SUITE_P(All, NetworkTraining, testing::ValuesIn(kNetworks), name_of_kind);
class NetworkModel : public NetworkTraining {};
INSTANTIATE_TEST_SUITE_P(All, NetworkModel, testing::ValuesIn(kNetworks), name_of_kind);

std::vector<Sentence> parsed(const Model& model, std::vector<Sentence> sentences) {
  ModelParser parser(model);
  for (Sentence& sentence : sentences) parser.parse(sentence);
  return sentences;
}

std::string text_of(const std::vector<Sentence>& sentences) {
  std::string text;
  for (const Sentence& sentence : sentences) sentence.append_to(text);
  return text;
}

TEST_P(NetworkTraining, LearnsToParse) {
  const Model model =
      train_model(test::sample("train"), test::sample("dev"), small_plan(GetParam(), 6));
  EXPECT_GT(test::score(model, test::sample("test")), 65);
  EXPECT_TRUE(model.calibration().has_value());
}

TEST_P(NetworkTraining, LearnsFromAsFewSentencesAsThereAre) {
  for (std::size_t sentences = 1; sentences <= 3; ++sentences) {
    const std::vector<Sentence> training = test::sample("train", sentences);
    for (const auto& dev : {std::vector<Sentence>(), training}) {
      TrainingPlan plan = small_plan(GetParam(), 100);
      // All sentences of the training data, and each by itself.
      plan.batch_words = dev.empty() ? 120 : 1;
      EXPECT_EQ(test::score(train_model(training, dev, plan), training), 100) << sentences;
    }
  }
}

/// Andor et al. (2016): first state by state, then with probabilities of whole derivations.
TEST_P(NetworkTraining, LearnsFromWholeBeams) {
  TEST_NEEDS_ONE_THREAD();
  const auto greedy = std::make_shared<const Model>(small_model(GetParam()));
  TrainOptions options;
  options.from = Parser(greedy);
  options.strategy = "earlyNDrestart";
  options.beam = 4;
  TrainingPlan plan = plan_of(options);
  EXPECT_FALSE(plan.network.normalized);
  plan.network.optimizer.rate = 0.01;
  plan.batch_words = 120;
  plan.epochs = 6;
  const Model global = train_small(plan, 150);
  const std::string bytes = global.bytes();
  const Model loaded = Model::load(std::as_bytes(std::span(bytes)), "a model");
  const auto sentences = test::sample("test");
  EXPECT_EQ(text_of(parsed(loaded, sentences)), text_of(parsed(global, sentences)));
  EXPECT_GT(test::score(global, sentences), 65);
  // Scores of a state are no longer logarithms of probabilities.
  const auto score_of = [&](const Model& model) {
    ModelParser parser(model);
    parser.read(sentences[0]);
    return parser.find(sentences[0], {}).front().score;
  };
  EXPECT_LT(score_of(*greedy), 0);
  EXPECT_NE(score_of(global), score_of(*greedy));
}

/// A vector says what the tag is, where there is no tag.
TEST_P(NetworkTraining, LearnsFromWordVectorsThatAreThere) {
  TEST_NEEDS_ONE_THREAD();
  const auto without_tags = [](const std::string& part, std::size_t count) {
    std::vector<Sentence> sentences = test::sample(part, count);
    for (Sentence& sentence : sentences) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        for (const Field field : {Field::kUpos, Field::kXpos, Field::kFeats, Field::kLemma}) {
          sentence.set(word, field, "_");
        }
      }
    }
    return sentences;
  };
  std::map<std::string, std::string> tags;
  for (const char* const part : {"train", "test"}) {
    for (const Sentence& sentence : test::sample(part)) {
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
  TrainingPlan plan = small_plan(GetParam(), 6);
  const auto score = [&] {
    const Model model = train_model(without_tags("train", 300), without_tags("dev", 30), plan);
    const std::string bytes = model.bytes();
    const Model loaded = Model::load(std::as_bytes(std::span(bytes)), "a model");
    return test::score(loaded, without_tags("test", 100));
  };
  const double without = score();
  plan.embeddings = std::make_shared<const Embeddings>(Embeddings(words, vectors));
  EXPECT_GT(score(), without + 3);
}

TEST_P(NetworkTraining, GivesTheSameModelWithAnyNumberOfThreads) {
  TrainingPlan plan = small_plan(GetParam());
  plan.batch_words = 900;  // several parts
  plan.threads = 1;
  const std::string one = train_small(plan, 150).bytes();
  plan.threads = 3;
  EXPECT_EQ(train_small(plan, 150).bytes(), one);
  plan.seed = 2;
  EXPECT_NE(train_small(plan, 150).bytes(), one);
}

TEST_P(NetworkTraining, GoesOnFromACheckpoint) {
  const auto path =
      std::filesystem::temp_directory_path() / ("network_checkpoint_" + std::to_string(::getpid()));
  TrainingPlan plan = small_plan(GetParam(), 3);
  const std::string whole = train_small(plan).bytes();
  plan.checkpoint = path;
  plan.checkpoint_seconds = 0;
  plan.epochs = 2;
  train_small(plan);
  plan.epochs = 3;
  plan.resume = true;
  EXPECT_EQ(train_small(plan).bytes(), whole);
  plan.network.sizes.state = 21;
  EXPECT_THAT(test::message_of([&] { train_small(plan); }),
              testing::HasSubstr("different data or options"));
  std::filesystem::remove(path);
}

class NetworkSystem : public testing::TestWithParam<std::string> {};

TEST_P(NetworkSystem, CanBeTrained) {
  for (const ScorerKind kind : kNetworks) {
    const Direction direction =
        kind == ScorerKind::kRecurrent ? Direction::kLeftToRight : Direction::kRightToLeft;
    TrainingPlan plan = small_plan(kind, 1);
    const TrainingPlan of_system = test::options_of(GetParam());
    plan.model.system = GetParam();
    plan.model.transitions = of_system.model.transitions;
    plan.model.direction = direction;
    const Model model = train_small(plan, 30);
    for (const Sentence& sentence : parsed(model, test::sample("test", 10))) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        EXPECT_TRUE(system_record(GetParam()).partial || sentence.head(word) != kNoHead);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, NetworkSystem, testing::ValuesIn(test::all_systems()),
                         test::name_of_parameter);

/// Sentences with words, tags and labels that the model has not seen.
std::vector<Sentence> other_sentences() {
  std::vector<Sentence> sentences = test::sample("dev", 30);
  for (Sentence& sentence : sentences) {
    sentence.set(1, Field::kForm, "ßnøt");
    sentence.set(1, Field::kUpos, "NEW");
    sentence.set_deprel(1, "new");
  }
  return sentences;
}

TEST_P(NetworkTraining, BeginsWithWhatAModelKnows) {
  TrainingPlan plan = small_plan(GetParam(), 1);
  plan.from = std::make_shared<const Model>(small_model(GetParam()));
  // Steps so small that nothing changes.
  plan.network.optimizer.rate = 1e-9;
  const Model same = train_model(other_sentences(), {}, plan);
  EXPECT_GT(same.labels().names.size(), small_model(GetParam()).labels().names.size());
  const auto sentences = test::sample("test", 40);
  EXPECT_TRUE(text_of(parsed(same, sentences)) ==
              text_of(parsed(small_model(GetParam()), sentences)));
  plan.network.optimizer.rate = 0.01;
  plan.epochs = 20;
  const Model other = train_model(other_sentences(), {}, plan);
  const auto learnt = parsed(other, other_sentences());
  EXPECT_GT(std::ranges::count_if(
                learnt, [](const Sentence& sentence) { return sentence.deprel(1) == "new"; }),
            20);
}

TEST_P(NetworkModel, IsTheSameAfterSavingAndLoading) {
  const std::string bytes = small_model(GetParam()).bytes();
  const Model loaded = Model::load(std::as_bytes(std::span(bytes)), "a model");
  EXPECT_EQ(loaded.bytes(), bytes);
  EXPECT_EQ(text_of(parsed(loaded, test::sample("test"))),
            text_of(parsed(small_model(GetParam()), test::sample("test"))));
  EXPECT_EQ(loaded.options().scorer, GetParam());
}

TEST_P(NetworkModel, ReadsManySentencesAsItReadsOne) {
  const std::vector<Sentence> sentences = test::sample("test");
  ModelParser one(small_model(GetParam()));
  ModelParser many(small_model(GetParam()));
  std::vector<const Sentence*> ahead;
  ahead.reserve(sentences.size());
  for (const Sentence& sentence : sentences) ahead.push_back(&sentence);
  many.read_ahead(ahead);
  for (const Sentence& sentence : sentences) {
    one.read(sentence);
    many.read(sentence);
    const Parse alone = one.find(sentence, {}).front();
    const Parse together = many.find(sentence, {}).front();
    EXPECT_EQ(alone.heads, together.heads);
    EXPECT_EQ(alone.labels, together.labels);
    EXPECT_EQ(alone.score, together.score);
  }
}

TEST_P(NetworkModel, EndsInTimeAndReadsAgain) {
  const std::vector<Sentence> sentences = test::sample("test");
  std::vector<Sentence::Word> words;
  while (words.size() < 3000) {
    for (const Sentence& sentence : sentences) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        words.push_back({.form = sentence.form(word), .upos = sentence.upos(word)});
      }
    }
  }
  const Sentence sentence = Sentence::from_words(words);
  const auto model = std::make_shared<const Model>(small_model(GetParam()));
  const Parser parser(model);
  for (const int milliseconds : {0, 1, 5, 20, 60}) {
    const std::clock_t start = std::clock();
    try {
      static_cast<void>(
          parser.best(sentence, {.time_limit = std::chrono::milliseconds(milliseconds)}));
    } catch (const TimedOut&) {  // as it may, if the machine is slow enough
    }
    EXPECT_LT(std::clock() - start,
              (milliseconds + 250 * test::kSlowdown) * (CLOCKS_PER_SEC / 1000));
  }
  EXPECT_THROW(static_cast<void>(parser.best(sentence, {.time_limit = std::chrono::seconds(0)})),
               TimedOut);
  EXPECT_EQ(parser.best(sentence).front().heads, Parser(model).best(sentence).front().heads);
}

TEST_P(NetworkModel, ParsesUnderConstraintsWithABeamAndWithConfidence) {
  const Parser parser(std::make_shared<const Model>(small_model(GetParam())), {.beam = 4});
  for (const Sentence& sentence : test::sample("test", 20)) {
    const auto trees = parser.best(sentence, {.trees = 4, .confidence = true});
    ASSERT_FALSE(trees.empty());
    for (std::size_t i = 1; i < trees.size(); ++i) EXPECT_LE(trees[i].score, trees[i - 1].score);
    for (std::size_t word = 1; word < trees[0].confidence.size(); ++word) {
      EXPECT_GT(trees[0].confidence[word], 0);
      EXPECT_LE(trees[0].confidence[word], 1);
    }
    std::vector<KnownWord> known = nothing_known(sentence);
    known[1].heads = {{sentence.head(1), {}}};
    const auto met = parser.best(sentence, {.constraints = known});
    EXPECT_EQ(met[0].heads[1], sentence.head(1));
  }
}

TEST_P(NetworkModel, HasNoTemplatesToLeaveOut) {
  EXPECT_THAT(test::message_of([&] { return small_model(GetParam()).with_delexicalized(true); }),
              testing::HasSubstr("templates"));
}

/// The model with one section replaced, or left out.
Model altered(ScorerKind kind, const std::string& section,
              const std::optional<std::string>& content) {
  const std::string other = test::with_section(small_model(kind).bytes(), section, content);
  return Model::load(std::as_bytes(std::span(other)), "a model");
}

std::string bytes_of(const ModelFile& file, const std::string& section) {
  return std::string(file.text(section));
}

/// With the right checksum, so that it is not noticed by that.
TEST_P(NetworkModel, AnyChangeIsAnErrorOrParses) {
  TEST_NEEDS_ONE_THREAD();
  const std::string bytes = small_model(GetParam()).bytes();
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a model");
  std::mt19937 random(7);
  const auto sentences = test::sample("test", 2);
  int refused = 0;
  int accepted = 0;
  for (const std::string_view section : file.section_names()) {
    for (int round = 0; round < 40; ++round) {
      std::string content = bytes_of(file, std::string(section));
      if (content.empty()) continue;
      switch (random() % 3) {
        case 0: {
          char& byte = content[random() % content.size()];
          byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random() % 8));
          break;
        }
        case 1:
          content[random() % content.size()] = static_cast<char>(random());
          break;
        default:
          content.resize(random() % content.size());
      }
      try {
        const Model model = altered(GetParam(), std::string(section), content);
        for (const Sentence& sentence : parsed(model, sentences)) {
          EXPECT_EQ(find_cycle(sentence.heads()), kNoHead);
        }
        ++accepted;
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(accepted, 20);
}

TEST_P(NetworkModel, SectionsThatMakeNoSenseAreAnError) {
  const std::string bytes = small_model(GetParam()).bytes();
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a model");
  for (const char* const section :
       {"network.parameters", "network.forms", "network.characters", "network.upos"}) {
    std::string content = bytes_of(file, section);
    EXPECT_THROW(altered(GetParam(), section, content.substr(8)), Error) << section;
    EXPECT_THROW(altered(GetParam(), section, content.substr(1)), Error) << section;
    EXPECT_THROW(altered(GetParam(), section, std::nullopt), Error) << section;
    EXPECT_THROW(altered(GetParam(), section, content + content), Error) << section;
  }
  std::string parameters = bytes_of(file, "network.parameters");
  for (const float value : {std::nanf(""), INFINITY, 1e30F}) {
    std::memcpy(parameters.data() + 400, &value, sizeof(value));
    EXPECT_THROW(altered(GetParam(), "network.parameters", parameters), Error);
  }
  std::string options = bytes_of(file, "options");
  for (const char* const size : {"word_units", "word_layers", "label_units"}) {
    std::string other = options;
    other.replace(other.find(size), 1, "W");
    EXPECT_THROW(altered(GetParam(), "options", other), Error) << size;
  }
  const std::string name(kScorerNames.of(GetParam()));
  const bool recurrent = GetParam() == ScorerKind::kRecurrent;
  options.replace(options.find(name), name.size(), recurrent ? "feed-forward" : "recurrent");
  EXPECT_THROW(altered(GetParam(), "options", options), Error);
}

}  // namespace
}  // namespace panarc
