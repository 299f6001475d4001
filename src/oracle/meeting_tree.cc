#include "oracle/meeting_tree.h"

#include <cstddef>
#include <iterator>
#include <numeric>

#include "treebank/spanning_tree.h"

namespace panarc {

std::vector<int> entered_spans(Node word, const Gold& gold) {
  const std::size_t size = static_cast<std::size_t>(gold.words()) + 2;
  std::vector<int> entered(size, 0);
  std::vector<int> left(size, 0);
  for (const Gold::Span& span : gold.spans()) {
    const auto first = static_cast<std::size_t>(span.first);
    const std::size_t end = static_cast<std::size_t>(span.last) + 1;
    if (span.contains(word)) {
      ++entered[first - 1];
      ++entered[end];
    } else {
      ++left[first];
      --left[end];
    }
  }
  const auto at = entered.begin() + word;
  std::partial_sum(std::make_reverse_iterator(at), entered.rend(), std::make_reverse_iterator(at));
  std::partial_sum(at, entered.end(), at);
  std::partial_sum(left.begin(), left.end(), left.begin());
  for (std::size_t head = 0; head < size; ++head) {
    if (left[head] > 0) entered[head] = kLeavesSpan;
  }
  return entered;
}

std::optional<Heads> projective_tree_that_meets_all(const Gold& gold, const SystemOptions& options,
                                                    const Interruption& interruption) {
  std::vector<WeightedArc> arcs;
  for (Node word = 1; word <= gold.words(); ++word) {
    interruption.throw_if_over();
    const std::vector<int> entered = entered_spans(word, gold);
    for (Node head = kRoot; head <= gold.words(); ++head) {
      const int spans = entered[static_cast<std::size_t>(head)];
      if (head == word || spans == kLeavesSpan) continue;
      if (may_agree({head, word}, gold, options.root)) {
        arcs.push_back({head, word, static_cast<double>(-spans)});
      }
    }
  }
  Heads tree = best_projective_tree(gold.words(), arcs, options.single_root, interruption);
  int value = 0;
  int roots = 0;
  for (Node word = 1; word <= gold.words(); ++word) {
    const Node head = tree[static_cast<std::size_t>(word)];
    value += gold.value({head, word}, options.root);
    roots += head == kRoot ? 1 : 0;
  }
  if (value < gold.value_if_met() || (options.single_root && roots > 1)) return std::nullopt;
  return tree;
}

}  // namespace panarc
