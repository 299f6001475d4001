#include "transition/systems.h"

namespace panarc {

std::string system_names() {
  std::string names;
  for_each_system([&](auto system) {
    if (!names.empty()) names += ", ";
    names += decltype(system)::kName;
  });
  return names;
}

}  // namespace panarc
