#pragma once

#include <cstddef>
#include <optional>

#include "panarc/choices.h"

namespace panarc {

/// How many columns of a packed matrix are stored together (see PackedMatrix).
inline constexpr std::size_t kPanel = 32;

/// The parameters of an Adam update (Kingma & Ba 2015).
struct AdamStep {
  float rate = 0;     ///< including the bias correction of both averages
  float first = 0;    ///< how much of the average gradient is kept
  float second = 0;   ///< how much of the average squared gradient is kept
  float scale = 1;    ///< applied to gradients first
  float epsilon = 0;  ///< keeps divisors from being 0
};

/// The inner loops of a network, once for each instruction set. Each element of a product is summed
/// in the order of the inner dimension, one multiply-add at a time, whatever the sizes. So the
/// result of a row does not depend on other rows, and all instruction sets with fused multiply-add
/// give the same results.
struct Kernels {
  /// Adds the product of `rows` rows of a, each of `inner` numbers, and a panel to rows of c.
  void (*multiply_panel)(const float* a, std::size_t a_stride, std::size_t rows, const float* panel,
                         std::size_t inner, float* c, std::size_t c_stride);

  /// One step of an LSTM for one sequence: turns the inputs of the gates into their activations, in
  /// the order input, forget, candidate, output.
  void (*lstm_forward)(float* gates, const float* cell_before, float* cell, float* squashed,
                       float* hidden, std::size_t units);
  /// An LSTM step backwards: computes the gradient of the gates' inputs, and turns the gradient of
  /// the cell into that of the previous cell.
  void (*lstm_backward)(const float* gates, const float* cell_before, const float* squashed,
                        const float* hidden_gradient, float* cell_gradient, float* gate_gradient,
                        std::size_t units);

  void (*leaky_relu)(float* values, std::size_t size);
  /// Multiplies a gradient by the derivative of the function; values are those after it.
  void (*leaky_relu_backward)(const float* values, float* gradient, std::size_t size);

  void (*add)(const float* from, float* to, std::size_t size);
  void (*scale)(const float* by, float* values, std::size_t size);
  void (*adam)(const AdamStep& step, const float* gradient, float* values, float* first,
               float* second, std::size_t size);
};

/// Instruction sets that kernels are compiled for.
enum class Instructions : unsigned char { kPortable, kAvx2, kAvx512 };

inline constexpr auto kInstructionNames = names_of<Instructions>({
    {Instructions::kPortable, "portable"},
    {Instructions::kAvx2, "AVX2"},
    {Instructions::kAvx512, "AVX-512"},
});

/// Null if this program or this processor does not support them.
const Kernels* kernels_for(Instructions instructions);

/// The best for this processor.
const Kernels& kernels();

}  // namespace panarc
