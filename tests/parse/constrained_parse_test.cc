#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <ctime>
#include <random>

#include "model/any_model.h"
#include "model/small_model.h"
#include "panarc/constraint.h"
#include "panarc/parser.h"
#include "parse/model_parser.h"
#include "support/groups.h"
#include "support/slowdown.h"
#include "support/trees.h"
#include "transition/systems.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Model model_of(std::string_view system, std::optional<PseudoProjective> scheme = {}) {
  TrainingPlan options = standard_plan(Trained::kFast);
  options.model.system = system;
  options.model.transitions.root = system_record(system).default_root;
  options.model.features = default_features(system, true);
  options.model.pseudo_projective = scheme;
  if (options.model.system.ends_with("span")) options.model.transitions.span = 5;
  options.strategy = *strategy_by_name("early");
  options.model.beam = 3;
  options.single_root = true;
  options.epochs = 1;
  return train_model(test::read_sentences(test::sample_text("dev")), {}, options);
}

Parser parser_of(std::string_view system, std::optional<PseudoProjective> scheme = {}) {
  return Parser(std::make_shared<const Model>(model_of(system, scheme)));
}

const Parser& arc_eager() {
  static const Parser parser = parser_of("arc-eager");
  return parser;
}

Sentence sentence_of(std::size_t words) {
  const std::vector<Sentence::Word> all{
      {.form = "the", .upos = "DET"},  {.form = "cat", .upos = "NOUN"},
      {.form = "saw", .upos = "VERB"}, {.form = "a", .upos = "DET"},
      {.form = "dog", .upos = "NOUN"}, {.form = ".", .upos = "PUNCT"}};
  std::vector<Sentence::Word> repeated;
  for (std::size_t i = 0; i < words; ++i) repeated.push_back(all[i % all.size()]);
  return Sentence::from_words(repeated);
}

TEST(ConstrainedParse, KeepsWhatIsGivenAndFillsTheRest) {
  TEST_NEEDS_ONE_THREAD();
  for (const Sentence& sentence : test::read_sentences(test::sample_text("test"))) {
    if (!is_projective(sentence.heads())) continue;
    Sentence gapped = sentence;
    for (Node word = 1; word <= gapped.size(); word += 3) {
      gapped.set_head(word, kNoHead);
      gapped.set_deprel(word, "_");
    }
    Sentence filled = gapped;
    EXPECT_THAT(
        arc_eager().parse(filled, {.constraints = known_words(gapped, KnownFrom::kColumns)}),
        ElementsAre());
    for (Node word = 1; word <= gapped.size(); ++word) {
      EXPECT_NE(filled.head(word), kNoHead);
      EXPECT_NE(filled.deprel(word), "_");
      if (gapped.head(word) == kNoHead) continue;
      EXPECT_EQ(filled.head(word), sentence.head(word));
      EXPECT_EQ(filled.deprel(word), sentence.deprel(word));
    }
  }
}

TEST(ConstrainedParse, WhatIsGivenIsCertain) {
  TEST_NEEDS_ONE_THREAD();
  const Calibration calibration(1, {0, 0, 0, 1, 0, 0});
  const Parser parser(
      std::make_shared<const Model>(arc_eager().model().single()->with_calibration(calibration)));
  SentenceParser search(parser, sentence_of(6));
  const ScoredTree free = search.parse({.confidence = true});
  for (std::size_t word = 1; word <= 6; ++word) EXPECT_LT(free.confidence[word], 1);
  std::vector<KnownWord> known(7);
  known[1].heads = {{5}};
  known[2] = {.heads = {{3}}, .labels = {"nsubj", "obj"}};
  known[4] = {.heads = {{5}}, .labels = {"brandnew"}};
  known[5].heads = {{3, {"obj"}}};
  known[6] = {.heads = {{3}, {5}}, .labels = {"punct"}};
  const ParseRequest request{
      .confidence = true, .constraints = known, .on_conflict = OnConflict::kRelax};
  for (const auto& tree : {search.parse(request), parser.best(sentence_of(6), request).front()}) {
    ASSERT_EQ(tree.confidence.size(), 7);
    for (const std::size_t word : {1, 2, 3, 6}) EXPECT_LT(tree.confidence[word], 1) << word;
    for (const std::size_t word : {4, 5}) EXPECT_EQ(tree.confidence[word], 1) << word;
  }
  // What is given up is not certain.
  known[5].heads = {{4, {"obj"}}};
  const ScoredTree relaxed =
      search.parse({.confidence = true, .constraints = known, .on_conflict = OnConflict::kRelax});
  ASSERT_FALSE(relaxed.unmet.empty());
  for (const Constraint& constraint : relaxed.unmet) {
    EXPECT_LT(relaxed.confidence[static_cast<std::size_t>(constraint.word)], 1);
  }
}

TEST(ConstrainedParse, ATreeThatIsGivenIsFoundHoweverItsArcsCross) {
  TEST_NEEDS_ONE_THREAD();
  std::mt19937 random(3);
  const Parser parser(std::make_shared<const Model>(*parser_of("swap").model().single()),
                      {.beam = 1});
  for (Node words = 5; words <= 40; words += 5) {
    const Heads heads = test::random_tree(random, words);
    const std::vector<Sentence::Word> forms(static_cast<std::size_t>(words), {.form = "cat"});
    std::vector<KnownWord> known(1);
    for (Node word = 1; word <= words; ++word) {
      known.push_back({.heads = {{heads[static_cast<std::size_t>(word)]}}});
    }
    EXPECT_EQ(parser.best(Sentence::from_words(forms), {.constraints = known}).front().heads,
              heads);
  }
}

TEST(ConstrainedParse, AGivenTreeIsFoundSoonHoweverFarFromProjectiveItIs) {
  TEST_NEEDS_ONE_THREAD();
  constexpr Node kWords = 600;
  std::mt19937 random(4);
  const Heads heads = test::random_tree(random, kWords);
  std::vector<KnownWord> known(kWords + 1);
  for (Node word = 1; word <= kWords; ++word) {
    known[static_cast<std::size_t>(word)].heads = {{heads[static_cast<std::size_t>(word)]}};
  }
  const Parser parser(std::make_shared<const Model>(*parser_of("swap").model().single()),
                      {.beam = 1});
  const std::clock_t start = std::clock();
  EXPECT_EQ(parser.best(sentence_of(kWords), {.constraints = known}).front().heads, heads);
  // Two words under ROOT, of which one must move.
  known[static_cast<std::size_t>(kWords)] = {.heads = {{kRoot}}};
  EXPECT_FALSE(
      parser.best(sentence_of(kWords), {.constraints = known, .on_conflict = OnConflict::kRelax})
          .empty());
  EXPECT_LT(std::clock() - start, 3 * test::kSlowdown * CLOCKS_PER_SEC);
}

TEST(ConstrainedParse, LabelsThatTheModelDoesNotKnowAreKept) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<KnownWord> known(7);
  known[2] = {.heads = {{3}}, .labels = {"brandnew"}};
  known[5] = {.labels = {"nsubj:brandnew"}};
  known[6] = {.heads = {{3}}, .labels = {"root"}};
  SentenceParser parser(arc_eager(), sentence_of(6));
  const ScoredTree tree = parser.parse({.constraints = known});
  EXPECT_EQ(tree.heads[2], 3);
  EXPECT_EQ(tree.labels[2], "brandnew");
  EXPECT_EQ(tree.labels[5], "nsubj:brandnew");
  EXPECT_NE(tree.heads[5], kRoot);  // as no nsubj is
  EXPECT_EQ(tree.labels[6], "root");
}

TEST(ConstrainedParse, ALabelOfRootMakesAWordTheRoot) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<KnownWord> known(7);
  known[4].labels = {"root"};
  SentenceParser parser(arc_eager(), sentence_of(6));
  EXPECT_EQ(parser.parse({.constraints = known}).heads[4], kRoot);
  known[2].labels = {"root"};
  try {
    parser.parse({.constraints = known});
    FAIL();
  } catch (const ConflictError& error) {
    EXPECT_THAT(error.conflict(), ElementsAre(Constraint{2, ConstraintKind::kLabels},
                                              Constraint{4, ConstraintKind::kLabels}));
  }
  const ScoredTree relaxed =
      parser.parse({.constraints = known, .on_conflict = OnConflict::kRelax});
  EXPECT_EQ(relaxed.unmet.size(), 1U);
}

TEST(ConstrainedParse, AConflictNamesWordsAndSystems) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<KnownWord> known(7);
  known[1].heads = {{3}};
  known[2].heads = {{4}};
  known[6].heads = {{3}};
  try {
    SentenceParser(arc_eager(), sentence_of(6)).parse({.constraints = known});
    FAIL();
  } catch (const ConflictError& error) {
    EXPECT_THAT(error.message(), HasSubstr("word 1 \"the\" has head 3 \"saw\"; word 2 \"cat\" has "
                                           "head 4 \"a\"; a parser trained with swap, covington"));
  }
}

TEST(ConstrainedParse, SeveralTreesMeetTheConstraints) {
  TEST_NEEDS_ONE_THREAD();
  std::vector<KnownWord> known(7);
  known[2] = {.heads = {{1}, {3}}};
  known[4] = {.span_end = 5};
  const auto trees = arc_eager().best(sentence_of(6), {.trees = 10, .constraints = known});
  EXPECT_GT(trees.size(), 3U);
  for (const ScoredTree& tree : trees) {
    EXPECT_THAT(tree.unmet, ElementsAre());
    EXPECT_THAT(unmet_constraints(known, {tree.heads, tree.labels}), ElementsAre());
  }
}

TEST(ConstrainedParse, PseudoProjectiveModelsMoveNoWordWithAKnownHead) {
  TEST_NEEDS_ONE_THREAD();
  for (const auto scheme : {PseudoProjective::kHead, PseudoProjective::kHeadPath}) {
    const Parser parser = parser_of("arc-eager", scheme);
    for (const Sentence& sentence : test::read_sentences(test::sample_text("dev"))) {
      if (!is_projective(sentence.heads())) continue;
      Sentence parsed = sentence;
      std::vector<KnownWord> known = known_words(sentence, KnownFrom::kColumns);
      for (std::size_t word = 1; word < known.size(); word += 2) known[word] = {};
      EXPECT_THAT(parser.parse(parsed, {.constraints = known}), ElementsAre());
    }
  }
}

TEST(ConstrainedParse, RefusesAnotherNumberOfWords) {
  TEST_NEEDS_ONE_THREAD();
  const std::vector<KnownWord> known(6);
  EXPECT_THROW(static_cast<void>(arc_eager().best(sentence_of(6), {.constraints = known})), Error);
}

Node random_other(std::mt19937& random, Node word, Node words) {
  const auto head = static_cast<Node>(random() % static_cast<unsigned>(words));
  return head < word ? head : head + 1;
}

std::vector<KnownWord> random_constraints(std::mt19937& random, Node words) {
  std::vector<KnownWord> known(static_cast<std::size_t>(words) + 1);
  for (Node word = 1; word <= words; ++word) {
    KnownWord& at = known[static_cast<std::size_t>(word)];
    const auto other = [&] { return random_other(random, word, words); };
    if (random() % 3 == 0) at.heads = {{other()}};
    if (random() % 6 == 0) at.heads.push_back({other()});
    if (random() % 6 == 0) at.forbidden_heads = {other()};
    if (random() % 6 == 0) at.side = random() % 2 == 0 ? Side::kLeft : Side::kRight;
    if (random() % 6 == 0) {
      at.span_end = word + static_cast<Node>(random() % static_cast<unsigned>(words - word + 1));
    }
  }
  return known;
}

/// All trees with one root, projective ones only or not, over which constraints are counted.
std::vector<Heads> all_trees(Node words, bool projective) {
  std::vector<Heads> trees;
  Heads heads(static_cast<std::size_t>(words) + 1, kNoHead);
  const auto choose = [&](const auto& self, Node word) -> void {
    if (word > words) {
      const bool tree = count_roots(heads) == 1 && find_cycle(heads) == kNoHead;
      if (tree && (!projective || is_projective(heads))) trees.push_back(heads);
      return;
    }
    for (Node head = 0; head <= words; ++head) {
      if (head == word) continue;
      heads[static_cast<std::size_t>(word)] = head;
      self(self, word + 1);
    }
  };
  choose(choose, 1);
  return trees;
}

/// The sets of constraints that trees meet, as bits.
std::vector<std::uint32_t> met_sets(const std::vector<Heads>& trees,
                                    const std::vector<KnownWord>& known,
                                    const std::vector<Constraint>& constraints, RootPosition root) {
  std::vector<std::uint32_t> sets;
  for (const Heads& heads : trees) {
    const LabeledTree tree{heads, std::vector<std::string>(heads.size())};
    std::uint32_t set = 0;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (is_met(constraints[i], known, tree, root)) set |= 1U << i;
    }
    sets.push_back(set);
  }
  return sets;
}

/// More than a few take a while.
int rounds() {
  const char* const wanted = std::getenv("PANARC_ROUNDS");
  return wanted == nullptr ? 300 : std::atoi(wanted);
}

class ConstrainedSystem : public testing::TestWithParam<std::string> {};

TEST_P(ConstrainedSystem, MeetsAllOrNamesASmallestConflictOrMeetsMost) {
  TEST_NEEDS_ONE_THREAD();
  std::mt19937 random(5);
  const Parser parser = parser_of(GetParam());
  const RootPosition root = parser.info().root;
  const bool projective = system_record(GetParam()).projective;
  std::vector<std::vector<Heads>> trees;
  for (Node words = 0; words <= 5; ++words) trees.push_back(all_trees(words, projective));
  int conflicts = 0;
  for (int round = 0; round < rounds(); ++round) {
    const auto words = static_cast<Node>(1 + random() % 5);
    SentenceParser search(parser, sentence_of(static_cast<std::size_t>(words)));
    const std::vector<KnownWord> known = random_constraints(random, words);
    const std::vector<Constraint> constraints = constraints_of(known);
    const auto sets = met_sets(trees[static_cast<std::size_t>(words)], known, constraints, root);
    int most = 0;
    for (const std::uint32_t set : sets) most = std::max(most, std::popcount(set));
    const ScoredTree relaxed =
        search.parse({.constraints = known, .on_conflict = OnConflict::kRelax});
    ASSERT_EQ(static_cast<int>(constraints.size() - relaxed.unmet.size()), most);
    const auto can_meet = [&](std::uint32_t wanted) {
      return std::any_of(sets.begin(), sets.end(),
                         [&](std::uint32_t set) { return (set & wanted) == wanted; });
    };
    int smallest = static_cast<int>(constraints.size()) + 1;
    for (std::uint32_t set = 0; set < 1U << constraints.size(); ++set) {
      if (std::popcount(set) < smallest && !can_meet(set)) smallest = std::popcount(set);
    }
    try {
      const ScoredTree tree = search.parse({.constraints = known});
      ASSERT_THAT(tree.unmet, ElementsAre());
      ASSERT_EQ(most, static_cast<int>(constraints.size()));
    } catch (const ConflictError& error) {
      ++conflicts;
      ASSERT_EQ(static_cast<int>(error.conflict().size()), smallest) << error.what();
      std::uint32_t set = 0;
      for (std::size_t i = 0; i < constraints.size(); ++i) {
        const auto& members = error.conflict();
        if (std::find(members.begin(), members.end(), constraints[i]) != members.end()) {
          set |= 1U << i;
        }
      }
      ASSERT_FALSE(can_meet(set)) << error.what();
    }
  }
  EXPECT_GT(conflicts, 50);
}

/// Every word under ROOT is as contradictory as can be, and made long sentences take minutes.
TEST_P(ConstrainedSystem, AnswersSoonHoweverManyConstraintsContradictEachOther) {
  TEST_NEEDS_ONE_THREAD();
  constexpr std::size_t kWords = 150;
  const std::clock_t start = std::clock();
  SentenceParser parser(parser_of(GetParam()), sentence_of(kWords));
  std::vector<KnownWord> known(kWords + 1);
  for (KnownWord& word : known) word.heads = {{kRoot}};
  try {
    parser.parse({.constraints = known});
    ADD_FAILURE();
  } catch (const ConflictError& error) {
    EXPECT_EQ(error.conflict().size(), 2U);
    EXPECT_TRUE(error.is_smallest());
  }
  EXPECT_EQ(parser.parse({.constraints = known, .on_conflict = OnConflict::kRelax}).unmet.size(),
            kWords - 1);
  EXPECT_LT(std::clock() - start, 4 * test::kSlowdown * CLOCKS_PER_SEC);
}

/// Spans within spans, most of them with a word whose head is known: each transition raises the
/// question again whether they can still be met.
TEST(ConstrainedParse, AnswersSoonHoweverManySpansThereAre) {
  TEST_NEEDS_ONE_THREAD();
  constexpr Node kWords = 400;
  const Parser parser = parser_of("covington");
  std::mt19937 random(9);
  const Heads heads = test::random_tree(random, kWords);
  std::vector<KnownWord> known(kWords + 1);
  for (Node word = 1; word <= kWords; ++word) {
    KnownWord& at = known[static_cast<std::size_t>(word)];
    const Node head = heads[static_cast<std::size_t>(word)];
    if (word % 3 == 0) at.span_end = std::min(kWords, word + static_cast<Node>(random() % 12));
    if (word % 3 == 1) at.side = head > word ? Side::kRight : Side::kLeft;
    if (word % 3 == 2) at.forbidden_heads = {head};
  }
  const std::clock_t start = std::clock();
  SentenceParser search(parser, sentence_of(kWords));
  const ScoredTree tree = search.parse({.constraints = known, .on_conflict = OnConflict::kRelax});
  EXPECT_LT(tree.unmet.size(), kWords / 2U);
  EXPECT_LT(std::clock() - start, 2 * test::kSlowdown * CLOCKS_PER_SEC);
}

/// The greedy search for a tree alone takes short cuts.
TEST_P(ConstrainedSystem, FindsTheSameTreeAloneAsWithItsScore) {
  TEST_NEEDS_ONE_THREAD();
  std::mt19937 random(6);
  const Model model = model_of(GetParam());
  ModelParser parser(model, 1);
  for (int round = 0; round < rounds(); ++round) {
    const auto words = static_cast<Node>(1 + random() % 6);
    std::vector<KnownWord> known = random_constraints(random, words);
    if (round % 2 == 0) {
      for (KnownWord& word : known) word = {.heads = word.heads};
    }
    const Sentence sentence = sentence_of(static_cast<std::size_t>(words));
    parser.read(sentence);
    const Parse expected = parser.find(sentence, {}, known, OnConflict::kRelax).front();
    const Parse& found =
        parser.find(sentence, {.scores = false}, known, OnConflict::kRelax).front();
    ASSERT_EQ(found.heads, expected.heads);
    ASSERT_EQ(found.labels, expected.labels);
  }
}

INSTANTIATE_TEST_SUITE_P(Systems, ConstrainedSystem,
                         testing::Values("arc-eager", "arc-hybrid", "arc-standard",
                                         "non-monotonic-arc-eager", "swap", "covington"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace panarc
