#pragma once

#include <string_view>

namespace panarc {

/// The parts of a text between separators, one after the other; even an empty text has one.
class Parts {
 public:
  Parts(std::string_view text, char separator) : rest_(text), separator_(separator) {}

  /// Puts the next part into `part`; false if there is none.
  bool next(std::string_view& part) {
    if (done_) return false;
    const std::size_t end = rest_.find(separator_);
    part = rest_.substr(0, end);
    done_ = end == std::string_view::npos;
    if (!done_) rest_.remove_prefix(end + 1);
    return true;
  }

 private:
  std::string_view rest_;
  char separator_;
  bool done_ = false;
};

}  // namespace panarc
