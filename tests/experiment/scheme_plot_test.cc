#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "panarc/experiment.h"

namespace panarc {
namespace {

using testing::HasSubstr;

TEST(SchemePlot, HasARowPerRule) {
  std::vector<SchemeResult> results(2);
  results[0].rule = Scheme::kCase;
  results[0].original.uas = {80, 82};
  results[0].changed_scheme.uas = {82, 84};
  results[0].p_value = 0.001;
  results[1].rule = Scheme::kDet;
  results[1].original.uas = {80, 82};
  results[1].changed_scheme.uas = {79, 81};
  const std::string plot = scheme_plot(results);
  EXPECT_TRUE(plot.starts_with("<svg"));
  EXPECT_THAT(plot, HasSubstr(">case<"));
  EXPECT_THAT(plot, HasSubstr(">det<"));
  EXPECT_THAT(plot, HasSubstr("+2.00"));
  EXPECT_THAT(plot, HasSubstr("-1.00"));
}

}  // namespace
}  // namespace panarc
