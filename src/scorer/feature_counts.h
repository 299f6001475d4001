#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace panarc {

/// How often features were seen, by their keys, none of which is 0.
class FeatureCounts {
 public:
  void add(std::uint64_t key, std::uint64_t count = 1);
  void add(const FeatureCounts& other);
  /// Forgets all, and gives the memory back.
  void clear() { *this = {}; }

  [[nodiscard]] std::uint64_t of(std::uint64_t key) const;
  /// How many features there are, and how often they were seen altogether.
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

/// The Kullback-Leibler divergence of the distribution of some features from that of others, in
/// nats: the sum of p ln(p/q), p being the probabilities of `of` and q those of `from`. They are
/// relative frequencies over the features that either has, after `smoothing` was added to all
/// counts. It does not depend on the order in which features were counted. 0 if there are none.
double divergence(const FeatureCounts& of, const FeatureCounts& from, double smoothing = 0.1);

}  // namespace panarc
