#include "scorer/network/parameters.h"

#include <algorithm>
#include <cmath>

#include "panarc/error.h"

namespace panarc {

Block ParameterLayout::add(Block block) {
  block.number = blocks_.size();
  block.offset = size_;
  size_ += block.size();
  blocks_.push_back(block);
  return block;
}

Block ParameterLayout::add_matrix(std::size_t rows, std::size_t columns) {
  constexpr double kGlorot = 6;
  const double range = std::sqrt(kGlorot / static_cast<double>(rows + columns));
  return add_matrix(rows, columns, static_cast<float>(range));
}

Block ParameterLayout::add_matrix(std::size_t rows, std::size_t columns, float range) {
  return add({0, 0, rows, columns, Block::Use::kMatrix, range, 0});
}

Block ParameterLayout::add_table(std::size_t rows, std::size_t columns, float range,
                                 std::size_t zeros) {
  return add({0, 0, rows, columns, Block::Use::kTable, range, zeros});
}

Block ParameterLayout::add_vector(std::size_t size, float range) {
  return add_vectors(1, size, range);
}

Block ParameterLayout::add_vectors(std::size_t count, std::size_t size, float range) {
  return add({0, 0, count, size, Block::Use::kVector, range, 0});
}

void check_parameters(std::span<const float> values) {
  constexpr float kMost = 1e6F;
  const auto makes_sense = [](float value) { return std::abs(value) <= kMost; };
  if (!std::ranges::all_of(values, makes_sense)) {
    throw Error("a parameter of the network is invalid");
  }
}

std::vector<float> ParameterLayout::draw(Random& random) const {
  std::vector<float> values(size_);
  for (const Block& block : blocks_) {
    for (std::size_t i = block.zeros * block.columns; i < block.size(); ++i) {
      const double value = (2 * random.real() - 1) * static_cast<double>(block.range);
      values[block.offset + i] = static_cast<float>(value);
    }
  }
  return values;
}

Parameters::Parameters(const ParameterLayout& layout, std::span<const float> values,
                       bool with_gradients)
    : blocks_(layout.blocks().begin(), layout.blocks().end()),
      values_(values),
      with_gradients_(with_gradients),
      packed_(blocks_.size()),
      transposed_(blocks_.size()) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) repack(i);
}

void Parameters::repack(std::size_t block) {
  const Block& of = blocks_[block];
  if (of.use != Block::Use::kMatrix) return;
  const RowView rows(row(of, 0), of.rows, of.columns, of.columns);
  packed_[block].pack(rows);
  if (with_gradients_) transposed_[block].pack_transposed(rows);
}

}  // namespace panarc
