#include "train/feature_drift.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <variant>

#include "parse/tree_search.h"
#include "scorer/counting_scorer.h"

namespace panarc {
namespace {

AnyParserScorer counting_scorer(AnyParserScorer scorer, const FeaturePlan& plan,
                                FeatureCounts& counts) {
  return std::visit(
      [&]<class Score>(std::unique_ptr<ParserScorer<Score>>& of) -> AnyParserScorer {
        return std::make_unique<CountingScorer<FeaturePlan, Score>>(std::move(of), plan, counts);
      },
      scorer);
}

FeatureCounts merged(std::vector<FeatureCounts>& parts) {
  FeatureCounts sum = std::move(parts.front());
  for (FeatureCounts& part : std::span(parts).subspan(1)) {
    sum.add(part);
    part.clear();
  }
  parts.front().clear();
  return sum;
}

}  // namespace

FeatureDrift::FeatureDrift(const ModelOptions& options,
                           std::shared_ptr<const Embeddings> embeddings, std::size_t threads)
    : embeddings_(std::move(embeddings)),
      plan_(templates_of(options), embeddings_.get()),
      counts_(std::max<std::size_t>(threads, 1)) {}

std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> FeatureDrift::counting(
    std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer, std::size_t thread) {
  return std::make_unique<CountingLearningScorer<FeaturePlan>>(std::move(scorer), plan_,
                                                               counts_[thread]);
}

double FeatureDrift::take(const Model& model, std::span<const Sentence> sentences, Team& team) {
  const FeatureCounts training = merged(counts_);
  return divergence(training, seen_in_parsing(model, sentences, team));
}

FeatureCounts FeatureDrift::seen_in_parsing(const Model& model, std::span<const Sentence> sentences,
                                            Team& team) const {
  const ModelOptions& options = model.options();
  const auto columns = model.weights().columns();
  std::vector<FeatureCounts> parts(team.size());
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t member) {
    WordEncoder encoder({columns.begin(), columns.end()}, model.words(), model.embeddings().get(),
                        model.options().direction);
    encoder.set_tags(options.tags);
    const auto search = make_tree_search(
        options.system, classes_of(options, model.labels()), options.transitions,
        counting_scorer(model.weights().make_scorer(options.beam), plan_, parts[member]),
        options.beam);
    EncodedSentence words;
    std::vector<Parse> parses;
    for (std::size_t i = next++; i < sentences.size(); i = next++) {
      if (sentences[i].empty()) continue;
      encoder.encode(sentences[i], words);
      search->parse(words, {}, parses);
    }
  });
  return merged(parts);
}

}  // namespace panarc
