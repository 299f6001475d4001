#include "panarc/scheme.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "io/text.h"
#include "panarc/error.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// The number in the reference comment; 1 if there is none. The last comment counts.
int reference_number(const Sentence& sentence) {
  constexpr std::string_view kKey = "# reference_number = ";
  for (std::size_t i = sentence.comment_count(); i-- > 0;) {
    const std::string_view comment = sentence.comment(i);
    if (comment.starts_with(kKey)) return parse_number(comment.substr(kKey.size())).value_or(1);
  }
  return 1;
}

void check_same_words(const Sentence& first, const Sentence& other) {
  const auto refuse = [&](std::uint64_t line, const std::string& what) {
    throw Error({other.file(), line, 0},
                fmt::format("{} in the sentence of which this is another reference", what));
  };
  if (first.size() != other.size()) {
    const auto words = counted(static_cast<std::uint64_t>(other.size()), "word");
    refuse(other.line(), fmt::format("found {}, expected {}, as", words, first.size()));
  }
  for (Node word = 1; word <= first.size(); ++word) {
    if (first.form(word) == other.form(word)) continue;
    refuse(other.line(word), fmt::format("found the word \"{}\", expected \"{}\", as",
                                         other.form(word), first.form(word)));
  }
}

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

bool is_further_reference(const Sentence& sentence) { return reference_number(sentence) > 1; }

void number_reference(Sentence& sentence, std::size_t number) {
  sentence.add_comment(fmt::format("reference_number = {}", number));
}

void add_references(std::vector<Sentence>& sentences, const std::vector<Sentence>& further) {
  std::vector<Sentence> result;
  std::size_t next = 0;
  std::size_t references = 0;
  const auto add_next = [&] {
    if (references == 0) return;
    if (next == further.size()) {
      const Sentence& last = result.back();
      throw Error({last.file(), last.line(), 0},
                  "there is no other reference of this sentence: the treebank of references ends "
                  "before it");
    }
    Sentence other = further[next++];
    if (is_further_reference(other)) {
      throw Error({other.file(), other.line(), 0},
                  "found another reference of the sentence before, expected one tree per sentence "
                  "in a treebank of references");
    }
    check_same_words(result.back(), other);
    number_reference(other, references + 1);
    result.push_back(std::move(other));
  };
  for (Sentence& sentence : sentences) {
    if (!is_further_reference(sentence)) {
      add_next();
      references = 0;
    }
    ++references;
    result.push_back(std::move(sentence));
  }
  add_next();
  if (next < further.size()) {
    throw Error({further[next].file(), further[next].line(), 0},
                "found a sentence, expected the end, as in the treebank of which this is a "
                "reference");
  }
  sentences = std::move(result);
}

std::vector<TreeChoices> take_references(std::vector<Sentence>& sentences,
                                         std::span<const Scheme> rules) {
  std::vector<TreeChoices> result;
  std::vector<Sentence> first;
  std::vector<LabeledTree> trees;
  const auto add_choices = [&] {
    if (first.empty()) return;
    try {
      if (trees.size() > 1) {
        result.push_back(choice_of_trees(trees));
      } else if (!rules.empty() && is_complete(trees.front().heads)) {
        result.push_back(scheme_choices(trees.front(), rules));
      } else {
        result.emplace_back();
      }
    } catch (const Error& error) {
      throw Error({first.back().file(), first.back().line(), 0}, error.message());
    }
  };
  for (Sentence& sentence : sentences) {
    if (!is_further_reference(sentence)) {
      add_choices();
      trees = {labeled_tree(sentence)};
      first.push_back(std::move(sentence));
      continue;
    }
    if (first.empty()) {
      throw Error({sentence.file(), sentence.line(), 0},
                  "found another reference, expected the sentence itself before it");
    }
    check_same_words(first.back(), sentence);
    trees.push_back(labeled_tree(sentence));
  }
  add_choices();
  sentences = std::move(first);
  const bool several = std::ranges::any_of(
      result, [](const TreeChoices& choices) { return !choices.choices.empty(); });
  return several ? result : std::vector<TreeChoices>();
}

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
