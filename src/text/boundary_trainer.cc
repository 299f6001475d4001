#include "text/boundary_trainer.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <stop_token>
#include <unordered_map>

#include "base/hash.h"
#include "base/jobs.h"
#include "train/linear_trainee.h"
#include "train/progress.h"

namespace panarc {
namespace {

/// How many parts two lists have in common. Both must be in order.
Tally compare(const std::vector<TextPart>& gold, const std::vector<TextPart>& found) {
  Tally tally{0, gold.size(), found.size()};
  for (std::size_t i = 0, j = 0; i < gold.size() && j < found.size();) {
    const TextPart& a = gold[i];
    const TextPart& b = found[j];
    if (a.begin == b.begin && a.end == b.end) ++tally.correct;
    a.begin < b.begin || (a.begin == b.begin && a.end < b.end) ? ++i : ++j;
  }
  return tally;
}

/// Tells which boundaries are correct: those of the text, whatever was decided before.
class BoundaryGuide {
 public:
  using Gold = GoldText;
  using Correct = Boundary;

  explicit BoundaryGuide(const BoundaryTask& task) : task_(task) {}

  void begin(const TextSpan& /*span*/, const Gold& gold) { gold_ = &gold; }
  static void leave_path() {}
  [[nodiscard]] Correct correct(const BoundaryState& state, std::size_t /*depth*/) const {
    const Boundary boundary = gold_->boundaries[state.at];
    const BoundarySet set = task_.allowed(state);
    if (contains(set, boundary)) return boundary;
    // The boundary of the text is too rare to be offered: take the most similar one instead.
    return boundary == Boundary::kSentence && contains(set, Boundary::kToken) ? Boundary::kToken
           : contains(set, Boundary::kInside)                                 ? Boundary::kInside
           : contains(set, Boundary::kToken)                                  ? Boundary::kToken
                                                                              : Boundary::kSentence;
  }
  static bool is_correct(const BoundaryState& /*state*/, Correct correct, Boundary step) {
    return step == correct;
  }
  template <class Visitor>
  void for_each_correct(const BoundaryState& /*state*/, Correct correct, const float* /*row*/,
                        Visitor&& visit) const {
    visit(correct);
  }
  static std::size_t steps_left(const BoundaryState& state, std::size_t /*depth*/) {
    return state.span->end - state.at;
  }

 private:
  const BoundaryTask& task_;
  const Gold* gold_ = nullptr;
};

/// How many sentences form an example.
constexpr std::size_t kGroup = 4;
/// How often an example is a text of its own, without its context.
constexpr double kClosedRate = 0.15;
/// Every other model uses, at white space, only features that occur so often.
constexpr std::uint32_t kMinCount = 5;

class BoundaryTraining {
 public:
  BoundaryTraining(const BoundaryTexts& texts, const BoundaryTrainingOptions& options,
                   const TrainProgress& progress)
      : alphabet_(texts.alphabet),
        gold_(texts.gold),
        foreign_(texts.foreign),
        dev_(texts.dev),
        options_(options),
        progress_(progress),
        gate_(counts(texts), whole_tokens(texts.gold)),
        facts_(word_facts(texts.gold)),
        words_(facts_),
        common_(common_keys()) {}

  std::shared_ptr<const BoundaryModel> run() {
    std::vector<ScaledWeights> models(options_.models);
    // One thread per model, so that the result does not depend on the number of threads.
    run_jobs(models.size(), options_.loop.threads, options_.loop.stop,
             [&](std::size_t i, const std::stop_token& stop) { models[i] = train(i, stop); });
    return std::make_shared<const BoundaryModel>(alphabet_, gate_, facts_,
                                                 sum_weights(models, kBoundaries));
  }

 private:
  using Trainee = LinearTrainee<BoundaryTask, BoundaryGuide, BoundaryFeatures>;

  ScaledWeights train(std::size_t model, const std::stop_token& stop) {
    std::function<void(const FrozenArrays&, EpochReport&, const Interruption&)> score;
    if (!dev_.sentences.empty()) {
      score = [&](const FrozenArrays& weights, EpochReport& report,
                  const Interruption& /*interruption*/) {
        Scores& scores = report.dev.emplace();
        score_boundaries(BoundaryModel(alphabet_, gate_, facts_, weights), dev_, scores);
        report.value = scores.percentage(Metric::kTokens) + scores.percentage(Metric::kSentences);
      };
    }
    Trainee trainee({.task = task_,
                     .features = model % 2 == 0 ? all_features_ : common_features_,
                     .classes = kBoundaries,
                     .lengths = lengths(),
                     .example = [this](std::size_t i, Random& random,
                                       TextSpan& span) { return example(i, random, span); },
                     .score = score},
                    1);
    const TrainingStage stage{TrainingPart::kSegmenter, model + 1, options_.models};
    const TrainProgress progress = at_stage(progress_, stage, &mutex_);
    begin_stage(progress, stage);
    LoopOptions loop = options_.loop;
    loop.seed = mix_bits(loop.seed) + model;
    loop.threads = 1;
    loop.stop = stop;
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
      if (count >= kMinCount) keys.push_back(key);
    }
    return keys;
  }

  [[nodiscard]] std::size_t last_of(std::size_t example) const {
    return std::min((example + 1) * kGroup, gold_.sentences.size()) - 1;
  }
  [[nodiscard]] std::vector<std::size_t> lengths() const {
    std::vector<std::size_t> lengths;
    for (std::size_t first = 0; first < gold_.sentences.size(); first += kGroup) {
      const std::size_t last = last_of(lengths.size());
      lengths.push_back(gold_.sentences[last].end - gold_.sentences[first].begin);
    }
    return lengths;
  }
  [[nodiscard]] Trainee::Example example(std::size_t i, Random& random, TextSpan& span) const {
    const bool closed = random.real() < kClosedRate;
    const GoldText& gold = random.real() < foreign_rate_ ? foreign_ : gold_;
    span = gold.span(i * kGroup, last_of(i), closed);
    return {&span, &gold};
  }

  const Alphabet& alphabet_;
  const GoldText& gold_;
  const GoldText& foreign_;
  const GoldText& dev_;
  const BoundaryTrainingOptions& options_;
  const TrainProgress& progress_;
  double foreign_rate_ = 0.02;  // how often an example is in unknown letters
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

void score_boundaries(const BoundaryModel& model, const GoldText& gold, Scores& scores) {
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
  scores.add(Metric::kTokens, compare(gold.tokens, tokens));
  scores.add(Metric::kSentences, compare(gold.sentences, sentences));
}

std::shared_ptr<const BoundaryModel> train_boundaries(const BoundaryTexts& texts,
                                                      const BoundaryTrainingOptions& options,
                                                      const TrainProgress& progress) {
  return BoundaryTraining(texts, options, progress).run();
}

}  // namespace panarc
