#include "oracle/gold.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "treebank/projectivity.h"

namespace panarc {

namespace {

int position(Node node, int words, RootPosition root) {
  return node == kRoot && root == RootPosition::kLast ? words + 1 : node;
}

}  // namespace

std::uint64_t Gold::next_id() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

Gold::Gold(int words) : words_(static_cast<std::size_t>(words) + 1) {}

Gold::Gold(std::span<const Node> heads) : words_(heads.size()) {
  heads_.reserve(heads.size());
  for (Node word = 1; word <= words(); ++word) {
    const Node head = heads[static_cast<std::size_t>(word)];
    if (head != kNoHead) set_heads(word, std::span(&head, 1));
  }
}

void Gold::set_heads(Node word, std::span<const Node> heads) {
  index_.valid = false;
  Word& at = words_[static_cast<std::size_t>(word)];
  at.known = heads.empty() ? Known::kNothing : Known::kHeads;
  at.first_head = static_cast<std::uint32_t>(heads_.size());
  at.head_count = static_cast<std::uint32_t>(heads.size());
  heads_.insert(heads_.end(), heads.begin(), heads.end());
}

void Gold::set_side(Node word, Known side) {
  index_.valid = false;
  Word& at = words_[static_cast<std::size_t>(word)];
  at.known = side;
  at.head_count = 0;
}

void Gold::set_label(Node word, Label label) {
  words_[static_cast<std::size_t>(word)].label = label;
  has_labels_ = true;
}

void Gold::drop_longer_than(int span, RootPosition root) {
  index_.valid = false;
  for (Node word = 1; word <= words(); ++word) {
    Word& at = words_[static_cast<std::size_t>(word)];
    if (at.known != Known::kHeads) continue;
    const auto begin = heads_.begin() + at.first_head;
    const auto end = std::remove_if(begin, begin + at.head_count, [&](Node head) {
      return std::abs(position(head, words(), root) - word) > span;
    });
    at.head_count = static_cast<std::uint32_t>(end - begin);
    if (at.head_count == 0) at.known = Known::kNothing;
  }
}

int Gold::value(Arc arc, RootPosition root) const {
  switch (known(arc.dependent)) {
    case Known::kNothing:
      return 0;
    case Known::kHeads: {
      const auto allowed = heads(arc.dependent);
      return std::find(allowed.begin(), allowed.end(), arc.head) != allowed.end() ? 1 : 0;
    }
    case Known::kLeft:
      return position(arc.head, words(), root) < arc.dependent ? 1 : 0;
    case Known::kRight:
      return position(arc.head, words(), root) > arc.dependent ? 1 : 0;
  }
  return 0;
}

int Gold::label_penalty(Arc arc, Label label, RootPosition root) const {
  const Label expected = word_at(arc.dependent).label;
  if (label == kNoLabel || expected == kNoLabel || label == expected) return 0;
  return known(arc.dependent) == Known::kNothing ? 1 : value(arc, root);
}

void Gold::make_index() const {
  Heads single(words_.size(), kNoHead);
  bool simple = true;
  index_.first_child.assign(words_.size() + 1, 0);
  for (Node word = 1; word <= words(); ++word) {
    const Word& at = word_at(word);
    simple = simple && (at.known == Known::kNothing || at.head_count == 1);
    const Node one = head(word);
    single[static_cast<std::size_t>(word)] = one;
    if (one != kNoHead) ++index_.first_child[static_cast<std::size_t>(one) + 1];
  }
  for (std::size_t node = 1; node < index_.first_child.size(); ++node) {
    index_.first_child[node] += index_.first_child[node - 1];
  }
  index_.children.resize(index_.first_child.back());
  std::vector<std::uint32_t> next(index_.first_child.begin(), index_.first_child.end() - 1);
  for (Node word = 1; word <= words(); ++word) {
    const Node one = single[static_cast<std::size_t>(word)];
    if (one != kNoHead) index_.children[next[static_cast<std::size_t>(one)]++] = word;
  }
  index_.projective = simple && find_cycle(single) == kNoHead && is_projective(single);
  index_.valid = true;
}

}  // namespace panarc
