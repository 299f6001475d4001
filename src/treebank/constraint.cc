#include "panarc/constraint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "io/utf8.h"
#include "panarc/treebank.h"

namespace panarc {
namespace {

constexpr std::array kKinds{ConstraintKind::kHeads, ConstraintKind::kForbiddenHeads,
                            ConstraintKind::kSide, ConstraintKind::kLabels, ConstraintKind::kSpan};

const KnownWord& word_of(const Constraint& constraint, std::span<const KnownWord> words) {
  return words[static_cast<std::size_t>(constraint.word)];
}

/// Calls a function with the member that a constraint is in. Labels of single heads are in heads.
template <class Visit>
decltype(auto) visit_member(ConstraintKind kind, const Visit& visit) {
  switch (kind) {
    case ConstraintKind::kHeads:
      return visit(&KnownWord::heads);
    case ConstraintKind::kForbiddenHeads:
      return visit(&KnownWord::forbidden_heads);
    case ConstraintKind::kSide:
      return visit(&KnownWord::side);
    case ConstraintKind::kLabels:
      return visit(&KnownWord::labels);
    case ConstraintKind::kSpan:
      break;
  }
  return visit(&KnownWord::span_end);
}

bool is_given(const KnownWord& word, ConstraintKind kind) {
  return visit_member(kind, [&](auto member) { return word.*member != KnownWord().*member; });
}

bool contains(const std::vector<std::string>& labels, const std::string& label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

bool is_on_side(Side side, Node head, Node word, RootPosition root) {
  if (head == kNoHead) return false;
  const bool left = head == kRoot ? root == RootPosition::kFirst : head < word;
  return left == (side == Side::kLeft);
}

/// Whether the words from `first` to `last` are a subtree: one arc enters, and none leaves.
bool is_subtree(const Heads& heads, Node first, Node last) {
  const auto inside = [&](Node node) { return first <= node && node <= last; };
  int entering = 0;
  for (Node word = 1; word < static_cast<Node>(heads.size()); ++word) {
    const Node head = heads[static_cast<std::size_t>(word)];
    if (head == kNoHead) {
      entering += inside(word) ? 1 : 0;
    } else if (inside(word) && !inside(head)) {
      ++entering;
    } else if (!inside(word) && inside(head)) {
      return false;
    }
  }
  return entering == 1;
}

/// An arc may have its own labels.
bool has_head(const KnownWord& known, Node head, const std::string& label) {
  return std::any_of(known.heads.begin(), known.heads.end(), [&](const KnownArc& arc) {
    return arc.head == head && (arc.labels.empty() || contains(arc.labels, label));
  });
}

std::string named(Node node, const Sentence& sentence) {
  return node == kRoot ? "ROOT" : fmt::format("{} {}", node, in_quotes(sentence.form(node)));
}

std::string head_list(const KnownWord& word, const Sentence& sentence) {
  std::vector<std::string> heads;
  for (const KnownArc& arc : word.heads) {
    heads.push_back(named(arc.head, sentence));
    if (!arc.labels.empty()) heads.back() += fmt::format(" ({})", fmt::join(arc.labels, " or "));
  }
  return fmt::format("{}", fmt::join(heads, " or "));
}

}  // namespace

std::vector<Constraint> constraints_of(std::span<const KnownWord> words) {
  std::vector<Constraint> constraints;
  for (std::size_t word = 1; word < words.size(); ++word) {
    for (const ConstraintKind kind : kKinds) {
      if (is_given(words[word], kind)) constraints.push_back({static_cast<Node>(word), kind});
    }
  }
  return constraints;
}

std::vector<KnownWord> with_constraints(std::span<const KnownWord> words,
                                        std::span<const Constraint> kept) {
  std::vector<KnownWord> result(words.size());
  for (const Constraint& constraint : kept) {
    const KnownWord& from = word_of(constraint, words);
    KnownWord& to = result[static_cast<std::size_t>(constraint.word)];
    visit_member(constraint.kind, [&](auto member) { to.*member = from.*member; });
  }
  return result;
}

bool is_met(const Constraint& constraint, std::span<const KnownWord> words, const LabeledTree& tree,
            RootPosition root) {
  const KnownWord& known = word_of(constraint, words);
  const auto index = static_cast<std::size_t>(constraint.word);
  const Node head = tree.heads[index];
  switch (constraint.kind) {
    case ConstraintKind::kHeads:
      return has_head(known, head, tree.labels[index]);
    case ConstraintKind::kForbiddenHeads:
      return head != kNoHead &&
             std::find(known.forbidden_heads.begin(), known.forbidden_heads.end(), head) ==
                 known.forbidden_heads.end();
    case ConstraintKind::kSide:
      return is_on_side(known.side, head, constraint.word, root);
    case ConstraintKind::kLabels:
      return contains(known.labels, tree.labels[index]) ||
             std::any_of(known.heads.begin(), known.heads.end(), [&](const KnownArc& arc) {
               return arc.head == head && !arc.labels.empty();
             });
    case ConstraintKind::kSpan:
      return is_subtree(tree.heads, constraint.word, *known.span_end);
  }
  return false;
}

std::vector<Constraint> unmet_constraints(std::span<const KnownWord> words, const LabeledTree& tree,
                                          RootPosition root) {
  std::vector<Constraint> unmet = constraints_of(words);
  std::erase_if(
      unmet, [&](const Constraint& constraint) { return is_met(constraint, words, tree, root); });
  return unmet;
}

std::string value_text(const Constraint& constraint, std::span<const KnownWord> words) {
  const KnownWord& known = word_of(constraint, words);
  switch (constraint.kind) {
    case ConstraintKind::kHeads: {
      std::vector<Node> heads;
      for (const KnownArc& arc : known.heads) heads.push_back(arc.head);
      return fmt::format("{}", fmt::join(heads, ","));
    }
    case ConstraintKind::kForbiddenHeads:
      return fmt::format("{}", fmt::join(known.forbidden_heads, ","));
    case ConstraintKind::kSide:
      return known.side == Side::kLeft ? "left" : "right";
    case ConstraintKind::kLabels:
      return fmt::format("{}", fmt::join(known.labels, ","));
    case ConstraintKind::kSpan:
      return fmt::format("{}-{}", constraint.word, *known.span_end);
  }
  return "";
}

std::string describe(const Constraint& constraint, std::span<const KnownWord> words,
                     const Sentence& sentence) {
  const KnownWord& known = word_of(constraint, words);
  const std::string word = fmt::format("word {}", named(constraint.word, sentence));
  switch (constraint.kind) {
    case ConstraintKind::kHeads:
      return fmt::format("{} has head {}", word, head_list(known, sentence));
    case ConstraintKind::kForbiddenHeads: {
      std::vector<std::string> heads;
      for (const Node head : known.forbidden_heads) heads.push_back(named(head, sentence));
      return fmt::format("{} does not have head {}", word, fmt::join(heads, " or "));
    }
    case ConstraintKind::kSide:
      return fmt::format("{} has its head on the {}", word, value_text(constraint, words));
    case ConstraintKind::kLabels:
      return fmt::format("{} has label {}", word, fmt::join(known.labels, " or "));
    case ConstraintKind::kSpan:
      return fmt::format("words {} to {} are one subtree", named(constraint.word, sentence),
                         named(*known.span_end, sentence));
  }
  return "";
}

}  // namespace panarc
