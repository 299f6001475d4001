#include "parse/tree_finder.h"

#include <algorithm>

#include "panarc/error.h"
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

}  // namespace

std::vector<double> TreeFinder::confidence(const Parse& parse,
                                           std::span<const KnownWord> constraints) const {
  std::vector<double> values(parse.evidence.size());
  for (std::size_t word = 1; word < values.size(); ++word) {
    values[word] = calibration().confidence(parse.evidence[word]);
  }
  if (values.empty() || constraints.empty()) return values;
  const LabeledTree tree = tree_of(parse, constraints);
  for (std::size_t word = 1; word < values.size(); ++word) {
    const KnownWord& known = constraints[word - 1];
    if (has_given_head(known, tree.heads[word]) &&
        (!is_labelled() || has_given_label(known, tree.labels[word]))) {
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

}  // namespace panarc
