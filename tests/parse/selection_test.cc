#include "parse/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "panarc/treebank.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;

Sentence sentence_of(const std::string& name, std::size_t words) {
  const std::vector<Sentence::Word> all(words, {.form = name});
  return Sentence::from_words(all);
}

/// The first forms of the sentences that are written, with the numbers of words to be checked.
std::vector<std::string> selected(Selection& selection) {
  const test::TemporaryDirectory directory;
  {
    TreebankWriter writer(directory / "out");
    selection.write(writer);
    writer.finish();
  }
  std::vector<std::string> names;
  TreebankReader reader(directory / "out");
  for (Sentence sentence; reader.next(sentence);) {
    names.emplace_back(sentence.form(1));
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (sentence.misc(word) == "Check=Yes") names.back() += std::to_string(word);
    }
  }
  return names;
}

std::vector<std::string> select(std::size_t count, SelectBy by, std::uint64_t seed = 1) {
  Selection selection(count, by, seed);
  const std::array<double, 3> sure{0, 0.9, 0.9};
  const std::array<double, 2> unsure{0, 0.5};
  const std::array<double, 5> mixed{0, 0.4, 0.9, 0.45, 0.99};
  selection.offer(sentence_of("sure", 2), sure);
  selection.offer(sentence_of("unsure", 1), unsure);
  selection.offer(sentence_of("mixed", 4), mixed);
  return selected(selection);
}

TEST(Selection, TakesWhatIsLeastCertain) {
  EXPECT_THAT(select(2, SelectBy::kPerWord), ElementsAre("unsure", "mixed"));
  EXPECT_THAT(select(2, SelectBy::kSentence), ElementsAre("mixed", "unsure"));
  EXPECT_THAT(select(9, SelectBy::kPerWord), ElementsAre("unsure", "mixed", "sure"));
}

TEST(Selection, MarksSingleWords) {
  EXPECT_THAT(select(1, SelectBy::kWord), ElementsAre("mixed1"));
  EXPECT_THAT(select(2, SelectBy::kWord), ElementsAre("mixed13"));
  EXPECT_THAT(select(3, SelectBy::kWord), ElementsAre("unsure1", "mixed13"));
  // Where sentences are equal, the first is taken.
  EXPECT_THAT(select(4, SelectBy::kWord), ElementsAre("sure1", "unsure1", "mixed13"));
}

TEST(Selection, IsRandomBySeed) {
  std::vector<std::vector<std::string>> orders;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    orders.push_back(select(3, SelectBy::kRandom, seed));
    EXPECT_EQ(orders.back(), select(3, SelectBy::kRandom, seed));
    EXPECT_EQ(orders.back().size(), 3U);
  }
  std::sort(orders.begin(), orders.end());
  EXPECT_GT(std::unique(orders.begin(), orders.end()) - orders.begin(), 3);
}

}  // namespace
}  // namespace panarc
