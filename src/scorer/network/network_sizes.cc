#include "scorer/network/network_sizes.h"

#include <array>
#include <cmath>
#include <utility>

#include "panarc/error.h"

namespace panarc {
namespace {

constexpr std::array<std::pair<const char*, std::size_t NetworkSizes::*>, 9> kSizes{{
    {"form_size", &NetworkSizes::form},
    {"tag_size", &NetworkSizes::tag},
    {"character_size", &NetworkSizes::character},
    {"character_units", &NetworkSizes::character_units},
    {"word_units", &NetworkSizes::units},
    {"word_layers", &NetworkSizes::layers},
    {"state_units", &NetworkSizes::state},
    {"second_state_units", &NetworkSizes::state_second},
    {"label_units", &NetworkSizes::label},
}};
constexpr double kMost = 4096;

}  // namespace

std::map<std::string, double> NetworkSizes::numbers() const {
  std::map<std::string, double> numbers;
  for (const auto& [name, size] : kSizes) numbers[name] = static_cast<double>(this->*size);
  return numbers;
}

NetworkSizes NetworkSizes::from(const std::map<std::string, double>& numbers) {
  NetworkSizes sizes;
  for (const auto& [name, size] : kSizes) {
    const auto found = numbers.find(name);
    const double value = found == numbers.end() ? 0 : found->second;
    const bool may_be_none = size == &NetworkSizes::layers || size == &NetworkSizes::units;
    const double least = found != numbers.end() && may_be_none ? 0 : 1;
    if (!(value >= least && value <= kMost) || value != std::floor(value)) {
      throw Error(std::string("the size of the network is invalid: ") + name);
    }
    sizes.*size = static_cast<std::size_t>(value);
  }
  if ((sizes.layers == 0) != (sizes.units == 0)) {
    throw Error("the network has layers without units, or units without layers");
  }
  return sizes;
}

}  // namespace panarc
