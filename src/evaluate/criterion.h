#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "query/attribute.h"

namespace panarc {

/// What words are grouped by: an attribute, whose numbers can be binned by giving the start of each
/// bin: `length:1:2:3:7`.
class Criterion {
 public:
  /// Throws Error, with what was found and expected.
  Criterion(std::string_view text, const QueryScope& scope);

  [[nodiscard]] const std::string& name() const { return attribute_.name(); }
  [[nodiscard]] std::string value(const WordContext& context) const;

 private:
  WordAttribute attribute_;
  std::vector<int> begins_;  // of the bins
};

}  // namespace panarc
