#pragma once

#include <cstddef>

#include "base/interruption.h"
#include "scorer/network/matrix.h"
#include "scorer/network/parameters.h"
#include "scorer/network/sequences.h"

namespace panarc {

/// A long short-term memory layer (Hochreiter & Schmidhuber 1997; Gers et al. 2000) that reads
/// sequences in one direction. Input and output are in step order (see Sequences).
class Lstm {
 public:
  Lstm() = default;
  Lstm(ParameterLayout& layout, std::size_t inputs, std::size_t units);

  [[nodiscard]] std::size_t inputs() const { return from_input_.rows; }
  [[nodiscard]] std::size_t units() const { return from_hidden_.rows; }

  /// What the forward pass keeps, and what the backward pass needs.
  struct Trace {
    Matrix gates;  ///< their activations
    Matrix cells;
    Matrix squashed;  ///< tanh of the cells
    Matrix hidden;    ///< the output
    Matrix before;    ///< memory of backward()
    Matrix gate_gradient;
    Matrix cell_gradient;
  };

  void forward(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
               Trace& trace, const Interruption& interruption = kNeverOver) const;

  /// Adds to the gradient of the parameters, and sets that of the input. The gradient of the output
  /// is overwritten.
  void backward(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
                Trace& trace, Matrix& output_gradient, Gradient& gradient,
                Matrix& input_gradient) const;

 private:
  static constexpr std::size_t kGates = 4;

  Block from_input_;
  Block from_hidden_;
  Block bias_;
};

}  // namespace panarc
