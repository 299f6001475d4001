#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>

#include "scorer/linear/training_table.h"
#include "support/message_of.h"
#include "support/with_section.h"
#include "train/rules.h"
#include "train/training.h"

// Checkpoints whose checksums are right, though no training has written them.

namespace panarc {
namespace {

using testing::HasSubstr;

class ForgedCheckpoint : public test::TrainerTest {
 protected:
  /// Trains for an epoch, and leaves a checkpoint.
  void begin(const TrainingPlan& plan) {
    plan_ = plan;
    plan_.epochs = 2;
    plan_.checkpoint = path("checkpoint");
    plan_.checkpoint_seconds = 0;
    EXPECT_THROW(train(test::interrupt_after(1)), std::runtime_error);
    plan_.resume = true;
    bytes_ = test::read_bytes(plan_.checkpoint);
  }

  void begin_network() {
    TrainingPlan plan = standard_plan(Trained::kFeedForward);
    plan.network.sizes = {.form = 8,
                          .tag = 8,
                          .character = 4,
                          .character_units = 4,
                          .units = 0,
                          .layers = 0,
                          .state = 8,
                          .state_second = 8,
                          .label = 8};
    begin(plan);
  }

  /// What is said of another content of a section, or of its absence, when training goes on.
  std::string answer(const std::string& section, const std::optional<std::string>& content) {
    test::write_bytes(plan_.checkpoint, test::with_section(bytes_, section, content));
    return test::message_of([&] { train({}); });
  }

  [[nodiscard]] std::string section(const std::string& name) const {
    return test::section_of(bytes_, name);
  }

  /// What is said of a section that has one value in all places.
  template <class Value>
  std::string answer_to(const std::string& name, Value value) {
    std::string content = section(name);
    for (std::size_t at = 0; at < content.size(); at += sizeof(value)) {
      std::memcpy(content.data() + at, &value, sizeof(value));
    }
    return answer(name, content);
  }

 private:
  void train(const TrainProgress& progress) {
    train_model(test::sample("train", 30), test::sample("dev", 10), plan_, progress);
  }

  TrainingPlan plan_;
  std::string bytes_;
};

TEST_F(ForgedCheckpoint, ANetworkHasOnlyParametersThatMakeSense) {
  begin_network();
  for (const char* const section : {"training.network.values", "training.network.average"}) {
    for (const float value : {std::nanf(""), INFINITY, -3e38F, 2e6F}) {
      EXPECT_THAT(answer_to(section, value), HasSubstr("a parameter of the network is invalid"));
    }
    EXPECT_EQ(answer_to(section, 1.0F), "no error");
  }
}

TEST_F(ForgedCheckpoint, ANetworkHasOnlyAveragesThatGradientsCanHave) {
  begin_network();
  for (const float value : {std::nanf(""), INFINITY, 3e38F}) {
    EXPECT_THAT(answer_to("training.network.first", value), HasSubstr("averages of gradients"));
    EXPECT_THAT(answer_to("training.network.second", value), HasSubstr("averages of gradients"));
  }
  // A gradient without a square would be followed without end.
  EXPECT_THAT(answer_to("training.network.second", 0.0F), HasSubstr("averages of gradients"));
  EXPECT_EQ(answer_to("training.network.first", 0.0F), "no error");
  const std::uint64_t most = ~std::uint64_t{0};
  EXPECT_THAT(answer_to("training.network.updates", most), HasSubstr("number of updates"));
}

TEST_F(ForgedCheckpoint, WeightsAreNumbersThatCanBeAddedUp) {
  begin(test::options_of("arc-eager", "early"));
  for (const double time : {std::nan(""), HUGE_VAL, 0.0, -1.0, 1e300}) {
    EXPECT_THAT(answer_to("training.time", time), HasSubstr("the time of the weights"));
  }
  for (const double sum : {std::nan(""), -HUGE_VAL, 1e300}) {
    EXPECT_THAT(answer_to("training.sums", sum), HasSubstr("a weight is invalid"));
  }
  for (const float weight : {std::nanf(""), INFINITY, -3e38F}) {
    EXPECT_THAT(answer_to("training.weights", ClassWeight{0, weight}),
                HasSubstr("a weight is invalid"));
  }
  EXPECT_EQ(answer_to("training.weights", ClassWeight{0, 1e-44F}), "no error");
  EXPECT_EQ(answer_to("training.sums", 0.0), "no error");
}

TEST_F(ForgedCheckpoint, TheBestModelIsThereIfAnEpochWasTheBest) {
  begin(test::options_of("arc-eager"));
  EXPECT_THAT(answer("best.options", std::nullopt), HasSubstr("no section \"best.options\""));
  // After the fingerprint, two times, a mark and the number of epochs comes that of the first one.
  constexpr std::size_t kFirstEpoch = 8 + 8 + 8 + 1 + 4;
  std::string state = section("training");
  state[kFirstEpoch] = 9;
  EXPECT_THAT(answer("training", state), HasSubstr("numbers of the epochs"));
}

TEST_F(ForgedCheckpoint, SentencesWereAddedInPortionsThatThereAre) {
  begin(test::options_of("arc-eager"));
  // The last thing is the number of portions, which is one, and that of its sentences.
  const std::string state = section("training");
  const std::string rest = state.substr(0, state.size() - 16);
  const auto with_portions = [&](std::initializer_list<std::uint64_t> portions) {
    std::string forged = rest;
    const auto add = [&](std::uint64_t number) {
      forged.append(reinterpret_cast<const char*>(&number), sizeof(number));
    };
    add(portions.size());
    for (const std::uint64_t portion : portions) add(portion);
    return answer("training", forged);
  };
  EXPECT_EQ(with_portions({30}), "no error");
  // A sum that is 30 again after the largest number.
  EXPECT_EQ(with_portions({~std::uint64_t{0} - 4, 35}), "no error");
  EXPECT_EQ(with_portions({0, 30}), "no error");
  EXPECT_EQ(with_portions({}), "no error");
}

}  // namespace
}  // namespace panarc
