#include <gtest/gtest.h>

#include <string>

#include "panarc/train.h"
#include "support/sample.h"

namespace panarc {
namespace {

TEST(ReferenceTraining, EverySystemAndSearchLearnsFromThem) {
  for (const std::string& system : system_name_list()) {
    for (const std::size_t beam : {1, 4}) {
      TrainOptions options;
      options.threads = 1;
      options.fast = beam == 1;
      options.beam = beam;
      options.system = system;
      if (system.ends_with("-span")) options.span = 5;
      options.epochs = 1;
      options.schemes = {Scheme::kCase, Scheme::kDet};
      const TrainResult result = train(test::sample("train", 60), test::sample("dev"), options);
      EXPECT_GT(result.epochs.back().dev->percentage(Metric::kUas), 20) << system << ' ' << beam;
      EXPECT_GT(result.epochs.back().counts.choices, 0) << system << ' ' << beam;
    }
  }
}

}  // namespace
}  // namespace panarc
