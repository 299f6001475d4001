#include "scorer/network/network_optimizer.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "panarc/error.h"
#include "scorer/network/kernels.h"

namespace panarc {
namespace {

constexpr const char* kValuesSection = "network.values";
constexpr const char* kFirstSection = "network.first";
constexpr const char* kSecondSection = "network.second";
constexpr const char* kAverageSection = "network.average";
constexpr const char* kUpdatesSection = "network.updates";

/// Every part of a batch has a gradient, which takes as much memory as the parameters.
constexpr std::size_t kMostParts = 8;
/// Number of parameters updated at a time.
constexpr std::size_t kChunk = 1U << 15U;
/// Keeps steps finite where all gradients have been 0.
constexpr float kEpsilon = 1e-12F;

std::vector<float> drawn(const ParameterLayout& layout, std::uint64_t seed) {
  Random random(seed, 0, 0);
  return layout.draw(random);
}

/// Calls `work(i)` for every number below `count`, using all members of a team.
template <class Work>
void share(Team& team, std::size_t count, Work&& work) {
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t) {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  });
}

/// Calls `work(begin, size)` with chunks of `count` numbers.
template <class Work>
void share_chunks(Team& team, std::size_t count, Work&& work) {
  share(team, (count + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    const std::size_t begin = chunk * kChunk;
    work(begin, std::min(kChunk, count - begin));
  });
}

}  // namespace

NetworkOptimizer::NetworkOptimizer(const OptimizerOptions& options, const ParameterLayout& layout,
                                   std::uint64_t seed, std::size_t part_elements)
    : options_(options),
      part_elements_(part_elements),
      values_(drawn(layout, seed)),
      first_(values_.size()),
      second_(values_.size()),
      average_(values_),
      packed_(layout, values_, true) {}

void NetworkOptimizer::set_values(std::vector<float> values) {
  std::ranges::copy(values, values_.begin());
  average_ = std::move(values);
  repack();
}

void NetworkOptimizer::set_value(std::size_t parameter, float value) {
  values_[parameter] = value;
  repack();
}

void NetworkOptimizer::continue_from(
    const NetworkOptimizer& before,
    const std::function<void(std::span<const float> from, std::span<float> to)>& copy) {
  copy(before.values_, values_);
  average_ = values_;
  copy(before.average_, average_);
  copy(before.first_, first_);
  copy(before.second_, second_);
  updates_ = before.updates_;
  repack();
}

void NetworkOptimizer::repack() {
  for (std::size_t block = 0; block < packed_.blocks().size(); ++block) packed_.repack(block);
}

void NetworkOptimizer::divide(std::span<const std::size_t> lengths) {
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] > lengths[b]; });
  elements_ = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  parts_used_ = std::clamp<std::size_t>(elements_ / part_elements_, 1, kMostParts);
  if (parts_.size() < parts_used_) parts_.resize(parts_used_);
  for (std::size_t i = 0; i < parts_used_; ++i) parts_[i].members.clear();
  std::size_t before = 0;
  for (const std::size_t member : order) {
    parts_[std::min(before * parts_used_ / elements_, parts_used_ - 1)].members.push_back(member);
    before += lengths[member];
  }
}

void NetworkOptimizer::for_each_part(Team& team,
                                     const std::function<void(std::size_t)>& work) const {
  share(team, parts_used_, work);
}

/// Adds up the gradients of all parts in the first.
double NetworkOptimizer::find_gradient(Team& team,
                                       const std::function<void(std::size_t, Gradient&)>& work) {
  share(team, parts_used_, [&](std::size_t part) {
    parts_[part].gradient.values.assign(values_.size(), 0);
    work(part, parts_[part].gradient);
  });
  std::vector<double> squares((values_.size() + kChunk - 1) / kChunk);
  share_chunks(team, values_.size(), [&](std::size_t begin, std::size_t size) {
    float* const sum = parts_[0].gradient.values.data() + begin;
    for (std::size_t part = 1; part < parts_used_; ++part) {
      kernels().add(parts_[part].gradient.values.data() + begin, sum, size);
    }
    double square = 0;
    for (std::size_t i = 0; i < size; ++i) {
      square += static_cast<double>(sum[i]) * static_cast<double>(sum[i]);
    }
    squares[begin / kChunk] = square;
  });
  const double length = std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
  if (!std::isfinite(length)) {
    throw Error("the training of the network diverges; expected a smaller learning rate");
  }
  return length;
}

void NetworkOptimizer::step(double length, Team& team) {
  ++updates_;
  const auto updates = static_cast<double>(updates_);
  double scale = 1 / static_cast<double>(elements_);
  if (length * scale > options_.clip) scale = options_.clip / length;
  const double rate = options_.rate * std::pow(options_.decay, updates / options_.decay_updates);
  const double correction =
      std::sqrt(1 - std::pow(options_.second, updates)) / (1 - std::pow(options_.first, updates));
  const AdamStep adam{static_cast<float>(rate * correction), static_cast<float>(options_.first),
                      static_cast<float>(options_.second), static_cast<float>(scale), kEpsilon};
  // In the first updates, averages have little worth keeping.
  constexpr double kWarmUp = 10;
  const auto kept = static_cast<float>(std::min(options_.average, updates / (updates + kWarmUp)));
  share_chunks(team, values_.size(), [&](std::size_t begin, std::size_t size) {
    kernels().adam(adam, parts_[0].gradient.values.data() + begin, values_.data() + begin,
                   first_.data() + begin, second_.data() + begin, size);
    for (std::size_t i = begin; i < begin + size; ++i) {
      average_[i] += (1 - kept) * (values_[i] - average_[i]);
    }
  });
  share(team, packed_.blocks().size(), [&](std::size_t block) { packed_.repack(block); });
}

void NetworkOptimizer::save(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kValuesSection, std::as_bytes(std::span(values_)));
  writer.add(prefix + kFirstSection, std::as_bytes(std::span(first_)));
  writer.add(prefix + kSecondSection, std::as_bytes(std::span(second_)));
  writer.add(prefix + kAverageSection, std::as_bytes(std::span(average_)));
  writer.add(prefix + kUpdatesSection, std::as_bytes(std::span(&updates_, 1)));
}

/// Throws Error for averages that no gradients have, since steps could then be of any length: an
/// average is not much larger than the root of that of the squares (Cauchy-Schwarz).
void NetworkOptimizer::check_averages() const {
  constexpr float kMostSquare = 1e12F;
  constexpr double kRounding = 2;
  const double ratio =
      (1 - options_.first) /
      std::sqrt((1 - options_.second) * (1 - options_.first * options_.first / options_.second));
  const auto most = static_cast<float>(kRounding * ratio);
  for (std::size_t i = 0; i < first_.size(); ++i) {
    if (second_[i] <= kMostSquare &&
        std::abs(first_[i]) <= most * std::sqrt(second_[i]) + kEpsilon) {
      continue;
    }
    throw Error("the averages of gradients of the network are invalid");
  }
}

void NetworkOptimizer::load(const ModelFile& file, const std::string& prefix) {
  const auto read = [&](const char* section, std::vector<float>& to) {
    const auto values = file.array<float>(prefix + section);
    if (values.size() != to.size()) {
      throw Error({file.name(), 0, 0}, "the interrupted training had a network of another size");
    }
    std::copy(values.begin(), values.end(), to.begin());
  };
  read(kValuesSection, values_);
  read(kFirstSection, first_);
  read(kSecondSection, second_);
  read(kAverageSection, average_);
  SectionReader updates = file.reader(prefix + kUpdatesSection);
  updates_ = updates.read<std::uint64_t>();
  updates.finish();
  constexpr std::uint64_t kMostUpdates = std::uint64_t{1} << 48U;
  try {
    check_parameters(values_);
    check_parameters(average_);
    check_averages();
    if (updates_ > kMostUpdates) throw Error("the number of updates is invalid");
  } catch (const Error& error) {
    throw Error({file.name(), 0, 0}, error.message());
  }
  repack();
}

}  // namespace panarc
