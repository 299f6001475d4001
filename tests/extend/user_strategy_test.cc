#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/any_model.h"
#include "panarc/evaluate.h"
#include "panarc/extend.h"
#include "panarc/tagger.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "support/sample.h"

// Strategies as code, as a user writes them.

namespace panarc {
namespace {

using testing::HasSubstr;

Strategy parts_of(Strategy::Reference reference, bool restart = false) {
  Strategy parts;
  parts.reference = reference;
  parts.restart = restart;
  return parts;
}

/// Algorithm 2 of PanParser, EARLYUPDATEORACLE.
class Early : public UserStrategy {
 public:
  explicit Early(Strategy parts) : parts_(std::move(parts)) {}

  [[nodiscard]] std::string describe() const override { return "early update, as code"; }
  [[nodiscard]] Strategy parts() const override { return parts_; }
  [[nodiscard]] bool is_over(const StrategySearch& search) const override {
    return std::ranges::none_of(search.last().beam, &FoundDerivation::correct);
  }
  [[nodiscard]] std::optional<StrategyUpdate> choose(const StrategySearch& search,
                                                     const Draw& /*draw*/) const override {
    const FoundStep& last = search.last();
    if (last.beam.front().correct) return std::nullopt;
    const auto kept = std::ranges::find_if(last.beam, &FoundDerivation::correct);
    return StrategyUpdate{{kept == last.beam.end() ? last.correct.front() : *kept},
                          {last.beam.front()}};
  }
  [[nodiscard]] std::optional<FoundDerivation> next(const StrategySearch& search,
                                                    const StrategyUpdate* update, bool explores,
                                                    const Draw& /*draw*/) const override {
    if (update == nullptr) return search.last().beam.front();
    if (!parts_.restart) return std::nullopt;
    return explores ? update->negative.front() : update->positive.front();
  }

 private:
  Strategy parts_;
};

/// Algorithm 2 of PanParser, MAXVIOLATIONORACLE.
class MaxViolation : public Early {
 public:
  using Early::Early;

  [[nodiscard]] bool is_over(const StrategySearch& search) const override {
    return search.lost && search.beam_is_final;
  }
  [[nodiscard]] std::optional<StrategyUpdate> choose(const StrategySearch& search,
                                                     const Draw& draw) const override {
    if (!search.lost) return Early::choose(search, draw);
    std::optional<StrategyUpdate> best;
    double most = 0;
    for (std::size_t i = *search.lost - 1; i < search.found.size(); ++i) {
      const FoundDerivation& positive = search.found[i].correct.front();
      const FoundDerivation& negative = search.found[i].beam.front();
      const double violation = negative.score - positive.score;
      if (best && violation <= most) continue;
      best = StrategyUpdate{{positive}, {negative}};
      most = violation;
    }
    return best;
  }
};

/// Follows its parts in all else.
class Plain : public UserStrategy {
 public:
  explicit Plain(Strategy parts) : parts_(std::move(parts)) {}
  [[nodiscard]] std::string describe() const override { return "plain"; }
  [[nodiscard]] Strategy parts() const override { return parts_; }

 private:
  Strategy parts_;
};

/// PanParser's EARLY_LONGEST_PREFIX: of the correct derivations, towards the one that goes with the
/// best hypothesis for longest.
class LongestPrefix : public Plain {
 public:
  using Plain::Plain;
  [[nodiscard]] std::optional<StrategyUpdate> choose(const StrategySearch& search,
                                                     const Draw& draw) const override {
    auto update = Plain::choose(search, draw);
    if (!update || !search.lost) return update;
    const auto shared = [&](const FoundDerivation& correct) {
      return search.shared(correct, update->negative.front());
    };
    update->positive = {*std::ranges::max_element(search.last().correct, {}, shared)};
    return update;
  }
};

TrainOptions with_strategy(const std::string& strategy, const std::string& system = "arc-eager") {
  TrainOptions options;
  options.system = system;
  options.strategy = strategy;
  options.beam = 4;
  options.features = "small";
  if (system == "arc-standard") options.features = "small-stack";
  options.epochs = 2;
  options.threads = 2;
  return options;
}

/// All of a parser except the report of its training.
std::string bytes_with(const TrainOptions& options, std::size_t sentences = 80) {
  const Parser parser = train(test::sample("train", sentences), {}, options).parser;
  return parser.model().with_report("null").bytes();
}

double las_with(const TrainOptions& options) {
  const Parser parser = train(test::sample("train"), {}, options).parser;
  std::vector<Sentence> parsed = test::sample("dev");
  for (Sentence& sentence : parsed) parser.parse(sentence);
  return evaluate(test::sample("dev"), parsed).percentage(Metric::kLas);
}

template <class Code, class... Arguments>
void use(const std::string& name, Arguments&&... arguments) {
  register_strategy(name, std::make_shared<const Code>(std::forward<Arguments>(arguments)...));
}

void use_known_strategies() {
  use<Early>("my-early", parts_of(Strategy::Reference::kStatic));
  use<MaxViolation>("my-maxv", parts_of(Strategy::Reference::kStatic));
  use<Early>("my-restart", parts_of(Strategy::Reference::kDynamic, true));
  use<MaxViolation>("my-maxv-restart", parts_of(Strategy::Reference::kDynamic, true));
  for (const char* const name : {"greedyn", "earlyNDrestartSO", "maxvNDrestartSO"}) {
    std::string lower(name);
    for (char& c : lower) c = static_cast<char>(std::tolower(c));
    if (lower.starts_with("maxv")) {
      use<MaxViolation>("my-" + lower, *strategy_by_name(name));
    } else {
      use<Early>("my-" + lower, *strategy_by_name(name));
    }
  }
}

struct Pair {
  std::string built_in;
  std::string code;
};
const std::vector<Pair> kPairs{
    {"early", "my-early"},
    {"maxv", "my-maxv"},
    {"earlyNDrestart", "my-restart"},
    {"maxvNDrestart", "my-maxv-restart"},
    {"earlyNDrestartSO", "my-earlyndrestartso"},
    {"maxvNDrestartSO", "my-maxvndrestartso"},
    {"greedyn", "my-greedyn"},
};

TEST(UserStrategyTest, GivesTheModelsOfTheBuiltInStrategies) {
  use_known_strategies();
  for (const std::string system : {"arc-eager", "arc-standard", "covington"}) {
    for (const Pair& pair : kPairs) {
      EXPECT_TRUE(bytes_with(with_strategy(pair.built_in, system)) ==
                  bytes_with(with_strategy(pair.code, system)))
          << system << ' ' << pair.code;
    }
  }
}

TEST(UserStrategyTest, GivesThemWithOtherOptions) {
  use_known_strategies();
  for (const Pair& pair : kPairs) {
    const auto expect_same = [&](const std::string& what, auto&& set) {
      TrainOptions built_in = with_strategy(pair.built_in);
      TrainOptions code = with_strategy(pair.code);
      set(built_in);
      set(code);
      EXPECT_TRUE(bytes_with(built_in, 40) == bytes_with(code, 40)) << what << ' ' << pair.code;
    };
    expect_same("margin", [](TrainOptions& o) { o.loss = LossKind::kPassiveAggressive; });
    expect_same("costs", [](TrainOptions& o) { o.cost_sensitive = true; });
    expect_same("at once", [](TrainOptions& o) { o.batch = 1; });
    expect_same("resets", [](TrainOptions& o) { o.reset_every = 5; });
    expect_same("limit", [](TrainOptions& o) { o.time_limit = 7; });
    expect_same("parallel labels", [](TrainOptions& o) { o.labels = LabelMode::kParallel; });
    expect_same("network", [](TrainOptions& o) {
      o.scorer = ScorerKind::kFeedForward;
      o.features.reset();
      o.loss = LossKind::kPerceptron;
      o.labels = LabelMode::kNone;
      o.units = 8;
      o.epochs = 1;
    });
  }
}

TEST(UserStrategyTest, TrainsTaggers) {
  use_known_strategies();
  const auto bytes = [](const std::string& strategy) {
    TrainOptions options;
    options.strategy = strategy;
    options.epochs = 1;
    options.beam = 4;
    const std::vector<Sentence> training = test::sample("train", 30);
    std::vector<std::string> tags;
    const Tagger tagger = train_tagger(training, {}, options);
    for (Sentence sentence : test::sample("dev", 30)) {
      tagger.tag(sentence);
      for (Node word = 1; word <= sentence.size(); ++word) tags.emplace_back(sentence.upos(word));
    }
    return tags;
  };
  EXPECT_EQ(bytes("maxv"), bytes("my-maxv"));
}

TEST(UserStrategyTest, TheLikelihoodIsLearntFromWhatItChooses) {
  use_known_strategies();
  TrainOptions options = with_strategy("my-restart");
  options.loss = LossKind::kLikelihood;
  options.epochs = 3;
  EXPECT_GT(las_with(options), 70);
}

TEST(UserStrategyTest, CanPreferTheLongestSharedPrefix) {
  use<LongestPrefix>("longest-prefix", parts_of(Strategy::Reference::kDynamic, true));
  EXPECT_GT(las_with(with_strategy("longest-prefix")), 70);
  EXPECT_NE(bytes_with(with_strategy("longest-prefix")),
            bytes_with(with_strategy("earlyNDrestart")));
}

TEST(UserStrategyTest, CanGoOnAfterARandomCorrectTransition) {
  class Resumes : public Plain {
   public:
    using Plain::Plain;
    [[nodiscard]] std::optional<FoundDerivation> next(const StrategySearch& search,
                                                      const StrategyUpdate* update,
                                                      bool /*explores*/,
                                                      const Draw& draw) const override {
      if (update == nullptr) return search.last().beam.front();
      const std::vector<FoundDerivation>& correct = search.last().correct;
      return correct[draw(correct.size())];
    }
  };
  use<Resumes>("random-resume", parts_of(Strategy::Reference::kDynamic));
  EXPECT_GT(las_with(with_strategy("random-resume")), 70);
  TrainOptions four = with_strategy("random-resume");
  four.threads = 4;
  EXPECT_TRUE(bytes_with(with_strategy("random-resume")) == bytes_with(four));
}

TEST(UserStrategyTest, ExploresByEpoch) {
  class ExploresMoreAndMore : public Plain {
   public:
    using Plain::Plain;
    [[nodiscard]] double explore(int epoch, int epochs) const override {
      return static_cast<double>(epoch) / epochs;
    }
  };
  use<ExploresMoreAndMore>("more-and-more", parts_of(Strategy::Reference::kDynamic, true));
  TrainOptions expected = with_strategy("earlyNDrestart");
  expected.explore = EpochRates({0.5, 1});
  EXPECT_TRUE(bytes_with(with_strategy("more-and-more")) == bytes_with(expected));
  TrainOptions never = with_strategy("more-and-more");
  never.explore = 0;
  EXPECT_TRUE(bytes_with(never) == bytes_with(with_strategy("earlyNDrestart")));
}

/// Learns from all that is correct and all that is wrong at the end of a search, with weights.
class FromLists : public Plain {
 public:
  FromLists(std::vector<float> weights)
      : Plain(parts_of(Strategy::Reference::kDynamic, true)), weights_(std::move(weights)) {}
  [[nodiscard]] std::optional<StrategyUpdate> choose(const StrategySearch& search,
                                                     const Draw& draw) const override {
    auto update = Plain::choose(search, draw);
    if (!update) return update;
    update->positive = search.last().correct;
    update->negative.clear();
    std::ranges::copy_if(search.last().beam, std::back_inserter(update->negative),
                         [](const FoundDerivation& found) { return !found.correct; });
    update->weights = weights_;
    return update;
  }

 private:
  std::vector<float> weights_;
};

TEST(UserStrategyTest, LearnsFromLists) {
  use<FromLists>("lists", std::vector<float>{});
  use<FromLists>("weighted-lists", std::vector<float>(200, 0.5F));
  use<FromLists>("no-lists", std::vector<float>(1000, 0.0F));
  EXPECT_GT(las_with(with_strategy("lists")), 65);
  // Half of each step is as good as all of it; nothing of any step is nothing.
  EXPECT_GT(las_with(with_strategy("weighted-lists")), 65);
  EXPECT_LT(las_with(with_strategy("no-lists")), 40);
}

TEST(UserStrategyTest, KnowsCosts) {
  class NeedsCosts : public Plain {
   public:
    NeedsCosts() : Plain(parts_of(Strategy::Reference::kDynamic)) {}
    [[nodiscard]] bool needs_costs() const override { return true; }
    [[nodiscard]] std::optional<StrategyUpdate> choose(const StrategySearch& search,
                                                       const Draw& draw) const override {
      for (const FoundDerivation& found : search.derivations) {
        if (found.correct && found.cost != 0) ++wrong;
        costly += found.cost > 0 ? 1 : 0;
      }
      return Plain::choose(search, draw);
    }
    mutable std::atomic<int> wrong = 0;
    mutable std::atomic<int> costly = 0;
  };
  const auto code = std::make_shared<const NeedsCosts>();
  register_strategy("costs", code);
  (void)bytes_with(with_strategy("costs"), 20);
  EXPECT_EQ(code->wrong, 0);
  EXPECT_GT(code->costly, 0);
}

TEST(UserStrategyTest, DoesNotReplaceOneOfTheLibrary) {
  EXPECT_THAT(test::message_of(
                  [] { register_strategy("maxv", std::make_shared<const Plain>(Strategy())); }),
              testing::HasSubstr("is a strategy of the library"));
}

TEST(UserStrategyTest, CanBeginASearchAgain) {
  class Insists : public Plain {
   public:
    Insists() : Plain(parts_of(Strategy::Reference::kDynamic, true)) {}
    [[nodiscard]] std::optional<FoundDerivation> next(const StrategySearch& search,
                                                      const StrategyUpdate* update, bool explores,
                                                      const Draw& draw) const override {
      constexpr std::size_t kMost = 3;
      if (update == nullptr || search.attempt == kMost) {
        return Plain::next(search, update, explores, draw);
      }
      return search.derivations.front();
    }
  };
  use<Insists>("insists");
  TrainOptions options = with_strategy("insists");
  EXPECT_THAT(test::message_of([&] { (void)bytes_with(options, 10); }),
              HasSubstr("begins a search again although nothing has changed"));
  options.batch = 1;
  EXPECT_GT(las_with(options), 70);
}

TEST(UserStrategyTest, RefusesWhatItDecidesItself) {
  use_known_strategies();
  TrainOptions options = with_strategy("my-maxv");
  options.violation = Strategy::Violation::kEarly;
  EXPECT_THAT(test::message_of([&] { (void)bytes_with(options, 10); }),
              HasSubstr("the strategy my-maxv is the user's own, and decides that"));
  EXPECT_THAT(test::message_of([&] { (void)bytes_with(with_strategy("my-maxw"), 10); }),
              HasSubstr("expected one of greedy, "));
  EXPECT_THAT(strategy_names(), testing::Contains("my-maxv"));
  TrainOptions by_name;
  set_option(by_name, "strategy", "my-maxv");
  EXPECT_EQ(by_name.strategy, "my-maxv");
  EXPECT_EQ(describe(*strategy_by_name("my-maxv")), "early update, as code");
}

TEST(UserStrategyTest, MustChooseSomething) {
  class ChoosesNothing : public Plain {
   public:
    ChoosesNothing() : Plain({}) {}
    [[nodiscard]] std::optional<StrategyUpdate> choose(const StrategySearch& /*search*/,
                                                       const Draw& /*draw*/) const override {
      return StrategyUpdate{};
    }
  };
  use<ChoosesNothing>("nothing");
  EXPECT_THAT(test::message_of([&] { (void)bytes_with(with_strategy("nothing"), 10); }),
              HasSubstr("the strategy nothing chose nothing that should have won"));
}

}  // namespace
}  // namespace panarc
