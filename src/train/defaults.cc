#include <algorithm>

#include "feature/template.h"
#include "train/trainer.h"
#include "transition/systems.h"

namespace panarc {

std::string default_features(std::string_view system, bool fast) {
  std::string name = fast ? "small" : "rich";
  with_system(system, [&](auto s) {
    using S = decltype(s);
    // Their arcs join the two top elements of the stack.
    if (std::is_same_v<S, ArcStandard> || std::is_same_v<S, Swap>) name += "-stack";
  });
  return std::string(*built_in_templates(name));
}

std::size_t default_batch(std::size_t sentences) {
  constexpr std::size_t kBatches = 250;
  return std::clamp<std::size_t>(sentences / kBatches, 4, 16);
}

TrainOptions default_options() {
  TrainOptions options;
  options.model.features = default_features(options.model.system, false);
  options.model.beam = 8;
  options.strategy = *strategy_by_name("maxvNDrestartSO");
  options.epochs = 20;
  options.min_changes = 3;
  return options;
}

TrainOptions fast_options() {
  TrainOptions options;
  options.model.features = default_features(options.model.system, true);
  options.model.beam = 1;
  options.strategy = *strategy_by_name("greedyn");
  options.epochs = 20;
  options.min_changes = 3;
  return options;
}

}  // namespace panarc
