#include "oracle/gold.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <utility>

#include "panarc/error.h"
#include "treebank/mirror.h"
#include "treebank/projectivity.h"

namespace panarc {

namespace {

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

int position(Node node, int words, RootPosition root) {
  return node == kRoot && root == RootPosition::kLast ? words + 1 : node;
}

template <class Item>
bool contains(std::span<const Item> items, Item item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

void check_head(Node head, Node word, Node words) {
  if (head < 0 || head > words) {
    throw Error(fmt::format("word {} has head {}; expected 0 to {}", word, head, words));
  }
  if (head == word) throw Error(fmt::format("word {} is its own head", word));
}

}  // namespace

Gold::Gold(int words, const GoldOptions& options)
    : id_(next_id()),
      reproduce_empty_(options.reproduce_empty),
      words_(static_cast<std::size_t>(words) + 1) {
  make_index();
}

Gold::Gold(std::span<const Node> heads, const GoldOptions& options) : Gold(heads, {}, options) {}

Gold::Gold(std::span<const Node> heads, std::span<const Label> labels, const GoldOptions& options)
    : id_(next_id()), reproduce_empty_(options.reproduce_empty), words_(heads.size()) {
  heads_.reserve(heads.size());
  labels_.reserve(labels.size());
  for (Node word = 1; word <= words(); ++word) {
    const auto index = static_cast<std::size_t>(word);
    if (heads[index] != kNoHead && !is_too_long(word, heads[index], options)) {
      add_head(word, heads[index]);
    }
    if (!labels.empty() && labels[index] != kNoLabel) {
      words_[index].labels = {static_cast<std::uint32_t>(labels_.size()), 1};
      labels_.push_back(labels[index]);
    }
  }
  make_index();
}

Gold::Gold(std::span<const std::vector<LabeledHead>> heads, const GoldOptions& options)
    : id_(next_id()), reproduce_empty_(options.reproduce_empty), words_(heads.size()) {
  for (Node word = 1; word <= words(); ++word) {
    std::vector<LabeledHead> allowed = heads[static_cast<std::size_t>(word)];
    std::erase_if(allowed,
                  [&](const LabeledHead& one) { return is_too_long(word, one.head, options); });
    std::ranges::stable_sort(allowed, {}, &LabeledHead::head);
    for (auto same = allowed.begin(); same != allowed.end();) {
      const auto end = std::find_if(same, allowed.end(),
                                    [&](const LabeledHead& one) { return one.head != same->head; });
      add_head(word, same->head);
      head_labels_.push_back({static_cast<std::uint32_t>(labels_.size()), 0});
      const bool any =
          std::any_of(same, end, [](const LabeledHead& one) { return one.label == kNoLabel; });
      for (; same != end; ++same) {
        if (any) continue;
        ++head_labels_.back().count;
        labels_.push_back(same->label);
      }
    }
    // A word with one head has the label of that head.
    if (words_[static_cast<std::size_t>(word)].heads.count == 1) {
      words_[static_cast<std::size_t>(word)].labels = head_labels_.back();
    }
  }
  make_index();
}

Gold::Gold(std::span<const KnownWord> words, const LabelIds& labels, const GoldOptions& options)
    : id_(next_id()),
      reproduce_empty_(options.reproduce_empty),
      words_(std::max<std::size_t>(words.size(), 1)) {
  for (Node word = 1; word <= Gold::words(); ++word) {
    add(word, words[static_cast<std::size_t>(word)], labels, options);
  }
  if (options.heads_first) head_value_ += Gold::words() * static_cast<int>(spans_.size());
  make_index();
}

Gold Gold::without(std::span<const Node> words) const {
  Gold less = *this;
  less.id_ = next_id();
  for (const Node word : words) {
    less.words_[static_cast<std::size_t>(word)] = {};
    less.words_[static_cast<std::size_t>(word)].forgotten = true;
  }
  less.make_index();
  return less;
}

Gold Gold::mirrored() const {
  const auto mirror = [this](Node& node) { node = panarc::mirrored(node, words()); };
  Gold other = *this;
  other.id_ = next_id();
  std::reverse(other.words_.begin() + 1, other.words_.end());
  for (Word& word : other.words_) {
    if (word.side != Side::kAny) word.side = word.side == Side::kLeft ? Side::kRight : Side::kLeft;
  }
  std::ranges::for_each(other.heads_, mirror);
  std::ranges::for_each(other.forbidden_, mirror);
  for (Span& span : other.spans_) {
    std::swap(span.first, span.last);
    mirror(span.first);
    mirror(span.last);
  }
  other.make_index();
  return other;
}

void Gold::add(Node word, const KnownWord& known, const LabelIds& ids, const GoldOptions& options) {
  Word& here = words_[static_cast<std::size_t>(word)];
  for (const KnownArc& arc : known.heads) {
    check_head(arc.head, word, words());
    if (is_too_long(word, arc.head, options)) continue;
    add_head(word, arc.head);
    head_labels_.push_back(add_labels(arc.labels, ids));
  }
  here.forbidden = {static_cast<std::uint32_t>(forbidden_.size()),
                    static_cast<std::uint32_t>(known.forbidden_heads.size())};
  for (const Node head : known.forbidden_heads) {
    check_head(head, word, words());
    forbidden_.push_back(head);
  }
  here.side = known.side;
  here.labels = add_labels(known.labels, ids);
  if (!known.span_end) return;
  if (*known.span_end < word || *known.span_end > words()) {
    throw Error(fmt::format("the span of word {} ends at {}; expected {} to {}", word,
                            *known.span_end, word, words()));
  }
  spans_.push_back({word, *known.span_end});
}

void Gold::add_head(Node word, Node head) {
  Range& range = words_[static_cast<std::size_t>(word)].heads;
  if (range.count++ == 0) range.first = static_cast<std::uint32_t>(heads_.size());
  heads_.push_back(head);
}

Gold::Range Gold::add_labels(std::span<const std::string> names, const LabelIds& ids) {
  const Range range{static_cast<std::uint32_t>(labels_.size()),
                    static_cast<std::uint32_t>(names.size())};
  for (const std::string& name : names) labels_.push_back(ids(name));
  return range;
}

bool Gold::is_too_long(Node word, Node head, const GoldOptions& options) const {
  return options.longest_arc > 0 &&
         std::abs(position(head, words(), options.root) - word) > options.longest_arc;
}

std::span<const Label> Gold::labels(Arc arc) const {
  const Word& known = at(arc.dependent);
  if (!head_labels_.empty()) {
    for (std::uint32_t i = known.heads.first; i < known.heads.first + known.heads.count; ++i) {
      if (heads_[i] == arc.head && head_labels_[i].count > 0) return of(labels_, head_labels_[i]);
    }
  }
  return of(labels_, known.labels);
}

bool Gold::agrees(Arc arc, RootPosition root) const {
  const Word& known = at(arc.dependent);
  if (known.heads.count > 0) {
    if (!contains(of(heads_, known.heads), arc.head)) return false;
  } else if (!knows_head(arc.dependent)) {
    return false;
  }
  if (contains(of(forbidden_, known.forbidden), arc.head)) return false;
  if (known.side == Side::kAny) return true;
  const bool left = position(arc.head, words(), root) < arc.dependent;
  return left == (known.side == Side::kLeft);
}

int Gold::crossed_spans(Arc arc) const {
  return static_cast<int>(std::count_if(spans_.begin(), spans_.end(), [&](const Span& span) {
    return span.contains(arc.head) != span.contains(arc.dependent);
  }));
}

int Gold::label_penalty(Arc arc, Label label, RootPosition root) const {
  if (label == kNoLabel) return 0;
  const auto allowed = labels(arc);
  if (allowed.empty() || contains(allowed, label)) return 0;
  return !knows_head(arc.dependent) || agrees(arc, root) ? head_value_ : 0;
}

void Gold::make_index() {
  Heads single(words_.size(), kNoHead);
  bool simple = spans_.empty();
  only_heads_ = simple;
  known_heads_ = longest_arc_root_first_ = longest_arc_root_last_ = 0;
  first_child_.assign(words_.size() + 1, 0);
  valued_words_.clear();
  for (Node word = 1; word <= words(); ++word) {
    if (reproduce_empty_ || !spans_.empty() || knows_head(word) || at(word).labels.count > 0) {
      valued_words_.push_back(word);
    }
    const Node one = head(word);
    simple = simple && (one != kNoHead || !knows_head(word));
    known_heads_ += knows_head(word) ? 1 : 0;
    only_heads_ = only_heads_ && side(word) == Side::kAny && forbidden_heads(word).empty();
    single[static_cast<std::size_t>(word)] = one;
    if (one == kNoHead) continue;
    ++first_child_[static_cast<std::size_t>(one) + 1];
    const auto length = [&](RootPosition root) {
      return std::abs(position(one, words(), root) - word);
    };
    longest_arc_root_first_ = std::max(longest_arc_root_first_, length(RootPosition::kFirst));
    longest_arc_root_last_ = std::max(longest_arc_root_last_, length(RootPosition::kLast));
  }
  for (std::size_t node = 1; node < first_child_.size(); ++node) {
    first_child_[node] += first_child_[node - 1];
  }
  children_.resize(first_child_.back());
  std::vector<std::uint32_t> next(first_child_.begin(), first_child_.end() - 1);
  for (Node word = 1; word <= words(); ++word) {
    const Node one = single[static_cast<std::size_t>(word)];
    if (one != kNoHead) children_[next[static_cast<std::size_t>(one)]++] = word;
  }
  is_tree_ = simple && children_.size() + 1 == words_.size();
  projective_ = simple && find_cycle(single) == kNoHead && is_projective(single);
  ancestors_of_last_.clear();
  Node ancestor = single.back();
  // What is known may be a cycle.
  for (Node steps = 0; ancestor != kNoHead && steps < words(); ++steps) {
    const bool is_first = ancestors_of_last_.empty() || ancestor < ancestors_of_last_.back();
    if (is_first) ancestors_of_last_.push_back(ancestor);
    ancestor = single[static_cast<std::size_t>(ancestor)];
  }
}

}  // namespace panarc
