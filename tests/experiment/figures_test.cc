#include "experiment/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace panarc {
namespace {

TEST(FigureNames, AreForPeople) {
  EXPECT_EQ(figure_name("dev.UAS").axis().title, "UAS on the development data");
  EXPECT_EQ(figure_name("cpu_seconds").axis().title, "CPU time of training (seconds)");
  EXPECT_EQ(figure_name("updates").axis().title, "updates, added up");
  EXPECT_TRUE(figure_name("updates").axis().whole);
  EXPECT_TRUE(figure_name("best_epoch").axis().whole);
  EXPECT_FALSE(figure_name("cpu_seconds").axis().whole);
  EXPECT_EQ(figure_name("updates").heading(), "updates");
  EXPECT_EQ(figure_name("f1.UFeats").title, "F1 of UFeats");
  EXPECT_EQ(figure_name("dev.UAS_no_punct").title,
            "UAS without punctuation on the development data");
  EXPECT_EQ(figure_name("some_thing").heading(), "some thing");
  EXPECT_EQ(figure_name("model_bytes").text(12'345'678), "12.3");
  EXPECT_EQ(figure_name("words_per_second").text(12345.6), "12,346");
  EXPECT_EQ(figure_name("some_thing").text(0.00012345), "0.0001234");
  EXPECT_EQ(figure_name("UAS").difference_text(0.3), "+0.30");
  EXPECT_EQ(figure_name("UAS").difference_text(-0.3), "-0.30");
  EXPECT_EQ(figure_name("UAS").difference_text(0.001), "0.00");
}

}  // namespace
}  // namespace panarc
