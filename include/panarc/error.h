#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// Where in the input something was found. The file is empty if there is none; 0 means unknown.
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Bad input or a failed operation, worded for the person who has to fix it. The library
/// deliberately throws nothing else; it never prints and never exits.
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

/// "; did you mean ...?" with the known name most like a word; empty if none is like it.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

/// Work was ended before it was done, because a stop was requested by a std::stop_token. Nothing
/// that was complete is lost. A training has saved its checkpoint, if it has one, unless there was
/// nothing to save yet; the message says how much was done.
class Stopped : public Error {
 public:
  using Error::Error;
};

/// Work was ended because it took longer than allowed.
class TimedOut : public Stopped {
 public:
  using Stopped::Stopped;
};

/// The version of the library, e.g. "0.2.0".
std::string_view version();

}  // namespace panarc
