#include <algorithm>
#include <numeric>

#include "panarc/scheme.h"

namespace panarc {
namespace {

using Alternatives = TreeChoices::Selection;

/// Finds the reference nearest to a tree. Choices that share no word are made separately; the
/// others by branch and bound, since the most they can add is known beforehand.
class NearestSearch {
 public:
  NearestSearch(const TreeChoices& choices, const LabeledTree& tree)
      : all_(choices),
        tree_(tree),
        selection_(choices.choices.size(), 0),
        group_(choices.choices.size()) {
    std::iota(group_.begin(), group_.end(), std::size_t{0});
    for (const TreeChoices::Word& word : choices.words) {
      for (const std::size_t choice : word.choices) join(word.choices.front(), choice);
    }
  }

  Alternatives find() {
    for (std::size_t first = 0; first < group_.size(); ++first) {
      if (group_[first] == first) settle(first);
    }
    return selection_;
  }

 private:
  void join(std::size_t a, std::size_t b) {
    const std::size_t into = std::min(group_[a], group_[b]);
    const std::size_t from = std::max(group_[a], group_[b]);
    std::ranges::replace(group_, from, into);
  }

  /// Makes the choices of one group.
  void settle(std::size_t group) {
    choices_.clear();
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (group_[i] == group) choices_.push_back(i);
    }
    // A word is decided with the last of its choices.
    words_.assign(choices_.size(), {});
    for (std::size_t word = 1; word < all_.words.size(); ++word) {
      const auto& on = all_.words[word].choices;
      if (on.empty() || group_[on.front()] != group) continue;
      const auto last = std::ranges::lower_bound(choices_, std::ranges::max(on));
      words_[static_cast<std::size_t>(last - choices_.begin())].push_back(word);
    }
    most_.assign(choices_.size() + 1, 0);
    for (std::size_t i = choices_.size(); i-- > 0;) {
      most_[i] = most_[i + 1];
      for (const std::size_t word : words_[i]) most_[i] += best_of(word);
    }
    best_ = selection_;
    best_value_ = -1;
    steps_ = 0;
    go_on(0, 0);
    selection_ = best_;
  }

  /// A head counts for more than all labels.
  [[nodiscard]] int value(std::size_t word, const TreeChoices::Outcome& outcome) const {
    if (outcome.head != tree_.heads[word]) return 0;
    return static_cast<int>(tree_.heads.size()) + (outcome.label == tree_.labels[word] ? 1 : 0);
  }
  [[nodiscard]] int best_of(std::size_t word) const {
    int best = 0;
    for (const TreeChoices::Outcome& one : all_.words[word].outcomes)
      best = std::max(best, value(word, one));
    return best;
  }

  void go_on(std::size_t at, int so_far) {
    // With more than about a dozen choices in one group, the best one found has to do.
    constexpr std::size_t kMostSteps = 1U << 16U;
    if (so_far + most_[at] <= best_value_ || ++steps_ > kMostSteps) return;
    if (at == choices_.size()) {
      best_value_ = so_far;
      best_ = selection_;
      return;
    }
    for (std::size_t i = 0; i < all_.choices[choices_[at]].alternatives; ++i) {
      selection_[choices_[at]] = static_cast<std::uint8_t>(i);
      int next = so_far;
      for (const std::size_t word : words_[at]) {
        next += value(word, all_.outcome(static_cast<Node>(word), selection_));
      }
      go_on(at + 1, next);
    }
    selection_[choices_[at]] = 0;
  }

  const TreeChoices& all_;
  const LabeledTree& tree_;
  Alternatives selection_;
  std::vector<std::size_t> group_;  // for each choice: the first in its group

  // What belongs to a group.
  std::vector<std::size_t> choices_;
  std::vector<std::vector<std::size_t>> words_;
  std::vector<int> most_;  // the most that the choices from here on can add
  Alternatives best_;
  int best_value_ = -1;
  std::size_t steps_ = 0;
};

}  // namespace

Alternatives nearest_reference(const TreeChoices& choices, const LabeledTree& tree) {
  return NearestSearch(choices, tree).find();
}

Sentence with_nearest_reference(const Sentence& sentence, const TreeChoices& choices,
                                const Sentence& parsed) {
  Sentence result = sentence;
  if (!choices.choices.empty()) {
    set_tree(result, choices.tree(nearest_reference(choices, labeled_tree(parsed))));
  }
  return result;
}

}  // namespace panarc
