#include "text/boundary_trainer.h"

#include <algorithm>
#include <utility>

#include "text/boundary_guide.h"
#include "text/linear_trainee.h"

namespace panarc {
namespace {

double f1(std::size_t correct, std::size_t gold, std::size_t system) {
  return gold + system == 0
             ? 0
             : 200 * static_cast<double>(correct) / static_cast<double>(gold + system);
}

/// Both are in order.
std::size_t count_common(const std::vector<GoldText::Part>& a,
                         const std::vector<GoldText::Part>& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].begin == b[j].begin && a[i].end == b[j].end) ++common;
    a[i].begin < b[j].begin || (a[i].begin == b[j].begin && a[i].end < b[j].end) ? ++i : ++j;
  }
  return common;
}

class BoundaryTraining {
 public:
  BoundaryTraining(const GoldText& gold, const GoldText& dev,
                   const BoundaryTrainingOptions& options)
      : gold_(gold),
        dev_(dev),
        options_(options),
        gate_(count_boundaries(gold)),
        facts_(word_facts(gold)),
        words_(facts_) {}

  std::shared_ptr<const BoundaryModel> run() {
    Trainee trainee({.task = task_,
                     .features = features_,
                     .classes = kBoundaries,
                     .options = options_.trainer,
                     .freeze = options_.freeze,
                     .lengths = lengths(),
                     .example = [this](std::size_t i, Random& random,
                                       TextSpan& span) { return example(i, random, span); },
                     .score = dev_.sentences.empty() ? nullptr : scorer()},
                    options_.threads);
    TrainProgress progress;
    progress.on_epoch = [this](const EpochReport& report) {
      if (options_.on_epoch) options_.on_epoch(report.epoch, scores_, report.best);
    };
    run_training(trainee,
                 {.epochs = options_.epochs,
                  .patience = options_.patience,
                  .seed = options_.seed,
                  .threads = options_.threads,
                  .batch = options_.batch,
                  .explore = options_.explore,
                  .explore_after = 1},
                 progress);
    return std::make_shared<const BoundaryModel>(gate_, facts_, trainee.take_best());
  }

 private:
  using Trainee = LinearTrainee<BoundaryTask, BoundaryGuide, BoundaryFeatures>;

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
    span = gold_.span(i * options_.group, last_of(i), closed);
    return {&span, &gold_};
  }
  [[nodiscard]] std::function<double(const FrozenArrays&)> scorer() {
    return [this](const FrozenArrays& weights) {
      scores_ = score_boundaries(BoundaryModel(gate_, facts_, weights), dev_);
      return scores_.tokens + scores_.sentences;
    };
  }

  const GoldText& gold_;
  const GoldText& dev_;
  const BoundaryTrainingOptions& options_;
  BoundaryGate gate_;
  std::vector<std::uint64_t> facts_;
  WordSet words_;
  BoundaryTask task_{gate_};
  BoundaryFeatures features_{words_};
  BoundaryScores scores_;
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
  std::vector<GoldText::Part> tokens;
  std::vector<GoldText::Part> sentences;
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

std::shared_ptr<const BoundaryModel> train_boundaries(const GoldText& gold, const GoldText& dev,
                                                      const BoundaryTrainingOptions& options) {
  return BoundaryTraining(gold, dev, options).run();
}

}  // namespace panarc
