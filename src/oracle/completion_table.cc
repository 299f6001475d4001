#include "oracle/completion_table.h"

#include <algorithm>

namespace panarc {

namespace {

/// Number of row values that may always be kept.
constexpr std::size_t kUsualValues = 1U << 23U;

}  // namespace

void CompletionTable::reset(const Shape& shape) {
  shape_ = shape;
  spans_.reset(shape.words);
  negative_ = false;
  const auto size = static_cast<std::size_t>(shape.words) + 2;
  for (auto* row :
       {&counted_, &uncounted_, &before_roots_[0], &before_roots_[1], &met_[0], &met_[1]}) {
    row->resize(size);
  }
}

void CompletionTable::set_arc(Node head, Node dependent, Value value) {
  spans_.set_arc(head, dependent, value);
  negative_ = negative_ || value < 0;
}

void CompletionTable::set_root_arc(Node dependent, Value counted, Value uncounted) {
  counted_[static_cast<std::size_t>(dependent)] = counted;
  uncounted_[static_cast<std::size_t>(dependent)] = uncounted;
  negative_ = negative_ || counted < 0;
}

void CompletionTable::fill(const Interruption& interruption) {
  spans_.fill(interruption);
  // The first value is unused: rows are indexed from 1.
  stacks_.assign(1, {kNoStack, kRoot, 1});
  forget_stacks();
  for (int layer = 0; layer < layers(); ++layer) fill_bottom(layer);
}

void CompletionTable::forget_stacks() {
  stacks_.resize(1);
  values_.resize(1 + row_count() * static_cast<std::size_t>(end()));
  children_.clear();
  path_.clear();
}

void CompletionTable::start() {
  depth_ = 0;
  // Besides the usual values, there is room for a stack of a tree and all that it was made from.
  const auto words = static_cast<std::size_t>(shape_.words);
  if (values_.size() > kUsualValues + 2 * row_count() * words * words) forget_stacks();
}

std::size_t CompletionTable::row_count() const {
  return static_cast<std::size_t>(layers()) * (shape_.bottom_up ? 2 : 1);
}

std::size_t CompletionTable::row_start(int stack, int number) const {
  const auto top = static_cast<std::size_t>(at(stack).top);
  const std::size_t length = static_cast<std::size_t>(end()) - top;
  return at(stack).first + static_cast<std::size_t>(number) * length - (top + 1);
}

int CompletionTable::make_stack(int below, Node word) {
  stacks_.push_back({below, word, values_.size()});
  values_.resize(values_.size() + row_count() * static_cast<std::size_t>(end() - word));
  return static_cast<int>(stacks_.size()) - 1;
}

CompletionTable::Value CompletionTable::completion(Node front, bool full) const {
  if (depth_ == 0 && front == end()) return 0;
  const int last = full ? 0 : layers() - 1;
  const Value all = best(top(), last)[front];
  return shape_.root_children == RootChildren::kAtMostOne ? std::max(all, best(top(), 0)[front])
                                                          : all;
}

CompletionTable::Value CompletionTable::completion_below_root() const {
  return depth_ == 0
             ? 0
             : values_[row_start(top(), 2 * layers() - 1) + static_cast<std::size_t>(end())];
}

/// The value of an arc from ROOT, counted or not, plus the rest, which is given by layer.
template <class Rest>
CompletionTable::Value CompletionTable::with_root_arc(Value counted, Value uncounted, int layer,
                                                      Rest&& rest) const {
  const Value without = uncounted + rest(layer);
  return layer + 1 < layers() ? without : std::max(without, counted + rest(0));
}

namespace {

/// The best of two parts with this many children of ROOT in all; each is given by layer.
template <class First, class Second>
SpanTable::Value shared(int layer, First&& first, Second&& second) {
  const SpanTable::Value none = first(0) + second(layer);
  return layer == 0 ? none : std::max(none, first(layer) + second(0));
}

}  // namespace

// Only ROOT is left on the stack: the following words are attached to it, one after the other, each
// with a span around it. The position of ROOT makes no difference.
void CompletionTable::fill_bottom(int layer) {
  Value* const all = best(kBottom, layer);
  std::vector<Value>& before = before_roots_[static_cast<std::size_t>(layer)];
  const auto below_root = [&](Node word) {
    const auto index = static_cast<std::size_t>(word);
    return with_root_arc(counted_[index], uncounted_[index], layer, [&](int rest) {
      return before_roots_[static_cast<std::size_t>(rest)][index];
    });
  };
  all[end()] = layer == 0 ? 0 : kNever;
  for (Node word = shape_.words; word >= 1; --word) {
    const auto index = static_cast<std::size_t>(word);
    const int rest = end() - word;
    before[index] = best_sum(spans_.headed_first(word) + word, all + word + 1, rest);
    met_[0][index] = below_root(word);
    all[word] = best_sum(spans_.headed_last(word) + word, &met_[0][index], rest);
  }
  if (!shape_.bottom_up) return;
  Value* const top = topped(kBottom, layer);
  top[end()] = root_last() && layer == 0 ? 0 : kNever;
  for (Node word = shape_.words; word >= 1; --word) {
    const Value later =
        best_sum(spans_.left_arc(word) + word + 1, top + word + 1, shape_.words - word);
    top[word] = std::max(later, below_root(word));
  }
}

int CompletionTable::add(int below, Node word, std::uint64_t key, const Below& how) {
  int stack = 0;
  if (shape_.bottom_up) {
    stack = add_bottom_up(below, word);
  } else {
    stack = make_stack(below, word);
    fill_neighbours(stack, how);
  }
  children_[key] = stack;
  return stack;
}

/// The last word that gives the top a valuable arc, or takes one from it; or the top itself.
/// Without negative values, no word behind it has any use for the top: it may as well be gone, with
/// the arc from below or to the first word that comes, and what such words attach to it be attached
/// below it.
Node CompletionTable::last_of_use(int stack, const Below& how) const {
  const Node top = at(stack).top;
  if (negative_ || at(stack).below == kBottom || (how.arc < 0 && !how.takes_head)) {
    return shape_.words;
  }
  Node last = shape_.words;
  const Value* const from_top = spans_.arcs_from(top);
  const Value* const to_top = spans_.arcs_to(top);
  while (last > top && from_top[last] == 0 && (to_top[last] == 0 || !how.takes_head)) --last;
  return last;
}

// The top of the stack is popped with the arc from below, at any time; or a word of the buffer,
// with its left descendants, becomes its head, and goes on with the stack below; or such a word
// becomes its dependent, with its right descendants, and the top stays. The best of these is taken,
// for every front of the buffer, from the last one on. Behind the last word that has a use for the
// top, values follow from those of the stack below; and what such words might do before it needs no
// look, since it is no better than if the top were gone.
void CompletionTable::fill_neighbours(int stack, const Below& how) {
  const Node top = at(stack).top;
  const int below = at(stack).below;
  const bool on_root = below == kBottom && !root_last();
  const bool on_nothing = below == kBottom && root_last();
  const auto popped = [&](Node front, int layer) {
    if (on_nothing) return kNever;
    if (!on_root) return how.arc + best(below, layer)[front];
    return with_root_arc(how.arc, how.uncounted, layer,
                         [&](int fewer) { return best(below, fewer)[front]; });
  };
  // ROOT at the end takes the top, and all that is below it.
  std::array to_root{kNever, kNever};
  for (int layer = 0; layer < layers() && root_last() && how.takes_head; ++layer) {
    const auto index = static_cast<std::size_t>(top);
    to_root[static_cast<std::size_t>(layer)] =
        with_root_arc(counted_[index], uncounted_[index], layer,
                      [&](int fewer) { return best(below, fewer)[end()]; });
  }
  const auto root_takes = [&](Node front, int layer) {
    return shared(
        layer, [&](int count) { return to_root[static_cast<std::size_t>(count)]; },
        [&](int count) { return best(kBottom, count)[front]; });
  };

  for (int layer = 0; layer < layers(); ++layer) {
    best(stack, layer)[end()] = std::max({kNever, popped(end(), layer), root_takes(end(), layer)});
  }
  const auto gone = [&](Node front, int layer) {
    return std::max(how.arc, 0) + best(below, layer)[front];
  };
  // ROOT must have no use for the top either.
  const auto is_gone_at = [&](Node front) {
    for (int layer = 0; layer < layers(); ++layer) {
      const Value possible = std::max(gone(front, layer), kNever / 2);
      if (root_takes(front, layer) > possible) return false;
    }
    return true;
  };
  Node last = last_of_use(stack, how);
  for (Node front = end(); last < shape_.words && front > last; --front) {
    if (!is_gone_at(front)) last = shape_.words;
  }
  const bool goes = last < shape_.words;
  for (int layer = 0; layer < layers() && goes; ++layer) {
    for (Node word = last + 1; word < end(); ++word) best(stack, layer)[word] = gone(word, layer);
  }

  const Value* const from_top = spans_.arcs_from(top);
  const Value* const to_top = spans_.arcs_to(top);
  // In long sentences, rows of the table of spans take longest to load: all layers share them.
  for (Node word = last; word > top; --word) {
    const auto index = static_cast<std::size_t>(word);
    const int rest = goes && from_top[index] == 0 ? last - word : end() - word;
    sums_ += static_cast<std::uint64_t>(layers() * (rest + last - word + 1));
    for (int layer = 0; layer < layers(); ++layer) {
      Value* const all = best(stack, layer);
      Value* const met = met_[static_cast<std::size_t>(layer)].data();
      const Value stays = best_sum(spans_.headed_first(word) + word, all + word + 1, rest);
      const Value takes = how.takes_head ? to_top[index] + best(below, layer)[word] : kNever;
      met[index] = std::max(takes, from_top[index] + stays);
      const Value meets = best_sum(spans_.headed_last(word) + word, met + word, last - word + 1);
      all[word] = std::max({meets, popped(word, layer), root_takes(word, layer)});
      if (goes) all[word] = std::max(all[word], gone(word, layer));
    }
  }
}

bool CompletionTable::indifferent(Node word, Node other) const {
  return spans_.arc(word, other) == 0 && spans_.arc(other, word) == 0;
}

/// Whether to put a word that was put on the stack above this one on this one too. The top may take
/// what is below it, but need not do so before a valuable arc can be built: until then, any words
/// between go to whoever takes the top, or the top goes below them, at no loss.
bool CompletionTable::is_of_use(int stack, Node above, Node word) const {
  if (negative_ || spans_.arc(word, above) != 0) return true;
  return stack == kBottom ? counted_[static_cast<std::size_t>(word)] != 0
                          : !indifferent(word, at(stack).top);
}

/// Whether no remaining arc from or to a word has any value. Then it may be attached to its
/// neighbour below at once, whatever follows, unless that is ROOT.
bool CompletionTable::is_inert(int below, Node word) const {
  if (negative_ || below == kBottom || counted_[static_cast<std::size_t>(word)] != 0) return false;
  for (int stack = below; stack != kBottom; stack = at(stack).below) {
    if (!indifferent(word, at(stack).top)) return false;
  }
  for (Node other = word + 1; other <= shape_.words; ++other) {
    if (!indifferent(word, other)) return false;
  }
  return true;
}

/// The top may take the second element of the stack; then the best completion is that of the stack
/// without it. So the word is also put on stacks below this one, from the lowest. In a tree, a word
/// has few arcs, and all stacks that grow from one another have a number of rows in proportion to
/// their length.
int CompletionTable::add_bottom_up(int below, Node word) {
  std::vector<int> stacks{below};
  for (int stack = below; stack != kBottom; stack = at(stack).below) {
    const int lower = at(stack).below;
    if (is_of_use(lower, at(stack).top, word)) stacks.push_back(lower);
  }
  int added = kNoStack;
  for (std::size_t i = stacks.size(); i-- > 0;) {
    const std::uint64_t key = key_of(stacks[i], word, 0);
    const auto known = children_.find(key);
    if (known != children_.end()) {
      added = known->second;
      continue;
    }
    if (is_inert(stacks[i], word)) {
      added = stacks[i];
    } else {
      const int lower = added;
      added = make_stack(stacks[i], word);
      fill_bottom_up(added, lower);
    }
    children_[key] = added;
  }
  return added;
}

// The top becomes a dependent of the second element or takes it; or a word of the buffer, with its
// left descendants, comes on top. Then that word takes the second element; or, with its right
// descendants, becomes its dependent; or becomes the dependent of a later word, which then takes
// its place.
void CompletionTable::fill_bottom_up(int stack, int lower) {
  const Node top = at(stack).top;
  const int below = at(stack).below;
  const Node second = at(below).top;
  const auto index = static_cast<std::size_t>(top);
  const auto joined = [&](Node front, int layer) {
    if (below != kBottom) {
      const Value right = spans_.arc(second, top) + best(below, layer)[front];
      if (lower == kNoStack) return right;
      return std::max(right, spans_.arc(top, second) + best(lower, layer)[front]);
    }
    if (root_last()) return kNever;
    return with_root_arc(counted_[index], kNever, layer,
                         [&](int fewer) { return best(below, fewer)[front]; });
  };
  const auto with_root_on_top = [&](int layer, const auto& others) {
    return shared(layer, others, [&](int count) { return topped(stack, count)[end()]; });
  };
  const auto root_comes = [&](Node front, int layer) {
    return with_root_on_top(layer, [&](int count) { return best(kBottom, count)[front]; });
  };
  const auto below_root = [&](Node word, int layer) {
    const auto at_word = static_cast<std::size_t>(word);
    return with_root_on_top(layer, [&](int count) {
      return with_root_arc(counted_[at_word], kNever, count, [&](int fewer) {
        return before_roots_[static_cast<std::size_t>(fewer)][at_word];
      });
    });
  };

  for (int layer = 0; layer < layers(); ++layer) {
    Value& root_on_top = topped(stack, layer)[end()] = kNever;
    if (!root_last()) continue;
    root_on_top = std::max(kNever, with_root_arc(counted_[index], kNever, layer, [&](int fewer) {
                             return topped(below, fewer)[end()];
                           }));
  }
  for (int layer = 0; layer < layers(); ++layer) {
    best(stack, layer)[end()] = std::max({kNever, joined(end(), layer), root_comes(end(), layer)});
  }
  const Value* const from_top = spans_.arcs_from(top);
  const Value* const to_top = spans_.arcs_to(top);
  for (Node word = shape_.words; word > top; --word) {
    const int count = end() - word;
    sums_ += static_cast<std::uint64_t>(3 * count * layers());
    for (int layer = 0; layer < layers(); ++layer) {
      Value* const all = best(stack, layer);
      Value* const on_top = topped(stack, layer);
      const Value stays = best_sum(spans_.headed_first(word) + word, all + word + 1, count);
      const Value later = best_sum(spans_.left_arc(word) + word + 1, on_top + word + 1, count - 1);
      on_top[word] = std::max({later, to_top[word] + topped(below, layer)[word],
                               from_top[word] + stays, below_root(word, layer)});
      const Value comes = best_sum(spans_.headed_last(word) + word, on_top + word, count);
      all[word] = std::max({comes, joined(word, layer), root_comes(word, layer)});
    }
  }
}

}  // namespace panarc
