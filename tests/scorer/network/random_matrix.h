#pragma once

#include <cstddef>

#include "base/random.h"
#include "scorer/network/matrix.h"

namespace panarc::test {

/// Numbers from -1 to 1.
inline Matrix random_matrix(std::size_t rows, std::size_t columns, Random& random) {
  Matrix matrix(rows, columns);
  for (float& value : matrix.values()) value = static_cast<float>(2 * random.real() - 1);
  return matrix;
}

}  // namespace panarc::test
