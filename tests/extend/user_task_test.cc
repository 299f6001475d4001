#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "panarc/error.h"
#include "panarc/extend.h"
#include "panarc/options.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "support/sample.h"

// Tasks as a user writes them.

namespace panarc {
namespace {

using testing::HasSubstr;

/// Gives words their tags, from the first to the last.
class TagWords : public UserTask {
 public:
  explicit TagWords(std::vector<Sentence> sentences) : sentences_(std::move(sentences)) {}

  [[nodiscard]] std::string name() const override { return "tag-words"; }
  [[nodiscard]] std::uint32_t steps() const override {
    return static_cast<std::uint32_t>(kTags.size());
  }
  [[nodiscard]] std::size_t inputs() const override { return sentences_.size(); }
  [[nodiscard]] bool is_final(const TaskState& state) const override {
    return state.steps.size() == static_cast<std::size_t>(sentences_[state.input].size());
  }
  [[nodiscard]] std::vector<std::uint32_t> successors(const TaskState& /*state*/) const override {
    std::vector<std::uint32_t> all(kTags.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }
  [[nodiscard]] std::vector<std::uint64_t> features(const TaskState& state) const override {
    const Sentence& sentence = sentences_[state.input];
    const Node word = next_word(state);
    const auto form = [&](Node node) {
      return node < 1 || node > sentence.size() ? std::string_view() : sentence.form(node);
    };
    const std::string_view here = form(word);
    const std::string_view last = state.steps.empty() ? "" : kTags[state.steps.back()];
    return {feature_id(1, {here}),
            feature_id(2, {form(word - 1)}),
            feature_id(3, {form(word + 1)}),
            feature_id(4, {here.substr(here.size() - std::min<std::size_t>(3, here.size()))}),
            feature_id(5, {last}),
            feature_id(6, {last, here})};
  }
  [[nodiscard]] int cost(const TaskState& state, std::uint32_t step) const override {
    return kTags[step] == sentences_[state.input].upos(next_word(state)) ? 0 : 1;
  }

  static constexpr std::array<std::string_view, 17> kTags{
      "ADJ",  "ADP",  "ADV",   "AUX",   "CCONJ", "DET", "INTJ", "NOUN", "NUM",
      "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"};

 private:
  static Node next_word(const TaskState& state) {
    return static_cast<Node>(state.steps.size()) + 1;
  }

  std::vector<Sentence> sentences_;
};

/// Cuts text without spaces into words: after each letter, a word ends or does not. The memory is
/// the word so far.
class CutWords : public UserTask {
 public:
  explicit CutWords(const std::vector<Sentence>& sentences) {
    for (const Sentence& sentence : sentences) {
      std::string& text = texts_.emplace_back();
      std::vector<bool>& ends = ends_.emplace_back();
      for (Node word = 1; word <= sentence.size(); ++word) {
        text += sentence.form(word);
        ends.resize(text.size());
        ends.back() = true;
      }
    }
  }

  [[nodiscard]] std::string name() const override { return "cut-words"; }
  [[nodiscard]] std::uint32_t steps() const override { return 2; }
  [[nodiscard]] std::size_t inputs() const override { return texts_.size(); }
  void start(TaskState& state) const override { state.memory = std::string(1, text(state)[0]); }
  [[nodiscard]] bool is_final(const TaskState& state) const override {
    return state.steps.size() == text(state).size();
  }
  [[nodiscard]] std::vector<std::uint32_t> successors(const TaskState& state) const override {
    // The last word ends with the text.
    if (state.steps.size() + 1 == text(state).size()) return {1};
    return {0, 1};
  }
  void advance(TaskState& state) const override {
    auto& word = std::any_cast<std::string&>(state.memory);
    if (state.steps.back() == 1) word.clear();
    if (!is_final(state)) word += text(state)[state.steps.size()];
  }
  [[nodiscard]] std::vector<std::uint64_t> features(const TaskState& state) const override {
    const auto& word = std::any_cast<const std::string&>(state.memory);
    const std::string_view rest = std::string_view(text(state)).substr(state.steps.size() + 1);
    return {feature_id(1, {word}), feature_id(2, {rest.substr(0, 2)}),
            feature_id(3, {word, rest.substr(0, 1)}), feature_id(4, {word, rest.substr(0, 3)}),
            feature_id(5, {rest.substr(0, 4)})};
  }
  [[nodiscard]] int cost(const TaskState& state, std::uint32_t step) const override {
    return ends_[state.input][state.steps.size()] == (step == 1) ? 0 : 1;
  }

 private:
  [[nodiscard]] const std::string& text(const TaskState& state) const {
    return texts_[state.input];
  }

  std::vector<std::string> texts_;
  std::vector<std::vector<bool>> ends_;
};

TrainOptions task_options() {
  TrainOptions options;
  options.epochs = 4;
  options.threads = 2;
  return options;
}

const TagWords& training() {
  static const TagWords task(test::sample("train"));
  return task;
}
const TagWords& dev() {
  static const TagWords task(test::sample("dev"));
  return task;
}

std::vector<std::vector<std::uint32_t>> predicted(const TaskModel& model, const UserTask& task) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t i = 0; i < task.inputs(); ++i) all.push_back(model.predict(task, i));
  return all;
}

TEST(UserTaskTest, LearnsToTag) {
  const double greedy = train_task(training(), &dev(), task_options()).accuracy(dev());
  EXPECT_GT(greedy, 88);
}

TEST(UserTaskTest, LearnsToCutText) {
  const CutWords train(test::sample("train"));
  const CutWords dev(test::sample("dev"));
  EXPECT_GT(train_task(train, nullptr, task_options()).accuracy(dev), 92);
}

TEST(UserTaskTest, LearnsWithEveryStrategyAndLoss) {
  for (const std::string& strategy : strategy_names()) {
    if (!strategy_by_name(strategy)->user.empty()) continue;  // of other tests
    TrainOptions options = task_options();
    options.strategy = strategy;
    EXPECT_GT(train_task(training(), nullptr, options).accuracy(dev()), 75) << strategy;
  }
  for (const LossKind loss : kLossNames.values()) {
    TrainOptions options = task_options();
    options.loss = loss;
    EXPECT_GT(train_task(training(), nullptr, options).accuracy(dev()), 75) << kLossNames.of(loss);
  }
}

TEST(UserTaskTest, LearnsTheSameWithAnyNumberOfThreads) {
  TrainOptions four = task_options();
  four.threads = 4;
  EXPECT_EQ(predicted(train_task(training(), nullptr, task_options()), dev()),
            predicted(train_task(training(), nullptr, four), dev()));
}

TEST(UserTaskTest, IsSavedAndLoaded) {
  TrainOptions options = task_options();
  options.strategy = "early";
  options.epochs = 1;
  const TaskModel model = train_task(training(), nullptr, options);
  const std::string path = std::filesystem::temp_directory_path() / "tag-words.model";
  model.save(path);
  const TaskModel again = TaskModel::load(path);
  EXPECT_EQ(predicted(model, dev()), predicted(again, dev()));
  EXPECT_THAT(
      test::message_of([&] { (void)again.predict(CutWords(test::sample("dev")), 0); }),
      HasSubstr("the model is for the task tag-words with 17 steps, not for cut-words with 2"));
  std::filesystem::remove(path);
}

TEST(UserTaskTest, ChecksTheTask) {
  class StepsOutside : public TagWords {
   public:
    StepsOutside() : TagWords(test::sample("dev", 2)) {}
    [[nodiscard]] std::vector<std::uint32_t> successors(const TaskState& /*s*/) const override {
      return {17};
    }
  };
  EXPECT_THAT(test::message_of([] { (void)train_task(StepsOutside(), nullptr, task_options()); }),
              HasSubstr("the task tag-words offers no step, or one that it does not have"));
  class FeaturesWithoutEnd : public TagWords {
   public:
    FeaturesWithoutEnd() : TagWords(test::sample("dev", 2)) {}
    [[nodiscard]] std::vector<std::uint64_t> features(const TaskState& /*s*/) const override {
      return std::vector<std::uint64_t>(513);
    }
  };
  EXPECT_THAT(
      test::message_of([] { (void)train_task(FeaturesWithoutEnd(), nullptr, task_options()); }),
      HasSubstr("the task tag-words has more than 512 features in a state"));
  TrainOptions options = task_options();
  options.features = "small";
  EXPECT_THAT(test::message_of([&] { (void)train_task(training(), nullptr, options); }),
              HasSubstr("a task has its own features"));
}

}  // namespace
}  // namespace panarc
