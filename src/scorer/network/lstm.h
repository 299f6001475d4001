#pragma once

#include <cstddef>

#include "scorer/network/matrix.h"
#include "scorer/network/parameters.h"
#include "scorer/network/sequences.h"

namespace panarc {

/// A layer of long short-term memory (Hochreiter & Schmidhuber 1997; Gers et al. 2000) that reads
/// sequences in one order. What goes in and comes out is in the order of steps (see Sequences).
class Lstm {
 public:
  Lstm() = default;
  Lstm(ParameterLayout& layout, std::size_t inputs, std::size_t units);

  [[nodiscard]] std::size_t inputs() const { return from_input_.rows; }
  [[nodiscard]] std::size_t units() const { return from_hidden_.rows; }

  /// What is kept of reading, and what the way back needs.
  struct Trace {
    Matrix gates;  ///< what they let through
    Matrix cells;
    Matrix squashed;  ///< the tangents of the cells
    Matrix hidden;    ///< what comes out
    Matrix before;    ///< memory of backward()
    Matrix gate_gradient;
    Matrix cell_gradient;
  };

  void forward(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
               Trace& trace) const;

  /// Adds to the gradient of the parameters, and sets that of the input. The one of what came out
  /// is used up.
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
