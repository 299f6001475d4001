#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "panarc/constraint.h"
#include "panarc/parser.h"
#include "panarc/scheme.h"
#include "support/groups.h"
#include "train/training.h"
#include "treebank/mirror.h"

// Reading from right to left is reading mirrored sentences from left to right.

namespace panarc {
namespace {

using test::options_of;

Sentence mirrored_sentence(const Sentence& sentence) {
  std::string text;
  for (Node word = sentence.size(); word > 0; --word) {
    const Node head = mirrored(sentence.head(word), sentence.size());
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t_\t_\n", mirrored(word, sentence.size()),
                        sentence.form(word), sentence.lemma(word), sentence.upos(word),
                        sentence.xpos(word), sentence.feats(word),
                        head == kNoHead ? "_" : fmt::format("{}", head), sentence.deprel(word));
  }
  return Sentence::from_text(text + '\n');
}

std::vector<Sentence> mirrored_sentences(const std::vector<Sentence>& sentences) {
  std::vector<Sentence> result;
  for (const Sentence& sentence : sentences) result.push_back(mirrored_sentence(sentence));
  return result;
}

/// Some heads are missing.
std::vector<Sentence> gapped_sample(const char* part, std::size_t count) {
  std::vector<Sentence> sentences = test::sample(part, count);
  for (Sentence& sentence : sentences) {
    for (Node word = 3; word <= sentence.size(); word += 7) sentence.set_head(word, kNoHead);
  }
  return sentences;
}

/// One parser reads from right to left, the other one mirrored sentences; they learn the same.
struct Pair {
  Parser right_to_left;
  Parser of_mirrored;
};

Pair train_pair(TrainingPlan plan, const std::vector<Sentence>& training,
                const std::vector<Sentence>& dev) {
  const Model of_mirrored =
      train_model(mirrored_sentences(training), mirrored_sentences(dev), plan);
  plan.model.direction = Direction::kRightToLeft;
  const Model right_to_left = train_model(training, dev, plan);
  EXPECT_EQ(right_to_left.weights().fingerprint(), of_mirrored.weights().fingerprint());
  return {Parser(std::make_shared<const Model>(right_to_left)),
          Parser(std::make_shared<const Model>(of_mirrored))};
}

void expect_mirrored(const ScoredTree& tree, const ScoredTree& other) {
  EXPECT_EQ(tree.score, other.score);
  const int words = static_cast<int>(tree.heads.size()) - 1;
  for (Node word = 1; word <= words; ++word) {
    const auto index = static_cast<std::size_t>(word);
    const auto mirrored_index = static_cast<std::size_t>(mirrored(word, words));
    EXPECT_EQ(tree.heads[index], mirrored(other.heads[mirrored_index], words));
    EXPECT_EQ(tree.labels[index], other.labels[mirrored_index]);
  }
}

void expect_mirrored_trees(const Pair& pair, const Sentence& sentence) {
  const auto trees = pair.right_to_left.best(sentence, {.trees = 3});
  const auto others = pair.of_mirrored.best(mirrored_sentence(sentence), {.trees = 3});
  ASSERT_EQ(trees.size(), others.size());
  for (std::size_t i = 0; i < trees.size(); ++i) expect_mirrored(trees[i], others[i]);
}

class Directions : public testing::TestWithParam<std::string> {};

TEST_P(Directions, MirrorSentences) {
  TEST_NEEDS_ONE_THREAD();
  TrainingPlan plan = options_of(GetParam(), "early");
  plan.epochs = 2;
  const Pair pair = train_pair(plan, gapped_sample("train", 60), test::sample("dev", 20));
  for (const Sentence& sentence : test::sample("test", 20)) expect_mirrored_trees(pair, sentence);
}

TEST_P(Directions, MirrorConstraints) {
  if (GetParam() == "swap") TEST_TAKES_LONG();
  TEST_NEEDS_ONE_THREAD();
  TrainingPlan plan = options_of(GetParam());
  plan.epochs = 1;
  const Pair pair = train_pair(plan, test::sample("train", 60), {});
  for (const Sentence& sentence : test::sample("dev", 30)) {
    if (sentence.size() < 5) continue;
    const Node n = sentence.size();
    std::vector<KnownWord> known(static_cast<std::size_t>(n) + 1);
    known[1].heads = {{3}, {4}};
    known[3].span_end = n - 1;
    known[4].side = Side::kRight;
    known[5].forbidden_heads = {kRoot, 1};
    known[5].labels = {"obj", "nsubj"};
    std::vector<KnownWord> other(known.size());
    const auto at = [&](Node word) -> KnownWord& {
      return other[static_cast<std::size_t>(mirrored(word, n))];
    };
    at(1).heads = {{mirrored(3, n)}, {mirrored(4, n)}};
    at(n - 1).span_end = mirrored(3, n);
    at(4).side = Side::kLeft;
    at(5).forbidden_heads = {kRoot, n};
    at(5).labels = known[5].labels;
    SentenceParser search(pair.right_to_left, sentence);
    SentenceParser other_search(pair.of_mirrored, mirrored_sentence(sentence));
    const ScoredTree tree = search.parse({.constraints = known, .on_conflict = OnConflict::kRelax});
    const ScoredTree other_tree =
        other_search.parse({.constraints = other, .on_conflict = OnConflict::kRelax});
    expect_mirrored(tree, other_tree);
    EXPECT_EQ(tree.unmet.size(), other_tree.unmet.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Systems, Directions, testing::ValuesIn(system_name_list()),
                         [](const auto& system) {
                           std::string name = system.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Direction, MirrorsReferences) {
  TEST_NEEDS_ONE_THREAD();
  const std::vector<Sentence> training = test::sample("train", 60);
  std::vector<TreeChoices> choices;
  std::vector<TreeChoices> other_choices;
  const std::vector<Scheme> rules{Scheme::kCase};
  for (const Sentence& sentence : training) {
    choices.push_back(scheme_choices(labeled_tree(sentence), rules));
    std::vector<LabeledTree> trees = trees_of(choices.back(), 8);
    for (LabeledTree& tree : trees) {
      for (Node& head : tree.heads) head = mirrored(head, sentence.size());
      std::reverse(tree.heads.begin() + 1, tree.heads.end());
      std::reverse(tree.labels.begin() + 1, tree.labels.end());
    }
    choices.back() = choice_of_trees(trees_of(choices.back(), 8));
    other_choices.push_back(choice_of_trees(trees));
  }
  TrainingPlan plan = options_of("arc-eager");
  plan.epochs = 2;
  const Model of_mirrored =
      train_model(ParserData{mirrored_sentences(training), other_choices, {}, 0}, {}, plan);
  plan.model.direction = Direction::kRightToLeft;
  const Model right_to_left = train_model(ParserData{training, choices, {}, 0}, {}, plan);
  EXPECT_EQ(right_to_left.weights().fingerprint(), of_mirrored.weights().fingerprint());
}

TEST(Direction, IsStoredAndKept) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options;
  options.fast = true;
  options.epochs = 2;
  options.direction = Direction::kRightToLeft;
  const std::vector<Sentence> training = test::sample("train", 60);
  const std::vector<Sentence> dev = test::sample("dev", 20);
  const TrainResult result = train(training, dev, options);
  EXPECT_EQ(result.parser.info().direction, Direction::kRightToLeft);
  const std::string bytes = result.parser.bytes();
  const Parser loaded = Parser::from_memory(std::as_bytes(std::span(bytes)));
  EXPECT_EQ(loaded.info().direction, Direction::kRightToLeft);
  for (const Sentence& sentence : dev) {
    EXPECT_EQ(loaded.best(sentence).front().heads, result.parser.best(sentence).front().heads);
  }
  options.from = loaded;
  options.direction = std::nullopt;
  EXPECT_EQ(train(training, dev, options).parser.info().direction, Direction::kRightToLeft);
  options.direction = Direction::kLeftToRight;
  EXPECT_THROW(train(training, dev, options), OptionError);
}

}  // namespace
}  // namespace panarc
