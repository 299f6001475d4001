#pragma once

#include <memory>
#include <string_view>

struct URegularExpression;

namespace panarc {

/// A regular expression of ICU, for UTF-8. Not for use by several threads at a time.
class RegularExpression {
 public:
  /// Throws Error if it is not one.
  explicit RegularExpression(std::string_view pattern);

  /// Whether it matches some part of a text. Throws Error if that takes too long to find out.
  [[nodiscard]] bool matches_in(std::string_view text) const;

 private:
  struct Close {
    void operator()(URegularExpression* expression) const;
  };

  std::unique_ptr<URegularExpression, Close> expression_;
};

}  // namespace panarc
