#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scorer/linear/linear_scorer.h"
#include "scorer/linear/passive_aggressive.h"
#include "scorer/linear/training_table.h"
#include "scorer/scorer.h"

namespace panarc {

/// Changes of weights, in the order in which to apply them.
class LinearChanges final : public Changes {
 public:
  void clear() override { list.clear(); }
  [[nodiscard]] bool empty() const override { return list.empty(); }
  void write(SectionWriter& writer) const override;
  void read(SectionReader& reader) override;

  std::vector<WeightChange> list;
};

/// The weights of a linear model in training. For averaging weights, each sentence is one unit of
/// time.
class LinearLearner final : public Learner {
 public:
  /// Features are identified by the highest `key_bits` of 64.
  explicit LinearLearner(std::size_t classes, unsigned key_bits = 64) : table_(classes, key_bits) {}

  [[nodiscard]] const TrainingTable& table() const { return table_; }
  /// The table in training, e.g. to set initial weights.
  [[nodiscard]] TrainingTable& table() { return table_; }
  /// The time up to which averages are taken.
  [[nodiscard]] double time() const { return time_ + 1; }
  /// Takes the place of a learner whose class i is class `classes[i]` here.
  void continue_from(const LinearLearner& before, std::span<const std::uint32_t> classes);

  [[nodiscard]] std::unique_ptr<Changes> make_changes() const override;
  void apply(std::span<const std::unique_ptr<Changes>> sentences, Team& team) override;
  void apply_at_once(Changes& changes) override;
  [[nodiscard]] std::size_t size() const override { return table_.features(); }
  void save(ModelFileWriter& writer, const std::string& prefix) const override;
  void load(const ModelFile& file, const std::string& prefix) override;

 private:
  TrainingTable table_;
  double time_ = 0;  // sentences so far
};

/// Scores states with the weights of a table in training, and turns updates into changes of them.
/// Features and table must outlive it.
template <class Features, class Table = TrainingTable>
class LinearLearningScorer final
    : public LearningScorer<typename Features::State, typename Features::Input> {
 public:
  using State = typename Features::State;
  using Input = typename Features::Input;

  LinearLearningScorer(const Features& features, const Table& table, std::size_t beam)
      : features_(features),
        scorer_(features, table, LinearScorer<Features, Table>::keep_for(beam)),
        keys_(features.key_count()) {}

  void begin(const Input& input) override {
    input_ = &input;
    scorer_.begin(input);
  }
  std::span<const float* const> score(std::span<const State* const> states) override {
    return scorer_.score(states);
  }
  void forget() override { scorer_.forget(); }

  void learn(const Update<State>& update, Changes& changes) override {
    std::vector<WeightChange>& list = static_cast<LinearChanges&>(changes).list;
    const std::size_t first = list.size();
    std::optional<std::uint32_t> gathered;
    for (const auto& term : update.terms()) {
      if (term.state != gathered) gather(update.state(term.state));
      gathered = term.state;
      add_features(term.cls, term.coefficient, list);
    }
    if (update.step_limit) {
      scale_to_margin(update.violation, *update.step_limit, first, list, update.margin);
    }
  }

 private:
  void gather(const State& state) {
    features_.gather(state, *input_, scratch_);
    key_count_ = 0;
    for (std::size_t group = 0; group < features_.group_count(); ++group) {
      key_count_ += features_.keys(group, scratch_, keys_.data() + key_count_);
    }
  }

  void add_features(std::uint32_t cls, float by, std::vector<WeightChange>& list) {
    for (std::size_t i = 0; i < key_count_; ++i) list.push_back({keys_[i], cls, by});
    for (std::size_t i = 0; i < features_.vector_count(); ++i) add_vector(i, cls, by, list);
  }

  void add_vector(std::size_t index, std::uint32_t cls, float by, std::vector<WeightChange>& list) {
    const std::uint64_t number = features_.vector_number(index, scratch_);
    if (number == 0) return;
    const auto keys = features_.vector_keys(index);
    const auto values = features_.vector(number);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (values[i] != 0) list.push_back({keys[i], cls, by * values[i]});
    }
  }

  const Features& features_;
  LinearScorer<Features, Table> scorer_;
  const Input* input_ = nullptr;
  typename Features::Scratch scratch_;
  std::vector<std::uint64_t> keys_;  // of the last gathered state
  std::size_t key_count_ = 0;
};

}  // namespace panarc
