#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "io/utf8.h"
#include "panarc/error.h"
#include "panarc/options.h"

namespace panarc {
namespace {

std::optional<double> rate_in(std::string_view text) {
  double rate = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), rate);
  const bool is_number = failure == std::errc() && end == text.data() + text.size();
  return is_number && rate >= 0 && rate <= 1 ? std::optional(rate) : std::nullopt;
}

}  // namespace

EpochRates::EpochRates(std::vector<double> rates) : rates_(std::move(rates)) {
  if (rates_.empty()) throw Error("found no rate, expected one for each epoch");
}

EpochRates EpochRates::parse(std::string_view text) {
  std::vector<double> rates;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const std::optional<double> rate = rate_in(part);
    if (!rate) {
      const bool alone = part.size() == text.size();
      throw Error(fmt::format("found {}{}, expected a number from 0 to 1", in_quotes(part),
                              alone ? "" : fmt::format(" in column {}", begin + 1)));
    }
    rates.push_back(*rate);
    begin = end + 1;
  }
  return EpochRates(std::move(rates));
}

double EpochRates::in(int epoch) const {
  const auto index = static_cast<std::size_t>(std::max(epoch, 1)) - 1;
  return rates_[std::min(index, rates_.size() - 1)];
}

double EpochRates::largest() const { return *std::max_element(rates_.begin(), rates_.end()); }

}  // namespace panarc
