#include "oracle/swap_bound.h"

#include <algorithm>
#include <array>

namespace panarc {

SwapBound::SwapBound(const SwapTree& tree)
    : tree_(&tree),
      position_(tree.heads.size(), 0),
      taken_(tree.heads.size() * tree.heads.size(), false) {}

void SwapBound::list_arcs(const SwapState& state) {
  order_.assign(state.stack().begin(), state.stack().end());
  order_.insert(order_.end(), state.reversed_buffer().rbegin(), state.reversed_buffer().rend());
  const int size = static_cast<int>(order_.size());
  for (int i = 0; i < size; ++i) {
    position_[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])] = i;
  }
  arcs_.clear();
  for (const Node node : order_) {
    if (node == kRoot) continue;
    const auto word = static_cast<std::size_t>(node);
    const auto head = static_cast<std::size_t>(tree_->heads[word]);
    arcs_.push_back(
        {std::min(position_[word], position_[head]), std::max(position_[word], position_[head])});
  }
  std::sort(arcs_.begin(), arcs_.end(), [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
}

bool SwapBound::out_of_order(int before, int after) const {
  const Node left = order_[static_cast<std::size_t>(before)];
  const Node right = order_[static_cast<std::size_t>(after)];
  return tree_->rank[static_cast<std::size_t>(right)] < tree_->rank[static_cast<std::size_t>(left)];
}

/// Takes the swaps that can uncross two arcs, unless one of them is taken.
bool SwapBound::pick(Span first, Span second) {
  // first.begin < second.begin < first.end < second.end
  const std::array<Span, 4> swaps{Span{first.begin, second.begin}, Span{first.begin, second.end},
                                  Span{second.begin, first.end}, Span{first.end, second.end}};
  std::array<std::size_t, 4> wanted{};
  std::size_t count = 0;
  for (const Span& swap : swaps) {
    if (!out_of_order(swap.begin, swap.end)) continue;
    const auto row = static_cast<std::size_t>(swap.begin) * order_.size();
    const std::size_t mark = row + static_cast<std::size_t>(swap.end);
    if (taken_[mark]) return false;
    wanted.at(count++) = mark;
  }
  for (std::size_t i = 0; i < count; ++i) {
    taken_[wanted.at(i)] = true;
    marks_.push_back(wanted.at(i));
  }
  return true;
}

int SwapBound::operator()(const SwapState& state) {
  list_arcs(state);
  int picked = 0;
  for (std::size_t i = 0; i < arcs_.size(); ++i) {
    for (std::size_t j = i + 1; j < arcs_.size() && arcs_[j].begin < arcs_[i].end; ++j) {
      const bool cross = arcs_[i].begin < arcs_[j].begin && arcs_[i].end < arcs_[j].end;
      if (cross && pick(arcs_[i], arcs_[j])) ++picked;
    }
  }
  for (const std::size_t mark : marks_) taken_[mark] = false;
  marks_.clear();
  return picked;
}

}  // namespace panarc
