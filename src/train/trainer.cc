#include "train/trainer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "evaluate/comparison.h"
#include "train/corpus.h"
#include "train/random.h"
#include "parallel/team.h"
#include "transition/systems.h"

namespace panarc {

void TrainingCounts::add(const TrainingCounts& other) {
  sentences += other.sentences;
  transitions += other.transitions;
  updates += other.updates;
  label_updates += other.label_updates;
  completed += other.completed;
  loss += other.loss;
}

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Scores score(const Model& model, const std::vector<Sentence>& dev, Team& team) {
  std::vector<Scores> parts(team.size());
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t member) {
    ModelParser parser(model);
    SentenceComparison comparison;
    for (std::size_t i = next++; i < dev.size(); i = next++) {
      Sentence parsed = dev[i];
      parser.parse(parsed);
      comparison.compare(dev[i], parsed);
      parts[member].add(comparison);
    }
  });
  Scores scores;
  for (const Scores& part : parts) scores.add(part);
  return scores;
}

template <TransitionSystem S>
class Training {
 public:
  Training(const TrainOptions& options, Corpus corpus)
      : options_(options),
        corpus_(std::move(corpus)),
        classes_(TransitionClasses::of<S>(options.model.labels, corpus_.labels().set())),
        plan_(templates_of(options.model)),
        table_(classes_.size()),
        team_(options.threads) {
    corpus_.encode(plan_.columns());
    const typename SentenceTrainer<S>::Options trainer_options{
        options.strategy,
        {options.strategy.reference, options.cost, options.swap_oracle},
        options.model.transitions,
        options.learner,
        options.model.beam};
    for (std::size_t i = 0; i < team_.size(); ++i) {
      trainers_.push_back(
          std::make_unique<SentenceTrainer<S>>(trainer_options, classes_, plan_, table_));
    }
    changes_.resize(options.batch);
    counts_.resize(options.batch);
    times_.resize(options.batch);
  }

  Model run(const std::vector<Sentence>& dev, const TrainProgress& progress) {
    const auto start = Clock::now();
    std::unique_ptr<Model> best;
    double best_score = -1;
    int best_epoch = 0;
    for (int epoch = 1; epoch <= options_.epochs; ++epoch) {
      const auto epoch_start = Clock::now();
      EpochReport report;
      report.epoch = epoch;
      report.counts = train_epoch(epoch, progress);
      report.train_seconds = seconds_since(epoch_start);
      report.features = table_.features();
      if (!dev.empty() || epoch == options_.epochs) {
        auto model = std::make_unique<Model>(freeze());
        double value = epoch;
        if (!dev.empty()) {
          report.dev = score(*model, dev, team_);
          value = report.dev->percentage(options_.model.labels == LabelMode::kNone ? Metric::kUas
                                                                                   : Metric::kLas);
        }
        if (value > best_score) {
          best_score = value;
          best_epoch = epoch;
          best = std::move(model);
          report.best = true;
        }
      }
      report.total_seconds = seconds_since(start);
      if (progress.on_epoch) progress.on_epoch(report);
      if (options_.patience > 0 && epoch - best_epoch >= options_.patience && !dev.empty()) break;
    }
    return std::move(*best);
  }

 private:
  TrainingCounts train_epoch(int epoch, const TrainProgress& progress) {
    std::vector<std::uint32_t> order(corpus_.size());
    std::iota(order.begin(), order.end(), 0U);
    Random(options_.seed, static_cast<std::uint64_t>(epoch), 0).shuffle(std::span(order));
    const double explore =
        epoch > options_.strategy.explore_after ? options_.strategy.explore : 0;
    TrainingCounts counts;
    for (std::size_t begin = 0; begin < order.size(); begin += options_.batch) {
      const std::size_t size = std::min(options_.batch, order.size() - begin);
      train_batch(epoch, explore, std::span(order).subspan(begin, size));
      for (std::size_t i = 0; i < size; ++i) counts.add(counts_[i]);
      if (progress.on_batch) progress.on_batch(epoch, begin + size, order.size());
    }
    return counts;
  }

  void train_batch(int epoch, double explore, std::span<const std::uint32_t> batch) {
    std::atomic<std::size_t> next = 0;
    team_.run([&](std::size_t member) {
      trainers_[member]->forget();
      for (std::size_t i = next++; i < batch.size(); i = next++) {
        Random random(options_.seed, static_cast<std::uint64_t>(epoch), batch[i] + 1);
        changes_[i].clear();
        Example& example = corpus_.prepare(batch[i], options_.rare_rate, random);
        counts_[i] = trainers_[member]->train(example, explore, random, changes_[i]);
      }
    });
    for (std::size_t i = 0; i < batch.size(); ++i) times_[i] = ++time_;
    team_.run([&](std::size_t member) {
      for (std::size_t i = 0; i < batch.size(); ++i) {
        for (const WeightChange& change : changes_[i]) {
          if (TrainingTable::part_index(change.key) % team_.size() == member) {
            table_.change(change, times_[i]);
          }
        }
      }
    });
  }

  Model freeze() const {
    const double time = time_ + 1;
    const float scale = quantization_scale(table_, time);
    return Model({options_.model,
                  corpus_.labels(),
                  WordSet::copy_of(corpus_.known_words()),
                  freeze_quantized(table_, time, {options_.prune}, scale),
                  classes_.size(),
                  scale,
                  {}});
  }

  TrainOptions options_;
  Corpus corpus_;
  TransitionClasses classes_;
  FeaturePlan plan_;
  TrainingTable table_;
  Team team_;
  std::vector<std::unique_ptr<SentenceTrainer<S>>> trainers_;
  double time_ = 0;

  // Of the sentences of a batch.
  std::vector<std::vector<WeightChange>> changes_;
  std::vector<TrainingCounts> counts_;
  std::vector<double> times_;
};

}  // namespace

Model train(std::vector<Sentence> training, std::vector<Sentence> dev, const TrainOptions& options,
            const TrainProgress& progress) {
  TrainOptions resolved = options;
  Corpus corpus(std::move(training), options.model.pseudo_projective, options.rare_count);
  resolved.model.transitions.single_root =
      options.single_root.value_or(corpus.has_single_roots());
  std::unique_ptr<Model> model;
  with_system(options.model.system, [&](auto system) {
    Training<decltype(system)> run(resolved, std::move(corpus));
    model = std::make_unique<Model>(run.run(dev, progress));
  });
  return std::move(*model);
}

}  // namespace panarc
