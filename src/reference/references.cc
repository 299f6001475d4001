#include "panarc/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/random.h"
#include "io/text.h"
#include "panarc/error.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using Alternatives = TreeChoices::Selection;
using Outcome = TreeChoices::Outcome;

/// Where several rules meet at a word, what stands farther from it is promoted first: it then stays
/// above the rest, whichever of them are applied.
constexpr std::array kFarthestFirst{Scheme::kCop, Scheme::kConj, Scheme::kMark, Scheme::kCase,
                                    Scheme::kDet, Scheme::kName, Scheme::kMwe};

void check_complete(const LabeledTree& tree) {
  if (!is_complete(tree.heads)) {
    throw Error("a sentence with several references has words without a head");
  }
}

/// To the next combination of some choices, the first of which changes fastest.
bool advance(const TreeChoices& all, const std::vector<std::size_t>& some,
             Alternatives& selection) {
  for (const std::size_t choice : some) {
    if (++selection[choice] < all.choices[choice].alternatives) return true;
    selection[choice] = 0;
  }
  return false;
}

/// Makes choices of the places where rules can be applied to a tree.
///
/// What becomes of a word depends on the choice at the word, or at its head, or both: no rule moves
/// words any farther. So the words that a choice has an effect on are those that change when it is
/// made alone, or together with the one at the head of its word.
class SchemeChoices {
 public:
  SchemeChoices(const LabeledTree& tree, std::span<const Scheme> rules) : tree_(tree) {
    for (const Scheme rule : kFarthestFirst) {
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) continue;
      for (const Node word : scheme_sites(tree, rule)) sites_[word].push_back(rule);
    }
    for (const auto& [word, met] : sites_) {
      words_of_choices_.push_back(word);
      result_.choices.push_back({word, std::size_t{1} << met.size()});
    }
    result_.words.resize(tree.heads.size());
  }

  TreeChoices make() {
    find_effects();
    if (!fill_outcomes() || !holds()) return choice_of_trees(std::array{tree_, applied(last())});
    return std::move(result_);
  }

 private:
  [[nodiscard]] Alternatives none() const { return Alternatives(result_.choices.size(), 0); }
  /// Every rule at every place.
  [[nodiscard]] Alternatives last() const {
    Alternatives selection;
    for (const auto& choice : result_.choices) {
      selection.push_back(static_cast<std::uint8_t>(choice.alternatives - 1));
    }
    return selection;
  }

  /// The tree of a selection, from the rules.
  const LabeledTree& applied(const Alternatives& selection) {
    const auto known = applied_.find(selection);
    if (known != applied_.end()) return known->second;
    LabeledTree tree = tree_;
    for (const Scheme rule : kFarthestFirst) {
      const std::vector<Node> chosen = chosen_sites(selection, rule);
      if (!chosen.empty()) apply_scheme(tree, rule, chosen);
    }
    return applied_.emplace(selection, std::move(tree)).first->second;
  }

  /// Bit i of an alternative stands for the i-th rule at the word.
  [[nodiscard]] std::vector<Node> chosen_sites(const Alternatives& selection, Scheme rule) const {
    std::vector<Node> chosen;
    for (std::size_t i = 0; i < selection.size(); ++i) {
      if (selection[i] == 0) continue;
      const std::vector<Scheme>& met = sites_.at(words_of_choices_[i]);
      const auto at = std::find(met.begin(), met.end(), rule);
      if (at == met.end()) continue;
      const auto bit = static_cast<unsigned>(at - met.begin());
      if (((static_cast<unsigned>(selection[i]) >> bit) & 1U) != 0) {
        chosen.push_back(words_of_choices_[i]);
      }
    }
    return chosen;
  }

  void find_effects() {
    effects_.resize(result_.words.size());
    for (std::size_t choice = 0; choice < result_.choices.size(); ++choice) {
      make_room();
      for_each_alternative(choice, [&](Alternatives& alone) {
        add_effect(choice, tree_, applied(alone));
        const std::size_t above = choice_at(tree_.heads[index(words_of_choices_[choice])]);
        if (above == kNone) return;
        for (std::size_t other = 1; other < result_.choices[above].alternatives; ++other) {
          Alternatives head_only = none();
          head_only[above] = static_cast<std::uint8_t>(other);
          Alternatives both = alone;
          both[above] = static_cast<std::uint8_t>(other);
          add_effect(choice, applied(head_only), applied(both));
          add_effect(above, applied(alone), applied(both));
        }
      });
    }
  }

  /// Every alternative of a choice but the first, with all other choices at their first.
  template <class Visitor>
  void for_each_alternative(std::size_t choice, Visitor&& visit) {
    for (std::size_t i = 1; i < result_.choices[choice].alternatives; ++i) {
      Alternatives alone = none();
      alone[choice] = static_cast<std::uint8_t>(i);
      visit(alone);
    }
  }

  void add_effect(std::size_t choice, const LabeledTree& without, const LabeledTree& with) {
    for (std::size_t word = 1; word < effects_.size(); ++word) {
      if (without.heads[word] != with.heads[word] || without.labels[word] != with.labels[word]) {
        effects_[word].insert(choice);
      }
    }
  }

  /// False if a word depends on too many choices.
  bool fill_outcomes() {
    constexpr std::size_t kMostOutcomes = 4096;
    for (std::size_t word = 0; word < result_.words.size(); ++word) {
      make_room();
      auto& [choices, outcomes] = result_.words[word];
      choices.assign(effects_[word].begin(), effects_[word].end());
      Alternatives selection = none();
      do {
        if (outcomes.size() == kMostOutcomes) return false;
        const LabeledTree& tree = applied(selection);
        outcomes.push_back({tree.heads[word], tree.labels[word]});
      } while (advance(result_, choices, selection));
    }
    return true;
  }

  /// Trees that were made are kept for a while.
  void make_room() {
    constexpr std::size_t kMostTrees = 256;
    if (applied_.size() > kMostTrees) applied_.clear();
  }

  /// Several rules, and arcs that cross, may reach farther. Then there are fewer references.
  bool holds() {
    constexpr int kTried = 32;
    Random random(1);
    for (int i = 0; i < kTried; ++i) {
      Alternatives selection = last();
      for (std::uint8_t& alternative : selection) {
        alternative = static_cast<std::uint8_t>(random.below(alternative + 1U));
      }
      if (!same(selection)) return false;
    }
    return same(last());
  }
  bool same(const Alternatives& selection) { return applied(selection) == result_.tree(selection); }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t choice_at(Node word) const {
    const auto at = std::lower_bound(words_of_choices_.begin(), words_of_choices_.end(), word);
    if (at == words_of_choices_.end() || *at != word) return kNone;
    return static_cast<std::size_t>(at - words_of_choices_.begin());
  }
  static std::size_t index(Node node) { return static_cast<std::size_t>(node); }

  const LabeledTree& tree_;
  std::map<Node, std::vector<Scheme>> sites_;
  std::vector<Node> words_of_choices_;
  std::vector<std::set<std::size_t>> effects_;  // choices that a word depends on
  std::unordered_map<Alternatives, LabeledTree, NumbersHash> applied_;
  TreeChoices result_;
};

/// Finds the reference nearest to a tree. Choices that no word depends on together are made apart;
/// the others by branch and bound, since what they can add at most is known beforehand.
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
    // A word is settled with the last of its choices.
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
  [[nodiscard]] int value(std::size_t word, const Outcome& outcome) const {
    if (outcome.head != tree_.heads[word]) return 0;
    return static_cast<int>(tree_.heads.size()) + (outcome.label == tree_.labels[word] ? 1 : 0);
  }
  [[nodiscard]] int best_of(std::size_t word) const {
    int best = 0;
    for (const Outcome& one : all_.words[word].outcomes) best = std::max(best, value(word, one));
    return best;
  }

  void go_on(std::size_t at, int so_far) {
    // Of more than a dozen choices in one group, or so, the best that was found has to do.
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
  std::vector<std::size_t> group_;  // of each choice: the first that it goes with

  // Of a group.
  std::vector<std::size_t> choices_;
  std::vector<std::vector<std::size_t>> words_;
  std::vector<int> most_;  // what the choices from one on can add at most
  Alternatives best_;
  int best_value_ = -1;
  std::size_t steps_ = 0;
};

/// What the comment that counts references says; 1 if there is none. The last one counts.
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
                fmt::format("{} in the sentence that this is another reference of", what));
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

}  // namespace

const Outcome& TreeChoices::outcome(Node word, const Alternatives& selection) const {
  const Word& at = words[static_cast<std::size_t>(word)];
  std::size_t index = 0;
  std::size_t step = 1;
  for (const std::size_t choice : at.choices) {
    index += step * selection[choice];
    step *= choices[choice].alternatives;
  }
  return at.outcomes[index];
}

LabeledTree TreeChoices::tree(const Alternatives& selection) const {
  LabeledTree tree;
  for (Node word = 0; word < static_cast<Node>(words.size()); ++word) {
    const Outcome& found = outcome(word, selection);
    tree.heads.push_back(found.head);
    tree.labels.push_back(found.label);
  }
  return tree;
}

TreeChoices scheme_choices(const LabeledTree& tree, std::span<const Scheme> rules) {
  check_complete(tree);
  return SchemeChoices(tree, rules).make();
}

TreeChoices choice_of_trees(std::span<const LabeledTree> trees) {
  if (trees.empty()) throw Error("there is no tree to choose from");
  std::vector<LabeledTree> different;
  for (const LabeledTree& tree : trees) {
    check_complete(tree);
    if (tree.heads.size() != trees.front().heads.size()) {
      throw Error(fmt::format("a reference has {}, another {}",
                              counted(tree.heads.size() - 1, "word"),
                              counted(trees.front().heads.size() - 1, "word")));
    }
    if (std::ranges::find(different, tree) == different.end()) different.push_back(tree);
  }
  if (different.size() > TreeChoices::kMostAlternatives) {
    throw Error(fmt::format("a sentence has {} references; expected at most {}", different.size(),
                            TreeChoices::kMostAlternatives));
  }
  TreeChoices result;
  if (different.size() > 1) result.choices.push_back({1, different.size()});
  for (std::size_t word = 0; word < different.front().heads.size(); ++word) {
    auto& [choices, outcomes] = result.words.emplace_back();
    for (const LabeledTree& tree : different) {
      outcomes.push_back({tree.heads[word], tree.labels[word]});
    }
    const bool same = std::ranges::adjacent_find(outcomes, std::not_equal_to<>()) == outcomes.end();
    if (same) {
      outcomes.resize(1);
    } else {
      choices.push_back(0);
    }
  }
  return result;
}

std::vector<LabeledTree> trees_of(const TreeChoices& choices, std::size_t most) {
  std::vector<LabeledTree> trees;
  if (most == 0) return trees;
  Alternatives selection(choices.choices.size(), 0);
  std::vector<std::size_t> all(selection.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  do {
    LabeledTree tree = choices.tree(selection);
    if (std::ranges::find(trees, tree) == trees.end()) trees.push_back(std::move(tree));
  } while (trees.size() < most && advance(choices, all, selection));
  return trees;
}

Alternatives nearest_reference(const TreeChoices& choices, const LabeledTree& tree) {
  return NearestSearch(choices, tree).find();
}

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
                "found a sentence, expected the end, as in the treebank that this is a reference "
                "of");
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
                  "found another reference, expected the sentence that it is one of before it");
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

}  // namespace panarc
