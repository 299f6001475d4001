#include "parse/ensemble_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>

#include "panarc/pipeline.h"
#include "parse/small_ensemble.h"
#include "support/groups.h"
#include "support/message_of.h"
#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Parser> parsers_of(const Parser& ensemble) {
  std::vector<Parser> parsers;
  for (const Model& model : ensemble.model().members()) parsers.emplace_back(AnyModel(model));
  return parsers;
}

Heads heads_of(const Parser& parser, Sentence sentence) {
  parser.parse(sentence);
  return {sentence.heads().begin(), sentence.heads().end()};
}

TEST(EnsembleParser, TakesWhatMembersAreFor) {
  const std::vector<Parser> members = parsers_of(test::small_ensemble());
  std::size_t differ = 0;
  for (const Sentence& sentence : test::sample("test")) {
    std::vector<Heads> of_members;
    for (const Parser& member : members) of_members.push_back(heads_of(member, sentence));
    const Heads elected = heads_of(test::small_ensemble(), sentence);
    EXPECT_EQ(find_cycle(elected), kNoHead);
    EXPECT_EQ(count_roots(elected), 1U);
    for (std::size_t word = 1; word < elected.size(); ++word) {
      const auto votes =
          std::count_if(of_members.begin(), of_members.end(),
                        [&](const Heads& heads) { return heads[word] == elected[word]; });
      EXPECT_GT(votes, 0);
      differ += static_cast<std::size_t>(votes) < members.size() ? 1 : 0;
    }
  }
  EXPECT_GT(differ, 0U);
}

TEST(EnsembleParser, OfOneMemberIsThatMember) {
  for (const char* member : {"arc-eager", "arc-hybrid+right-to-left"}) {
    const std::vector<Parser> single = test::small_members(member);
    const Parser ensemble = combine(single, {});
    for (Sentence sentence : test::sample("test", 20)) {
      Sentence other = sentence;
      single.front().parse(sentence);
      ensemble.parse(other);
      EXPECT_EQ(labeled_tree(sentence), labeled_tree(other));
    }
  }
}

TEST(EnsembleParser, MeetsConstraintsOfAllKinds) {
  std::mt19937_64 random(1);
  for (const Sentence& sentence : test::sample("test", 40)) {
    if (sentence.size() < 4) continue;
    const Heads tree = test::random_projective_tree(random, sentence.size());
    std::vector<KnownWord> known = nothing_known(sentence);
    for (std::size_t i = 1; i < known.size(); ++i) {
      const Node head = tree[i];
      switch (random() % 4) {
        case 0:
          known[i].heads = {{head}};
          known[i].labels = {"nothing-it-knows"};
          break;
        case 1:
          if (head != 0) known[i].heads = {{head}, {kRoot}};
          break;
        case 2:
          if (head != 3 && i != 3) known[i].forbidden_heads = {3};
          break;
        default:
          break;
      }
    }
    Sentence parsed = sentence;
    EXPECT_THAT(test::small_ensemble().parse(parsed, {.constraints = known}), IsEmpty());
    EXPECT_THAT(unmet_constraints(known, labeled_tree(parsed)), IsEmpty());
  }
}

TEST(EnsembleParser, KeepsSpansTogether) {
  TEST_NEEDS_ONE_THREAD();
  for (const Sentence& sentence : test::sample("test", 8)) {
    for (Node first = 1; first + 2 < sentence.size(); first += 3) {
      std::vector<KnownWord> known = nothing_known(sentence);
      known[static_cast<std::size_t>(first)].span_end = first + 2;
      Sentence parsed = sentence;
      EXPECT_THAT(test::small_ensemble().parse(parsed, {.constraints = known}), IsEmpty());
      EXPECT_THAT(unmet_constraints(known, labeled_tree(parsed)), IsEmpty());
    }
  }
}

/// Crossing arcs, which only one of the members can build.
std::vector<KnownWord> crossing(int words) {
  std::vector<KnownWord> known(static_cast<std::size_t>(words) + 1);
  known[3].heads = {{1}};
  known[4].heads = {{2}};
  return known;
}

TEST(EnsembleParser, LeavesOutMembersThatCannotMeetConstraints) {
  const Sentence sentence = test::sample("test", 1).front();
  const std::vector<KnownWord> known = crossing(sentence.size());
  Sentence parsed = sentence;
  EXPECT_THAT(test::small_ensemble().parse(parsed, {.constraints = known}), IsEmpty());
  EXPECT_EQ(parsed.head(3), 1);
  EXPECT_EQ(parsed.head(4), 2);
}

/// To find out why a member cannot meet them takes far longer than to ask the next.
TEST(EnsembleParser, DoesNotExplainWhatAnotherMemberCanMeet) {
  constexpr Node kWords = 250;
  const std::vector<Sentence::Word> forms(kWords, {.form = "cat", .upos = "NOUN"});
  std::vector<KnownWord> known(kWords + 1);
  for (Node word = 1; word + 3 <= kWords; word += 20) {
    known[static_cast<std::size_t>(word) + 2].heads = {{word}};
    known[static_cast<std::size_t>(word) + 3].heads = {{word + 1}};
  }
  Sentence sentence = Sentence::from_words(forms);
  const Parser& parser = test::small_ensemble();
  const std::clock_t start = std::clock();
  EXPECT_THAT(parser.parse(sentence, {.constraints = known}), IsEmpty());
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC / 2);
}

TEST(EnsembleParser, SaysWhatNoMemberCanMeet) {
  const Parser projective = combine(test::small_members("arc-eager,arc-hybrid"), {});
  Sentence sentence = test::sample("test", 1).front();
  const std::vector<KnownWord> known = crossing(sentence.size());
  EXPECT_THAT(test::message_of([&] { projective.parse(sentence, {.constraints = known}); }),
              HasSubstr("meets these constraints together"));
  const auto unmet =
      projective.parse(sentence, {.constraints = known, .on_conflict = OnConflict::kRelax});
  EXPECT_EQ(unmet.size(), 1U);
  EXPECT_EQ(unmet_constraints(known, labeled_tree(sentence)), unmet);
}

TEST(EnsembleParser, GivesSeveralTrees) {
  for (const Sentence& sentence : test::sample("test", 20)) {
    const auto trees = test::small_ensemble().best(sentence, {.trees = 4});
    ASSERT_FALSE(trees.empty());
    for (std::size_t i = 1; i < trees.size(); ++i) {
      EXPECT_GE(trees.front().score, trees[i].score - 1e-9);
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_FALSE(trees[i].heads == trees[j].heads && trees[i].labels == trees[j].labels);
      }
    }
  }
}

TEST(EnsembleParser, KnowsHowSureItIs) {
  const Parser parser(test::small_ensemble().model());
  std::vector<double> of_right;
  std::vector<double> of_wrong;
  for (const Sentence& sentence : test::sample("test")) {
    const ScoredTree tree = parser.best(sentence, {.confidence = true}).front();
    for (Node word = 1; word <= sentence.size(); ++word) {
      const auto index = static_cast<std::size_t>(word);
      ASSERT_GT(tree.confidence[index], 0);
      ASSERT_LT(tree.confidence[index], 1);
      const bool right =
          tree.heads[index] == sentence.head(word) && tree.labels[index] == sentence.deprel(word);
      (right ? of_right : of_wrong).push_back(tree.confidence[index]);
    }
  }
  const auto mean = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  EXPECT_GT(mean(of_right), mean(of_wrong) + 0.15);
}

TEST(EnsembleParser, IsTheSameForAnyNumberOfThreads) {
  const auto parsed = [](std::size_t threads) {
    std::string text;
    for (const Sentence& sentence : test::sample("test")) sentence.append_to(text);
    const std::string path = testing::TempDir() + "/ensemble_threads.conllu";
    std::ofstream(path) << text;
    const std::string out = path + ".out";
    {
      TreebankWriter writer(out);
      ParseStream stream(test::small_ensemble(), writer, {.threads = threads});
      stream.parse(path);
      writer.finish();
    }
    std::stringstream content;
    content << std::ifstream(out).rdbuf();
    return content.str();
  };
  EXPECT_EQ(parsed(1), parsed(2));
}

TEST(EnsembleParser, ElectsProjectiveTreesIfAsked) {
  const Parser parser = combine(test::small_members("swap,swap+right-to-left,swap+seed=2"), {},
                                {.votes = VoteFor::kProjective});
  for (const Sentence& sentence : test::sample("test")) {
    EXPECT_TRUE(is_projective(heads_of(parser, sentence)));
  }
}

TEST(EnsembleParser, ReadsWordsOnceForMembersThatLookAtThemAlike) {
  const auto models = test::small_ensemble().model().members();
  const Sentence sentence = test::sample("test", 1).front();
  ModelParser first(models[0]);
  ModelParser backwards(models[1]);
  ModelParser own(models[1]);
  ASSERT_TRUE(backwards.reads_like(first));
  first.read(sentence);
  backwards.read_from(first);
  own.read(sentence);
  EXPECT_EQ(backwards.find(sentence, {}).front().heads, own.find(sentence, {}).front().heads);
}

}  // namespace
}  // namespace panarc
