#include "vote/ballot.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

class Ballots : public testing::Test {
 protected:
  void begin(int words, std::vector<double> weights) {
    weights_ = std::move(weights);
    ballot_.begin(words, weights_.size());
    for (Node word = 1; word <= words; ++word) ballot_.set_weights(word, weights_);
  }

  std::vector<double> weights_;
  Ballot ballot_;
};

TEST_F(Ballots, ElectWhatMostAreFor) {
  begin(3, {1, 1, 1});
  ballot_.vote(0, {{kNoHead, 2, 0, 2}, {0, 5, 6, 7}});
  ballot_.vote(1, {{kNoHead, 2, 0, 1}, {0, 8, 6, 9}});
  ballot_.vote(2, {{kNoHead, 3, 0, 2}, {0, 5, 6, 7}});
  // Label 8 has half of the votes for 2 -> 1, as many as 5, which came first.
  EXPECT_EQ(ballot_.elect(true, false), (VotedTree{{kNoHead, 2, 0, 2}, {0, 5, 6, 7}}));
  EXPECT_EQ(ballot_.share(1, 2, 5), (VoteShare{2.0 / 3, 1.0 / 3}));
  EXPECT_EQ(ballot_.rival(1, 2, 5), (VoteShare{1.0 / 3, 1.0 / 3}));
  EXPECT_EQ(ballot_.rival(2, 0, 6), VoteShare{});
}

TEST_F(Ballots, WeighVotes) {
  begin(2, {1, 1, 2.5});
  ballot_.vote(0, {{kNoHead, 0, 1}, {0, 1, 1}});
  ballot_.vote(1, {{kNoHead, 0, 1}, {0, 1, 1}});
  ballot_.vote(2, {{kNoHead, 2, 0}, {0, 3, 3}});
  EXPECT_EQ(ballot_.elect(true, false), (VotedTree{{kNoHead, 2, 0}, {0, 3, 3}}));
}

TEST_F(Ballots, WeighVotesByWord) {
  begin(2, {1, 1, 2.5});
  const std::vector<double> of_second{1, 1, 0};
  ballot_.set_weights(2, of_second);
  ballot_.vote(0, {{kNoHead, 0, 1}, {0, 1, 1}});
  ballot_.vote(1, {{kNoHead, 0, 1}, {0, 1, 1}});
  ballot_.vote(2, {{kNoHead, 2, 0}, {0, 3, 3}});
  // 2 + 2 for the first tree, 2.5 + 0 for the other.
  EXPECT_EQ(ballot_.elect(true, false).heads, (Heads{kNoHead, 0, 1}));
}

TEST_F(Ballots, ElectATreeWhereMajoritiesFormNone) {
  begin(3, {1, 1.1, 1.2});
  ballot_.vote(0, {{kNoHead, 2, 3, 0}, {0, 0, 0, 0}});
  ballot_.vote(1, {{kNoHead, 0, 1, 1}, {0, 0, 0, 0}});
  ballot_.vote(2, {{kNoHead, 2, 0, 2}, {0, 0, 0, 0}});
  const VotedTree tree = ballot_.elect(true, false);
  EXPECT_EQ(find_cycle(tree.heads), kNoHead);
  EXPECT_EQ(count_roots(tree.heads), 1U);
}

TEST_F(Ballots, ForgetWhatWasVotedBefore) {
  begin(2, {1, 1});
  ballot_.vote(0, {{kNoHead, 0, 1}, {0, 1, 1}});
  ballot_.vote(1, {{kNoHead, 0, 1}, {0, 1, 1}});
  begin(2, {1, 1});
  ballot_.vote(1, {{kNoHead, 2, 0}, {0, 3, 3}});
  EXPECT_EQ(ballot_.elect(true, false), (VotedTree{{kNoHead, 2, 0}, {0, 3, 3}}));
}

TEST_F(Ballots, ElectProjectiveTreesOfAnyLength) {
  std::mt19937_64 random(1);
  for (const Node n : {4, 30, 700}) {
    begin(n, {1, 1, 1});
    for (std::size_t member = 0; member < 3; ++member) {
      ballot_.vote(member, {test::random_tree(random, n),
                            std::vector<std::int32_t>(static_cast<std::size_t>(n) + 1, 2)});
    }
    const VotedTree tree = ballot_.elect(true, true);
    EXPECT_TRUE(is_projective(tree.heads));
    EXPECT_EQ(find_cycle(tree.heads), kNoHead);
    EXPECT_EQ(count_roots(tree.heads), 1U);
    // Arcs that nobody is for have labels, too.
    for (std::size_t word = 1; word < tree.labels.size(); ++word) EXPECT_EQ(tree.labels[word], 2);
  }
}

}  // namespace
}  // namespace panarc
