#include "constrain/contraction.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace panarc {
namespace {

const KnownWord& at(std::span<const KnownWord> words, Node word) {
  return words[static_cast<std::size_t>(word)];
}

/// Calls `visit` with every node, other than the word itself, that a constraint mentions.
template <class Known, class Visit>
void visit_nodes(Known& known, ConstraintKind kind, const Visit& visit) {
  if (kind == ConstraintKind::kHeads) {
    for (auto& arc : known.heads) visit(arc.head);
  } else if (kind == ConstraintKind::kForbiddenHeads) {
    for (auto& head : known.forbidden_heads) visit(head);
  } else if (kind == ConstraintKind::kSpan) {
    visit(*known.span_end);
  }
}

/// The words that the constraints mention, in order.
std::vector<Node> mentioned_words(std::span<const KnownWord> words,
                                  std::span<const Constraint> kept) {
  std::vector<Node> mentioned;
  const auto add = [&](Node node) {
    if (node != kRoot) mentioned.push_back(node);
  };
  for (const Constraint& constraint : kept) {
    add(constraint.word);
    visit_nodes(at(words, constraint.word), constraint.kind, add);
  }
  std::sort(mentioned.begin(), mentioned.end());
  mentioned.erase(std::unique(mentioned.begin(), mentioned.end()), mentioned.end());
  return mentioned;
}

/// Where the mentioned words stand in the shorter sentence.
class Places {
 public:
  Places(std::vector<Node> mentioned, Node words) : mentioned_(std::move(mentioned)) {
    Node before = 0;
    for (const Node word : mentioned_) {
      length_ += word > before + 1 ? 2 : 1;
      places_.push_back(length_);
      before = word;
    }
    if (before < words) ++length_;
  }

  [[nodiscard]] Node length() const { return length_; }
  [[nodiscard]] Node of(Node word) const {
    if (word == kRoot) return kRoot;
    const auto found = std::lower_bound(mentioned_.begin(), mentioned_.end(), word);
    return places_[static_cast<std::size_t>(found - mentioned_.begin())];
  }

 private:
  std::vector<Node> mentioned_;
  std::vector<Node> places_;
  Node length_ = 0;
};

}  // namespace

std::vector<KnownWord> contracted(std::span<const KnownWord> words,
                                  std::span<const Constraint> kept) {
  const Places places(mentioned_words(words, kept), static_cast<Node>(words.size()) - 1);
  std::vector<KnownWord> shorter(static_cast<std::size_t>(places.length()) + 1);
  std::vector<Constraint> constraints(kept.begin(), kept.end());
  for (Constraint& constraint : constraints) {
    const KnownWord& known = at(words, constraint.word);
    constraint.word = places.of(constraint.word);
    shorter[static_cast<std::size_t>(constraint.word)] = known;
  }
  shorter = with_constraints(shorter, constraints);
  for (const Constraint& constraint : constraints) {
    visit_nodes(shorter[static_cast<std::size_t>(constraint.word)], constraint.kind,
                [&](Node& node) { node = places.of(node); });
  }
  return shorter;
}

}  // namespace panarc
