#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "panarc/choices.h"
#include "treebank/spanning_tree.h"

namespace panarc {

/// A tree combined by votes, or one to compare with it; element 0 of both is unused. Labels are
/// numbers.
struct VotedTree {
  Heads heads;
  std::vector<std::int32_t> labels;

  friend bool operator==(const VotedTree&, const VotedTree&) = default;
};

/// The share of votes for something; ordered by heads first.
struct VoteShare {
  double heads = 0;
  double labels = 0;  ///< votes for the same heads with the same labels

  friend auto operator<=>(const VoteShare&, const VoteShare&) = default;
};

/// The trees of several parsers for one sentence, and the tree they elect: the one whose arcs have
/// the most votes. Only parsers that vote for an arc vote on its label.
class Ballot {
 public:
  /// Clears all votes. Each word has weights of votes, by member.
  void begin(int words, std::size_t members);
  /// The weights must outlive the use of the ballot for this sentence.
  void set_weights(Node word, std::span<const double> weights) { weights_[at(word)] = weights; }

  void vote(std::size_t member, const VotedTree& tree);

  /// The best tree by the votes, of which there must be one.
  [[nodiscard]] VotedTree elect(bool single_root, bool projective,
                                const Interruption& interruption = kNeverOver) const;

  /// The share of a tree in all votes, over all its words.
  [[nodiscard]] VoteShare share(const VotedTree& tree) const;
  /// The share of an arc in all votes for its word, 0 to 1.
  [[nodiscard]] VoteShare share(Node word, Node head, std::int32_t label) const;
  /// The largest share of a rival: of another head, and of another head or label.
  [[nodiscard]] VoteShare rival(Node word, Node head, std::int32_t label) const;

 private:
  /// Longer sentences would take too long; their trees are made projective by lifting arcs.
  static constexpr int kMostWordsOfPairs = 500;

  struct Vote {
    std::size_t member = 0;
    VotedTree tree;
  };

  static std::size_t at(Node word) { return static_cast<std::size_t>(word); }
  [[nodiscard]] double weight(const Vote& vote, Node word) const {
    return weights_[at(word)][vote.member];
  }
  [[nodiscard]] double total(Node word) const;
  [[nodiscard]] std::vector<WeightedArc> arcs() const;
  [[nodiscard]] std::int32_t elect_label(Node word, Node head) const;

  int words_ = 0;
  std::vector<std::span<const double>> weights_;  // by word
  std::vector<Vote> votes_;
  std::size_t vote_count_ = 0;  // number of votes_ in use; the others keep their memory
};

}  // namespace panarc
