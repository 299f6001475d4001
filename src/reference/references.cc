#include "panarc/scheme.h"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace panarc