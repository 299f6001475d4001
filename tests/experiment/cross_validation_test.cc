#include "panarc/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "panarc/scheme.h"
#include "support/message_of.h"
#include "support/sample.h"

namespace panarc {
namespace {

using testing::Each;
using testing::HasSubstr;

CrossValidationOptions small(std::size_t folds) {
  CrossValidationOptions options;
  options.folds = folds;
  options.training.fast = true;
  options.training.epochs = 2;
  options.training.threads = 1;
  return options;
}

TEST(CrossValidation, ParsesEverySentenceOnce) {
  const std::vector<Sentence> sentences = test::sample("train", 100);
  std::vector<std::size_t> seen;
  const CrossValidation result = cross_validate(
      sentences, small(4), [&](const FoldReport& fold) { seen.push_back(fold.fold); });
  EXPECT_THAT(seen, testing::ElementsAre(1, 2, 3, 4));
  ASSERT_EQ(result.parsed.size(), sentences.size());
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    EXPECT_EQ(result.parsed[i].form(1), sentences[i].form(1));
    words += static_cast<std::uint64_t>(sentences[i].size());
  }
  for (const FoldReport& fold : result.folds) {
    EXPECT_EQ(fold.training, 75U);
    EXPECT_EQ(fold.scores.sentences(), 25U);
    EXPECT_GT(fold.scores.percentage(Metric::kUas), 40);
  }
  EXPECT_EQ(result.total.words(), words);
  EXPECT_LT(result.total.percentage(Metric::kUas), 100);
  const double uas = evaluate(sentences, result.parsed).percentage(Metric::kUas);
  EXPECT_DOUBLE_EQ(result.total.percentage(Metric::kUas), uas);
}

TEST(CrossValidation, IsTheSameForTheSameSeed) {
  const std::vector<Sentence> sentences = test::sample("train", 40);
  const auto total = [&](std::uint64_t seed) {
    CrossValidationOptions options = small(3);
    options.training.seed = seed;
    std::string text;
    for (const Sentence& sentence : cross_validate(sentences, options).parsed) {
      sentence.append_to(text);
    }
    return text;
  };
  EXPECT_EQ(total(1), total(1));
  EXPECT_NE(total(1), total(2));
}

// A parser that has seen one half alone knows one of the two relations.
TEST(CrossValidation, BlocksKeepNeighboursTogether) {
  const auto sentence = [](const char* relation) {
    return Sentence::from_text(std::string("1\ta\t_\tX\t_\t_\t2\t") + relation +
                               "\t_\t_\n2\tb\t_\tY\t_\t_\t0\troot\t_\t_\n\n");
  };
  std::vector<Sentence> sentences;
  for (int i = 0; i < 10; ++i) sentences.push_back(sentence("nsubj"));
  for (int i = 0; i < 10; ++i) sentences.push_back(sentence("obj"));
  CrossValidationOptions options = small(2);
  options.blocks = true;
  EXPECT_DOUBLE_EQ(cross_validate(sentences, options).total.percentage(Metric::kLas), 50);
}

TEST(CrossValidation, ReferencesStayWithTheirSentence) {
  std::vector<Sentence> sentences;
  for (Sentence& sentence : test::sample("train", 30)) {
    sentences.push_back(sentence);
    LabeledTree tree = labeled_tree(sentence);
    apply_scheme(tree, Scheme::kCase);
    set_tree(sentence, tree);
    number_reference(sentence, 2);
    sentences.push_back(sentence);
  }
  const CrossValidation result = cross_validate(sentences, small(3));
  EXPECT_EQ(result.parsed.size(), 30U);
  for (const FoldReport& fold : result.folds) EXPECT_EQ(fold.training, 20U);
}

TEST(CrossValidation, NeedsASentencePerFold) {
  const auto complaint = [](std::size_t sentences, std::size_t folds) {
    return test::message_of(
        [&] { cross_validate(test::sample("train", sentences), small(folds)); });
  };
  EXPECT_THAT(complaint(3, 4), HasSubstr("found 3 sentences, expected one or more for each of 4"));
  EXPECT_THAT(complaint(1, 2), HasSubstr("found 1 sentence, expected one or more for each of 2"));
  EXPECT_THAT(complaint(3, 1), HasSubstr("expected 2 or more"));
  EXPECT_EQ(complaint(3, 3), "no error");
}

}  // namespace
}  // namespace panarc
