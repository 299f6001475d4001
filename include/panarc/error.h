#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace panarc {

/// Where in the input something was found. Empty file: not from a file; zero: not known.
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Bad input or a failed operation, told to the person who has to mend it.
/// The library throws nothing else on purpose; it never prints and never exits.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);
  Error(Place place, const std::string& message);

  [[nodiscard]] const Place& place() const { return place_; }
  /// What is wrong, without the place; what() has both.
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  Place place_;
  std::string message_;
};

}  // namespace panarc
