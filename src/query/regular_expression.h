#pragma once

#include <memory>
#include <string_view>

struct URegularExpression;

namespace panarc {

/// A regular expression of ICU, for UTF-8. Not thread-safe.
class RegularExpression {
 public:
  /// Throws Error if it is invalid.
  explicit RegularExpression(std::string_view pattern);

  /// Whether it matches some part of a text. Throws Error if this takes too long.
  [[nodiscard]] bool matches_in(std::string_view text) const;

 private:
  struct Close {
    void operator()(URegularExpression* expression) const;
  };

  std::unique_ptr<URegularExpression, Close> expression_;
};

}  // namespace panarc
