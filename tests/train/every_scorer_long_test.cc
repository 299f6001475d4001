#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "panarc/constraint.h"
#include "panarc/evaluate.h"
#include "panarc/parser.h"
#include "panarc/train.h"
#include "support/sample.h"
#include "treebank/projectivity.h"

/// What can be done with one kind of scorer can be done with all of them.

namespace panarc {
namespace {

struct Kind {
  const char* name;
  const char* members;
  VoteFor votes = VoteFor::kTrees;

  friend std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }
};

constexpr Kind kKinds[] = {
    {"greedy", "arc-eager+fast+epochs=3"},
    {"beam", "arc-eager+strategy=early+beam=4+epochs=3"},
    {"feed_forward", "feed-forward+batch-words=50+epochs=4"},
    {"network", "recurrent+batch-words=50+epochs=4"},
    {"network_with_swap", "recurrent+swap+batch-words=50+epochs=4"},
    {"trees", "recurrent+batch-words=50+epochs=4,arc-eager+fast+right-to-left,swap+fast"},
    {"actions", "arc-eager+fast,arc-eager+fast+seed=2", VoteFor::kActions},
};

class EveryScorer : public testing::TestWithParam<Kind> {
 protected:
  /// Trained on a part of the sample.
  static Parser trained(std::vector<Sentence> sentences, TrainOptions options = {}) {
    options.threads = 2;
    options.single_root = true;
    const auto members = ensemble_members(GetParam().members, options);
    const std::vector<Sentence> dev = test::sample("dev", 30);
    if (members.size() == 1) return train(std::move(sentences), dev, members.front()).parser;
    return train_ensemble(sentences, dev, {members, {.votes = GetParam().votes}, "", false}).parser;
  }

  static double uas(const Parser& parser) {
    const std::vector<Sentence> gold = test::sample("test", 60);
    std::vector<Sentence> parsed = gold;
    for (Sentence& sentence : parsed) {
      parser.parse(sentence);
      EXPECT_EQ(count_roots(sentence.heads()), 1);
    }
    return evaluate(gold, parsed).percentage(Metric::kUas);
  }
};

/// Attaching every word to the one before it gets a third of them right.
constexpr double kHasLearnt = 55;

TEST_P(EveryScorer, UsesWhatIsKnown) {
  const Parser plain = trained(test::sample("train", 100));
  EXPECT_GT(uas(plain), kHasLearnt);
  const std::string bytes = plain.bytes();
  const Parser parser = Parser::from_memory(std::as_bytes(std::span(bytes)), {.beam = 4});
  for (const Sentence& sentence : test::sample("test", 25)) {
    if (!is_projective(sentence.heads())) continue;
    // Some words have one head that is known, others two to choose from.
    std::vector<KnownWord> known = nothing_known(sentence);
    Sentence gaps = sentence;
    for (Node word = 1; word <= sentence.size(); ++word) {
      KnownWord& of = known[static_cast<std::size_t>(word)];
      if (word % 3 == 0) of.heads = {{sentence.head(word)}};
      if (word % 3 == 1) of.heads = {{sentence.head(word)}, {word == 1 ? 2 : 1}};
      if (word % 3 != 0) {
        gaps.set_head(word, kNoHead);
        gaps.set_deprel(word, "_");
      }
    }
    if (sentence.size() == 1) continue;
    for (const ScoredTree& tree :
         parser.best(sentence, {.trees = 3, .confidence = true, .constraints = known})) {
      EXPECT_TRUE(tree.unmet.empty());
      ASSERT_EQ(tree.confidence.size(), tree.heads.size());
      for (Node word = 1; word <= sentence.size(); ++word) {
        const auto index = static_cast<std::size_t>(word);
        if (word % 3 == 0) {
          EXPECT_EQ(tree.heads[index], sentence.head(word));
        }
        EXPECT_GT(tree.confidence[index], 0);
        EXPECT_LE(tree.confidence[index], 1);
      }
    }
    Sentence filled = gaps;
    parser.parse(filled, {.constraints = known_words(gaps, KnownFrom::kColumns)});
    for (Node word = 1; word <= sentence.size(); ++word) {
      EXPECT_NE(filled.deprel(word), "_");
      if (word % 3 != 0) continue;
      EXPECT_EQ(filled.head(word), sentence.head(word));
      EXPECT_EQ(filled.deprel(word), sentence.deprel(word));
    }
  }
}

TEST_P(EveryScorer, LearnsFromPartialTrees) {
  std::vector<Sentence> sentences = test::sample("train", 100);
  for (Sentence& sentence : sentences) {
    for (Node word = 2; word <= sentence.size(); word += 3) {
      sentence.set_head(word, kNoHead);
      sentence.set_deprel(word, "_");
    }
  }
  EXPECT_GT(uas(trained(std::move(sentences))), kHasLearnt - 10);
}

TEST_P(EveryScorer, LearnsFromSeveralReferences) {
  TrainOptions options;
  options.schemes = {Scheme::kDet};
  EXPECT_GT(uas(trained(test::sample("train", 100), options)), kHasLearnt - 15);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryScorer, testing::ValuesIn(kKinds),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace panarc
