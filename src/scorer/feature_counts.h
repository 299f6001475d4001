#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace panarc {

/// How often features were seen, by key; no key is 0.
class FeatureCounts {
 public:
  void add(std::uint64_t key, std::uint64_t count = 1);
  void add(const FeatureCounts& other);
  /// Clears everything and frees the memory.
  void clear() { *this = {}; }

  [[nodiscard]] std::uint64_t of(std::uint64_t key) const;
  /// The number of features, and how often they were seen in all.
  [[nodiscard]] std::size_t features() const { return taken_; }
  [[nodiscard]] std::uint64_t total() const { return total_; }

  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.key != 0) visit(slot.key, slot.count);
    }
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint64_t count = 0;
  };

  void grow();

  std::vector<Slot> slots_;
  std::size_t taken_ = 0;
  std::uint64_t total_ = 0;
};

/// The Kullback-Leibler divergence of one distribution of features from another, in nats: the sum
/// of p ln(p/q), where p are the probabilities of `of` and q those of `from`. These are relative
/// frequencies over the features in either, after adding `smoothing` to all counts. It does not
/// depend on the order of counting. 0 if there are none.
double divergence(const FeatureCounts& of, const FeatureCounts& from, double smoothing = 0.1);

}  // namespace panarc
