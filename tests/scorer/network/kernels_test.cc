#include "scorer/network/kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "scorer/network/matrix.h"
#include "scorer/network/random_matrix.h"

namespace panarc {
namespace {

using test::random_matrix;

std::vector<const Kernels*> all_kernels() {
  std::vector<const Kernels*> all;
  for (const Instructions one : kInstructionNames.values()) {
    if (const Kernels* const found = kernels_for(one)) all.push_back(found);
  }
  return all;
}

TEST(Kernels, ProductsAreThoseOfTheDefinition) {
  Random random(1);
  for (const Kernels* const kernels : all_kernels()) {
    for (std::size_t rows = 1; rows <= 30; ++rows) {
      const std::size_t inner = 1 + random.below(40);
      const Matrix a = random_matrix(rows, inner, random);
      const Matrix panel = random_matrix(inner, kPanel, random);
      Matrix c = random_matrix(rows, kPanel + 3, random);
      const Matrix before = c;
      kernels->multiply_panel(a.row(0), inner, rows, panel.row(0), inner, c.row(0), c.columns());
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < c.columns(); ++j) {
          double sum = before.row(i)[j];
          for (std::size_t k = 0; k < inner && j < kPanel; ++k) {
            sum += static_cast<double>(a.row(i)[k]) * static_cast<double>(panel.row(k)[j]);
          }
          ASSERT_NEAR(sum, c.row(i)[j], 1e-5);
        }
      }
    }
  }
}

TEST(Kernels, InstructionsThatMultiplyAndAddAtOnceGiveTheSameResults) {
  const Kernels* const narrow = kernels_for(Instructions::kAvx2);
  const Kernels* const wide = kernels_for(Instructions::kAvx512);
  if (narrow == nullptr || wide == nullptr) GTEST_SKIP() << "the processor has not both";
  constexpr std::size_t kUnits = 21;
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const std::size_t rows = 1 + random.below(20);
    const std::size_t inner = 1 + random.below(60);
    const Matrix a = random_matrix(rows, inner, random);
    const Matrix panel = random_matrix(inner, kPanel, random);
    Matrix one(rows, kPanel);
    one.resize_with_zeros(rows, kPanel);
    Matrix other = one;
    narrow->multiply_panel(a.row(0), inner, rows, panel.row(0), inner, one.row(0), kPanel);
    wide->multiply_panel(a.row(0), inner, rows, panel.row(0), inner, other.row(0), kPanel);
    ASSERT_TRUE(std::ranges::equal(one.values(), other.values()));

    const Matrix gates = random_matrix(1, 4 * kUnits, random);
    const Matrix cells = random_matrix(1, kUnits, random);
    std::vector<Matrix> results;
    for (const Kernels* const kernels : {narrow, wide}) {
      Matrix through = gates;
      Matrix after(3, kUnits);
      kernels->lstm_forward(through.row(0), cells.row(0), after.row(0), after.row(1), after.row(2),
                            kUnits);
      results.push_back(through);
      results.push_back(after);
    }
    ASSERT_TRUE(std::ranges::equal(results[0].values(), results[2].values()));
    ASSERT_TRUE(std::ranges::equal(results[1].values(), results[3].values()));
  }
}

TEST(Kernels, GatesAreThoseOfTheDefinition) {
  for (const Kernels* const kernels : all_kernels()) {
    for (double x = -100; x <= 100; x += 0.37) {
      std::vector<float> gates(4, static_cast<float>(x));
      const float before = 0.5F;
      float cell = 0;
      float squashed = 0;
      float hidden = 0;
      kernels->lstm_forward(gates.data(), &before, &cell, &squashed, &hidden, 1);
      const double gate = 1 / (1 + std::exp(-x));
      const double expected = gate * 0.5 + gate * std::tanh(x);
      ASSERT_NEAR(gates[0], gate, 1e-6) << x;
      ASSERT_NEAR(gates[2], std::tanh(x), 1e-6) << x;
      ASSERT_NEAR(cell, expected, 1e-6) << x;
      ASSERT_NEAR(hidden, gate * std::tanh(expected), 1e-6) << x;
    }
  }
}

TEST(Matrix, AProductOfARowDoesNotDependOnTheRowsBesideIt) {
  Random random(3);
  for (int round = 0; round < 30; ++round) {
    const std::size_t rows = 1 + random.below(40);
    const std::size_t inner = 1 + random.below(50);
    const std::size_t columns = 1 + random.below(90);
    const Matrix a = random_matrix(rows, inner, random);
    PackedMatrix b;
    b.pack(random_matrix(inner, columns, random));
    Matrix together;
    set_product(a, b, together);
    for (std::size_t i = 0; i < rows; ++i) {
      Matrix alone;
      set_product({a.row(i), 1, inner, inner}, b, alone);
      ASSERT_TRUE(std::equal(alone.row(0), alone.row(0) + columns, together.row(i)));
    }
  }
}

TEST(Matrix, TransposedProductsAreThoseOfTransposes) {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    const Matrix a = random_matrix(1 + random.below(40), 1 + random.below(40), random);
    const Matrix b = random_matrix(a.rows(), 1 + random.below(70), random);
    Matrix c;
    c.resize_with_zeros(a.columns(), b.columns());
    ProductWorkspace work;
    add_transposed_product(a, b, c, work);
    Matrix back;
    PackedMatrix transposed;
    transposed.pack_transposed(b);
    set_product(c, transposed, back);  // a' b b'
    for (std::size_t i = 0; i < c.rows(); ++i) {
      for (std::size_t j = 0; j < c.columns(); ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < a.rows(); ++k) {
          sum += static_cast<double>(a.row(k)[i]) * static_cast<double>(b.row(k)[j]);
        }
        ASSERT_NEAR(sum, c.row(i)[j], 1e-4);
      }
      for (std::size_t j = 0; j < back.columns(); ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < c.columns(); ++k) {
          sum += static_cast<double>(c.row(i)[k]) * static_cast<double>(b.row(j)[k]);
        }
        ASSERT_NEAR(sum, back.row(i)[j], 1e-3);
      }
    }
  }
}

}  // namespace
}  // namespace panarc
