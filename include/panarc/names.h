#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace panarc {

/// A value of an enumeration and its name.
template <class Value>
struct Named {
  Value value;
  std::string_view name;
};

/// The names of an enumeration: the one table from which they are printed, read and listed.
template <class Value, std::size_t Size>
class Names {
 public:
  /// In the order in which help and messages list them.
  consteval explicit Names(const Named<Value> (&names)[Size]) : names_(std::to_array(names)) {}

  /// The value must have a name.
  [[nodiscard]] constexpr std::string_view of(Value value) const {
    for (const Named<Value>& named : names_) {
      if (named.value == value) return named.name;
    }
    return {};
  }

  [[nodiscard]] constexpr std::optional<Value> parse(std::string_view name) const {
    for (const Named<Value>& named : names_) {
      if (named.name == name) return named.value;
    }
    return std::nullopt;
  }

  /// All names, e.g. "first, last"; with a last separator, e.g. "first or last".
  [[nodiscard]] std::string list(std::string_view separator = ", ") const {
    return list(separator, separator);
  }
  [[nodiscard]] std::string list(std::string_view separator, std::string_view last) const {
    std::string all;
    for (std::size_t i = 0; i < Size; ++i) {
      if (i > 0) all += i + 1 < Size ? separator : last;
      all += names_[i].name;
    }
    return all;
  }

  [[nodiscard]] constexpr std::array<Value, Size> values() const {
    std::array<Value, Size> all{};
    for (std::size_t i = 0; i < Size; ++i) all[i] = names_[i].value;
    return all;
  }

  [[nodiscard]] static constexpr std::size_t size() { return Size; }
  [[nodiscard]] constexpr auto begin() const { return names_.begin(); }
  [[nodiscard]] constexpr auto end() const { return names_.end(); }

 private:
  std::array<Named<Value>, Size> names_;
};

/// `constexpr auto kNames = names_of<Colour>({{Colour::kRed, "red"}, {Colour::kBlue, "blue"}});`
template <class Value, std::size_t Size>
consteval Names<Value, Size> names_of(const Named<Value> (&names)[Size]) {
  return Names<Value, Size>(names);
}

}  // namespace panarc
