#include "text/boundary_trainer.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/team.h"
#include "text/boundary_guide.h"
#include "train/linear_trainee.h"

namespace panarc {
namespace {

double f1(std::size_t correct, std::size_t gold, std::size_t system) {
  return gold + system == 0
             ? 0
             : 200 * static_cast<double>(correct) / static_cast<double>(gold + system);
}

/// How many parts two lists have in common. Both must be in order.
std::size_t count_common(const std::vector<TextPart>& a, const std::vector<TextPart>& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].begin == b[j].begin && a[i].end == b[j].end) ++common;
    a[i].begin < b[j].begin || (a[i].begin == b[j].begin && a[i].end < b[j].end) ? ++i : ++j;
  }
  return common;
}

class BoundaryTraining {
 public:
  BoundaryTraining(const BoundaryTexts& texts, const BoundaryTrainingOptions& options)
      : alphabet_(texts.alphabet),
        gold_(texts.gold),
        foreign_(texts.foreign),
        dev_(texts.dev),
        options_(options),
        foreign_rate_(options.foreign_rate),
        gate_(counts(texts), whole_tokens(texts.gold)),
        facts_(word_facts(texts.gold)),
        words_(facts_),
        common_(common_keys()) {}

  std::shared_ptr<const BoundaryModel> run() {
    std::vector<ScaledWeights> models(options_.models);
    std::atomic<std::size_t> next = 0;
    // One thread per model, so that the result does not depend on the number of threads.
    Team(std::min(options_.loop.threads, models.size())).run([&](std::size_t /*member*/) {
      for (std::size_t i = next++; i < models.size(); i = next++) models[i] = train(i);
    });
    return std::make_shared<const BoundaryModel>(alphabet_, gate_, facts_,
                                                 sum_weights(models, kBoundaries));
  }

 private:
  using Trainee = LinearTrainee<BoundaryTask, BoundaryGuide, BoundaryFeatures>;

  ScaledWeights train(std::size_t model) {
    BoundaryScores scores;
    std::function<double(const FrozenArrays&)> score;
    if (!dev_.sentences.empty()) {
      score = [&](const FrozenArrays& weights) {
        scores = score_boundaries(BoundaryModel(alphabet_, gate_, facts_, weights), dev_);
        return scores.tokens + scores.sentences;
      };
    }
    Trainee trainee({.task = task_,
                     .features = model % 2 == 0 ? all_features_ : common_features_,
                     .classes = kBoundaries,
                     .options = options_.trainer,
                     .freeze = options_.freeze,
                     .lengths = lengths(),
                     .example = [this](std::size_t i, Random& random,
                                       TextSpan& span) { return example(i, random, span); },
                     .score = score},
                    1);
    TrainProgress progress;
    progress.on_epoch = [&](const EpochReport& report) {
      if (!options_.on_epoch) return;
      const std::lock_guard lock(mutex_);
      options_.on_epoch(model, report.epoch, scores, report.best);
    };
    LoopOptions loop = options_.loop;
    loop.seed = mix_bits(loop.seed) + model;
    loop.threads = 1;
    run_training(trainee, loop, progress);
    return trainee.take_best();
  }

  /// Whether consecutive letters form one word, as in scripts with spaces.
  static bool joins_letters(const BoundaryGate::Counts& counts) {
    constexpr std::uint32_t kFewest = 20;
    std::uint32_t all = 0;
    std::uint32_t joined = 0;
    for (std::size_t i = 0; i < kCharClasses * kCharClasses; ++i) {
      const auto before = static_cast<CharClass>(i / kCharClasses);
      const auto after = static_cast<CharClass>(i % kCharClasses);
      if (!is_letter_class(before) || !is_letter_class(after)) continue;
      const auto& here = counts[BoundaryGate::place(false, before, after)];
      for (const std::uint32_t count : here) all += count;
      joined += here[static_cast<std::size_t>(Boundary::kInside)];
    }
    return all - joined <= all / kFewest;
  }

  /// Counts of unknown letters are used only where there are no others.
  BoundaryGate::Counts counts(const BoundaryTexts& texts) {
    BoundaryGate::Counts counts = count_boundaries(texts.gold);
    if (!joins_letters(counts)) foreign_rate_ = 0;
    if (foreign_rate_ == 0) return counts;
    const BoundaryGate::Counts foreign = count_boundaries(texts.foreign);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == BoundaryGate::Counts::value_type{}) counts[i] = foreign[i];
    }
    return counts;
  }

  using KeyCounts = std::unordered_map<std::uint64_t, std::uint32_t>;

  /// Counts feature keys at the boundaries that need a decision.
  void count_keys(const GoldText& gold, KeyCounts& counts) const {
    const TextSpan span = gold.span(0, gold.sentences.size() - 1, false);
    BoundaryGuide guide(task_);
    guide.begin(span, gold);
    BoundaryFeatures::Scratch scratch;
    BoundaryState state;
    task_.start(span, state);
    while (!BoundaryTask::is_final(state)) {
      all_features_.gather(state, span, scratch);
      for (std::size_t i = 0; i < scratch.count; ++i) ++counts[scratch.keys[i]];
      task_.advance(state, guide.correct(state, 0));
    }
  }
  /// The keys that occur often enough.
  [[nodiscard]] std::vector<std::uint64_t> common_keys() const {
    KeyCounts counts;
    count_keys(gold_, counts);
    KeyCounts in_foreign;
    if (foreign_rate_ > 0) count_keys(foreign_, in_foreign);
    for (const auto& [key, count] : in_foreign) {
      std::uint32_t& all = counts[key];
      all = std::max(all, count);
    }
    std::vector<std::uint64_t> keys;
    for (const auto& [key, count] : counts) {
      if (count >= options_.min_count) keys.push_back(key);
    }
    return keys;
  }

  [[nodiscard]] std::size_t last_of(std::size_t example) const {
    return std::min((example + 1) * options_.group, gold_.sentences.size()) - 1;
  }
  [[nodiscard]] std::vector<std::size_t> lengths() const {
    std::vector<std::size_t> lengths;
    for (std::size_t first = 0; first < gold_.sentences.size(); first += options_.group) {
      const std::size_t last = last_of(lengths.size());
      lengths.push_back(gold_.sentences[last].end - gold_.sentences[first].begin);
    }
    return lengths;
  }
  [[nodiscard]] Trainee::Example example(std::size_t i, Random& random, TextSpan& span) const {
    const bool closed = random.real() < options_.closed_rate;
    const GoldText& gold = random.real() < foreign_rate_ ? foreign_ : gold_;
    span = gold.span(i * options_.group, last_of(i), closed);
    return {&span, &gold};
  }

  const Alphabet& alphabet_;
  const GoldText& gold_;
  const GoldText& foreign_;
  const GoldText& dev_;
  const BoundaryTrainingOptions& options_;
  double foreign_rate_;
  BoundaryGate gate_;
  std::vector<std::uint64_t> facts_;
  WordSet words_;
  BoundaryTask task_{gate_};
  BoundaryFeatures all_features_{words_};
  WordSet common_;
  BoundaryFeatures common_features_{words_, &common_};
  std::mutex mutex_;  // for callbacks
};

}  // namespace

BoundaryScores score_boundaries(const BoundaryModel& model, const GoldText& gold) {
  if (gold.sentences.empty()) return {};
  const TextSpan span = gold.span(0, gold.sentences.size() - 1, true);
  std::vector<TokenEnd> ends;
  BoundaryState state;
  state.ends = &ends;
  model.task().start(span, state);
  BoundaryDecoder(model).run(state);
  std::vector<TextPart> tokens;
  std::vector<TextPart> sentences;
  std::uint32_t token = span.begin;
  std::uint32_t sentence = span.begin;
  for (const TokenEnd& end : ends) {
    tokens.push_back({token, end.element + 1});
    if (end.sentence) sentences.push_back({sentence, end.element + 1});
    token = end.element + 1;
    if (token < gold.text.size() && gold.text.is_space(token)) ++token;
    if (end.sentence) sentence = token;
  }
  return {f1(count_common(tokens, gold.tokens), gold.tokens.size(), tokens.size()),
          f1(count_common(sentences, gold.sentences), gold.sentences.size(), sentences.size())};
}

std::shared_ptr<const BoundaryModel> train_boundaries(const BoundaryTexts& texts,
                                                      const BoundaryTrainingOptions& options) {
  return BoundaryTraining(texts, options).run();
}

}  // namespace panarc
