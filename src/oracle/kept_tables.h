#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "oracle/gold.h"
#include "transition/system_options.h"

namespace panarc {

/// What was derived from the annotations that were asked about last. A table gives the room that it
/// takes as `size()`, in numbers of four bytes.
template <class Table>
class KeptTables {
 public:
  /// Beside the table that was asked for last, the others take no more room than this.
  static constexpr std::size_t kMostNumbers = 1U << 25U;

  /// The table of an annotation and the options of a system. If it is not kept, `fill` makes it, in
  /// memory that served another.
  template <class Fill>
  Table& of(const Gold& gold, const SystemOptions& options, Fill&& fill) {
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Entry& entry) {
      return entry.gold == gold.id() && entry.options == options;
    });
    if (found != kept_.end()) {
      std::rotate(kept_.begin(), found, found + 1);
      return *kept_.front().table;
    }
    if (kept_.empty() || kept_.front().gold != kNoGold) make_room();
    kept_.front().gold = kNoGold;  // if it cannot be filled
    fill(*kept_.front().table);
    kept_.front().gold = gold.id();
    kept_.front().options = options;
    return *kept_.front().table;
  }

  /// None of these annotations will come again. The memory of one table is kept, which the cache
  /// of the processor may still hold.
  void forget() {
    if (kept_.empty()) return;
    kept_.resize(1);
    kept_.front().gold = kNoGold;
  }

 private:
  /// Few references of a sentence are asked about at a time, and most tables are small.
  static constexpr std::size_t kMost = 128;
  static constexpr std::uint64_t kNoGold = 0;

  struct Entry {
    std::uint64_t gold = kNoGold;
    SystemOptions options;
    std::unique_ptr<Table> table = std::make_unique<Table>();
  };

  /// Puts an entry to be filled in front of the others, which stand in the order of their last use.
  void make_room() {
    std::size_t numbers = 0;
    for (const Entry& entry : kept_) numbers += entry.table->size();
    while (numbers > kMostNumbers) {
      numbers -= kept_.back().table->size();
      kept_.pop_back();
    }
    if (kept_.size() < kMost) kept_.emplace_back();
    std::rotate(kept_.begin(), kept_.end() - 1, kept_.end());
  }

  std::vector<Entry> kept_;
};

}  // namespace panarc
