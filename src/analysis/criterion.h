#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "query/attribute.h"

namespace panarc {

/// A value that words are grouped by. Numbers and their classes have an order; texts have none but
/// that of the alphabet.
struct GroupValue {
  double number = 0;  ///< where a class begins; 0 for what is not a number
  std::string text;

  friend auto operator<=>(const GroupValue&, const GroupValue&) = default;
};

/// What words are grouped by: an attribute, whose numbers can be binned by giving the start of each
/// bin: `length:1:2:3:7`.
class Criterion {
 public:
  /// Throws Error, with what was found and expected.
  Criterion(std::string_view text, const QueryScope& scope);

  [[nodiscard]] const std::string& name() const { return attribute_.name(); }
  [[nodiscard]] bool is_number() const { return attribute_.type() == ValueType::kNumber; }
  [[nodiscard]] GroupValue value(const WordContext& context) const;

 private:
  WordAttribute attribute_;
  std::vector<int> begins_;  // of the bins
};

}  // namespace panarc
