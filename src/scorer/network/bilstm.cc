#include "scorer/network/bilstm.h"

#include <algorithm>

#include "scorer/network/kernels.h"

namespace panarc {
namespace {

std::span<const std::size_t> elements(const Sequences& sequences, std::size_t direction) {
  return sequences.elements(static_cast<ReadingOrder>(direction));
}

}  // namespace

void BiLstm::read(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
                  Trace& trace, const Interruption& interruption) const {
  for (std::size_t d = 0; d < 2; ++d) {
    Trace::Direction& direction = trace.directions[d];
    direction.input.resize(sequences.size(), inputs());
    const auto order = elements(sequences, d);
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::copy_n(input.row(order[i]), inputs(), direction.input.row(i));
    }
    interruption.throw_if_over();
    directions_[d].forward(parameters, direction.input, sequences, direction.lstm, interruption);
  }
}

void BiLstm::read_back(const Parameters& parameters, const Sequences& sequences, Trace& trace,
                       Gradient& gradient, Matrix& input_gradient) const {
  input_gradient.resize_with_zeros(sequences.size(), inputs());
  for (std::size_t d = 0; d < 2; ++d) {
    Trace::Direction& direction = trace.directions[d];
    directions_[d].backward(parameters, direction.input, sequences, direction.lstm,
                            direction.output_gradient, gradient, direction.input_gradient);
    const auto order = elements(sequences, d);
    for (std::size_t i = 0; i < order.size(); ++i) {
      kernels().add(direction.input_gradient.row(i), input_gradient.row(order[i]), inputs());
    }
  }
}

void BiLstm::forward(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
                     Trace& trace, Matrix& output, const Interruption& interruption) const {
  read(parameters, input, sequences, trace, interruption);
  output.resize(sequences.size(), outputs());
  const std::size_t units = outputs() / 2;
  for (std::size_t d = 0; d < 2; ++d) {
    const auto order = elements(sequences, d);
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::copy_n(trace.directions[d].lstm.hidden.row(i), units, output.row(order[i]) + d * units);
    }
  }
}

void BiLstm::backward(const Parameters& parameters, const Sequences& sequences, Trace& trace,
                      const Matrix& output_gradient, Gradient& gradient,
                      Matrix& input_gradient) const {
  const std::size_t units = outputs() / 2;
  for (std::size_t d = 0; d < 2; ++d) {
    Matrix& of_direction = trace.directions[d].output_gradient;
    of_direction.resize(sequences.size(), units);
    const auto order = elements(sequences, d);
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::copy_n(output_gradient.row(order[i]) + d * units, units, of_direction.row(i));
    }
  }
  read_back(parameters, sequences, trace, gradient, input_gradient);
}

void BiLstm::forward_to_ends(const Parameters& parameters, const Matrix& input,
                             const Sequences& sequences, Trace& trace, Matrix& output,
                             const Interruption& interruption) const {
  read(parameters, input, sequences, trace, interruption);
  output.resize(sequences.count(), outputs());
  const std::size_t units = outputs() / 2;
  for (std::size_t d = 0; d < 2; ++d) {
    for (std::size_t i = 0; i < sequences.count(); ++i) {
      std::copy_n(trace.directions[d].lstm.hidden.row(sequences.last(i)), units,
                  output.row(i) + d * units);
    }
  }
}

void BiLstm::backward_from_ends(const Parameters& parameters, const Sequences& sequences,
                                Trace& trace, const Matrix& output_gradient, Gradient& gradient,
                                Matrix& input_gradient) const {
  const std::size_t units = outputs() / 2;
  for (std::size_t d = 0; d < 2; ++d) {
    Matrix& of_direction = trace.directions[d].output_gradient;
    of_direction.resize_with_zeros(sequences.size(), units);
    for (std::size_t i = 0; i < sequences.count(); ++i) {
      std::copy_n(output_gradient.row(i) + d * units, units, of_direction.row(sequences.last(i)));
    }
  }
  read_back(parameters, sequences, trace, gradient, input_gradient);
}

}  // namespace panarc
