#include "parse/model_parser.h"

#include <gtest/gtest.h>

#include "model/made_up_model.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using test::options_of;
using test::parts_of;

TEST(ModelParser, SetsHeadsAndRelations) {
  const Model model(parts_of(options_of()));
  ModelParser parser(model);
  for (const Sentence& before : test::sample("dev", 20)) {
    Sentence sentence = before;
    parser.parse(sentence);
    EXPECT_EQ(count_roots(sentence.heads()), 1U);
    for (Node word = 1; word <= sentence.size(); ++word) {
      EXPECT_EQ(sentence.deprel(word) == "root", sentence.head(word) == kRoot);
      EXPECT_EQ(sentence.form(word), before.form(word));
      EXPECT_EQ(sentence.misc(word), before.misc(word));
    }
  }
}

TEST(ModelParser, DoesNotLookAtTheTreeThatIsThere) {
  const Model model(parts_of(options_of()));
  ModelParser parser(model);
  for (Sentence& sentence : test::sample("dev", 10)) {
    Sentence other = sentence;
    for (Node word = 1; word <= other.size(); ++word) {
      other.set_head(word, word == 1 ? kRoot : 1);
      other.set_deprel(word, "dep");
    }
    parser.parse(sentence);
    parser.parse(other);
    EXPECT_EQ(other.heads(), sentence.heads());
  }
}

TEST(ModelParser, WithoutLabelsHasNoRelations) {
  ModelOptions options = options_of();
  options.labels = LabelMode::kNone;
  const Model model(parts_of(options));
  ModelParser parser(model);
  Sentence sentence = test::sample("dev", 1).front();
  parser.parse(sentence);
  for (Node word = 1; word <= sentence.size(); ++word) EXPECT_EQ(sentence.deprel(word), "_");
}

TEST(ModelParser, TheBeamCanBeChosen) {
  const Model model(parts_of(options_of()));
  ModelParser greedy(model, 1);
  ModelParser usual(model);
  ModelParser four(model, 4);
  std::size_t better = 0;
  for (const Sentence& sentence : test::sample("dev", 30)) {
    const auto score = [&](ModelParser& parser) {
      parser.read(sentence);
      return parser.find(sentence, {}).front().score;
    };
    const double one = score(greedy);
    const double several = score(usual);
    EXPECT_EQ(score(four), several);
    better += several > one ? 1 : 0;
  }
  EXPECT_GT(better, 15U);
}

TEST(ModelParser, GivesSeveralTrees) {
  const Model model(parts_of(options_of()));
  ModelParser parser(model);
  const Sentence sentence = test::sample("dev", 1).front();
  parser.read(sentence);
  const std::vector<Parse> parses = parser.find(sentence, {4});
  ASSERT_EQ(parses.size(), 4U);
  Sentence first = sentence;
  Sentence parsed = sentence;
  parser.set(first, parses[0]);
  parser.parse(parsed);
  EXPECT_EQ(first.heads(), parsed.heads());
}

TEST(ModelParser, PutsLiftedWordsBack) {
  // With every relation lifted, whatever the model finds is decoded; it stays a tree.
  for (const auto scheme :
       {PseudoProjective::kHead, PseudoProjective::kPath, PseudoProjective::kHeadPath}) {
    for (const char* system : {"arc-eager", "arc-eager-partial"}) {
      ModelOptions options = options_of(system);
      options.pseudo_projective = scheme;
      Model::Parts parts = parts_of(options);
      parts.labels.names = {"root", "amod↑nsubj", "nsubj↓", "obj↑"};
      if (scheme == PseudoProjective::kHead)
        parts.labels.names = {"root", "amod↑obj", "nsubj", "obj"};
      const Model model(std::move(parts));
      ModelParser parser(model);
      for (Sentence& sentence : test::sample("dev", 20)) {
        parser.parse(sentence);
        EXPECT_EQ(find_cycle(sentence.heads()), kNoHead);
        for (Node word = 1; word <= sentence.size(); ++word) {
          EXPECT_EQ(sentence.deprel(word).find("↑"), std::string_view::npos);
          EXPECT_EQ(sentence.deprel(word).find("↓"), std::string_view::npos);
        }
      }
    }
  }
}

}  // namespace
}  // namespace panarc
