#include <benchmark/benchmark.h>

#include "base/random.h"
#include "scorer/network/kernels.h"
#include "scorer/network/matrix.h"

// Products of the sizes that a recurrent parser has: rows by a packed matrix, for each set of
// instructions that the processor has.

namespace panarc {
namespace {

Matrix random_matrix(std::size_t rows, std::size_t columns) {
  Random random(1);
  Matrix matrix(rows, columns);
  for (float& value : matrix.values()) value = static_cast<float>(random.real());
  return matrix;
}

void multiply(benchmark::State& state) {
  const Kernels* const kernels = kernels_for(static_cast<Instructions>(state.range(0)));
  if (kernels == nullptr) return state.SkipWithError("the processor does not have them");
  const auto rows = static_cast<std::size_t>(state.range(1));
  const auto inner = static_cast<std::size_t>(state.range(2));
  const auto columns = static_cast<std::size_t>(state.range(3));
  const Matrix a = random_matrix(rows, inner);
  PackedMatrix b;
  b.pack(random_matrix(inner, columns));
  Matrix c(rows, columns);
  for (auto _ : state) {
    for (std::size_t i = 0; i < b.panels(); ++i) {
      kernels->multiply_panel(a.row(0), inner, rows, b.panel(i), inner, c.row(0) + i * kPanel,
                              columns);
    }
    benchmark::DoNotOptimize(c.row(0));
  }
  state.counters["FLOP"] = benchmark::Counter(2.0 * static_cast<double>(rows * inner * columns),
                                              benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(multiply)
    ->ArgNames({"instructions", "rows", "inner", "columns"})
    ->ArgsProduct({{0, 1, 2}, {1, 4, 16, 64}, {200}, {800}})
    ->ArgsProduct({{0, 1, 2}, {1000}, {400}, {800}});

}  // namespace
}  // namespace panarc
