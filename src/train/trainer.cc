#include "train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "base/team.h"
#include "evaluate/comparison.h"
#include "model/model_options_json.h"
#include "oracle/limits.h"
#include "panarc/error.h"
#include "train/checkpoint.h"
#include "train/corpus.h"
#include "transition/systems.h"
#include "treebank/projectivity.h"

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

std::uint64_t hash_of(std::span<const std::uint32_t> words) {
  const auto bytes = std::as_bytes(words);
  return word_hash(Attribute::kForm, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// Of all that has an effect on the model.
std::uint64_t fingerprint(const TrainOptions& options, std::uint64_t training, std::uint64_t dev) {
  const Strategy& strategy = options.strategy;
  const auto number = [](auto value) { return static_cast<int>(value); };
  const nlohmann::json json{
      {"model", options.model},
      {"strategy",
       {number(strategy.reference), number(strategy.violation), number(strategy.positive),
        number(strategy.negative), number(strategy.resume), strategy.greedy, strategy.restart,
        strategy.explore, strategy.explore_after, strategy.time_limit, strategy.reset_every}},
      {"cost", number(options.cost)},
      {"swap_oracle", options.swap_oracle ? number(*options.swap_oracle) : -1},
      {"learner", {number(options.learner.learner), options.learner.aggressiveness}},
      {"seed", options.seed},
      {"batch", options.batch},
      {"rare", {options.rare_count, options.rare_rate}},
      {"prune", {options.prune, options.min_changes}},
      {"embeddings", options.embeddings ? options.embeddings->fingerprint() : 0},
      {"data", {training, dev}},
      {"from", options.from ? hash_of(options.from->table().words()) : 0}};
  return word_hash(Attribute::kForm, json.dump());
}

/// A model can only be trained further as what it is.
void check_fits(const TrainOptions& options) {
  if (!options.from) return;
  const ModelOptions& before = options.from->options();
  if (before.system != options.model.system || before.labels != options.model.labels) {
    throw Error(fmt::format(
        "the model to begin with is one for {}, not for {}{}", before.system, options.model.system,
        before.labels != options.model.labels ? ", or predicts labels in another way" : ""));
  }
}

/// The vectors to train with; none if the templates do without.
std::shared_ptr<const Embeddings> embeddings_for(const TrainOptions& options) {
  if (!use_embeddings(templates_of(options.model))) return nullptr;
  const Embeddings* const before = options.from ? options.from->embeddings() : nullptr;
  if (!options.embeddings) {
    if (before == nullptr) {
      throw Error("the templates use `embedding`; give the vectors with --embeddings FILE");
    }
    // They are a part of that model, which now lives as long as they are used.
    return {options.from, before};
  }
  if (before != nullptr && before->dimension() != options.embeddings->dimension()) {
    throw Error(
        fmt::format("the model to begin with has vectors of {} dimensions, and those given "
                    "have {}",
                    before->dimension(), options.embeddings->dimension()));
  }
  return options.embeddings;
}

/// Throws Error, with its place, for a sentence whose costs are out of reach, before time is spent
/// on the others.
void check_lengths(const std::vector<Sentence>& training, const TrainOptions& options) {
  if (options.swap_oracle) return;
  bool has_closed_form = false;
  with_system(options.model.system,
              [&](auto system) { has_closed_form = HasClosedForm<decltype(system)>; });
  if (has_closed_form && options.cost == CostMethod::kClosedForm) return;
  for (const Sentence& sentence : training) {
    if (sentence.size() <= kMaxWordsOfPairs) continue;
    if (has_closed_form && is_projective(sentence.heads())) continue;
    throw Error({sentence.file(), sentence.line(), 0},
                fmt::format("the sentence has {} words, and its costs have no closed form, which "
                            "is too long to train on; the limit is {} (--max-words leaves longer "
                            "ones out)",
                            sentence.size(), kMaxWordsOfPairs));
  }
}

template <TransitionSystem S>
class Training {
 public:
  Training(const TrainOptions& options, Corpus corpus)
      : options_(options),
        corpus_(std::move(corpus)),
        classes_(TransitionClasses::of<S>(options.model.labels, corpus_.labels().set())),
        plan_(templates_of(options.model), options.embeddings.get()),
        table_(classes_.size(), options.from ? options.from->table().key_bits() : 64),
        team_(options.threads) {
    corpus_.encode(plan_.columns(), options.embeddings.get());
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
    if (classes_.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw Error(
          fmt::format("there are {} classes of transitions with labels; a model can have "
                      "65535",
                      classes_.size()));
    }
    if (options.batch == 1) {
      for (const auto& trainer : trainers_) {
        trainer->set_apply([this](std::span<const WeightChange> changes) {
          for (const WeightChange& change : changes) table_.change(change, state_.time + 1);
        });
      }
    }
    changes_.resize(options.batch);
    counts_.resize(options.batch);
    times_.resize(options.batch);
  }

  Model run(const std::vector<Sentence>& dev, const TrainProgress& progress) {
    const auto start = Clock::now();
    auto saved = start;
    begin(dev, progress);
    const double seconds_before = state_.seconds;
    for (int epoch = epochs_done() + 1; epoch <= options_.epochs && !is_enough(dev); ++epoch) {
      const auto epoch_start = Clock::now();
      EpochReport report;
      report.epoch = epoch;
      report.counts = train_epoch(epoch, progress);
      report.train_seconds = seconds_since(epoch_start);
      report.features = table_.features();
      if (!dev.empty() || epoch == options_.epochs) keep_if_best(dev, report);
      state_.seconds = seconds_before + seconds_since(start);
      report.total_seconds = state_.seconds;
      state_.epochs.push_back(report);
      if (progress.on_epoch) progress.on_epoch(report);
      if (!options_.checkpoint.empty() && seconds_since(saved) >= options_.checkpoint_seconds) {
        save_checkpoint(options_.checkpoint, state_, table_);
        saved = Clock::now();
      }
    }
    if (!state_.best) state_.best = std::make_unique<Model>(freeze());
    return std::move(*state_.best);
  }

 private:
  [[nodiscard]] int epochs_done() const { return static_cast<int>(state_.epochs.size()); }

  /// Starts from a checkpoint, from another model or from nothing.
  void begin(const std::vector<Sentence>& dev, const TrainProgress& progress) {
    state_.fingerprint = fingerprint(options_, corpus_.fingerprint(), fingerprint_of(dev));
    std::optional<Checkpoint> state;
    if (!options_.checkpoint.empty() && options_.resume) {
      state = load_checkpoint(options_.checkpoint, state_.fingerprint, table_, options_.embeddings);
    }
    if (!state) {
      if (options_.from) take_over(*options_.from);
      return;
    }
    state_ = std::move(*state);
    for (const EpochReport& report : state_.epochs) {
      if (progress.on_epoch) progress.on_epoch(report);
    }
  }

  /// The value that the best epoch is chosen by.
  [[nodiscard]] double value(const EpochReport& report) const {
    if (!report.dev) return report.epoch;
    const bool labeled = options_.model.labels != LabelMode::kNone;
    return report.dev->percentage(labeled ? Metric::kLas : Metric::kUas);
  }

  [[nodiscard]] const EpochReport* best_epoch() const {
    const auto best = std::find_if(state_.epochs.rbegin(), state_.epochs.rend(),
                                   [](const EpochReport& report) { return report.best; });
    return best == state_.epochs.rend() ? nullptr : &*best;
  }

  /// No epoch has been better than those before for a while.
  [[nodiscard]] bool is_enough(const std::vector<Sentence>& dev) const {
    const EpochReport* const best = best_epoch();
    return options_.patience > 0 && !dev.empty() && best != nullptr &&
           epochs_done() - best->epoch >= options_.patience;
  }

  void keep_if_best(const std::vector<Sentence>& dev, EpochReport& report) {
    auto model = std::make_unique<Model>(freeze());
    if (!dev.empty()) report.dev = score(*model, dev, team_);
    const EpochReport* const best = best_epoch();
    if (best != nullptr && value(report) <= value(*best)) return;
    report.best = true;
    state_.best = std::move(model);
  }

  /// Begins with the weights of another model.
  void take_over(const Model& before) {
    const auto names = before.labels().names;
    const auto& now = corpus_.labels().names;
    const auto classes_before =
        TransitionClasses::of<S>(before.options().labels, before.labels().set());
    std::vector<std::uint32_t> classes(classes_before.size());
    for (const Action action : kActionsOf<S>) {
      if (classes_.mode() != LabelMode::kJoint || !always_adds_arc<S>(action)) {
        classes[classes_before.of(action)] = classes_.of(action);
      }
      if (classes_.mode() == LabelMode::kNone || !adds_arc<S>(action)) continue;
      for (std::size_t i = 0; i < names.size(); ++i) {
        const auto label = std::find(now.begin(), now.end(), names[i]) - now.begin();
        classes[classes_before.of(action, static_cast<Label>(i))] =
            classes_.of(action, static_cast<Label>(label));
      }
    }
    std::vector<ClassWeight> weights;
    before.table().for_each([&](std::uint64_t key, std::span<const QuantizedWeight> row) {
      weights.clear();
      for (const QuantizedWeight& weight : row) {
        weights.push_back({classes[weight.cls], static_cast<float>(weight.value) / before.scale()});
      }
      const std::vector<double> sums(weights.size());
      const auto size = static_cast<std::uint32_t>(weights.size());
      // What has come so far is not noise.
      const std::uint8_t changes = std::numeric_limits<std::uint8_t>::max();
      table_.add({std::span(&key, 1), std::span(&size, 1), std::span(&changes, 1), weights, sums});
    });
  }

  TrainingCounts train_epoch(int epoch, const TrainProgress& progress) {
    std::vector<std::uint32_t> order(corpus_.size());
    std::iota(order.begin(), order.end(), 0U);
    Random(options_.seed, static_cast<std::uint64_t>(epoch), 0).shuffle(std::span(order));
    const double explore = epoch > options_.strategy.explore_after ? options_.strategy.explore : 0;
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
    // The longest come first, so that no thread begins one when the others are done.
    turns_.resize(batch.size());
    std::iota(turns_.begin(), turns_.end(), std::size_t{0});
    std::stable_sort(turns_.begin(), turns_.end(), [&](std::size_t a, std::size_t b) {
      return corpus_.words(batch[a]) > corpus_.words(batch[b]);
    });
    std::atomic<std::size_t> next = 0;
    team_.run([&](std::size_t member) {
      trainers_[member]->forget();
      for (std::size_t turn = next++; turn < batch.size(); turn = next++) {
        const std::size_t i = turns_[turn];
        Random random(options_.seed, static_cast<std::uint64_t>(epoch), batch[i] + 1);
        changes_[i].clear();
        Example& example = corpus_.prepare(batch[i], options_.rare_rate, random);
        counts_[i] = trainers_[member]->train(example, explore, random, changes_[i]);
      }
    });
    for (std::size_t i = 0; i < batch.size(); ++i) times_[i] = ++state_.time;
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

  [[nodiscard]] Model freeze() const {
    const double time = state_.time + 1;
    const float scale = quantization_scale(table_, time);
    return Model({options_.model,
                  corpus_.labels(),
                  WordSet::copy_of(corpus_.known_words()),
                  freeze_quantized(table_, time, {options_.prune, options_.min_changes}, scale),
                  classes_.size(),
                  scale,
                  {},
                  options_.embeddings});
  }

  TrainOptions options_;
  Corpus corpus_;
  TransitionClasses classes_;
  FeaturePlan plan_;
  TrainingTable table_;
  Team team_;
  std::vector<std::unique_ptr<SentenceTrainer<S>>> trainers_;
  Checkpoint state_;

  // Of the sentences of a batch.
  std::vector<std::vector<WeightChange>> changes_;
  std::vector<TrainingCounts> counts_;
  std::vector<double> times_;
  std::vector<std::size_t> turns_;
};

}  // namespace

Model train(std::vector<Sentence> training, std::vector<Sentence> dev, const TrainOptions& options,
            const TrainProgress& progress) {
  if (training.empty()) throw Error("there are no sentences to train on");
  if (options.epochs < 1) throw Error("training needs an epoch or more");
  check_system(options.model);
  check_fits(options);
  check_lengths(training, options);
  TrainOptions resolved = options;
  if (resolved.batch == 0) resolved.batch = default_batch(training.size());
  resolved.batch = std::min(resolved.batch, training.size());
  resolved.embeddings = embeddings_for(options);
  Corpus corpus(std::move(training), options.model.pseudo_projective, options.rare_count,
                options.from.get());
  if (corpus.labels().names.empty() && options.model.labels != LabelMode::kNone) {
    throw Error("no word of the training sentences has a head, so there are no relations to learn");
  }
  resolved.model.transitions.single_root = options.single_root.value_or(corpus.has_single_roots());
  const SystemOptions& transitions = resolved.model.transitions;
  if (transitions.span > 0) corpus.drop_longer_than(transitions.span, transitions.root);
  std::unique_ptr<Model> model;
  with_system(options.model.system, [&](auto system) {
    Training<decltype(system)> run(resolved, std::move(corpus));
    model = std::make_unique<Model>(run.run(dev, progress));
  });
  return std::move(*model);
}

}  // namespace panarc
