#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "panarc/significance.h"
#include "panarc/treebank.h"

/// What parsers get wrong, and where: words by groups, confusions, and two parsers side by side
/// (PanParser, 4.10).

namespace panarc {

/// A word of the gold standard that was looked at and that a system has wrong.
struct WrongWord {
  Node word = 0;
  /// Of the system and of the other: what is wrong, such as `[nsubj>obj]` or `[obj: saw>had]`.
  /// Empty where nothing is.
  std::array<std::string, 2> marks;
};

/// A sentence in which words were looked at.
struct AnalysedSentence {
  std::uint64_t number;  ///< in the gold standard, from 1
  const Sentence& gold;
  /// What the system and the other say of the words of the gold standard: their heads and
  /// relations, none where they do not have the word, or have its head in another sentence. Null
  /// where there is no such system.
  std::array<const Sentence*, 2> systems;
  std::span<const WrongWord> words;
};

/// Where a word stands in the gold standard; both are counted from 1.
struct WordPlace {
  std::uint64_t sentence = 0;
  Node word = 0;

  friend bool operator==(const WordPlace&, const WordPlace&) = default;
};

/// Conditions and criteria are those of queries; see query.h. The annotation that is meant is the
/// gold standard, unless a name begins with `system.` or `other.`.
struct AnalysisOptions {
  /// Words with the same values form a group: `deprel`, `head.upos`. Numbers can be put into
  /// classes by where those begin: `length:1:2:3:7` for 1, 2, 3 to 6, and 7 and more.
  std::vector<std::string> by;
  /// Which words are looked at; all if empty.
  std::string where;
  /// Which are left out of those; none if empty.
  std::string ignore;
  /// The attribute whose values of gold standard and system are counted in pairs; none if empty.
  std::string confusion;
  /// So many sentences are kept for each group and each confusion.
  std::size_t examples = 0;
  /// In a comparison with a system: called for every sentence in which words were looked at, if
  /// given. Then groups and confusions also say where their words are.
  std::function<void(const AnalysedSentence&)> visit;
  /// The forms that the parser was trained on, for the attribute `known`.
  std::shared_ptr<const std::unordered_set<std::string>> known_words;
};

/// How well a system does on some words.
struct SystemCounts {
  std::uint64_t heads = 0;   ///< right heads
  std::uint64_t labels = 0;  ///< right relations, subtypes aside, whatever the heads
  std::uint64_t both = 0;    ///< right heads with right relations
};

struct AnalysisGroup {
  std::vector<std::string> values;  ///< one per criterion
  std::uint64_t words = 0;          ///< with a gold head, if there is a system
  /// Those of the system, and of the other.
  std::array<SystemCounts, 2> systems{};
  /// Words that only the system has right, head and relation, or only the other.
  std::array<std::uint64_t, 2> alone{};
  /// How likely the difference of `both` is by chance, by randomisation; 1 without another system.
  double p_value = 1;
  /// Sentences with a word that the system has wrong, marked.
  std::vector<std::string> examples;
  /// The words that a system has wrong, with AnalysisOptions::visit.
  std::vector<WordPlace> places;
};

/// Values of the gold standard and of the system that stand at the same words.
struct Confusion {
  std::string gold;
  std::string system;
  std::uint64_t words = 0;
  std::vector<std::string> examples;
  /// All words, with AnalysisOptions::visit.
  std::vector<WordPlace> places;
};

struct Analysis {
  std::vector<std::string> criteria;
  AnalysisGroup total;
  /// From the most frequent to the least.
  std::vector<AnalysisGroup> groups;
  /// The same; equal values included.
  std::vector<Confusion> confusions;
  /// What each sentence has right, for tests of significance: heads, and heads with relations.
  std::vector<PairedScore> heads;
  std::vector<PairedScore> both;
};

/// Throws Error, which begins with the name of an option, if one cannot be understood. `systems` is
/// how many there are beside the gold standard, 0 to 2. Analyses check it, too.
void check_analysis(const AnalysisOptions& options, std::size_t systems);

/// The forms of a treebank.
std::unordered_set<std::string> forms_of(TreebankReader& treebank);

/// Counts the words of sentences by themselves. `next` puts the next one into its argument, and
/// returns false if there is none.
Analysis analyse(const std::function<bool(Sentence&)>& next, const AnalysisOptions& options);

/// Compares a system with the gold standard. They may divide the text into other words; those that
/// have no counterpart are wrong.
Analysis analyse(TreebankReader& gold, TreebankReader& system, const AnalysisOptions& options);

/// Compares two systems. The gold standard is read twice.
Analysis analyse(TreebankReader& gold, TreebankReader& system, TreebankReader& gold_again,
                 TreebankReader& other, const AnalysisOptions& options);

}  // namespace panarc
