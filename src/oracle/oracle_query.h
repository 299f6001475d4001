#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/gold.h"
#include "panarc/oracle.h"
#include "transition/configuration.h"

namespace panarc {

/// The labels of one query, numbered in order of first use.
class QueryLabels {
 public:
  Label id(std::string_view name);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// The parts of a query. They throw Error for invalid input.
SystemOptions options_of(const OracleQuery& query);
Gold gold_of(const OracleQuery& query, const SystemOptions& options, QueryLabels& labels);
/// The transition that a text stands for, among the legal ones; those in `adding` add an arc.
Transition transition_of(std::string_view text, std::size_t step, ActionSet legal, ActionSet adding,
                         const LabelIds& labels);

}  // namespace panarc
