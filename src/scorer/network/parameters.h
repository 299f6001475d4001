#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "scorer/network/matrix.h"

namespace panarc {

/// A matrix of parameters, by its position among all of them; a vector is a matrix with one row.
struct Block {
  /// How parameters are prepared for products, in which look-up tables and vectors do not occur.
  enum class Use : std::uint8_t { kMatrix, kTable, kVector };

  std::size_t number = 0;
  std::size_t offset = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
  Use use = Use::kMatrix;
  /// Initial values are drawn from -range to range; those of the first `zeros` rows are 0.
  float range = 0;
  std::size_t zeros = 0;

  [[nodiscard]] std::size_t size() const { return rows * columns; }
};

/// The layout of the parameters of all layers. Layers add their own, one after the other.
class ParameterLayout {
 public:
  /// Initialised so that the output has the variance of the input (Glorot & Bengio 2010).
  Block add_matrix(std::size_t rows, std::size_t columns);
  Block add_matrix(std::size_t rows, std::size_t columns, float range);
  Block add_table(std::size_t rows, std::size_t columns, float range, std::size_t zeros);
  Block add_vector(std::size_t size, float range = 0);
  Block add_vectors(std::size_t count, std::size_t size, float range);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }

  /// The initial values for training.
  [[nodiscard]] std::vector<float> draw(Random& random) const;

 private:
  Block add(Block block);

  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

/// Throws Error for values of parameters that are not numbers, or so large that sums could
/// overflow.
void check_parameters(std::span<const float> values);

/// The values of parameters, prepared for products. They must not change while in use.
class Parameters {
 public:
  /// The values must outlive it. `with_gradients` also allows products with transposes.
  Parameters(const ParameterLayout& layout, std::span<const float> values, bool with_gradients);

  /// Call this after a block has changed.
  void repack(std::size_t block);

  [[nodiscard]] std::span<const float> values() const { return values_; }
  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }
  [[nodiscard]] const float* row(const Block& block, std::size_t i) const {
    return values_.data() + block.offset + i * block.columns;
  }
  [[nodiscard]] std::span<const float> vector(const Block& block) const {
    return values_.subspan(block.offset, block.size());
  }
  [[nodiscard]] const PackedMatrix& packed(const Block& block) const {
    return packed_[block.number];
  }
  [[nodiscard]] const PackedMatrix& transposed(const Block& block) const {
    return transposed_[block.number];
  }

 private:
  std::vector<Block> blocks_;
  std::span<const float> values_;
  bool with_gradients_;
  std::vector<PackedMatrix> packed_;
  std::vector<PackedMatrix> transposed_;
};

/// A gradient, in the layout of the parameters, and memory for computing it.
struct Gradient {
  std::vector<float> values;
  ProductWorkspace work;

  [[nodiscard]] float* of(const Block& block) { return values.data() + block.offset; }
  [[nodiscard]] MutableRowView rows(const Block& block) { return {of(block), block.columns}; }
};

}  // namespace panarc
