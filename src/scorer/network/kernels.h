#pragma once

#include <cstddef>
#include <optional>

#include "panarc/names.h"

namespace panarc {

/// How many columns of a matrix lie together when it is packed (see PackedMatrix).
inline constexpr std::size_t kPanel = 32;

/// The steps that Adam takes (Kingma & Ba 2015), for one update.
struct AdamStep {
  float rate = 0;     ///< with the correction of both averages in it
  float first = 0;    ///< how much of the average of gradients is kept
  float second = 0;   ///< how much of the average of their squares is kept
  float scale = 1;    ///< that gradients are multiplied by first
  float epsilon = 0;  ///< that keeps divisors from being 0
};

/// The loops in which a network spends its time, once for each set of instructions. An element of a
/// product is summed up in the order of the inner dimension, by one multiplication and addition at
/// a time, whatever the sizes: so what becomes of a row does not depend on the rows beside it, and
/// the wider instructions give the same results as the narrower ones that can multiply and add at
/// once.
struct Kernels {
  /// Adds the product of `rows` rows of a, each of `inner` numbers, and a panel to rows of c.
  void (*multiply_panel)(const float* a, std::size_t a_stride, std::size_t rows, const float* panel,
                         std::size_t inner, float* c, std::size_t c_stride);

  /// One step of an LSTM for one sequence: what its gates are given becomes what they let through,
  /// in the order input, forget, candidate, output.
  void (*lstm_forward)(float* gates, const float* cell_before, float* cell, float* squashed,
                       float* hidden, std::size_t units);
  /// The same backwards: gates become the gradient of what they were given, and the gradient of the
  /// cell that of the cell before.
  void (*lstm_backward)(const float* gates, const float* cell_before, const float* squashed,
                        const float* hidden_gradient, float* cell_gradient, float* gate_gradient,
                        std::size_t units);

  void (*leaky_relu)(float* values, std::size_t size);
  /// Multiplies a gradient by the slope that the function had; values are those after it.
  void (*leaky_relu_backward)(const float* values, float* gradient, std::size_t size);

  void (*add)(const float* from, float* to, std::size_t size);
  void (*scale)(const float* by, float* values, std::size_t size);
  void (*adam)(const AdamStep& step, const float* gradient, float* values, float* first,
               float* second, std::size_t size);
};

/// Sets of instructions that kernels are compiled for.
enum class Instructions : unsigned char { kPortable, kAvx2, kAvx512 };

inline constexpr auto kInstructionNames = names_of<Instructions>({
    {Instructions::kPortable, "portable"},
    {Instructions::kAvx2, "AVX2"},
    {Instructions::kAvx512, "AVX-512"},
});

/// Nothing if this program, or this processor, does not have them.
const Kernels* kernels_for(Instructions instructions);

/// The best that this processor can run.
const Kernels& kernels();

}  // namespace panarc
