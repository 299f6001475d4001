#include "feature/template.h"
#include "train/trainer.h"

namespace panarc {

TrainOptions default_options() {
  TrainOptions options;
  options.model.features = *built_in_templates("zn11-morphology");
  options.model.beam = 8;
  options.strategy = *strategy_by_name("maxvNDrestartSO");
  return options;
}

TrainOptions fast_options() {
  TrainOptions options;
  options.model.features = *built_in_templates("small");
  options.model.beam = 1;
  options.strategy = *strategy_by_name("greedyn");
  return options;
}

}  // namespace panarc
