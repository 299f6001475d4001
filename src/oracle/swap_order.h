#pragma once

#include <span>
#include <vector>

#include "panarc/tree.h"

namespace panarc {

/// The rank of every node, ROOT included, in the projective order of a tree (Nivre 2009): the
/// in-order traversal that visits the children left of a node, the node, and the children right of
/// it. The tree is projective if and only if every node's rank is the node itself. Linear time.
/// Throws if the heads are not a full tree.
std::vector<int> projective_order(std::span<const Node> heads);

/// For every node, the top of its maximal projective component (Nivre, Kuhlmann & Hall 2009): the
/// parts of the tree that are left on the stack when arc-standard with its static oracle and
/// without SWAP has read the sentence. Linear time.
std::vector<Node> projective_components(std::span<const Node> heads);

}  // namespace panarc
