#pragma once

#include <cstddef>

#include "scorer/network/matrix.h"
#include "scorer/network/parameters.h"

namespace panarc {

/// A matrix and a vector: y = x W + b.
class LinearLayer {
 public:
  LinearLayer() = default;
  LinearLayer(ParameterLayout& layout, std::size_t inputs, std::size_t outputs)
      : weights_(layout.add_matrix(inputs, outputs)), bias_(layout.add_vector(outputs)) {}

  [[nodiscard]] std::size_t inputs() const { return weights_.rows; }
  [[nodiscard]] std::size_t outputs() const { return weights_.columns; }

  void forward(const Parameters& parameters, const Matrix& input, Matrix& output) const {
    output.resize(input.rows(), outputs());
    set_rows(parameters.vector(bias_), output);
    add_product(input, parameters.packed(weights_), output);
  }

  /// Adds to the gradient of the parameters, and sets that of the input.
  void backward(const Parameters& parameters, const Matrix& input, const Matrix& output_gradient,
                Gradient& gradient, Matrix& input_gradient) const {
    add_row_sum(output_gradient, gradient.of(bias_));
    add_transposed_product(input, output_gradient, gradient.rows(weights_), gradient.work);
    set_product(output_gradient, parameters.transposed(weights_), input_gradient);
  }

 private:
  Block weights_;
  Block bias_;
};

}  // namespace panarc
