#include "transition/configuration.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace panarc {

void Configuration::reset(int words, const SystemOptions& options) {
  words_ = words;
  options_ = options;
  front_ = 0;
  unattached_on_stack_ = 0;
  root_children_ = 0;
  const auto size = static_cast<std::size_t>(words);
  stack_.clear();
  stack_.reserve(size + 1);
  buffer_.resize(size);
  std::iota(buffer_.begin(), buffer_.end(), 1);
  heads_.assign(size + 1, kNoHead);
  labels_.assign(size + 1, kNoLabel);
  places_.assign(size + 1, Place::kBuffer);
  if (root_first()) {
    stack_.push_back(kRoot);
    places_[kRoot] = Place::kStack;
  } else {
    buffer_.push_back(kRoot);
  }
}

bool Configuration::within_span(Arc arc) const {
  return options_.span == 0 ||
         std::abs(position(arc.head) - position(arc.dependent)) <= options_.span;
}

void Configuration::shift() {
  const Node node = buffer(0);
  ++front_;
  stack_.push_back(node);
  places_[static_cast<std::size_t>(node)] = Place::kStack;
  if (node != kRoot && !attached(node)) ++unattached_on_stack_;
}

void Configuration::remove(int index) {
  const auto position = stack_.begin() + index;
  const Node node = *position;
  if (node != kRoot && !attached(node)) --unattached_on_stack_;
  places_[static_cast<std::size_t>(node)] = Place::kDone;
  stack_.erase(position);
}

void Configuration::attach(Arc arc, Label label) {
  const auto dependent = static_cast<std::size_t>(arc.dependent);
  Node& head = heads_[dependent];
  if (head == kRoot) --root_children_;
  if (arc.head == kRoot) ++root_children_;
  if (head == kNoHead && places_[dependent] == Place::kStack) --unattached_on_stack_;
  head = arc.head;
  labels_[dependent] = label;
}

void Configuration::put_back(int depth) {
  const Node node = stack(depth);
  pop_at(depth);
  places_[static_cast<std::size_t>(node)] = Place::kBuffer;
  buffer_[static_cast<std::size_t>(--front_)] = node;
}

void Configuration::copy_lists(const Configuration& from, int stack_kept, int buffer_begin,
                               int buffer_end) {
  stack_.resize(static_cast<std::size_t>(stack_kept));
  stack_.insert(stack_.end(), from.stack_.begin() + stack_kept, from.stack_.end());
  std::copy(from.buffer_.begin() + buffer_begin, from.buffer_.begin() + buffer_end,
            buffer_.begin() + buffer_begin);
  front_ = from.front_;
  unattached_on_stack_ = from.unattached_on_stack_;
  root_children_ = from.root_children_;
}

void Configuration::shift_lists() {
  const Node node = buffer(0);
  ++front_;
  stack_.clear();
  for (Node before = root_first() ? kRoot : 1; before <= node; ++before) stack_.push_back(before);
  places_[static_cast<std::size_t>(node)] = Place::kStack;
}

}  // namespace panarc
