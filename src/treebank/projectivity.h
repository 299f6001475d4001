#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "panarc/choices.h"

namespace panarc {

// Throughout, `heads` is as in tree.h: size n + 1, element 0 is kNoHead, heads are in range. ROOT
// is taken to be before the first word. Unless stated otherwise there is no cycle, and unattached
// words (kNoHead) are allowed.

/// A word on a cycle, or kNoHead if there is none. Linear; `marks` is memory to reuse.
Node find_cycle(std::span<const Node> heads, std::vector<Node>& marks);
Node find_cycle(std::span<const Node> heads);

/// The number of words attached to ROOT.
std::size_t count_roots(std::span<const Node> heads);

/// Whether every word has a head.
bool is_complete(std::span<const Node> heads);

/// Whether a tree is projective, that is, whether no two of its arcs cross; with unattached words,
/// whether they can be attached so that it is. O(n log n).
bool is_projective(std::span<const Node> heads);

/// Whether the arc to `word` is projective, that is, whether its head dominates every word between
/// the two; with unattached words, whether they can be attached so that it is. False for an
/// unattached word. O(n * depth); adds the number of steps to `steps`.
bool is_projective_arc(std::span<const Node> heads, Node word);
bool is_projective_arc(std::span<const Node> heads, Node word, std::size_t& steps);

/// is_projective_arc of every word. O(n log n).
std::vector<bool> projective_arcs(std::span<const Node> heads);

/// The in-order traversal of a tree: for each node first its left dependents, then the node, then
/// its right ones (Nivre 2009). A tree is projective if and only if this is the order of the words.
/// Unattached words are treated as dependents of ROOT. Linear.
struct ProjectiveOrder {
  std::vector<Node> order;  ///< nodes by rank; ROOT first
  std::vector<Node> rank;   ///< the position of each node
  std::vector<Node> first;  ///< the nodes that a node dominates, including itself, have ranks
  std::vector<Node> last;   ///< first to last
};
ProjectiveOrder projective_order(std::span<const Node> heads);

/// For every node the top of its maximal projective component (Nivre, Kuhlmann & Hall 2009): the
/// trees left on the stack when arc-standard has done all it can without SWAP. Linear.
std::vector<Node> projective_components(std::span<const Node> heads,
                                        RootPosition root = RootPosition::kFirst);

/// For every node the number of gaps in what it dominates; 0 for ROOT. The gap degree of the tree
/// is the largest. Unattached words are treated as dependents of ROOT. O(n log n).
std::vector<Node> gap_degrees(std::span<const Node> heads);
Node gap_degree(std::span<const Node> heads);

}  // namespace panarc
