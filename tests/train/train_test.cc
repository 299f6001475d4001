#include "panarc/train.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/sample.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

TrainOptions quick_options() {
  TrainOptions options;
  options.fast = true;
  options.epochs = 1;
  return options;
}

TEST(Train, FilesThatOptionsNameAreReadOnce) {
  const test::TemporaryDirectory directory;
  const std::string templates = directory / "templates.txt";
  test::write_bytes(templates, "s0.upos b0.upos s0.upos+b0.upos\n");
  TrainOptions options = quick_options();
  options.features = templates;
  const CheckedOptions checked = options;
  // As if it were a pipe.
  std::filesystem::remove(templates);
  EXPECT_THROW(CheckedOptions{options}, Error);
  const TrainResult result = train(test::sample("train"), {}, checked);
  EXPECT_EQ(result.parser.info().templates.size(), 3U);
}

TEST(Train, OptionsThatMakeNoSenseAreRefusedBeforeThereAreData) {
  TrainOptions options = quick_options();
  options.span = 3;
  EXPECT_THROW(CheckedOptions{options}, OptionError);
}

TEST(Train, PatienceNeedsDevelopmentData) {
  TrainOptions options = quick_options();
  options.patience = 2;
  try {
    train(test::sample("train"), {}, options);
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_EQ(error.option(), "patience");
  }
}

}  // namespace
}  // namespace panarc
