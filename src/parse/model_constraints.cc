#include "parse/model_constraints.h"

#include <algorithm>

#include "panarc/treebank.h"
#include "transition/system_record.h"
#include "treebank/universal.h"

namespace panarc {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool constrains_head(const KnownWord& word) {
  return !word.heads.empty() || !word.forbidden_heads.empty() || word.side != Side::kAny;
}

/// The labels that an arc may have.
const std::vector<std::string>& labels_of(const KnownWord& word, Node head) {
  const auto arc =
      std::find_if(word.heads.begin(), word.heads.end(), [&](const KnownArc& candidate) {
        return candidate.head == head && !candidate.labels.empty();
      });
  return arc == word.heads.end() ? word.labels : arc->labels;
}

}  // namespace

ModelConstraints::ModelConstraints(const Model& model) : model_(model) {
  const ModelOptions& options = model.options();
  const LabelNames& labels = model.labels();
  const LabelSet set = labels.set();
  under_root_ = set.under_root == set.count ? 0 : set.under_root;
  options_ = {.reproduce_empty = false,
              .heads_first = system_record(options.system).partial,
              .root = root_in_text(options)};
  if (options.labels == LabelMode::kNone) return;
  for (std::size_t i = 0; i < labels.names.size(); ++i) {
    const std::string& name = labels.names[i];
    ids_.emplace(name, static_cast<Label>(i));
    if (options.pseudo_projective) {
      names_[std::string(encoded_relation(name))].push_back(name);
      if (!is_lifted(name)) unmoved_.push_back(name);
    } else {
      names_[name].push_back(name);
    }
  }
}

Gold ModelConstraints::gold(std::span<const KnownWord> words) const {
  const bool has_spans = std::any_of(
      words.begin(), words.end(), [](const KnownWord& word) { return word.span_end.has_value(); });
  std::vector<KnownWord> translated;
  translated.reserve(words.size());
  for (const KnownWord& word : words) {
    const bool may_move = !has_spans && !constrains_head(word);
    translated.push_back(in_terms_of_model(word, may_move));
  }
  const auto id_of = [this](std::string_view name) { return ids_.at(std::string(name)); };
  Gold gold(translated, id_of, options_);
  return model_.options().direction == Direction::kLeftToRight ? gold : gold.mirrored();
}

KnownWord ModelConstraints::in_terms_of_model(const KnownWord& known, bool may_move) const {
  KnownWord word = known;
  word.labels = known_labels(known.labels, may_move);
  for (KnownArc& arc : word.heads) arc.labels = known_labels(arc.labels, may_move);
  if (!word.labels.empty()) restrict_to_labels(word);
  if (word.labels.empty() && !may_move) word.labels = unmoved_;
  return word;
}

/// The labels of the model that match some of these. If the model does not know a subtype, the
/// relation without it counts as a match.
std::vector<std::string> ModelConstraints::known_labels(const std::vector<std::string>& labels,
                                                        bool may_move) const {
  std::vector<std::string> known;
  const auto add = [&](const std::string& label) {
    const auto found = names_.find(label);
    if (found == names_.end()) return false;
    for (const std::string& name : found->second) {
      if (may_move || unmoved_.empty() || !is_lifted(name)) known.push_back(name);
    }
    return true;
  };
  for (const std::string& label : labels) {
    if (!add(label)) add(std::string(base_relation(label)));
  }
  return known;
}

/// A label that occurs only under ROOT implies that ROOT is the head, unless the head is given.
void ModelConstraints::restrict_to_labels(KnownWord& word) const {
  if (under_root_ == 0 || word.heads.size() == 1) return;
  const auto count = std::count_if(word.labels.begin(), word.labels.end(),
                                   [&](const std::string& name) { return fits(name, kRoot); });
  const auto root = std::find_if(word.heads.begin(), word.heads.end(), [](const KnownArc& arc) {
    return arc.head == kRoot && arc.labels.empty();
  });
  if (count == 0) {
    if (root == word.heads.end()) {
      word.forbidden_heads.push_back(kRoot);
    } else {
      word.heads.erase(root);
    }
  } else if (count == static_cast<std::ptrdiff_t>(word.labels.size())) {
    if (word.heads.empty() || root != word.heads.end()) word.heads = {{kRoot, {}}};
  }
}

bool ModelConstraints::fits(const std::string& label, Node head) const {
  const auto id = ids_.find(label);
  return under_root_ == 0 || id == ids_.end() || is_under_root(id->second) == (head == kRoot);
}

const std::string& ModelConstraints::label(const KnownWord& known, Node head,
                                           const std::string& found) const {
  const std::vector<std::string>& allowed = labels_of(known, head);
  if (allowed.empty() || head == kNoHead || contains(allowed, found)) return found;
  const auto fitting = std::find_if(allowed.begin(), allowed.end(),
                                    [&](const std::string& label) { return fits(label, head); });
  if (fitting != allowed.end()) return *fitting;
  const bool head_is_given = std::any_of(known.heads.begin(), known.heads.end(),
                                         [&](const KnownArc& arc) { return arc.head == head; });
  return head_is_given ? allowed.front() : found;
}

}  // namespace panarc
