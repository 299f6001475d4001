#include "panarc/validate.h"

#include <algorithm>
#include <vector>

#include "treebank/projectivity.h"

namespace panarc {

void TreebankStatistics::add(const Sentence& sentence) {
  const Heads& heads = sentence.heads();
  ++sentences_;
  words_ += static_cast<std::size_t>(sentence.size());
  longest_ = std::max(longest_, static_cast<std::size_t>(sentence.size()));
  multiword_tokens_ += sentence.multiword_count();
  empty_nodes_ += sentence.empty_node_count();
  std::size_t arcs = 0;
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (sentence.head(word) == kNoHead) continue;
    ++arcs;
    const std::string_view label = sentence.deprel(word);
    if (labels_.find(label) == labels_.end()) labels_.emplace(label);
  }
  arcs_ += arcs;
  const bool complete = arcs == static_cast<std::size_t>(sentence.size());
  if (!complete) ++partial_sentences_;
  const std::size_t roots = count_roots(heads);
  roots_ += roots;
  if (roots > 1) ++multiple_root_sentences_;
  if (is_projective(heads)) {
    // Most sentences are projective: then all arcs are, and there are no gaps.
    ++projective_sentences_;
    projective_arcs_ += arcs;
    if (complete) ++gap_degrees_[0];
    return;
  }
  const std::vector<bool> projective = panarc::projective_arcs(heads);
  projective_arcs_ +=
      static_cast<std::size_t>(std::count(projective.begin(), projective.end(), true));
  if (complete) ++gap_degrees_[gap_degree(heads)];
}

void TreebankStatistics::add(const TreebankStatistics& other) {
  sentences_ += other.sentences_;
  words_ += other.words_;
  longest_ = std::max(longest_, other.longest_);
  multiword_tokens_ += other.multiword_tokens_;
  empty_nodes_ += other.empty_nodes_;
  arcs_ += other.arcs_;
  projective_arcs_ += other.projective_arcs_;
  projective_sentences_ += other.projective_sentences_;
  roots_ += other.roots_;
  multiple_root_sentences_ += other.multiple_root_sentences_;
  partial_sentences_ += other.partial_sentences_;
  labels_.insert(other.labels_.begin(), other.labels_.end());
  for (const auto& [degree, count] : other.gap_degrees_) gap_degrees_[degree] += count;
}

double TreebankStatistics::mean_length() const {
  return sentences_ == 0 ? 0.0 : static_cast<double>(words_) / static_cast<double>(sentences_);
}

}  // namespace panarc
