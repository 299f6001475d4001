#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "panarc/tree.h"
#include "vote/vote_weights.h"

namespace panarc {

/// The heads that the members of an ensemble gave a word, whose head is known.
struct ObservedVotes {
  std::string tag;
  Node head = kNoHead;
  std::vector<Node> votes;  // by member
};

/// All votes weigh the same.
VoteWeights equal_weights(std::size_t members);

/// The weights under which the right heads are most likely: the probability of a head is
/// proportional to the exponential of the weights behind it. First those of members are found, then
/// those by tag, which stay near them where a tag is rare. None is negative.
VoteWeights fit_vote_weights(std::span<const ObservedVotes> words, std::size_t members);

}  // namespace panarc
