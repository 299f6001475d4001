#include "treebank/projectivity.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "treebank/dependents.h"

namespace panarc {

namespace {

// For every node the unattached node above it, or ROOT; itself if it is unattached.
std::vector<Node> component_tops(std::span<const Node> heads) {
  std::vector<Node> tops(heads.size(), kRoot);
  for (const Node node : Dependents(heads, UnattachedWords::kUnderRoot).top_down()) {
    const Node head = heads[index_of(node)];
    tops[index_of(node)] = node == kRoot || head == kNoHead ? node : tops[index_of(head)];
  }
  return tops;
}

// Minimum and maximum over any range of values in constant time, after O(n log n): a sparse table.
class RangeExtremes {
 public:
  explicit RangeExtremes(std::span<const Node> values) {
    levels_.emplace_back();
    for (const Node value : values) levels_[0].push_back({value, value});
    for (std::size_t width = 2; width <= values.size(); width *= 2) {
      const std::vector<Extremes>& below = levels_.back();
      std::vector<Extremes> level(values.size() - width + 1);
      for (std::size_t i = 0; i < level.size(); ++i) {
        level[i] = join(below[i], below[i + width / 2]);
      }
      levels_.push_back(std::move(level));
    }
  }

  struct Extremes {
    Node least = 0;
    Node greatest = 0;
  };

  // The extremes of the values from `begin` to `end` - 1, of which there is at least one.
  [[nodiscard]] Extremes operator()(std::size_t begin, std::size_t end) const {
    const std::size_t width = std::bit_floor(end - begin);
    const auto level = static_cast<std::size_t>(std::countr_zero(width));
    return join(levels_[level][begin], levels_[level][end - width]);
  }

 private:
  static Extremes join(Extremes a, Extremes b) {
    return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
  }

  std::vector<std::vector<Extremes>> levels_;
};

// The nodes of each component, by position, and their ranks.
class Components {
 public:
  Components(std::span<const Node> heads, std::span<const Node> rank)
      : tops_(component_tops(heads)), begin_(heads.size() + 1, 0), ranks_(by_component(rank)) {}

  [[nodiscard]] Node top(Node node) const { return tops_[index_of(node)]; }

  // The extremes of the ranks of the nodes of a component between two positions. If there are none,
  // the minimum is greater than any rank, and the maximum is less.
  [[nodiscard]] RangeExtremes::Extremes ranks(Node component, Node left, Node right) const {
    const auto from = nodes_.begin() + begin_[index_of(component)];
    const auto to = nodes_.begin() + begin_[index_of(component) + 1];
    const auto first = std::upper_bound(from, to, left);
    const auto last = std::lower_bound(first, to, right);
    if (first == last) return {std::numeric_limits<Node>::max(), std::numeric_limits<Node>::min()};
    return ranks_(static_cast<std::size_t>(first - nodes_.begin()),
                  static_cast<std::size_t>(last - nodes_.begin()));
  }

 private:
  std::vector<Node> by_component(std::span<const Node> rank) {
    for (const Node top : tops_) ++begin_[index_of(top) + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::ptrdiff_t> next(begin_.begin(), begin_.end() - 1);
    nodes_.resize(tops_.size());
    std::vector<Node> ranks(tops_.size());
    for (std::size_t node = 0; node < tops_.size(); ++node) {
      const auto place = static_cast<std::size_t>(next[index_of(tops_[node])]++);
      nodes_[place] = static_cast<Node>(node);
      ranks[place] = rank[node];
    }
    return ranks;
  }

  std::vector<Node> tops_;
  std::vector<std::ptrdiff_t> begin_;  // of each component in nodes_
  std::vector<Node> nodes_;
  RangeExtremes ranks_;  // of nodes_
};

}  // namespace

Node find_cycle(std::span<const Node> heads, std::vector<Node>& marks) {
  // marks[v] is the word whose walk towards ROOT reached v first; meeting one's own mark is a
  // cycle.
  marks.assign(heads.size(), kNoHead);
  for (Node word = 1; word <= word_count(heads); ++word) {
    Node node = word;
    while (node > kRoot && marks[index_of(node)] == kNoHead) {
      marks[index_of(node)] = word;
      node = heads[index_of(node)];
    }
    if (node > kRoot && marks[index_of(node)] == word) return node;
  }
  return kNoHead;
}

Node find_cycle(std::span<const Node> heads) {
  std::vector<Node> marks;
  return find_cycle(heads, marks);
}

std::size_t count_roots(std::span<const Node> heads) {
  return static_cast<std::size_t>(std::count(heads.begin() + 1, heads.end(), kRoot));
}

bool is_complete(std::span<const Node> heads) {
  return std::find(heads.begin() + 1, heads.end(), kNoHead) == heads.end();
}

bool is_projective(std::span<const Node> heads) {
  std::vector<std::pair<Node, Node>> arcs;  // left end, right end negated: sorts longest first
  arcs.reserve(heads.size());
  for (Node word = 1; word <= word_count(heads); ++word) {
    const Node head = heads[index_of(word)];
    if (head != kNoHead) arcs.emplace_back(std::min(head, word), -std::max(head, word));
  }
  std::sort(arcs.begin(), arcs.end());
  const bool complete = arcs.size() + 1 == heads.size();
  const std::vector<Node> tops = complete ? std::vector<Node>() : component_tops(heads);
  // Arcs open at a position, innermost on top. An arc crosses one that opened further left if it
  // closes further right.
  std::vector<std::pair<Node, Node>> open;  // left end, right end
  open.reserve(arcs.size());
  auto arc = arcs.begin();
  for (Node position = 0; position <= word_count(heads); ++position) {
    while (!open.empty() && open.back().second <= position) open.pop_back();
    // An unattached word below an arc must be attached to a word below it too, or to its ends. It
    // cannot if it dominates them; as no arcs cross, it dominates none or those of the innermost.
    if (!complete && heads[index_of(position)] == kNoHead && !open.empty() &&
        tops[index_of(open.back().first)] == position) {
      return false;
    }
    for (; arc != arcs.end() && arc->first == position; ++arc) {
      const Node right = -arc->second;
      if (!open.empty() && open.back().second < right) return false;
      open.emplace_back(position, right);
    }
  }
  return true;
}

bool is_projective_arc(std::span<const Node> heads, Node word, std::size_t& steps) {
  const Node head = heads[index_of(word)];
  if (head == kNoHead) return false;
  // Climbs from a node to the first of `end`, ROOT and an unattached node.
  const auto climb = [&](Node node, Node end) {
    for (++steps; node != end && node != kRoot && heads[index_of(node)] != kNoHead; ++steps) {
      node = heads[index_of(node)];
    }
    return node;
  };
  const Node top = climb(head, kRoot);
  for (Node between = std::min(head, word) + 1; between < std::max(head, word); ++between) {
    const Node node = climb(between, head);
    if (node == kRoot ? head != kRoot : node == top && node != head) return false;
  }
  return true;
}

bool is_projective_arc(std::span<const Node> heads, Node word) {
  std::size_t steps = 0;
  return is_projective_arc(heads, word, steps);
}

std::vector<bool> projective_arcs(std::span<const Node> heads) {
  // What a node dominates is a range of ranks, so it is enough to look at the extremes between. A
  // word that is not dominated does no harm if its component can still be attached below the head:
  // if it is neither that of the head nor that of ROOT.
  const ProjectiveOrder order = projective_order(heads);
  const Components components(heads, order.rank);
  std::vector<bool> result(heads.size(), false);
  for (Node word = 1; word <= word_count(heads); ++word) {
    const Node head = heads[index_of(word)];
    if (head == kNoHead) continue;
    const auto dominates_all = [&](Node component) {
      const RangeExtremes::Extremes ranks =
          components.ranks(component, std::min(head, word), std::max(head, word));
      return ranks.least >= order.first[index_of(head)] &&
             ranks.greatest <= order.last[index_of(head)];
    };
    const Node top = components.top(head);
    result[index_of(word)] = dominates_all(kRoot) && (top == kRoot || dominates_all(top));
  }
  return result;
}

ProjectiveOrder projective_order(std::span<const Node> heads) {
  const Dependents dependents(heads, UnattachedWords::kUnderRoot);
  const std::vector<Node> top_down = dependents.top_down();
  const std::vector<Node> size = dependents.subtree_sizes(top_down);
  ProjectiveOrder result;
  result.order.resize(heads.size());
  result.rank.resize(heads.size());
  result.first.assign(heads.size(), 0);
  result.last.resize(heads.size());
  for (const Node node : top_down) {
    Node next = result.first[index_of(node)];
    result.last[index_of(node)] = next + size[index_of(node)] - 1;
    bool placed = false;
    const auto place = [&] {
      result.rank[index_of(node)] = next;
      result.order[index_of(next)] = node;
      ++next;
      placed = true;
    };
    for (const Node dependent : dependents.of(node)) {
      if (!placed && dependent > node) place();
      result.first[index_of(dependent)] = next;
      next += size[index_of(dependent)];
    }
    if (!placed) place();
  }
  return result;
}

std::vector<Node> projective_components(std::span<const Node> heads, RootPosition root) {
  const Dependents dependents(heads, UnattachedWords::kLeftOut);
  std::vector<std::size_t> missing(heads.size());
  std::vector<Node> attached(heads.size(), kNoHead);
  for (Node node = 0; node <= word_count(heads); ++node) {
    missing[index_of(node)] = dependents.of(node).size();
  }
  std::vector<Node> stack;
  // Attaches `dependent` to `head`, if that is its head and it has all its dependents.
  const auto attach = [&](Node head, Node dependent) {
    if (dependent == kRoot || heads[index_of(dependent)] != head ||
        missing[index_of(dependent)] > 0) {
      return false;
    }
    attached[index_of(dependent)] = head;
    --missing[index_of(head)];
    return true;
  };
  const auto shift = [&](Node node) {
    stack.push_back(node);
    while (stack.size() >= 2) {
      const Node top = stack.back();
      const Node second = stack[stack.size() - 2];
      if (attach(top, second)) {
        stack[stack.size() - 2] = top;
      } else if (!attach(second, top)) {
        break;
      }
      stack.pop_back();
    }
  };
  if (root == RootPosition::kFirst) shift(kRoot);
  for (Node word = 1; word <= word_count(heads); ++word) shift(word);
  if (root == RootPosition::kLast) shift(kRoot);

  return component_tops(attached);
}

std::vector<Node> gap_degrees(std::span<const Node> heads) {
  // Among the words a node dominates, those not followed by another one end a run, so runs = words
  // - pairs of neighbours that are both dominated. A pair is dominated by its lowest common
  // ancestor and all nodes above: count it there and add up from the leaves.
  const Dependents dependents(heads, UnattachedWords::kUnderRoot);
  const LowestCommonAncestor common(dependents);
  std::vector<Node> runs(heads.size(), 1);
  runs[0] = 0;
  for (Node word = 1; word < word_count(heads); ++word) --runs[index_of(common(word, word + 1))];
  const std::vector<Node> top_down = dependents.top_down();
  for (std::size_t i = top_down.size(); i-- > 1;) {
    runs[index_of(dependents.head(top_down[i]))] += runs[index_of(top_down[i])];
  }
  std::vector<Node> gaps(heads.size(), 0);
  for (std::size_t node = 1; node < heads.size(); ++node) gaps[node] = runs[node] - 1;
  return gaps;
}

Node gap_degree(std::span<const Node> heads) {
  const std::vector<Node> degrees = gap_degrees(heads);
  return *std::max_element(degrees.begin(), degrees.end());
}

}  // namespace panarc
