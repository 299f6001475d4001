#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/any_model.h"
#include "oracle/oracle.h"
#include "panarc/derivation.h"
#include "scorer/network/network_learner.h"
#include "scorer/network/small_sizes.h"
#include "support/random_weights.h"
#include "support/trees.h"
#include "treebank/mirror.h"

/// Parsers that were never trained, of any kind, and sentences for them.

namespace panarc::test {

/// Weights of a linear parser that are made up when they are asked for, so that every state has
/// other scores.
class MadeUpWeights final : public ParserWeights {
 public:
  MadeUpWeights(const ModelOptions& options, std::size_t classes, std::uint64_t seed)
      : plan_(templates_of(options)), weights_(classes, seed) {}

  [[nodiscard]] AnyParserScorer make_scorer(std::size_t beam) const override {
    return std::make_unique<RandomScorer>(plan_, weights_, beam);
  }
  [[nodiscard]] std::span<const WordColumn> columns() const override { return plan_.columns(); }
  [[nodiscard]] std::size_t classes() const override { return weights_.classes(); }
  [[nodiscard]] std::size_t size() const override { return 0; }
  [[nodiscard]] double unit() const override { return 0.25; }
  [[nodiscard]] std::uint64_t fingerprint() const override { return 0; }
  [[nodiscard]] std::shared_ptr<const ParserWeights> with_templates(
      std::span<const Template> /*templates*/) const override {
    throw std::logic_error("not needed");
  }
  [[nodiscard]] std::map<std::string, double> numbers() const override { return {}; }
  void save(ModelFileWriter& /*writer*/, const std::string& /*prefix*/) const override {}

 private:
  FeaturePlan plan_;
  RandomWeights weights_;
};

inline const std::vector<std::string>& few_tags() {
  static const std::vector<std::string> tags{"A", "B", "C"};
  return tags;
}

template <class Random>
Sentence random_sentence(Random& random, Node size) {
  std::vector<std::string> forms;
  std::vector<std::string> tags;
  for (Node word = 0; word < size; ++word) {
    forms.push_back("w" + std::to_string(random() % 6));
    tags.push_back(few_tags()[random() % few_tags().size()]);
  }
  std::vector<Sentence::Word> words;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    words.push_back({.form = forms[i], .upos = tags[i]});
  }
  return words.empty() ? Sentence() : Sentence::from_words(words);
}

inline ModelOptions random_options(std::string_view system, const SystemOptions& options,
                                   Direction direction, std::size_t beam) {
  ModelOptions model;
  model.system = system;
  model.transitions = options;
  model.direction = direction;
  model.beam = beam;
  model.features = kVariedTemplates;
  return model;
}

inline Model random_model(ModelOptions options, std::uint64_t seed) {
  Model::Parts parts;
  parts.labels = {{"root", "amod", "nsubj", "obj"}, 1};
  const TransitionClasses classes = classes_of(options, parts.labels);
  if (options.scorer == ScorerKind::kLinear) {
    parts.weights = std::make_shared<const MadeUpWeights>(options, classes.size(), seed);
  } else {
    std::mt19937_64 random(seed);
    std::vector<Sentence> seen(5);
    for (Sentence& sentence : seen) sentence = random_sentence(random, 10);
    NetworkTraining training;
    training.sizes =
        options.scorer == ScorerKind::kRecurrent ? kSmallRecurrent : small_feed_forward();
    training.seed = seed;
    parts.weights =
        NetworkLearner(training, seen, options.system, classes, options.direction).freeze();
  }
  parts.options = std::move(options);
  parts.words = std::make_shared<const WordSet>(std::vector<std::uint64_t>());
  return Model(std::move(parts));
}

/// An annotation of a sentence: mostly a tree, with some heads and labels unknown. If labels may be
/// new, the parser knows all but one of them.
template <class Random>
std::vector<KnownWord> random_known(Random& random, Node size, bool may_be_new = false) {
  std::vector<std::string> names{"amod", "nsubj", "obj"};
  if (may_be_new) names.emplace_back("unheard-of");
  const Heads heads = random_tree_with_gaps(random, size);
  std::vector<KnownWord> known(static_cast<std::size_t>(size) + 1);
  for (std::size_t word = 1; word < known.size(); ++word) {
    if (random() % 8 == 0) continue;
    known[word].heads = {{heads[word], {}}};
    if (random() % 8 == 0) continue;
    known[word].labels = {heads[word] == kRoot ? "root" : names[random() % names.size()]};
  }
  return known;
}

inline std::vector<KnownWord> mirrored(std::vector<KnownWord> words) {
  std::reverse(words.begin() + 1, words.end());
  for (KnownWord& word : words) {
    for (KnownArc& arc : word.heads) {
      arc.head = panarc::mirrored(arc.head, static_cast<int>(words.size()) - 1);
    }
  }
  return words;
}

}  // namespace panarc::test
