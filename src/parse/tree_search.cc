#include "parse/tree_search.h"

#include <utility>

#include "transition/systems.h"

namespace panarc {

std::unique_ptr<TreeSearch> make_tree_search(std::string_view system,
                                             const TransitionClasses& classes,
                                             const SystemOptions& options, AnyParserScorer scorer,
                                             std::size_t beam) {
  std::unique_ptr<TreeSearch> search;
  with_system(system, [&](auto s) {
    search = TreeSearchOf<decltype(s)>::make(classes, with_user(system, options), std::move(scorer),
                                             beam);
  });
  return search;
}

bool can_meet(std::string_view system, const Gold& constraints, const SystemOptions& options,
              const Interruption& interruption) {
  bool can = false;
  with_system(system, [&](auto s) {
    can =
        TreeSearchOf<decltype(s)>::can_meet(constraints, with_user(system, options), interruption);
  });
  return can;
}

}  // namespace panarc
