#include "task/any_parsing_task.h"

#include "transition/systems.h"

namespace panarc {

std::unique_ptr<AnyParsingTask> make_parsing_task(std::string_view system,
                                                  const TransitionClasses& classes,
                                                  const SystemOptions& options) {
  std::unique_ptr<AnyParsingTask> task;
  with_system(system, [&](auto s) {
    task = AnyParsingTaskOf<decltype(s)>::make(classes, with_user(system, options));
  });
  return task;
}

}  // namespace panarc
