#include "reference/tree_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "io/text.h"
#include "panarc/error.h"
#include "treebank/projectivity.h"

namespace panarc {

void check_complete(const LabeledTree& tree) {
  if (!is_complete(tree.heads)) {
    throw Error("a sentence with several references has words without a head");
  }
}

bool advance(const TreeChoices& all, const std::vector<std::size_t>& some,
             TreeChoices::Selection& selection) {
  for (const std::size_t choice : some) {
    if (++selection[choice] < all.choices[choice].alternatives) return true;
    selection[choice] = 0;
  }
  return false;
}

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

}  // namespace panarc
