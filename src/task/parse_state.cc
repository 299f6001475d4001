#include "task/parse_state.h"

#include <algorithm>
#include <atomic>

namespace panarc {
namespace {

/// A number that no other call, in any thread, returns. Threads take numbers in blocks.
std::uint64_t next_serial() {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 32U;
  static std::atomic<std::uint64_t> blocks = 0;
  thread_local std::uint64_t last = 0;
  if (last % kBlock == 0) last = ++blocks * kBlock;
  return ++last;
}

}  // namespace

void ParseState::reset(int words, const SystemOptions& options, TagTime tag_time) {
  configuration_.reset(words, options);
  tag_time_ = tag_time;
  tags_.assign(tag_time == TagTime::kNever ? 0 : static_cast<std::size_t>(words) + 1, kNoLabel);
  tagged_ = 0;
  sides_.assign(2 * (static_cast<std::size_t>(words) + 1), {});
  history_.fill(0);
  // What a user's transition may touch is not known.
  origin_ = words >= kLongSentence && options.user == nullptr ? next_serial() : 0;
  steps_.clear();
  forgotten_ = 0;
}

void ParseState::begin_step(Node old_head) {
  const Configuration& c = configuration_;
  if (steps_.size() >= 2 * kSteps) {
    steps_.erase(steps_.begin(), steps_.begin() + kSteps);
    forgotten_ += kSteps;
  }
  // Transitions move and attach the two top elements of the stack and the front of the buffer.
  steps_.push_back({next_serial(),
                    {c.stack_has(1) ? c.stack(0) : kNoHead, c.stack_has(2) ? c.stack(1) : kNoHead,
                     c.buffer_empty() ? kNoHead : c.buffer(0), old_head},
                    c.stack_size(),
                    c.front(),
                    c.front()});
}

void ParseState::end_step() {
  Step& step = steps_.back();
  // The second element of the stack may have been removed from below the top.
  step.stack_kept = std::max(std::min(step.stack_kept, configuration_.stack_size()) - 1, 0);
  step.buffer_begin = std::min(step.buffer_begin, configuration_.front());
  step.buffer_end = std::max(step.buffer_end, configuration_.front());
}

void ParseState::set_tag(Label tag) {
  const Node word = untagged_word();
  if (origin_ != 0) begin_step(kNoHead);
  tags_[static_cast<std::size_t>(word)] = tag;
  ++tagged_;
  if (origin_ != 0) end_step();
}

void ParseState::copy_all(const ParseState& other) {
  configuration_ = other.configuration_;
  sides_ = other.sides_;
  history_ = other.history_;
  tag_time_ = other.tag_time_;
  tags_ = other.tags_;
  tagged_ = other.tagged_;
  origin_ = other.origin_;
  steps_ = other.steps_;
  forgotten_ = other.forgotten_;
}

std::size_t ParseState::shared_steps(const ParseState& other) const {
  if (!is_of_same_search(other)) return 0;
  const auto is_shared = [&](std::size_t step) {
    return steps_[step - forgotten_].serial == other.steps_[step - other.forgotten_].serial;
  };
  // All steps before a shared one are shared. Most states diverged only a few steps ago: doubling
  // strides from the end find a shared step, and bisection the last of them.
  const std::size_t known = std::max(forgotten_, other.forgotten_);
  std::size_t end = std::min(steps(), other.steps());
  std::size_t stride = 1;
  for (; end >= known + stride && !is_shared(end - stride); stride *= 2) end -= stride;
  std::size_t begin = end >= known + stride ? end - stride + 1 : known;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (is_shared(middle)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin > known ? begin : 0;
}

bool ParseState::copy_difference(const ParseState& other) {
  const std::size_t shared = shared_steps(other);
  if (shared == 0 && std::max(forgotten_, other.forgotten_) > 0) return false;
  int stack_kept = std::min(configuration_.stack_size(), other.configuration_.stack_size());
  int buffer_begin = configuration_.front();
  int buffer_end = buffer_begin;
  for (const auto steps : {steps_from(shared), other.steps_from(shared)}) {
    for (const Step& step : steps) {
      stack_kept = std::min(stack_kept, step.stack_kept);
      buffer_begin = std::min(buffer_begin, step.buffer_begin);
      buffer_end = std::max(buffer_end, step.buffer_end);
      for (const Node node : step.nodes) {
        if (node == kNoHead) continue;
        configuration_.copy_node(other.configuration_, node);
        const auto side = 2 * static_cast<std::size_t>(node);
        sides_[side] = other.sides_[side];
        sides_[side + 1] = other.sides_[side + 1];
        if (!tags_.empty()) {
          tags_[static_cast<std::size_t>(node)] = other.tags_[static_cast<std::size_t>(node)];
        }
      }
    }
  }
  configuration_.copy_lists(other.configuration_, stack_kept, buffer_begin, buffer_end);
  history_ = other.history_;
  tagged_ = other.tagged_;
  const auto rest = other.steps_from(shared);
  steps_.resize(shared - forgotten_);
  steps_.insert(steps_.end(), rest.begin(), rest.end());
  return true;
}

void ParseState::attach(Arc arc, Label label, Node old_head) {
  if (old_head != kNoHead) recount(old_head);
  if (old_head != arc.head) add_dependent(arc, label);
}

void ParseState::add_dependent(Arc arc, Label label) {
  const int head = configuration_.position(arc.head);
  const bool on_left = arc.dependent < head;
  DependentsOnSide& side = sides_[2 * static_cast<std::size_t>(arc.head) + (on_left ? 0 : 1)];
  const auto is_outside = [&](Node than) {
    return than == kNoHead || (on_left ? arc.dependent < than : arc.dependent > than);
  };
  if (is_outside(side.outermost)) {
    side.second = side.outermost;
    side.outermost = arc.dependent;
  } else if (is_outside(side.second)) {
    side.second = arc.dependent;
  }
  ++side.count;
  if (label != kNoLabel) side.labels |= std::uint64_t{1} << (static_cast<unsigned>(label) % 64U);
}

void ParseState::recount(Node head) {
  sides_[2 * static_cast<std::size_t>(head)] = {};
  sides_[2 * static_cast<std::size_t>(head) + 1] = {};
  for (Node word = 1; word <= configuration_.words(); ++word) {
    if (configuration_.head(word) == head) {
      add_dependent({head, word}, configuration_.label(word));
    }
  }
}

}  // namespace panarc
