#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <random>
#include <stop_token>
#include <thread>
#include <vector>

#include "model/small_model.h"
#include "panarc/parser.h"
#include "parse/small_ensemble.h"
#include "support/sample.h"
#include "support/slowdown.h"
#include "support/trees.h"
#include "transition/systems.h"

namespace panarc {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kSoon = 250ms * test::kSlowdown;

Parser parser_of(std::string_view system, std::size_t beam) {
  TrainingPlan plan = standard_plan(Trained::kFast);
  plan.model.system = system;
  plan.model.transitions.root = system_record(system).default_root;
  plan.model.features = default_features(system, true);
  plan.model.beam = beam;
  plan.strategy = *strategy_by_name(beam == 1 ? "greedyn" : "early");
  plan.epochs = 1;
  return Parser(std::make_shared<const Model>(train_model(test::sample("dev", 20), {}, plan)));
}

Sentence sentence_of(int words) {
  return Sentence::from_words(std::vector<Sentence::Word>(static_cast<std::size_t>(words),
                                                          {.form = "cat", .upos = "NOUN"}));
}

/// Heads that cross and contradict each other, and spans that overlap.
std::vector<KnownWord> hostile_constraints(std::mt19937& random, int words) {
  std::vector<KnownWord> known(static_cast<std::size_t>(words) + 1);
  const auto any = [&] { return static_cast<Node>(random() % static_cast<unsigned>(words) + 1); };
  for (Node word = 1; word <= words; ++word) {
    KnownWord& at = known[static_cast<std::size_t>(word)];
    const Node head = any();
    if (random() % 3 != 0) at.heads = {{head == word ? kRoot : head}};
    if (random() % 8 == 0) at.side = Side::kLeft;
    if (random() % 8 == 0) at.span_end = std::min(words, word + static_cast<Node>(random() % 9));
  }
  return known;
}

/// How much time of the processor something takes that may throw a conflict, or be late. That is
/// never more than its limit and what it takes after that, however busy the machine is.
template <class Work>
std::chrono::duration<double> time_of(const Work& work) {
  const std::clock_t start = std::clock();
  try {
    work();
  } catch (const Error&) {  // as it may
  }
  return std::chrono::duration<double>(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
}

const Parser& small_parser() {
  static const Parser parser(std::make_shared<const Model>(test::small_model()));
  return parser;
}

class InterruptedSystem : public testing::TestWithParam<std::string> {};

TEST_P(InterruptedSystem, EndsSoonAfterItsTimeIsUp) {
  std::mt19937 random(11);
  const std::array parsers{parser_of(GetParam(), 1), parser_of(GetParam(), 4)};
  for (std::size_t round = 0; round < 16; ++round) {
    const Parser& parser = parsers[round % 2];
    const int words = 100 + static_cast<int>(random() % 300);
    const auto limit = std::chrono::milliseconds(random() % 80);
    const ParseRequest request{
        .trees = 1 + random() % 3,
        .constraints = hostile_constraints(random, words),
        .on_conflict = random() % 2 == 0 ? OnConflict::kError : OnConflict::kRelax,
        .time_limit = limit};
    const Sentence sentence = sentence_of(words);
    EXPECT_LT(time_of([&] { static_cast<void>(parser.best(sentence, request)); }), limit + kSoon)
        << words << " words, " << limit.count() << " ms";
  }
}

/// Tables that were being filled must not be used.
TEST_P(InterruptedSystem, FindsTheSameAfterwards) {
  std::mt19937 random(12);
  const Parser parser = parser_of(GetParam(), 3);
  for (int round = 0; round < 20; ++round) {
    const int words = 12;
    const Sentence sentence = sentence_of(words);
    const ParseRequest request{.trees = 2,
                               .constraints = hostile_constraints(random, words),
                               .on_conflict = OnConflict::kRelax};
    const std::vector<ScoredTree> expected = Parser(parser.model()).best(sentence, request);
    ParseRequest hurried = request;
    hurried.time_limit = std::chrono::microseconds(random() % 3000);
    time_of([&] { static_cast<void>(parser.best(sentence, hurried)); });
    const std::vector<ScoredTree> found = parser.best(sentence, request);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].heads, expected[i].heads);
      ASSERT_EQ(found[i].score, expected[i].score);
      ASSERT_EQ(found[i].unmet, expected[i].unmet);
    }
  }
}

TEST_P(InterruptedSystem, DoesNothingWithoutTime) {
  for (const std::size_t beam : {1, 4}) {
    const Parser parser = parser_of(GetParam(), beam);
    for (const auto limit : {-1h, 0h}) {
      for (const int words : {1, 8}) {
        Sentence sentence = sentence_of(words);
        ParseRequest request{.time_limit = limit};
        for (const bool constrained : {false, true}) {
          if (constrained) {
            request.constraints = nothing_known(sentence);
            request.constraints[1].heads = {{kRoot}};
          }
          EXPECT_THROW(parser.parse(sentence, request), TimedOut);
          EXPECT_THROW(static_cast<void>(parser.best(sentence, request)), TimedOut);
          SentenceParser again(parser, sentence);
          EXPECT_THROW(again.parse(request), TimedOut);
        }
        EXPECT_EQ(sentence.head(1), kNoHead);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Systems, InterruptedSystem,
                         testing::Values("arc-eager", "arc-standard", "swap", "covington"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Interruption, ALimitThatIsLongEnoughChangesNothing) {
  const Parser& parser = small_parser();
  for (const Sentence& sentence : test::sample("test", 20)) {
    const auto expected = parser.best(sentence, {.trees = 3});
    for (const Clock::duration limit : {Clock::duration(1h), Clock::duration::max()}) {
      const auto found = parser.best(sentence, {.trees = 3, .time_limit = limit});
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].heads, expected[i].heads);
    }
  }
}

TEST(Interruption, SaysWhichSentenceTookTooLong) {
  const std::vector<Sentence> sentences = test::sample("test", 2);
  try {
    static_cast<void>(small_parser().best(sentences[1], {.time_limit = 0s}));
    FAIL();
  } catch (const TimedOut& late) {
    EXPECT_EQ(late.place().line, sentences[1].line(1));
    EXPECT_THAT(late.message(), testing::HasSubstr("longer than 0 s"));
  }
}

TEST(Interruption, AStopEndsALongSentence) {
  for (const Parser& parser : {Parser(small_parser().model(), {.beam = 200}),
                               Parser(test::small_ensemble().model(), {.beam = 100})}) {
    std::stop_source stop;
    std::clock_t stopped = 0;
    std::jthread other([&] {
      std::this_thread::sleep_for(50ms);
      stopped = std::clock();
      stop.request_stop();
    });
    Sentence sentence = sentence_of(5000);
    EXPECT_THROW(parser.parse(sentence, {.stop = stop.get_token()}), Stopped);
    other.join();
    EXPECT_LT(std::clock() - stopped, test::kSlowdown * CLOCKS_PER_SEC / 2);
    EXPECT_EQ(sentence.head(1), kNoHead);
  }
}

TEST(Interruption, EnsemblesEndInTimeToo) {
  std::mt19937 random(13);
  for (int round = 0; round < 8; ++round) {
    const int words = 60 + static_cast<int>(random() % 200);
    const auto limit = std::chrono::milliseconds(random() % 60);
    const ParseRequest request{
        .constraints = hostile_constraints(random, words),
        .on_conflict = round % 2 == 0 ? OnConflict::kError : OnConflict::kRelax,
        .time_limit = limit};
    const Sentence sentence = sentence_of(words);
    EXPECT_LT(time_of([&] { static_cast<void>(test::small_ensemble().best(sentence, request)); }),
              limit + kSoon);
  }
}

}  // namespace
}  // namespace panarc
