#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oracle/swap_oracle.h"
#include "oracle/swap_trees.h"
#include "panarc/error.h"
#include "panarc/oracle.h"
#include "support/message_of.h"

namespace panarc {
namespace {

OracleQuery lattice_query(const Heads& heads) {
  OracleQuery query;
  query.system = "swap";
  query.words.resize(1);
  for (std::size_t word = 1; word < heads.size(); ++word) {
    query.words.push_back({.heads = {{heads[word]}}});
  }
  return query;
}

TEST(DerivationLattice, IsInTopologicalOrderFromTheFirstToTheLast) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    const DerivationLattice lattice = derivation_lattice(lattice_query(heads));
    std::vector<int> entering(lattice.configurations.size(), 0);
    std::size_t last = 0;
    for (const LatticeEdge& edge : lattice.edges) {
      ASSERT_LE(last, edge.from);
      ASSERT_LT(edge.from, edge.to);
      ASSERT_LT(edge.to, lattice.configurations.size());
      last = edge.from;
      ++entering[edge.to];
    }
    ASSERT_EQ(std::count(entering.begin(), entering.end(), 0), 1)
        << "all but the first are reached";
    ASSERT_EQ(lattice.configurations.back().stack, std::vector<Node>{kRoot});
    ASSERT_EQ(lattice.configurations.back().heads, heads);
  });
}

/// The transitions of an oracle, one after the other, and whether they make one path.
std::vector<std::string> path_of(const DerivationLattice& lattice, SwapOracle oracle) {
  std::vector<std::string> path;
  std::size_t at = 0;
  for (const LatticeEdge& edge : lattice.edges) {
    if (std::find(edge.oracles.begin(), edge.oracles.end(), oracle) == edge.oracles.end()) continue;
    EXPECT_EQ(edge.from, at);
    at = edge.to;
    path.push_back(edge.transition);
  }
  EXPECT_EQ(at + 1, lattice.configurations.size());
  return path;
}

TEST(DerivationLattice, MarksTheDerivationsOfTheStaticOracles) {
  swap_test::for_each_tree_up_to(5, [](const Heads& heads) {
    for (const SwapOracle kept : {SwapOracle::kNdSw, SwapOracle::kNdAll}) {
      const DerivationLattice lattice = derivation_lattice(lattice_query(heads), {.oracle = kept});
      for (const SwapOracle oracle :
           {SwapOracle::kEager, SwapOracle::kLazy, SwapOracle::kMinimal}) {
        std::vector<std::string> expected;
        for (const Action action : swap_derivation(heads, oracle)) {
          expected.emplace_back(action_name(action));
        }
        ASSERT_EQ(path_of(lattice, oracle), expected);
      }
    }
  });
}

TEST(DerivationLattice, HasConfigurationsThatItsTransitionsLeadTo) {
  const OracleQuery query = lattice_query(swap_test::tree({2, 0, 5, 2, 1}));
  const DerivationLattice lattice = derivation_lattice(query);
  EXPECT_EQ(lattice.derivations, 5U);
  EXPECT_EQ(lattice.min_swaps, 2);
  EXPECT_EQ(lattice.max_swaps, 3);
  std::vector<std::vector<std::string>> ways(lattice.configurations.size());
  for (const LatticeEdge& edge : lattice.edges) {
    ways[edge.to] = ways[edge.from];
    ways[edge.to].push_back(edge.transition);
  }
  OracleService service;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    OracleQuery there = query;
    there.after = ways[i];
    const OracleAnswer answer = service.answer(there);
    EXPECT_EQ(lattice.configurations[i].stack, answer.stack);
    EXPECT_EQ(lattice.configurations[i].buffer, answer.buffer);
    EXPECT_EQ(lattice.configurations[i].heads, answer.heads);
  }
}

TEST(DerivationLattice, NamesLabels) {
  OracleQuery query = lattice_query(swap_test::tree({2, 0}));
  query.words[1].labels = {"nsubj"};
  const DerivationLattice lattice = derivation_lattice(query);
  EXPECT_EQ(path_of(lattice, SwapOracle::kEager),
            (std::vector<std::string>{"SHIFT", "SHIFT", "LEFT:nsubj", "RIGHT"}));
}

TEST(DerivationLattice, SaysWhatItNeeds) {
  const OracleQuery good = lattice_query(swap_test::tree({0, 0, 2}));
  const auto message = [](const OracleQuery& query, const LatticeOptions& options = {}) {
    return test::message_of([&] { derivation_lattice(query, options); });
  };
  EXPECT_EQ(message(good), "no error");
  OracleQuery query = good;
  query.system = "arc-eager";
  EXPECT_EQ(message(query), "there is no lattice of derivations for arc-eager; expected swap");
  query = good;
  query.single_root = true;
  EXPECT_EQ(message(query),
            "a lattice of derivations needs a full tree: one head for every word, and one word "
            "under ROOT");
  query = good;
  query.words[2].heads.clear();
  EXPECT_EQ(message(query), "a lattice of derivations needs a full tree: one head for every word");
  query = good;
  query.after = {"SHIFT"};
  EXPECT_EQ(message(query),
            "a lattice shows all derivations from the beginning; expected no transitions");
  EXPECT_EQ(message(good, {.oracle = SwapOracle::kLazy}),
            "the oracle lazy has one derivation, which is not a lattice; expected nd-sw or nd-all");
  EXPECT_EQ(message(good, {.most_configurations = 3}),
            "the lattice of derivations has more than 3 configurations; the limit can be raised");
}

}  // namespace
}  // namespace panarc
