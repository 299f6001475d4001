#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace panarc {

/// Numbers in consecutive rows. Keeps its memory when its size changes; the contents are then
/// undefined.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) { resize(rows, columns); }

  void resize(std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    if (values_.size() < rows * columns) values_.resize(rows * columns);
  }
  void resize_with_zeros(std::size_t rows, std::size_t columns);
  /// Adds a row.
  void append(std::span<const float> row);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] float* row(std::size_t i) { return values_.data() + i * columns_; }
  [[nodiscard]] const float* row(std::size_t i) const { return values_.data() + i * columns_; }
  [[nodiscard]] std::span<float> values() { return std::span(values_).first(rows_ * columns_); }
  [[nodiscard]] std::span<const float> values() const {
    return std::span(values_).first(rows_ * columns_);
  }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<float> values_;
};

/// Some rows of a matrix, or of part of its columns.
struct RowView {
  const float* first = nullptr;
  std::size_t count = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;

  RowView(const float* at, std::size_t rows, std::size_t width, std::size_t step)
      : first(at), count(rows), columns(width), stride(step) {}
  // NOLINTNEXTLINE(google-explicit-constructor): all of a matrix
  RowView(const Matrix& matrix)
      : RowView(matrix.row(0), matrix.rows(), matrix.columns(), matrix.columns()) {}
};

/// Rows of a matrix, or of part of its columns, that can be written.
struct MutableRowView {
  float* first = nullptr;
  std::size_t stride = 0;

  MutableRowView(float* at, std::size_t step) : first(at), stride(step) {}
  // NOLINTNEXTLINE(google-explicit-constructor): all of a matrix
  MutableRowView(Matrix& matrix) : MutableRowView(matrix.row(0), matrix.columns()) {}
};

/// A matrix laid out for multiplication: panels of a few columns, so that what is read together is
/// stored together.
class PackedMatrix {
 public:
  void pack(const RowView& matrix);
  /// The transpose of a matrix.
  void pack_transposed(const RowView& matrix);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t panels() const;
  [[nodiscard]] const float* panel(std::size_t i) const;

 private:
  void resize(std::size_t rows, std::size_t columns);

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<float> values_;
};

/// Adds the product a b to c. What is added to a row depends only on that row of a, to the last
/// bit.
void add_product(const RowView& a, const PackedMatrix& b, MutableRowView c);
/// Sets c to the product.
void set_product(const RowView& a, const PackedMatrix& b, Matrix& c);

/// Adds the product of the transpose of a and b to c: the gradient of a matrix of parameters.
/// `ProductWorkspace` keeps the memory for it.
struct ProductWorkspace {
  Matrix transposed;
  PackedMatrix packed;
};
void add_transposed_product(const RowView& a, const RowView& b, MutableRowView c,
                            ProductWorkspace& work);

/// Sets all rows of a matrix to the same values.
void set_rows(std::span<const float> row, Matrix& matrix);
/// Adds the sum of all rows.
void add_row_sum(const RowView& rows, float* sum);

}  // namespace panarc
