#include "oracle/pair_completion.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "oracle/meeting_tree.h"
#include "treebank/projectivity.h"
#include "treebank/spanning_tree.h"

namespace panarc {
namespace {

/// Looking at an arc takes longer where the best tree is sought.
constexpr std::uint64_t kSortedArc = 96;

std::uint64_t square(Node words) {
  return static_cast<std::uint64_t>(words) * static_cast<std::uint64_t>(words);
}

bool crosses(const Gold::Span& span, Arc arc) {
  return span.contains(arc.head) != span.contains(arc.dependent);
}

bool cross_same_spans(Arc a, Arc b, const Gold& gold) {
  return std::ranges::all_of(
      gold.spans(), [&](const Gold::Span& span) { return crosses(span, a) == crosses(span, b); });
}

bool leaves_span(Arc arc, const Gold& gold) {
  return std::ranges::any_of(gold.spans(), [&](const Gold::Span& span) {
    return span.contains(arc.head) && !span.contains(arc.dependent);
  });
}

/// Whether an existing arc can be part of a tree that meets all that is known.
bool may_stay(Arc arc, const Gold& gold, RootPosition root) {
  return may_agree(arc, gold, root) && !leaves_span(arc, gold);
}

}  // namespace

PairCompletion::Pairs::Pairs(const Configuration& c)
    : c_(c),
      front_(c.buffer_empty() ? c.words() + 2 : c.position(c.buffer(0))),
      list_end_(c.stack().empty() ? -1 : c.position(c.stack(0))) {}

bool PairCompletion::Pairs::can_meet(Node head, Node word) const {
  const int place = c_.position(head);
  const int later = std::max(place, word);
  return later > front_ || (later == front_ && std::min(place, word) <= list_end_);
}

int PairCompletion::value(const Configuration& c, const Gold& gold) {
  const Pairs pairs(c);
  if (const auto known = value_of_known_arcs(c, gold, pairs)) return *known;
  return search(c, gold, pairs);
}

int PairCompletion::search(const Configuration& c, const Gold& gold, const Pairs& pairs) {
  ++searches_;
  const int words = c.words();
  const RootPosition root = c.options().root;
  const int one_root = c.options().single_root ? gold.most_tree_difference() + 1 : 0;
  arborescence_.reset(words);
  for (Node word = 1; word <= words; ++word) {
    interruption_->throw_if_over();
    if (c.attached(word)) {
      arborescence_.arc(c.head(word), word) = c.head(word) == kRoot ? -one_root : 0;
      continue;
    }
    for (Node head = 0; head <= words; ++head) {
      if (head == word || !pairs.can_meet(head, word)) continue;
      arborescence_.arc(head, word) =
          gold.value({head, word}, root) - (head == kRoot ? one_root : 0);
    }
  }
  return arborescence_.best() + one_root;
}

/// If no word has more than one known head: the value of all known arcs that can still be built,
/// but one for each cycle that they form. No tree has more. Nothing if it is not clear that some
/// tree has all of them.
std::optional<int> PairCompletion::value_of_known_arcs(const Configuration& c, const Gold& gold,
                                                       const Pairs& pairs) {
  if (!gold.spans().empty()) return std::nullopt;
  const RootPosition root = c.options().root;
  heads_.assign(static_cast<std::size_t>(c.words()) + 1, kNoHead);
  int value = 0;
  int roots = 0;
  for (Node word = 1; word <= c.words(); ++word) {
    const Node known = gold.head(word);
    Node& head = heads_[static_cast<std::size_t>(word)];
    if (c.attached(word)) {
      head = c.head(word);
    } else if (known == kNoHead) {
      if (gold.knows_head(word)) return std::nullopt;
    } else if (pairs.can_meet(known, word) && (known != kRoot || !c.root_is_full())) {
      head = known;
      value += gold.value({known, word}, root);
    }
    roots += head == kRoot ? 1 : 0;
  }
  if (c.options().single_root && roots > 1) return std::nullopt;
  value -= break_cycles(c, gold);
  return can_join_parts(c, pairs) ? std::optional(value) : std::nullopt;
}

/// Drops a known arc of each cycle, and finds the top of every part. Returns the value of what was
/// dropped.
int PairCompletion::break_cycles(const Configuration& c, const Gold& gold) {
  const auto head = [&](Node word) -> Node& { return heads_[static_cast<std::size_t>(word)]; };
  const auto top = [&](Node word) -> Node& { return tops_[static_cast<std::size_t>(word)]; };
  constexpr Node kOnPath = kNoHead - 1;
  tops_.assign(heads_.size(), kNoHead);
  top(kRoot) = kRoot;
  int dropped = 0;
  for (Node word = 1; word <= c.words(); ++word) {
    Node end = word;
    while (top(end) == kNoHead) {
      top(end) = kOnPath;
      if (head(end) != kNoHead) end = head(end);
    }
    if (top(end) == kOnPath && head(end) != kNoHead) {
      // Existing arcs form no cycle. The last word can meet most others.
      Node last = c.attached(end) ? kNoHead : end;
      for (Node node = head(end); node != end; node = head(node)) {
        if (!c.attached(node)) last = std::max(last, node);
      }
      for (Node node = head(last);; node = head(node)) {
        top(node) = last;
        if (node == last) break;
      }
      dropped += gold.value({head(last), last}, c.options().root);
      head(last) = kNoHead;
    }
    const Node found = top(end) == kOnPath ? end : top(end);
    for (Node node = word; top(node) == kOnPath; node = head(node)) {
      top(node) = found;
      if (head(node) == kNoHead) break;
    }
  }
  return dropped;
}

/// Whether the parts can certainly be joined to one tree. The words behind the front of the buffer
/// can meet all others: if one of them is below ROOT, all tops can become its dependents.
bool PairCompletion::can_join_parts(const Configuration& c, const Pairs& pairs) const {
  const auto top = [&](Node word) { return tops_[static_cast<std::size_t>(word)]; };
  int first_below_root = c.words() + 1;
  int last_below_root = 0;
  bool is_joined = true;
  for (Node word = 1; word <= c.words(); ++word) {
    if (top(word) != kRoot) {
      is_joined = false;
      continue;
    }
    first_below_root = std::min(first_below_root, word);
    last_below_root = word;
  }
  if (is_joined || last_below_root > pairs.front()) return true;

  // There must be a word whose top can come below ROOT, and all other tops below that word.
  const bool root_has_child = last_below_root > 0;
  const bool root_takes_more = !c.options().single_root || !root_has_child;
  const auto can_come_below_root = [&](Node word) {
    if (root_takes_more && pairs.can_meet(kRoot, word)) return true;
    return root_has_child && (word > pairs.front() || pairs.can_meet(first_below_root, word) ||
                              pairs.can_meet(last_below_root, word));
  };
  for (Node word = pairs.front() + 1; word <= c.words(); ++word) {
    if (can_come_below_root(top(word))) return true;
  }
  return false;
}

bool PairCompletion::can_meet_all(const Configuration& c, const Gold& gold) {
  if (gold.id() != gold_ || c.options() != options_) {
    trees_.clear();
    gold_ = gold.id();
    options_ = c.options();
  }
  const Pairs pairs(c);
  const Fit fit = fit_kept_tree(c, gold, pairs);
  if (fit != Fit::kNeedsOtherTree) return fit == Fit::kFits;
  for (Node word = 1; word <= c.words(); ++word) {
    if (c.attached(word) && !may_stay({c.head(word), word}, gold, options_.root)) return false;
  }
  if (!(gold.spans().empty() ? find_tree(c, gold, pairs) : find_tree_with_spans(c, gold, pairs))) {
    return false;
  }
  keep();
  return true;
}

PairCompletion::Fit PairCompletion::fit_kept_tree(const Configuration& c, const Gold& gold,
                                                  const Pairs& pairs) {
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    tree_ = trees_[i];
    const Fit fits = fit(c, gold, pairs, tree_);
    work_ += tree_.size();
    if (fits == Fit::kNeedsOtherTree) continue;
    if (fits == Fit::kFits && tree_ != trees_[i]) {
      keep();
    } else if (i > 0) {
      std::rotate(trees_.begin(), trees_.begin() + static_cast<std::ptrdiff_t>(i),
                  trees_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return fits;
  }
  return Fit::kNeedsOtherTree;
}

/// Whether a tree that meets all that is known can still be built, perhaps after moving words to
/// their existing heads.
PairCompletion::Fit PairCompletion::fit(const Configuration& c, const Gold& gold,
                                        const Pairs& pairs, Heads& tree) {
  const auto head_in_tree = [&](Node word) -> Node& {
    return tree[static_cast<std::size_t>(word)];
  };
  for (Node word = 1; word <= c.words(); ++word) {
    const Node head = c.head(word);
    if (head == kNoHead ? pairs.can_meet(head_in_tree(word), word) : head == head_in_tree(word)) {
      continue;
    }
    // The only head that is known of a word is the same in every tree.
    if (head == kNoHead) {
      return gold.head(word) == kNoHead ? Fit::kNeedsOtherTree : Fit::kContradicts;
    }
    if (!may_stay({head, word}, gold, c.options().root)) return Fit::kContradicts;
    if (!cross_same_spans({head, word}, {head_in_tree(word), word}, gold)) {
      return Fit::kNeedsOtherTree;
    }
    // Exactly one word must stay below ROOT, and no word may be its own ancestor.
    const bool changes_roots = head == kRoot || head_in_tree(word) == kRoot;
    if (c.options().single_root && changes_roots) return Fit::kNeedsOtherTree;
    for (Node above = head; above != kRoot; above = head_in_tree(above)) {
      if (above == word) return Fit::kNeedsOtherTree;
    }
    head_in_tree(word) = head;
  }
  return Fit::kFits;
}

/// Whether every word has its head or just one that is known. They become the tree, if it is one.
bool PairCompletion::has_one_tree(const Configuration& c, const Gold& gold) {
  tree_.assign(1, kNoHead);
  for (Node word = 1; word <= c.words(); ++word) {
    tree_.push_back(c.attached(word) ? c.head(word) : gold.head(word));
    if (tree_.back() == kNoHead) return false;
  }
  return true;
}

/// Whether the heads are a tree that meets all that is known and can still be built; spans apart.
bool PairCompletion::can_build_tree(const Configuration& c, const Gold& gold,
                                    const Pairs& pairs) const {
  for (Node word = 1; word <= c.words(); ++word) {
    const Node head = tree_[static_cast<std::size_t>(word)];
    if (c.attached(word)) continue;
    if (!pairs.can_meet(head, word) || !may_agree({head, word}, gold, c.options().root)) {
      return false;
    }
  }
  return find_cycle(tree_) == kNoHead && (!c.options().single_root || count_roots(tree_) == 1);
}

/// Finds a tree in which every word has a head that agrees with what is known, if there is one.
///
/// There is if ROOT reaches all words by such arcs; with a single root, if a word that may be its
/// child does. To find a word that reaches all others, start from one unreached word after another:
/// if there is one, the last start is. The others that do are those that reach it.
bool PairCompletion::find_tree(const Configuration& c, const Gold& gold, const Pairs& pairs) {
  const Node words = c.words();
  if (has_one_tree(c, gold)) return can_build_tree(c, gold, pairs);
  const auto may_be_head = [&](Node head, Node word) {
    if (c.attached(word)) return c.head(word) == head;
    return pairs.can_meet(head, word) && may_agree({head, word}, gold, c.options().root);
  };
  const auto forget = [&] { tree_.assign(static_cast<std::size_t>(words) + 1, kNoHead); };
  const auto is_reached = [&](Node word) {
    return tree_[static_cast<std::size_t>(word)] != kNoHead;
  };
  // Gives a head to all newly reached words; that of the start is ROOT.
  const auto reach = [&](Node start, const auto& is_arc) {
    queue_.assign(1, start);
    if (start != kRoot) tree_[static_cast<std::size_t>(start)] = kRoot;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      interruption_->throw_if_over();
      work_ += static_cast<std::uint64_t>(words);
      for (Node word = words; word > 0; --word) {
        if (is_reached(word) || !is_arc(queue_[next], word)) continue;
        tree_[static_cast<std::size_t>(word)] = queue_[next];
        queue_.push_back(word);
      }
    }
    return static_cast<Node>(queue_.size()) == (start == kRoot ? words + 1 : words);
  };
  forget();
  if (!c.options().single_root) return reach(kRoot, may_be_head);
  Node last = kNoHead;
  bool reaches_all = false;
  for (Node word = words; word > 0; --word) {
    if (is_reached(word)) continue;
    last = word;
    reaches_all = reach(word, may_be_head);
  }
  if (!reaches_all) {
    forget();
    if (!reach(last, may_be_head)) return false;
  }
  const auto may_be_root = [&](Node word) {
    return (c.attached(word) || !c.root_is_full()) && may_be_head(kRoot, word);
  };
  if (may_be_root(last)) return true;
  forget();
  reach(last, [&](Node word, Node head) { return may_be_head(head, word); });
  for (Node word = words; word > 0; --word) {
    if (!is_reached(word) || !may_be_root(word)) continue;
    forget();
    return reach(word, may_be_head);
  }
  return false;
}

/// One arc must enter every span, so the tree in which the fewest do shows whether others need to.
/// Among several, prefers arcs between words that meet late: those stay possible for long.
bool PairCompletion::find_tree_with_spans(const Configuration& c, const Gold& gold,
                                          const Pairs& pairs) {
  const Node words = c.words();
  work_ += kSortedArc * square(words);
  const double latest = words + 1;
  const double per_span = latest * latest;
  const double per_contradiction =
      per_span * latest * (static_cast<double>(gold.spans().size()) + 1);
  std::vector<WeightedArc> arcs;
  for (Node word = 1; word <= words; ++word) {
    interruption_->throw_if_over();
    const std::vector<int> entered = entered_spans(word, gold);
    for (Node head = kRoot; head <= words; ++head) {
      const Arc arc{head, word};
      if (head == word) continue;
      const bool is_possible = c.attached(word) ? c.head(word) == head : pairs.can_meet(head, word);
      const int spans = entered[static_cast<std::size_t>(head)];
      const bool meets = is_possible && spans != kLeavesSpan && may_agree(arc, gold, options_.root);
      // Any word may be below ROOT if there is no tree otherwise.
      if (!meets && head != kRoot) continue;
      const double value =
          std::max(c.position(head), word) - per_span * spans - (meets ? 0 : per_contradiction);
      arcs.push_back({head, word, value});
    }
  }
  tree_ = best_tree(words, arcs, options_.single_root, *interruption_);
  int roots = 0;
  int value = 0;
  for (Node word = 1; word <= words; ++word) {
    const Arc arc{tree_[static_cast<std::size_t>(word)], word};
    roots += arc.head == kRoot ? 1 : 0;
    value += gold.value(arc, options_.root);
    if (c.attached(word) ? c.head(word) != arc.head : !pairs.can_meet(arc.head, word)) return false;
  }
  return value >= gold.value_if_met() && !(options_.single_root && roots > 1);
}

/// Keeps the current tree.
void PairCompletion::keep() {
  if (trees_.size() < kMostTrees) trees_.emplace_back();
  std::rotate(trees_.begin(), trees_.end() - 1, trees_.end());
  trees_.front() = tree_;
}

}  // namespace panarc
