#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "scorer/network/bilstm.h"
#include "scorer/network/embedding_layer.h"
#include "scorer/network/kernels.h"
#include "scorer/network/linear_layer.h"
#include "scorer/network/lstm.h"
#include "scorer/network/random_matrix.h"

// Every layer goes back the way it came: the gradient that it gives is that of finite differences,
// in its parameters and in its input.

namespace panarc {
namespace {

using test::random_matrix;

/// A layer with some sizes.
struct Tested {
  std::string name;
  ParameterLayout layout;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::function<void(const Parameters&, const Matrix& input, Matrix& output)> forward;
  /// Follows a call of forward() with the same input.
  std::function<void(const Parameters&, const Matrix& input, const Matrix& output_gradient,
                     Gradient&, Matrix& input_gradient)>
      backward;
};

std::vector<std::size_t> random_lengths(Random& random) {
  std::vector<std::size_t> lengths(1 + random.below(5));
  for (std::size_t& length : lengths) length = 1 + random.below(6);
  return lengths;
}

Tested linear(Random& random) {
  Tested tested{"linear", {}, 1 + random.below(9), 1 + random.below(9), {}, {}};
  const LinearLayer layer(tested.layout, tested.columns, 1 + random.below(40));
  tested.forward = [=](const Parameters& p, const Matrix& x, Matrix& y) { layer.forward(p, x, y); };
  tested.backward = [=](const Parameters& p, const Matrix& x, const Matrix& dy, Gradient& g,
                        Matrix& dx) { layer.backward(p, x, dy, g, dx); };
  return tested;
}

Tested leaky_relu(Random& random) {
  Tested tested{"leaky ReLU", {}, 1 + random.below(9), 1 + random.below(40), {}, {}};
  tested.layout.add_vector(1);
  const auto after = std::make_shared<Matrix>();
  tested.forward = [=](const Parameters&, const Matrix& x, Matrix& y) {
    y = x;
    kernels().leaky_relu(y.row(0), y.values().size());
    *after = y;
  };
  tested.backward = [=](const Parameters&, const Matrix&, const Matrix& dy, Gradient&, Matrix& dx) {
    dx = dy;
    kernels().leaky_relu_backward(after->row(0), dx.row(0), dx.values().size());
  };
  return tested;
}

Tested embedding(Random& random) {
  Tested tested{"embedding", {}, 1 + random.below(5), 1, {}, {}};
  const EmbeddingLayer layer(tested.layout, 7, 1 + random.below(20));
  std::vector<std::uint32_t> numbers(3);
  for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(random.below(7));
  tested.forward = [=](const Parameters& p, const Matrix& x, Matrix& y) {
    y.resize(x.rows(), layer.size());
    for (std::size_t i = 0; i < x.rows(); ++i) layer.forward(p, numbers, y.row(i));
  };
  tested.backward = [=](const Parameters&, const Matrix& x, const Matrix& dy, Gradient& g,
                        Matrix& dx) {
    for (std::size_t i = 0; i < x.rows(); ++i) layer.backward(numbers, dy.row(i), g);
    dx.resize_with_zeros(x.rows(), 1);
  };
  return tested;
}

Tested lstm(Random& random) {
  Sequences sequences;
  sequences.set(random_lengths(random));
  Tested tested{"LSTM", {}, sequences.size(), 1 + random.below(9), {}, {}};
  const Lstm layer(tested.layout, tested.columns, 1 + random.below(20));
  const auto trace = std::make_shared<Lstm::Trace>();
  tested.forward = [=](const Parameters& p, const Matrix& x, Matrix& y) {
    layer.forward(p, x, sequences, *trace);
    y = trace->hidden;
  };
  tested.backward = [=](const Parameters& p, const Matrix& x, const Matrix& dy, Gradient& g,
                        Matrix& dx) {
    Matrix used_up = dy;
    layer.backward(p, x, sequences, *trace, used_up, g, dx);
  };
  return tested;
}

Tested bilstm(Random& random, bool to_ends) {
  Sequences sequences;
  sequences.set(random_lengths(random));
  Tested tested{
      to_ends ? "BiLSTM to ends" : "BiLSTM", {}, sequences.size(), 1 + random.below(9), {}, {}};
  const BiLstm layer(tested.layout, tested.columns, 1 + random.below(9));
  const auto trace = std::make_shared<BiLstm::Trace>();
  tested.forward = [=](const Parameters& p, const Matrix& x, Matrix& y) {
    if (to_ends) {
      layer.forward_to_ends(p, x, sequences, *trace, y);
    } else {
      layer.forward(p, x, sequences, *trace, y);
    }
  };
  tested.backward = [=](const Parameters& p, const Matrix&, const Matrix& dy, Gradient& g,
                        Matrix& dx) {
    if (to_ends) {
      layer.backward_from_ends(p, sequences, *trace, dy, g, dx);
    } else {
      layer.backward(p, sequences, *trace, dy, g, dx);
    }
  };
  return tested;
}

/// A sum of what comes out, each part with a weight of its own.
double loss(const Tested& layer, std::span<const float> values, const Matrix& input,
            const Matrix& weights) {
  Matrix output;
  layer.forward(Parameters(layer.layout, values, true), input, output);
  double sum = 0;
  for (std::size_t i = 0; i < output.values().size(); ++i) {
    sum += static_cast<double>(output.values()[i]) * static_cast<double>(weights.values()[i]);
  }
  return sum;
}

void expect_right_gradient(const Tested& layer, Random& random) {
  constexpr float kStep = 1e-2F;
  constexpr int kTries = 20;
  std::vector<float> values = layer.layout.draw(random);
  Matrix input = random_matrix(layer.rows, layer.columns, random);
  const Parameters parameters(layer.layout, values, true);
  Matrix output;
  layer.forward(parameters, input, output);
  const Matrix weights = random_matrix(output.rows(), output.columns(), random);
  Gradient gradient{std::vector<float>(values.size()), {}};
  Matrix input_gradient;
  layer.backward(parameters, input, weights, gradient, input_gradient);

  const auto check = [&](float& value, float expected, const char* of) {
    const float before = value;
    value = before + kStep;
    const double above = loss(layer, values, input, weights);
    value = before - kStep;
    const double below = loss(layer, values, input, weights);
    value = before;
    // The function has a bend where its argument is 0.
    constexpr double kTolerance = 3e-3;
    if (layer.name == "leaky ReLU" && std::abs(before) < kStep) return;
    EXPECT_NEAR((above - below) / (2 * static_cast<double>(kStep)), expected,
                kTolerance * (1 + std::abs(expected)))
        << layer.name << ", " << of;
  };
  for (int i = 0; i < kTries; ++i) {
    const std::size_t at = random.below(values.size());
    check(values[at], gradient.values[at], "a parameter");
    const std::size_t where = random.below(input.values().size());
    check(input.values()[where], input_gradient.values()[where], "its input");
  }
}

TEST(Layers, GradientsAreThoseOfFiniteDifferences) {
  Random random(1);
  for (int round = 0; round < 12; ++round) {
    for (const Tested& layer : {linear(random), leaky_relu(random), embedding(random), lstm(random),
                                bilstm(random, false), bilstm(random, true)}) {
      expect_right_gradient(layer, random);
    }
  }
}

TEST(Sequences, EveryElementIsReadOnceInEitherOrder) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const std::vector<std::size_t> lengths = random_lengths(random);
    Sequences sequences;
    sequences.set(lengths);
    for (const ReadingOrder order : {ReadingOrder::kForwards, ReadingOrder::kBackwards}) {
      std::vector<std::size_t> elements(sequences.elements(order).begin(),
                                        sequences.elements(order).end());
      const bool forwards = order == ReadingOrder::kForwards;
      std::size_t first = 0;
      for (std::size_t i = 0; i < lengths.size(); first += lengths[i], ++i) {
        const std::size_t end = forwards ? first + lengths[i] - 1 : first;
        EXPECT_EQ(elements[sequences.last(i)], end);
      }
      std::sort(elements.begin(), elements.end());
      for (std::size_t i = 0; i < elements.size(); ++i) EXPECT_EQ(elements[i], i);
      EXPECT_EQ(elements.size(), first);
    }
  }
}

}  // namespace
}  // namespace panarc
