#include "oracle/swap_state_table.h"

#include <algorithm>

namespace panarc {

SwapStateTable::Key SwapStateTable::key_of(const SwapState& state) {
  const std::span<const Node> stack = state.stack();
  const std::span<const Node> buffer = state.reversed_buffer();
  Node untouched = 0;
  for (const Node node : buffer) {
    if (node != state.tree().words() - untouched) break;
    ++untouched;
  }
  Key key;
  key.reserve(stack.size() + 1 + buffer.size() - static_cast<std::size_t>(untouched));
  key.assign(stack.begin(), stack.end());
  key.push_back(-1 - untouched);
  key.insert(key.end(), buffer.begin() + untouched, buffer.end());
  return key;
}

int SwapStateTable::intern(const SwapState& state) {
  const auto [entry, is_new] = numbers_.try_emplace(key_of(state), static_cast<int>(keys_.size()));
  if (is_new) keys_.push_back(&entry->first);
  return entry->second;
}

int SwapStateTable::find(const SwapState& state) const {
  const auto entry = numbers_.find(key_of(state));
  return entry == numbers_.end() ? -1 : entry->second;
}

void SwapStateTable::load(int number, SwapState& state) const {
  const Key& key = *keys_[static_cast<std::size_t>(number)];
  const auto separator = std::find_if(key.begin(), key.end(), [](Node node) { return node < 0; });
  const Node untouched = -1 - *separator;
  const Node words = state.tree().words();
  std::vector<Node> buffer;
  buffer.reserve(static_cast<std::size_t>(untouched + (key.end() - separator)));
  for (Node word = words; word > words - untouched; --word) buffer.push_back(word);
  buffer.insert(buffer.end(), separator + 1, key.end());
  state.assign(std::span(key.begin(), separator), buffer);
}

}  // namespace panarc
