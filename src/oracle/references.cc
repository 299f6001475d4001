#include "oracle/references.h"

#include <algorithm>
#include <utility>

#include "treebank/mirror.h"

namespace panarc {
namespace {

/// Calls a visitor with the index of each outcome that a selection allows.
template <class Visitor>
void for_each_possible(const TreeChoices& all, const TreeChoices::Word& word,
                       const References::Selection& selection, Visitor&& visit) {
  for (std::size_t i = 0; i < word.outcomes.size(); ++i) {
    std::size_t rest = i;
    const bool possible = std::ranges::all_of(word.choices, [&](std::size_t choice) {
      const std::size_t alternatives = all.choices[choice].alternatives;
      const std::size_t here = rest % alternatives;
      rest /= alternatives;
      return selection[choice] == References::kOpen || selection[choice] == here;
    });
    if (possible) visit(i);
  }
}

}  // namespace

TreeChoices mirrored(const TreeChoices& choices) {
  TreeChoices other = choices;
  const int words = static_cast<int>(choices.words.size()) - 1;
  for (TreeChoices::Choice& choice : other.choices) choice.word = mirrored(choice.word, words);
  std::reverse(other.words.begin() + 1, other.words.end());
  for (TreeChoices::Word& word : other.words) {
    for (TreeChoices::Outcome& outcome : word.outcomes) {
      outcome.head = mirrored(outcome.head, words);
    }
  }
  return other;
}

References::References(TreeChoices choices, const LabelIds& labels, const GoldOptions& options)
    : choices_(std::make_shared<const TreeChoices>(std::move(choices))), options_(options) {
  words_of_.resize(choices_->choices.size());
  for (const TreeChoices::Word& word : choices_->words) {
    for (const std::size_t choice : word.choices) {
      words_of_[choice].push_back(static_cast<Node>(labels_.size()));
    }
    auto& numbers = labels_.emplace_back();
    for (const TreeChoices::Outcome& outcome : word.outcomes) {
      numbers.push_back(outcome.label == "_" || outcome.label.empty() ? kNoLabel
                                                                      : labels(outcome.label));
    }
    if (options.longest_arc > 0 && word.outcomes.size() > 1) ++most_forgotten_;
  }
  any_ = gold(Selection(choices_->choices.size(), kOpen));
  if (choices_->choices.empty()) choices_ = nullptr;
}

std::span<const TreeChoices::Choice> References::choices() const {
  return choices_ == nullptr ? std::span<const TreeChoices::Choice>() : choices_->choices;
}

Gold References::gold(const Selection& selection) const {
  std::vector<std::vector<LabeledHead>> heads(choices_->words.size());
  for (std::size_t word = 1; word < heads.size(); ++word) {
    const TreeChoices::Word& at = choices_->words[word];
    for_each_possible(*choices_, at, selection, [&](std::size_t i) {
      const LabeledHead outcome{at.outcomes[i].head, labels_[word][i]};
      if (std::ranges::find(heads[word], outcome) == heads[word].end()) {
        heads[word].push_back(outcome);
      }
    });
  }
  Gold made(heads, options_);
  return hidden_.empty() ? made : made.without(hidden_);
}

bool References::allows(Arc arc, const Selection& selection) const {
  const TreeChoices::Word& word = choices_->words[static_cast<std::size_t>(arc.dependent)];
  bool found = false;
  for_each_possible(*choices_, word, selection,
                    [&](std::size_t i) { found = found || word.outcomes[i].head == arc.head; });
  return found;
}

References References::without(std::span<const Node> words) const {
  if (!several()) return any_.without(words);
  References less = *this;
  less.hidden_.insert(less.hidden_.end(), words.begin(), words.end());
  less.any_ = any_.without(words);
  return less;
}

}  // namespace panarc
