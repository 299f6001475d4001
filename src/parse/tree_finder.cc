#include "parse/tree_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "parse/ensemble_parser.h"
#include "parse/model_parser.h"

namespace panarc {
namespace {

/// Whether the only known head of a word is this one.
bool has_given_head(const KnownWord& known, Node head) {
  return known.heads.size() == 1 && known.heads.front().head == head;
}

/// Whether the only known label of a word, which has its given head, is this one.
bool has_given_label(const KnownWord& known, const std::string& label) {
  const auto& of_arc = known.heads.front().labels;
  const auto& labels = of_arc.empty() ? known.labels : of_arc;
  return labels.size() == 1 && labels.front() == label;
}

void check(const ParseRequest& request, const Sentence& sentence) {
  if (request.trees > kWidestBeam) {
    throw Error(
        fmt::format("{} trees are too many: expected at most {}", request.trees, kWidestBeam));
  }
  const std::size_t elements = request.constraints.size();
  if (elements == 0 || elements == static_cast<std::size_t>(sentence.size()) + 1) return;
  throw Error(
      fmt::format("{} words are constrained, but the sentence has {}; element 0 is for ROOT",
                  elements - 1, sentence.size()));
}

}  // namespace

Interruption TreeFinder::begin(const Sentence& sentence, const ParseRequest& request) {
  check(request, sentence);
  if (request.confidence) check_calibrated(model_);
  Interruption interruption;
  if (request.time_limit || request.stop.stop_possible()) {
    interruption = {request.time_limit, request.stop, {sentence.file(), sentence.line(1), 0}};
  }
  set_interruption(interruption);
  return interruption;
}

std::vector<ScoredTree> TreeFinder::trees(const Sentence& sentence, const ParseRequest& request) {
  std::vector<ScoredTree> found;
  if (request.trees == 0) return found;
  const std::span<const KnownWord> constraints = request.constraints;
  const double unit = model_.unit();
  for (const Parse& parse : find(sentence, {.count = request.trees, .evidence = request.confidence},
                                 constraints, request.on_conflict)) {
    LabeledTree tree = tree_of(parse, constraints);
    auto missed = unmet(tree, constraints);
    found.push_back({std::move(tree.heads), std::move(tree.labels), parse.score * unit,
                     std::move(missed), confidence(parse, constraints), tags_of(parse)});
  }
  return found;
}

std::vector<Constraint> TreeFinder::set_best(Sentence& sentence, const ParseRequest& request) {
  const Parse& parse =
      find(sentence, {.scores = false}, request.constraints, request.on_conflict).front();
  set(sentence, parse, request.constraints);
  if (request.constraints.empty()) return {};
  return unmet(labeled_tree(sentence), request.constraints);
}

std::vector<Constraint> TreeFinder::unmet(const LabeledTree& tree,
                                          std::span<const KnownWord> constraints) const {
  return unmet_constraints(constraints, tree, model_.root_in_text());
}

std::vector<double> TreeFinder::confidence(const Parse& parse,
                                           std::span<const KnownWord> constraints) const {
  std::vector<double> values(parse.evidence.size());
  for (std::size_t word = 1; word < values.size(); ++word) {
    values[word] = model_.calibration()->confidence(parse.evidence[word]);
  }
  if (values.empty() || constraints.empty()) return values;
  const LabeledTree tree = tree_of(parse, constraints);
  for (std::size_t word = 1; word < values.size(); ++word) {
    const KnownWord& known = constraints[word];
    if (has_given_head(known, tree.heads[word]) &&
        (!model_.is_labelled() || has_given_label(known, tree.labels[word]))) {
      values[word] = 1;
    }
  }
  return values;
}

void set_tags(Sentence& sentence, std::span<const std::string> tags) {
  for (std::size_t i = 1; i < tags.size(); ++i) {
    const auto word = static_cast<Node>(i);
    if (sentence.upos(word) != tags[i]) sentence.set(word, Field::kUpos, tags[i]);
  }
}

std::unique_ptr<TreeFinder> make_tree_finder(const AnyModel& model,
                                             std::optional<std::size_t> beam) {
  if (const Ensemble* const ensemble = model.ensemble()) {
    return std::make_unique<EnsembleParser>(*ensemble, beam);
  }
  return std::make_unique<ModelParser>(*model.single(), beam);
}

void check_calibrated(const AnyModel& model, const std::string& name) {
  if (model.calibration()) return;
  throw Error({name, 0, 0},
              "the model does not know how far to trust its arcs: expected one trained with a "
              "development set");
}

void parse_together(
    const AnyModel& model, std::span<const Sentence> sentences, Team& team,
    const std::function<void(TreeFinder& parser, std::size_t member, std::size_t i)>& visit,
    const Interruption& interruption) {
  // How many sentences are worth reading at a time.
  constexpr std::size_t kReadAhead = 32;
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t member) {
    const auto parser = make_tree_finder(model);
    const std::size_t together = parser->reads_ahead() ? kReadAhead : 1;
    std::vector<const Sentence*> ahead;
    for (std::size_t first = next++ * together; first < sentences.size();
         first = next++ * together) {
      const std::size_t end = std::min(first + together, sentences.size());
      ahead.clear();
      for (std::size_t i = first; i < end; ++i) {
        if (!sentences[i].empty()) ahead.push_back(&sentences[i]);
      }
      parser->read_ahead(ahead);
      for (const Sentence* const sentence : ahead) {
        interruption.throw_if_over();
        visit(*parser, member, static_cast<std::size_t>(sentence - sentences.data()));
      }
    }
  });
}

}  // namespace panarc
