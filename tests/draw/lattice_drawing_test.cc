#include "panarc/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace panarc {
namespace {

using testing::HasSubstr;

DerivationLattice diamond(const std::string& transition) {
  DerivationLattice lattice;
  lattice.configurations = {{{0}, {1, 2}, {}}, {{0, 1}, {2}, {}}, {{0, 2}, {1}, {}}, {{0}, {}, {}}};
  lattice.edges = {{0, 1, "SHIFT", {SwapOracle::kEager, SwapOracle::kMinimal}},
                   {0, 2, transition, {SwapOracle::kLazy}},
                   {1, 3, "RIGHT", {SwapOracle::kEager, SwapOracle::kMinimal}},
                   {2, 3, "RIGHT", {SwapOracle::kLazy}}};
  lattice.derivations = 2;
  lattice.max_swaps = 1;
  return lattice;
}

TEST(LatticeDrawing, HasALinePerConfiguration) {
  EXPECT_EQ(draw_lattice(diamond("SWAP"), {}),
            "2 derivations, 4 configurations, 0 to 1 swaps\n"
            "\n"
            "       stack   buffer  transitions\n"
            "●   0  ROOT    1 2     SHIFT → 1 EM, SWAP → 2 L\n"
            "├─╮\n"
            "● │ 1  ROOT 1  2       RIGHT → 3 EM\n"
            "│ ● 2  ROOT 2  1       RIGHT → 3 L\n"
            "●─╯ 3  ROOT            final\n"
            "\n"
            "E, L, M: the way of the static oracles EAGER, LAZY, MINIMAL\n");
}

TEST(LatticeDrawing, LeadsLinesAcrossOthers) {
  DerivationLattice lattice;
  lattice.configurations.resize(6, {{0}, {}, {}});
  for (const auto& [from, to] : std::vector<std::pair<std::size_t, std::size_t>>{
           {0, 1}, {0, 4}, {1, 2}, {1, 3}, {2, 5}, {3, 5}, {4, 5}}) {
    lattice.edges.push_back({from, to, "X", {}});
  }
  EXPECT_THAT(draw_lattice(lattice, {}), HasSubstr("●     0  ROOT           X → 1, X → 4\n"
                                                   "├─╮\n"
                                                   "● │   1  ROOT           X → 2, X → 3\n"
                                                   "├─┼─╮\n"
                                                   "● │ │ 2  ROOT           X → 5\n"
                                                   "│ │ ● 3  ROOT           X → 5\n"
                                                   "│ ● │ 4  ROOT           X → 5\n"
                                                   "●─┴─╯ 5  ROOT           final\n"));
}

TEST(LatticeDrawing, IsWrittenForGraphviz) {
  const std::string dot = lattice_dot(diamond("LEFT:<&\">"));
  EXPECT_THAT(dot, testing::StartsWith("digraph lattice {\n"));
  EXPECT_THAT(dot, testing::EndsWith("}\n"));
  EXPECT_THAT(dot, HasSubstr("  0 [label=<<b>ROOT</b> <font color=\"#5b6570\">| 1 2</font>>];\n"));
  EXPECT_THAT(dot, HasSubstr("  0 -> 1 [label=<&#160;SHIFT> color=\"#0072b2:#009e73\" "
                             "penwidth=1.8];\n"));
  EXPECT_THAT(dot, HasSubstr("LEFT:&lt;&amp;&quot;&gt;")) << "a label cannot end the text";
}

}  // namespace
}  // namespace panarc
