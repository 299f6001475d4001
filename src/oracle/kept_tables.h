#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "oracle/gold.h"
#include "transition/system_options.h"

namespace panarc {

/// What was derived from the annotations used last. A table gives its size as `size()`, in
/// four-byte numbers.
template <class Table>
class KeptTables {
 public:
  /// All tables except the last one used take no more room than this.
  static constexpr std::size_t kMostNumbers = 1U << 25U;

  /// The table of an annotation and the options of a system. If it is not kept, `fill` makes it,
  /// reusing the memory of another.
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
    kept_.front().gold = kNoGold;  // in case it cannot be filled
    fill(*kept_.front().table);
    kept_.front().gold = gold.id();
    kept_.front().options = options;
    return *kept_.front().table;
  }

  /// Says that no annotation seen so far will be used again. The memory of one table is kept, which
  /// may still be in the processor's cache.
  void forget() {
    if (kept_.empty()) return;
    kept_.resize(1);
    kept_.front().gold = kNoGold;
  }

 private:
  /// Only a few references of a sentence are used at a time, and most tables are small.
  static constexpr std::size_t kMost = 128;
  static constexpr std::uint64_t kNoGold = 0;

  struct Entry {
    std::uint64_t gold = kNoGold;
    SystemOptions options;
    std::unique_ptr<Table> table = std::make_unique<Table>();
  };

  /// Puts an entry to be filled in front of the others, which are in order of last use.
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
