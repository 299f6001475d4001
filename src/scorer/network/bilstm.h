#pragma once

#include <array>
#include <cstddef>

#include "scorer/network/lstm.h"

namespace panarc {

/// Two layers that read sequences forwards and backwards, side by side (Graves & Schmidhuber 2005).
class BiLstm {
 public:
  BiLstm() = default;
  BiLstm(ParameterLayout& layout, std::size_t inputs, std::size_t units)
      : directions_{Lstm(layout, inputs, units), Lstm(layout, inputs, units)} {}

  [[nodiscard]] std::size_t inputs() const { return directions_[0].inputs(); }
  /// The number of outputs of both directions together.
  [[nodiscard]] std::size_t outputs() const { return 2 * directions_[0].units(); }

  struct Trace {
    struct Direction {
      Matrix input;  ///< in step order
      Lstm::Trace lstm;
      Matrix output_gradient;
      Matrix input_gradient;
    };
    std::array<Direction, 2> directions;
  };

  /// One row of output for every element of the sequences.
  void forward(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
               Trace& trace, Matrix& output, const Interruption& interruption = kNeverOver) const;
  void backward(const Parameters& parameters, const Sequences& sequences, Trace& trace,
                const Matrix& output_gradient, Gradient& gradient, Matrix& input_gradient) const;

  /// One row for every sequence: the output where each direction ends.
  void forward_to_ends(const Parameters& parameters, const Matrix& input,
                       const Sequences& sequences, Trace& trace, Matrix& output,
                       const Interruption& interruption = kNeverOver) const;
  void backward_from_ends(const Parameters& parameters, const Sequences& sequences, Trace& trace,
                          const Matrix& output_gradient, Gradient& gradient,
                          Matrix& input_gradient) const;

 private:
  void read(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
            Trace& trace, const Interruption& interruption) const;
  /// From the gradients of the output, which are in the trace.
  void read_back(const Parameters& parameters, const Sequences& sequences, Trace& trace,
                 Gradient& gradient, Matrix& input_gradient) const;

  std::array<Lstm, 2> directions_;
};

}  // namespace panarc
