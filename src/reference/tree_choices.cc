#include "panarc/scheme.h"

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

/// Throws Error unless every word has a head.
void check_complete(const LabeledTree& tree) {
  if (!is_complete(tree.heads)) {
    throw Error("a sentence with several references has words without a head");
  }
}

/// Advances to the next combination of some choices, the first of which varies fastest. False after
/// the last one.
bool advance(const TreeChoices& all, const std::vector<std::size_t>& some,
             TreeChoices::Selection& selection) {
  for (const std::size_t choice : some) {
    if (++selection[choice] < all.choices[choice].alternatives) return true;
    selection[choice] = 0;
  }
  return false;
}

/// If several rules meet at a word, what is farther from it is promoted first: it then stays above
/// the rest, whichever of them are applied.
constexpr std::array kFarthestFirst{Scheme::kCop, Scheme::kConj, Scheme::kMark, Scheme::kCase,
                                    Scheme::kDet, Scheme::kName, Scheme::kMwe};

/// Turns the places where rules apply to a tree into choices.
///
/// What happens to a word depends on the choice at the word, or at its head, or both: no rule moves
/// words any farther. So the words affected by a choice are those that change when it is made
/// alone, or together with the one at the head of its word.
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

  /// The tree of a selection, made by applying the rules.
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

  /// Visits every alternative of a choice except the first, with all other choices at their first.
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

  /// Keeps trees for a while.
  void make_room() {
    constexpr std::size_t kMostTrees = 256;
    if (applied_.size() > kMostTrees) applied_.clear();
  }

  /// Several rules, or crossing arcs, may reach farther. Then there are fewer references.
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
  std::vector<std::set<std::size_t>> effects_;  // choices that each word depends on
  std::unordered_map<Alternatives, LabeledTree, NumbersHash> applied_;
  TreeChoices result_;
};

}  // namespace

const TreeChoices::Outcome& TreeChoices::outcome(Node word, const Selection& selection) const {
  const Word& at = words[static_cast<std::size_t>(word)];
  std::size_t index = 0;
  std::size_t step = 1;
  for (const std::size_t choice : at.choices) {
    index += step * selection[choice];
    step *= choices[choice].alternatives;
  }
  return at.outcomes[index];
}

LabeledTree TreeChoices::tree(const Selection& selection) const {
  LabeledTree tree;
  for (Node word = 0; word < static_cast<Node>(words.size()); ++word) {
    const Outcome& found = outcome(word, selection);
    tree.heads.push_back(found.head);
    tree.labels.push_back(found.label);
  }
  return tree;
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
  TreeChoices::Selection selection(choices.choices.size(), 0);
  std::vector<std::size_t> all(selection.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  do {
    LabeledTree tree = choices.tree(selection);
    if (std::ranges::find(trees, tree) == trees.end()) trees.push_back(std::move(tree));
  } while (trees.size() < most && advance(choices, all, selection));
  return trees;
}

TreeChoices scheme_choices(const LabeledTree& tree, std::span<const Scheme> rules) {
  check_complete(tree);
  return SchemeChoices(tree, rules).make();
}

}  // namespace panarc
