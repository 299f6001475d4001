#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/extend.h"

namespace panarc {

/// The strategy that was registered by a name. Throws Error if there is none.
std::shared_ptr<const UserStrategy> user_strategy(std::string_view name);
std::vector<std::string> user_strategy_names();
/// Whether a strategy of the library has the name.
bool is_built_in_strategy(std::string_view name);

}  // namespace panarc
