#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "panarc/scheme.h"
#include "panarc/train.h"
#include "panarc/treebank.h"
#include "train/executor.h"
#include "train/feature_drift.h"
#include "train/loop.h"
#include "train/plan.h"

namespace panarc {

/// Sentences for training a parser, or for comparing its epochs.
struct ParserData {
  std::vector<Sentence> sentences;
  /// The choices between references of each sentence; empty if there are none.
  std::vector<TreeChoices> choices;
  /// The sentences with the right tags (UPOS), if they themselves have predicted ones; empty if no
  /// tags are chosen.
  std::vector<Sentence> right_tags;
  /// How many of the sentences given were further references.
  std::size_t references = 0;

  void add(ParserData other);
  /// Leaves the first sentences only.
  void cut(std::size_t count);
};

/// The sentences with right tags, if tags are chosen.
struct RightTags {
  std::span<const Sentence> training;
  std::span<const Sentence> dev;
};

/// Prepares sentences: finds out their references, and leaves out what nothing can be learnt from.
ParserData training_data(std::span<const Sentence> sentences, const TrainingPlan& plan,
                         std::span<const Sentence> right_tags = {});
ParserData dev_data(std::span<const Sentence> sentences, const TrainingPlan& plan,
                    std::span<const Sentence> right_tags = {});

class ParserTrainee;

/// The training of a parser's model. What Training says of its members is true of these, too.
class ParserTraining {
 public:
  /// The executor may be that of several processes; by default, it is a team of threads.
  ParserTraining(ParserData training, ParserData dev, const TrainingPlan& plan,
                 const TrainProgress& progress, std::unique_ptr<Executor> executor = nullptr);
  ~ParserTraining();
  ParserTraining(const ParserTraining&) = delete;
  ParserTraining& operator=(const ParserTraining&) = delete;
  ParserTraining(ParserTraining&&) = delete;
  ParserTraining& operator=(ParserTraining&&) = delete;

  bool step() { return loop_->step(); }
  Model finish();
  void add(ParserData more);
  void allow(int epochs);
  void save(const std::string& path) const;

  [[nodiscard]] bool is_done() const { return loop_->is_done(); }
  [[nodiscard]] const std::vector<EpochReport>& epochs() const { return loop_->state().epochs; }
  [[nodiscard]] Model current() const;
  /// With all that depends on the data.
  [[nodiscard]] const TrainingPlan& plan() const { return plan_; }
  /// When a stop is requested, the next step ends with Stopped.
  void set_stop(std::stop_token stop) { plan_.stop = std::move(stop); }
  [[nodiscard]] const ParserData& training() const { return training_; }
  [[nodiscard]] const ParserData& dev() const { return dev_; }

 private:
  std::unique_ptr<ParserTrainee> make_trainee(std::size_t sentences, const ParserTrainee* before);
  [[nodiscard]] std::uint64_t fingerprint() const;
  [[nodiscard]] bool may_resume(const Checkpoint& state) const;
  void check_can_go_on() const;

  TrainingPlan plan_;
  ParserData training_;
  ParserData dev_;
  const TrainProgress& progress_;
  std::vector<std::uint64_t> portions_;
  std::unique_ptr<Executor> executor_;
  std::optional<FeatureDrift> drift_;
  std::unique_ptr<ParserTrainee> trainee_;
  std::optional<TrainingLoop> loop_;
};

/// Trains a parser. The model is from the best epoch on `dev`, or the last if there is none. A
/// sentence with several references is compared with the one nearest to its parse.
Model train_model(ParserData training, ParserData dev, const TrainingPlan& plan,
                  const TrainProgress& progress = {});
Model train_model(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const TrainingPlan& plan, const TrainProgress& progress = {});

/// Whether any word has a head.
bool has_head(const Sentence& sentence);

/// Throws Error if there is no tree to learn from, or none to compare epochs by.
void check_trees(std::span<const Sentence> training, std::span<const Sentence> dev);
/// Throws Error if no word has a tag (UPOS) that a parser could learn to choose.
void check_tags_to_choose(std::span<const Sentence> training);

/// Like train(), for a parser that chooses tags.
TrainResult train_with_tags(std::span<const Sentence> training, std::span<const Sentence> dev,
                            const CheckedOptions& options, const TrainProgress& progress,
                            const RightTags& tags);

}  // namespace panarc
