#include "scorer/network/lstm.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scorer/network/kernels.h"

namespace panarc {
namespace {

/// The cells before the first step.
const float* no_cells(std::size_t units) {
  thread_local std::vector<float> zeros;
  if (zeros.size() < units) zeros.resize(units);
  return zeros.data();
}

}  // namespace

Lstm::Lstm(ParameterLayout& layout, std::size_t inputs, std::size_t units) {
  const auto range = static_cast<float>(1 / std::sqrt(static_cast<double>(units)));
  from_input_ = layout.add_matrix(inputs, kGates * units, range);
  from_hidden_ = layout.add_matrix(units, kGates * units, range);
  bias_ = layout.add_vector(kGates * units, range);
}

void Lstm::forward(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
                   Trace& trace, const Interruption& interruption) const {
  const std::size_t count = sequences.size();
  trace.gates.resize(count, kGates * units());
  trace.cells.resize(count, units());
  trace.squashed.resize(count, units());
  trace.hidden.resize(count, units());
  set_rows(parameters.vector(bias_), trace.gates);
  add_product(input, parameters.packed(from_input_), trace.gates);
  for (std::size_t step = 0; step < sequences.steps(); ++step) {
    interruption.throw_if_over();
    const std::size_t begin = sequences.begin(step);
    const std::size_t alive = sequences.alive(step);
    if (step > 0) {
      const std::size_t before = sequences.begin(step - 1);
      add_product({trace.hidden.row(before), alive, units(), units()},
                  parameters.packed(from_hidden_), {trace.gates.row(begin), kGates * units()});
    }
    for (std::size_t i = 0; i < alive; ++i) {
      const std::size_t at = begin + i;
      const float* const cell_before =
          step == 0 ? no_cells(units()) : trace.cells.row(sequences.begin(step - 1) + i);
      kernels().lstm_forward(trace.gates.row(at), cell_before, trace.cells.row(at),
                             trace.squashed.row(at), trace.hidden.row(at), units());
    }
  }
}

void Lstm::backward(const Parameters& parameters, const Matrix& input, const Sequences& sequences,
                    Trace& trace, Matrix& output_gradient, Gradient& gradient,
                    Matrix& input_gradient) const {
  const std::size_t count = sequences.size();
  trace.gate_gradient.resize(count, kGates * units());
  // Sequences that end with a step pass nothing back to it.
  trace.cell_gradient.resize_with_zeros(sequences.count(), units());
  for (std::size_t step = sequences.steps(); step-- > 0;) {
    const std::size_t begin = sequences.begin(step);
    if (step + 1 < sequences.steps()) {
      const std::size_t after = sequences.begin(step + 1);
      add_product({trace.gate_gradient.row(after), sequences.alive(step + 1), kGates * units(),
                   kGates * units()},
                  parameters.transposed(from_hidden_), {output_gradient.row(begin), units()});
    }
    for (std::size_t i = 0; i < sequences.alive(step); ++i) {
      const std::size_t at = begin + i;
      const float* const cell_before =
          step == 0 ? no_cells(units()) : trace.cells.row(sequences.begin(step - 1) + i);
      kernels().lstm_backward(trace.gates.row(at), cell_before, trace.squashed.row(at),
                              output_gradient.row(at), trace.cell_gradient.row(i),
                              trace.gate_gradient.row(at), units());
    }
  }
  add_row_sum(trace.gate_gradient, gradient.of(bias_));
  add_transposed_product(input, trace.gate_gradient, gradient.rows(from_input_), gradient.work);
  if (sequences.steps() > 1) {
    const std::size_t first = sequences.begin(1);
    trace.before.resize(count - first, units());
    for (std::size_t step = 1; step < sequences.steps(); ++step) {
      std::copy_n(trace.hidden.row(sequences.begin(step - 1)), sequences.alive(step) * units(),
                  trace.before.row(sequences.begin(step) - first));
    }
    add_transposed_product(
        trace.before,
        {trace.gate_gradient.row(first), count - first, kGates * units(), kGates * units()},
        gradient.rows(from_hidden_), gradient.work);
  }
  set_product(trace.gate_gradient, parameters.transposed(from_input_), input_gradient);
}

}  // namespace panarc
