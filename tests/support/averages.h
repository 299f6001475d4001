#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "scorer/linear/training_table.h"

namespace panarc::test {

/// A table whose weights are the averages of another's up to `time`, each transformed.
template <class Transform = std::identity>
TrainingTable averaged(const TrainingTable& table, double time, Transform transform = {}) {
  TrainingTable result(table.classes(), table.key_bits());
  table.for_each_average(time,
                         [&](std::uint64_t key, int /*changes*/, std::span<const ClassWeight> row) {
                           for (const ClassWeight& weight : row) {
                             result.change({key, weight.cls, transform(weight.value)}, 1);
                           }
                         });
  return result;
}

}  // namespace panarc::test
