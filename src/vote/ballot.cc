#include "vote/ballot.h"

#include <algorithm>
#include <string>

#include "panarc/treebank.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// Lifts arcs until the tree is projective.
void lift(Heads& heads) {
  LabeledTree tree{heads, std::vector<std::string>(heads.size())};
  projectivize(tree, PseudoProjective::kBaseline);
  heads = std::move(tree.heads);
}

}  // namespace

void Ballot::begin(int words, std::size_t members) {
  words_ = words;
  weights_.resize(at(words) + 1);
  votes_.resize(std::max(votes_.size(), members));
  vote_count_ = 0;
}

void Ballot::vote(std::size_t member, const VotedTree& tree) {
  votes_[vote_count_++] = {member, tree};
}

std::vector<WeightedArc> Ballot::arcs() const {
  std::vector<WeightedArc> arcs;
  for (Node word = 1; word <= words_; ++word) {
    const std::size_t first = arcs.size();
    for (const Vote& vote : std::span(votes_).first(vote_count_)) {
      const Node head = vote.tree.heads[at(word)];
      const auto same = std::find_if(arcs.begin() + static_cast<std::ptrdiff_t>(first), arcs.end(),
                                     [&](const WeightedArc& arc) { return arc.head == head; });
      if (same == arcs.end()) {
        arcs.push_back({head, word, weight(vote, word)});
      } else {
        same->value += weight(vote, word);
      }
    }
  }
  return arcs;
}

VotedTree Ballot::elect(bool single_root, bool projective, const Interruption& interruption) const {
  const std::vector<WeightedArc> candidates = arcs();
  VotedTree tree{best_tree(words_, candidates, single_root, interruption), {}};
  // What most agree on is usually projective anyway.
  if (projective && !is_projective(tree.heads)) {
    if (words_ <= kMostWordsOfPairs) {
      tree.heads = best_projective_tree(words_, candidates, single_root, interruption);
    } else {
      lift(tree.heads);
    }
  }
  tree.labels.resize(tree.heads.size());
  for (Node word = 1; word <= words_; ++word) {
    tree.labels[at(word)] = elect_label(word, tree.heads[at(word)]);
  }
  return tree;
}

/// If several labels have the same votes, the first one voted for wins. An arc without votes gets
/// the label with the most votes on any arc.
std::int32_t Ballot::elect_label(Node word, Node head) const {
  const auto votes = std::span(votes_).first(vote_count_);
  const bool is_wanted = std::any_of(votes.begin(), votes.end(), [&](const Vote& vote) {
    return vote.tree.heads[at(word)] == head;
  });
  const auto counts = [&](const Vote& vote) {
    return !is_wanted || vote.tree.heads[at(word)] == head;
  };
  std::int32_t best = 0;
  double most = -1;
  for (const Vote& candidate : votes) {
    if (!counts(candidate)) continue;
    const std::int32_t label = candidate.tree.labels[at(word)];
    double sum = 0;
    for (const Vote& vote : votes) {
      if (counts(vote) && vote.tree.labels[at(word)] == label) sum += weight(vote, word);
    }
    if (sum > most) {
      most = sum;
      best = label;
    }
  }
  return best;
}

double Ballot::total(Node word) const {
  double total = 0;
  for (const Vote& vote : std::span(votes_).first(vote_count_)) total += weight(vote, word);
  return total > 0 ? total : 1;
}

VoteShare Ballot::share(Node word, Node head, std::int32_t label) const {
  VoteShare share;
  for (const Vote& vote : std::span(votes_).first(vote_count_)) {
    if (vote.tree.heads[at(word)] != head) continue;
    share.heads += weight(vote, word);
    if (vote.tree.labels[at(word)] == label) share.labels += weight(vote, word);
  }
  return {share.heads / total(word), share.labels / total(word)};
}

VoteShare Ballot::share(const VotedTree& tree) const {
  VoteShare sum;
  for (Node word = 1; word <= words_; ++word) {
    const VoteShare of_word = share(word, tree.heads[at(word)], tree.labels[at(word)]);
    sum.heads += of_word.heads;
    sum.labels += of_word.labels;
  }
  return sum;
}

VoteShare Ballot::rival(Node word, Node head, std::int32_t label) const {
  VoteShare largest;
  for (const Vote& vote : std::span(votes_).first(vote_count_)) {
    const Node other = vote.tree.heads[at(word)];
    const std::int32_t other_label = vote.tree.labels[at(word)];
    const VoteShare found = share(word, other, other_label);
    if (other != head) largest.heads = std::max(largest.heads, found.heads);
    if (other != head || other_label != label) {
      largest.labels = std::max(largest.labels, found.labels);
    }
  }
  return largest;
}

}  // namespace panarc
