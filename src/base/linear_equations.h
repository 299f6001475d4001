#pragma once

#include <cstddef>
#include <vector>

namespace panarc {

/// Solves a small system of linear equations with a positive definite matrix, given by rows.
/// Destroys the matrix, and replaces the right-hand side with the solution.
inline void solve_equations(std::vector<double>& matrix, std::vector<double>& side) {
  const std::size_t size = side.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t row = i + 1; row < size; ++row) {
      const double factor = matrix[row * size + i] / matrix[i * size + i];
      for (std::size_t column = i; column < size; ++column) {
        matrix[row * size + column] -= factor * matrix[i * size + column];
      }
      side[row] -= factor * side[i];
    }
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t column = i + 1; column < size; ++column) {
      side[i] -= matrix[i * size + column] * side[column];
    }
    side[i] /= matrix[i * size + i];
  }
}

}  // namespace panarc
