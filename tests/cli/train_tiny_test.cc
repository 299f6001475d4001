#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

constexpr const char* kSentences[] = {
    "1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\trains\train\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
    "3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n",
    "1\tHello\thello\tINTJ\t_\t_\t0\troot\t_\t_\n\n",
    "1\tWe\twe\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tstay\tstay\tVERB\t_\t_\t0\troot\t_\t_\n\n",
};

/// Treebanks of one to three sentences, the smallest of which is a single word.
class TrainTiny : public testing::Test {
 protected:
  TrainTiny() {
    test::write_bytes(directory_ / "word", kSentences[1]);
    std::string text;
    for (const char* const sentence : kSentences) {
      text += sentence;
      test::write_bytes(directory_ / std::to_string(++sentences_), text);
    }
  }

  void expect_success(const std::string& command) const {
    const auto result = test::run_panarc(directory_, command);
    EXPECT_EQ(result.status, 0) << command << '\n' << result.err;
  }
  /// Trains with some options on every treebank, with and without DEV, and uses the model.
  void expect_trains(const std::string& options, const std::string& use = "parse") const {
    for (const std::string treebank : {"$D/word ", "$D/1 ", "$D/2 ", "$D/3 "}) {
      for (const std::string& dev : {std::string(), "--dev " + treebank}) {
        expect_success("train -q " + treebank + dev + options + " -o $D/m");
        expect_success(use + " $D/m " + treebank);
      }
    }
  }

 private:
  test::TemporaryDirectory directory_;
  int sentences_ = 0;
};

TEST_F(TrainTiny, WorksForLinearParsers) {
  for (const char* options : {"", "--fast", "--fast --batch 1", "--batch 100", "--system swap"}) {
    expect_trains(options);
  }
}

TEST_F(TrainTiny, WorksForNetworks) {
  expect_trains("--scorer feed-forward --epochs 1");
  expect_trains("--scorer recurrent --units 8 --epochs 1");
  expect_trains("--scorer recurrent --units 8 --epochs 1 --batch-words 1");
}

TEST_F(TrainTiny, WorksForEnsembles) {
  expect_trains("--ensemble 3 --fast");
  expect_trains("--ensemble arc-eager+fast,recurrent --epochs 1");
}

TEST_F(TrainTiny, WorksForTaggersAndSegmenters) {
  expect_trains("--task tag", "tag");
  expect_trains("--task tag --scorer recurrent --units 8 --epochs 1", "tag");
  expect_trains("--task segment", "tokenize");
}

TEST_F(TrainTiny, WorksForParsersThatChooseTagsAndForPipelines) {
  expect_trains("--task joint --fast");
  expect_trains("--pipeline --fast");
  expect_trains("--pipeline --fast", "parse --text");
  expect_trains("--pipeline --scorer recurrent --units 8 --epochs 1");
}

TEST_F(TrainTiny, WorksForPartsOfTreebanks) {
  expect_success("train -q $D/2 --jackknife 2 --scorer recurrent --units 8 --epochs 1 -o $D/m");
  expect_success("crossvalidate -q $D/2 --folds 2 --scorer recurrent --units 8 --epochs 1");
  expect_success("crossvalidate -q $D/3 --folds 3 --scorer feed-forward --epochs 1");
}

}  // namespace
}  // namespace panarc
