#include "scorer/network/matrix.h"

#include <algorithm>
#include <array>

#include "scorer/network/kernels.h"

namespace panarc {

void Matrix::resize_with_zeros(std::size_t rows, std::size_t columns) {
  resize(rows, columns);
  std::fill_n(values_.begin(), rows * columns, 0.0F);
}

void Matrix::append(std::span<const float> row) {
  resize(rows_ + 1, columns_);
  std::copy(row.begin(), row.end(), this->row(rows_ - 1));
}

std::size_t PackedMatrix::panels() const { return (columns_ + kPanel - 1) / kPanel; }

const float* PackedMatrix::panel(std::size_t i) const {
  return values_.data() + i * rows_ * kPanel;
}

void PackedMatrix::resize(std::size_t rows, std::size_t columns) {
  rows_ = rows;
  columns_ = columns;
  values_.resize(panels() * rows * kPanel);
}

void PackedMatrix::pack(const RowView& matrix) {
  resize(matrix.count, matrix.columns);
  float* to = values_.data();
  for (std::size_t first = 0; first < columns_; first += kPanel) {
    const std::size_t width = std::min(kPanel, columns_ - first);
    for (std::size_t row = 0; row < rows_; ++row, to += kPanel) {
      std::copy_n(matrix.first + row * matrix.stride + first, width, to);
      std::fill(to + width, to + kPanel, 0.0F);
    }
  }
}

void PackedMatrix::pack_transposed(const RowView& matrix) {
  resize(matrix.columns, matrix.count);
  float* to = values_.data();
  for (std::size_t first = 0; first < columns_; first += kPanel) {
    const std::size_t width = std::min(kPanel, columns_ - first);
    for (std::size_t row = 0; row < rows_; ++row, to += kPanel) {
      for (std::size_t i = 0; i < width; ++i) {
        to[i] = matrix.first[(first + i) * matrix.stride + row];
      }
      std::fill(to + width, to + kPanel, 0.0F);
    }
  }
}

namespace {

/// The last columns of a product, if they do not fill a panel: computed elsewhere first, so that
/// nothing beside them is overwritten.
void add_narrow_panel(const RowView& a, const float* panel, std::size_t inner, std::size_t width,
                      float* c, std::size_t stride) {
  constexpr std::size_t kRows = 12;
  std::array<float, kRows * kPanel> sums{};
  for (std::size_t first = 0; first < a.count; first += kRows) {
    const std::size_t rows = std::min(kRows, a.count - first);
    for (std::size_t i = 0; i < rows; ++i) {
      std::copy_n(c + (first + i) * stride, width, sums.data() + i * kPanel);
    }
    kernels().multiply_panel(a.first + first * a.stride, a.stride, rows, panel, inner, sums.data(),
                             kPanel);
    for (std::size_t i = 0; i < rows; ++i) {
      std::copy_n(sums.data() + i * kPanel, width, c + (first + i) * stride);
    }
  }
}

}  // namespace

void add_product(const RowView& a, const PackedMatrix& b, MutableRowView c) {
  const std::size_t inner = b.rows();
  for (std::size_t i = 0; i < b.panels(); ++i) {
    float* const at = c.first + i * kPanel;
    const std::size_t width = std::min(kPanel, b.columns() - i * kPanel);
    if (width < kPanel) {
      add_narrow_panel(a, b.panel(i), inner, width, at, c.stride);
    } else {
      kernels().multiply_panel(a.first, a.stride, a.count, b.panel(i), inner, at, c.stride);
    }
  }
}

void set_product(const RowView& a, const PackedMatrix& b, Matrix& c) {
  c.resize_with_zeros(a.count, b.columns());
  add_product(a, b, c);
}

void add_transposed_product(const RowView& a, const RowView& b, MutableRowView c,
                            ProductWorkspace& work) {
  constexpr std::size_t kBlock = 16;
  work.transposed.resize(a.columns, a.count);
  for (std::size_t first = 0; first < a.count; first += kBlock) {
    const std::size_t end = std::min(first + kBlock, a.count);
    for (std::size_t column = 0; column < a.columns; ++column) {
      float* const to = work.transposed.row(column);
      for (std::size_t row = first; row < end; ++row) to[row] = a.first[row * a.stride + column];
    }
  }
  work.packed.pack(b);
  add_product(work.transposed, work.packed, c);
}

void set_rows(std::span<const float> row, Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    std::copy(row.begin(), row.end(), matrix.row(i));
  }
}

void add_row_sum(const RowView& rows, float* sum) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    kernels().add(rows.first + i * rows.stride, sum, rows.columns);
  }
}

}  // namespace panarc
