#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scorer/network/kernels.h"
#include "scorer/network/parameters.h"

namespace panarc {

/// A vector for every number; for several numbers, the sum of their vectors.
class EmbeddingLayer {
 public:
  EmbeddingLayer() = default;
  /// Number 0 stands for anything unknown; its vector is initially zero, like vectors that are left
  /// out.
  EmbeddingLayer(ParameterLayout& layout, std::size_t numbers, std::size_t size)
      : table_(layout.add_table(numbers, size, kRange, 1)) {}

  [[nodiscard]] std::size_t numbers() const { return table_.rows; }
  [[nodiscard]] std::size_t size() const { return table_.columns; }

  void forward(const Parameters& parameters, std::span<const std::uint32_t> numbers,
               float* output) const {
    std::fill_n(output, size(), 0.0F);
    for (const std::uint32_t number : numbers) {
      kernels().add(parameters.row(table_, number), output, size());
    }
  }
  void backward(std::span<const std::uint32_t> numbers, const float* output_gradient,
                Gradient& gradient) const {
    for (const std::uint32_t number : numbers) {
      kernels().add(output_gradient, gradient.of(table_) + number * size(), size());
    }
  }

 private:
  static constexpr float kRange = 1;

  Block table_;
};

}  // namespace panarc
