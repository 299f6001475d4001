#include "panarc/scheme.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "panarc/treebank.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Every selection of some choices.
template <class Visitor>
void for_each_selection(const TreeChoices& choices, Visitor&& visit) {
  TreeChoices::Selection selection(choices.choices.size(), 0);
  while (true) {
    visit(selection);
    std::size_t i = 0;
    for (; i < selection.size(); ++i) {
      if (++selection[i] < choices.choices[i].alternatives) break;
      selection[i] = 0;
    }
    if (i == selection.size()) return;
  }
}

/// The tree of a selection of the places of one rule.
LabeledTree with_rule_at(const LabeledTree& tree, Scheme rule,
                         const TreeChoices::Selection& selection) {
  const std::vector<Node> sites = scheme_sites(tree, rule);
  std::vector<Node> chosen;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (selection[i] != 0) chosen.push_back(sites[i]);
  }
  LabeledTree result = tree;
  apply_scheme(result, rule, chosen);
  return result;
}

TEST(SchemeChoices, StandForAllTreesOfTheRules) {
  std::mt19937 random(1);
  std::size_t most = 0;
  for (const Sentence& sentence : test::sample("train")) {
    const LabeledTree tree = labeled_tree(sentence);
    for (const Scheme rule : kSchemeNames.values()) {
      const TreeChoices choices = scheme_choices(tree, std::span(&rule, 1));
      ASSERT_EQ(choices.choices.size(), scheme_sites(tree, rule).size());
      most = std::max(most, choices.choices.size());
      for (int round = 0; round < 5; ++round) {
        TreeChoices::Selection selection(choices.choices.size());
        for (auto& alternative : selection) alternative = random() % 2;
        EXPECT_EQ(choices.tree(selection), with_rule_at(tree, rule, selection));
      }
    }
  }
  EXPECT_GT(most, 3);
}

TEST(SchemeChoices, RulesThatMeetAtAWordAreOneChoice) {
  // go to the school
  const LabeledTree tree{{kNoHead, 0, 4, 4, 1}, {"", "root", "case", "det", "obl"}};
  const std::array rules{Scheme::kCase, Scheme::kDet};
  const TreeChoices choices = scheme_choices(tree, rules);
  ASSERT_EQ(choices.choices.size(), 1);
  EXPECT_EQ(choices.choices[0].word, 4);
  EXPECT_EQ(choices.choices[0].alternatives, 4);
  EXPECT_THAT(choices.tree({0}).heads, ElementsAre(kNoHead, 0, 4, 4, 1));
  EXPECT_THAT(choices.tree({1}).heads, ElementsAre(kNoHead, 0, 1, 4, 2));
  EXPECT_THAT(choices.tree({2}).heads, ElementsAre(kNoHead, 0, 3, 1, 3));
  EXPECT_THAT(choices.tree({3}).heads, ElementsAre(kNoHead, 0, 1, 2, 3));
}

TEST(SchemeChoices, OfAllRulesAreTrees) {
  constexpr auto kAll = kSchemeNames.values();
  for (const Sentence& sentence : test::sample("dev")) {
    const TreeChoices choices = scheme_choices(labeled_tree(sentence), kAll);
    std::mt19937 random(7);
    for (int round = 0; round < 10; ++round) {
      TreeChoices::Selection selection;
      for (const auto& choice : choices.choices) {
        selection.push_back(static_cast<std::uint8_t>(random() % choice.alternatives));
      }
      const Heads heads = choices.tree(selection).heads;
      EXPECT_EQ(find_cycle(heads), kNoHead);
      EXPECT_TRUE(is_complete(heads));
    }
  }
}

TEST(SchemeChoices, LeaveAloneWhatIsNoPlaceAnyMore) {
  // Copulas between conjuncts: once the copula is the head, the conjunction has another place.
  const LabeledTree tree{{kNoHead, 2, 0, 4, 2, 4}, {"", "cop", "root", "cc", "conj", "cop"}};
  LabeledTree changed = tree;
  apply_scheme(changed, Scheme::kConj, std::vector<Node>{4, 0, -1, 6});
  EXPECT_EQ(changed, tree);
  constexpr auto kAll = kSchemeNames.values();
  for (const LabeledTree& one : trees_of(scheme_choices(tree, kAll), 100)) {
    EXPECT_EQ(find_cycle(one.heads), kNoHead);
  }
}

TEST(NearestReference, HasMostHeadsAndThenMostLabels) {
  std::mt19937 random(3);
  constexpr auto kAll = kSchemeNames.values();
  const auto agreement = [](const LabeledTree& a, const LabeledTree& b) {
    std::size_t value = 0;
    for (std::size_t word = 1; word < a.heads.size(); ++word) {
      if (a.heads[word] != b.heads[word]) continue;
      value += 1000 + (a.labels[word] == b.labels[word] ? 1 : 0);
    }
    return value;
  };
  std::size_t several = 0;
  for (const Sentence& sentence : test::sample("dev")) {
    const TreeChoices choices = scheme_choices(labeled_tree(sentence), kAll);
    if (choices.choices.size() > 6) continue;
    several += choices.choices.size() > 1 ? 1 : 0;
    LabeledTree tree = labeled_tree(sentence);
    for (Node& head : tree.heads) {
      if (random() % 3 == 0) head = static_cast<Node>(random() % tree.heads.size());
    }
    std::size_t best = 0;
    for_each_selection(choices, [&](const TreeChoices::Selection& selection) {
      best = std::max(best, agreement(tree, choices.tree(selection)));
    });
    EXPECT_EQ(agreement(tree, choices.tree(nearest_reference(choices, tree))), best);
  }
  EXPECT_GT(several, 5);
}

TEST(NearestReference, ManyPairsThatContradictEachOtherTakeNoTime) {
  // Of 60 pairs of words, one is as in the first tree, the other as in the second.
  TreeChoices all;
  LabeledTree tree{{kNoHead}, {""}};
  all.words.push_back({{}, {{kNoHead, ""}}});
  for (std::size_t i = 0; i < 60; ++i) {
    all.choices.push_back({static_cast<Node>(2 * i) + 1, 2});
    for (const Node word : {Node{1}, Node{2}}) {
      all.words.push_back({{i}, {{word == 1 ? 0 : 1, "a"}, {word == 1 ? 1 : 0, "b"}}});
      tree.heads.push_back(0);
      tree.labels.push_back("b");
    }
  }
  const auto nearest = nearest_reference(all, tree);
  EXPECT_THAT(nearest, testing::Each(1));
}

TEST(Trees, CanBeAsManyAsWanted) {
  const LabeledTree one{{kNoHead, 0, 1}, {"", "root", "x"}};
  const LabeledTree two{{kNoHead, 2, 0}, {"", "x", "root"}};
  const TreeChoices both = choice_of_trees(std::array{one, two});
  EXPECT_THAT(trees_of(both, 0), testing::IsEmpty());
  EXPECT_THAT(trees_of(both, 1), ElementsAre(one));
  EXPECT_THAT(trees_of(both, 9), ElementsAre(one, two));
  EXPECT_THROW(choice_of_trees({}), Error);
  EXPECT_THROW(choice_of_trees(std::array{one, LabeledTree{{kNoHead, 0}, {"", "root"}}}), Error);
}

std::string text_of(std::initializer_list<const char*> words, const std::string& comment = "") {
  std::string text = comment.empty() ? "" : "# " + comment + "\n";
  int id = 0;
  for (const char* word : words) {
    ++id;
    text += fmt::format("{}\t{}\t_\t_\t_\t_\t{}\t{}\t_\t_\n", id, word, id - 1,
                        id == 1 ? "root" : "dep");
  }
  return text + "\n";
}

std::vector<Sentence> read(const std::string& text) {
  std::vector<Sentence> sentences;
  TreebankReader reader = TreebankReader::from_text(text, "in");
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

TEST(References, FollowTheirSentence) {
  std::vector<Sentence> sentences =
      read(text_of({"a", "b"}) + text_of({"c", "d"}, "reference_number = 1") +
           text_of({"c", "d"}, "reference_number = 2") + text_of({"e"}));
  sentences[2].set_head(1, 2);
  sentences[2].set_head(2, 0);
  const std::vector<TreeChoices> choices = take_references(sentences, {});
  ASSERT_EQ(sentences.size(), 3);
  ASSERT_EQ(choices.size(), 3);
  EXPECT_TRUE(choices[0].choices.empty());
  ASSERT_EQ(choices[1].choices.size(), 1);
  EXPECT_THAT(choices[1].tree({0}).heads, ElementsAre(kNoHead, 0, 1));
  EXPECT_THAT(choices[1].tree({1}).heads, ElementsAre(kNoHead, 2, 0));
  EXPECT_TRUE(choices[2].choices.empty());
}

TEST(References, ComeFromParallelTreebanks) {
  std::vector<Sentence> sentences = read(text_of({"a", "b"}) + text_of({"c", "d"}));
  std::vector<Sentence> further = sentences;
  further[1].set_head(1, 2);
  further[1].set_head(2, 0);
  add_references(sentences, further);
  add_references(sentences, further);  // the same again makes no difference
  further[1].set_head(1, 0);
  add_references(sentences, further);
  EXPECT_EQ(sentences.size(), 8);
  EXPECT_EQ(sentences[2].metadata("reference_number"), "3");
  const std::vector<TreeChoices> choices = take_references(sentences, {});
  ASSERT_EQ(sentences.size(), 2);
  EXPECT_EQ(choices[1].choices[0].alternatives, 3);
  EXPECT_THAT(choices[1].tree({1}).heads, ElementsAre(kNoHead, 2, 0));
  EXPECT_THAT(choices[1].tree({2}).heads, ElementsAre(kNoHead, 0, 0));
}

TEST(References, AreNotWhatOtherCommentsSay) {
  std::vector<Sentence> sentences =
      read(text_of({"a"}, "reference = ittb-scg-s4203") + text_of({"b"}, "reference = 2") +
           text_of({"c"}, "reference_number = x"));
  EXPECT_TRUE(take_references(sentences, {}).empty());
  EXPECT_EQ(sentences.size(), 3);
}

TEST(References, AreNumberedAnew) {
  std::vector<Sentence> sentences = read(text_of({"a", "b"}));
  std::vector<Sentence> further = read(text_of({"a", "b"}, "reference_number = 1"));
  further[0].set_head(1, 2);
  further[0].set_head(2, 0);
  add_references(sentences, further);
  EXPECT_TRUE(is_further_reference(sentences[1]));
  EXPECT_EQ(take_references(sentences, {}).size(), 1);
}

TEST(References, AreOfTheSameWords) {
  const auto message = [](const std::string& text) {
    std::vector<Sentence> sentences = read(text);
    return test::message_of([&] { take_references(sentences, {}); });
  };
  EXPECT_THAT(message(text_of({"a"}, "reference_number = 2")),
              HasSubstr("in:1: found another reference"));
  EXPECT_THAT(message(text_of({"a", "b"}) + text_of({"a"}, "reference_number = 2")),
              HasSubstr("in:4: found 1 word, expected 2"));
  EXPECT_THAT(message(text_of({"a", "b"}) + text_of({"a", "x"}, "reference_number = 2")),
              HasSubstr("in:6: found the word \"x\", expected \"b\""));
  const auto parallel = [](const std::string& first, const std::string& second) {
    std::vector<Sentence> sentences = read(first);
    return test::message_of([&] { add_references(sentences, read(second)); });
  };
  EXPECT_THAT(parallel(text_of({"a"}) + text_of({"b"}), text_of({"a"})),
              HasSubstr("in:3: there is no other reference of this sentence"));
  EXPECT_THAT(parallel(text_of({"a"}), text_of({"a"}, "reference_number = 2")),
              HasSubstr("in:1: found another reference of the sentence before"));
  EXPECT_THAT(parallel(text_of({"a"}), text_of({"a"}) + text_of({"b"})),
              HasSubstr("in:3: found a sentence, expected the end"));
}

TEST(References, AreCompleteTrees) {
  std::vector<Sentence> sentences = read(text_of({"a", "b"}) +
                                         "# reference_number = 2\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                         "2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
  EXPECT_THAT(test::message_of([&] { take_references(sentences, {}); }),
              HasSubstr("in:1: a sentence with several references has words without a head"));
}

}  // namespace
}  // namespace panarc
