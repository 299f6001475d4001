#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "panarc/choices.h"
#include "vote/vote_weights.h"

namespace panarc {

/// The heads that the members of an ensemble chose for a word with a known head.
struct ObservedVotes {
  std::string tag;
  Node head = kNoHead;
  std::vector<Node> votes;  // by member
};

/// Weights with which all votes count the same.
VoteWeights equal_weights(std::size_t members);

/// The weights that make the right heads most likely: the probability of a head is proportional to
/// the exponential of the sum of its weights. First the weights of members are found, then those by
/// tag, which stay near them if a tag is rare. None is negative.
VoteWeights fit_vote_weights(std::span<const ObservedVotes> words, std::size_t members);

}  // namespace panarc
