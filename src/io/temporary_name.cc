#include "io/temporary_name.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <utility>

#include "panarc/io.h"

namespace panarc {

namespace {

enum class SlotState { kFree, kBeingFilled, kUsed, kBeingRemoved };

// A handler may interrupt anything, so it can neither lock nor follow a pointer that another thread
// may free: names are copied to static memory, and whoever changes the state of a slot owns it
// until the next change.
struct Slot {
  std::atomic<SlotState> state = SlotState::kFree;
  std::array<char, 4096> path{};

  bool change(SlotState from, SlotState to) noexcept {
    return state.compare_exchange_strong(from, to);
  }
};
static_assert(std::atomic<SlotState>::is_always_lock_free);

// A process writes a file or two at a time. A file without a slot is left behind if a signal comes.
std::array<Slot, 16> slots;

}  // namespace

TemporaryName::TemporaryName(std::string path) : path_(std::move(path)) {
  if (path_.size() >= slots.front().path.size()) return;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].change(SlotState::kFree, SlotState::kBeingFilled)) continue;
    std::memcpy(slots[i].path.data(), path_.c_str(), path_.size() + 1);
    slots[i].state = SlotState::kUsed;
    slot_ = static_cast<int>(i);
    return;
  }
}

TemporaryName::~TemporaryName() {
  // If the handler owns it, the process is about to end.
  if (slot_ != kNoSlot) {
    slots[static_cast<std::size_t>(slot_)].change(SlotState::kUsed, SlotState::kFree);
  }
}

void remove_temporary_files() noexcept {
  for (Slot& slot : slots) {
    if (slot.change(SlotState::kUsed, SlotState::kBeingRemoved)) ::unlink(slot.path.data());
  }
}

}  // namespace panarc
