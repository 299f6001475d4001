#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

#include "panarc/lattice.h"
#include "panarc/significance.h"
#include "panarc/statistics.h"
#include "panarc/treebank.h"

/// What parsers get wrong, and where: words by group, confusions, and two parsers side by side
/// (PanParser, 4.10); and what there is in a treebank.

namespace panarc {

/// A selected word of the gold standard that a system gets wrong.
struct WrongWord {
  Node word = 0;
  /// For the first and the second system: what is wrong, such as `[nsubj>obj]` or `[obj: saw>had]`.
  /// Empty if nothing is.
  std::array<std::string, 2> marks;
};

/// A sentence with selected words.
struct AnalysedSentence {
  std::uint64_t number;  ///< in the gold standard, from 1
  const Sentence& gold;
  /// The gold words with the heads and relations of the first and the second system. A word has
  /// none if the system lacks that word or puts its head in another sentence. Null if there is no
  /// such system.
  std::array<const Sentence*, 2> systems;
  std::span<const WrongWord> words;
};

/// The position of a word in the gold standard; both numbers count from 1.
struct WordPlace {
  std::uint64_t sentence = 0;
  Node word = 0;

  friend bool operator==(const WordPlace&, const WordPlace&) = default;
};

/// Conditions and criteria are those of queries; see query.h. They refer to the gold standard
/// unless a name begins with `system.` or `other.`.
struct AnalysisOptions {
  /// Words with the same values form a group: `deprel`, `head.upos`. Numbers can be binned by
  /// giving the start of each bin: `length:1:2:3:7` means 1, 2, 3 to 6, and 7 or more.
  std::vector<std::string> by;
  /// The words to select; all if empty.
  std::string where;
  /// The words to leave out of those; none if empty.
  std::string ignore;
  /// The attribute whose gold and system values are counted in pairs; none if empty.
  std::string confusion;
  /// How many example sentences to keep for each group and each confusion.
  std::size_t examples = 0;
  /// When comparing with a system: if set, called for every sentence with selected words. Groups
  /// and confusions then also record where their words are.
  std::function<void(const AnalysedSentence&)> visit;
  /// The forms that the parser was trained on, for the attribute `known`.
  std::shared_ptr<const std::unordered_set<std::string>> known_words;
};

/// How well a system does on a set of words.
struct SystemCounts {
  std::uint64_t heads = 0;   ///< right heads
  std::uint64_t labels = 0;  ///< right relations, ignoring subtypes, whatever the heads
  std::uint64_t both = 0;    ///< right heads with right relations, ignoring subtypes
};

struct AnalysisGroup {
  std::vector<std::string> values;  ///< one per criterion
  std::uint64_t words = 0;          ///< if there is a system, only those with a gold head
  /// Counts of the first and the second system.
  std::array<SystemCounts, 2> systems{};
  /// Words whose head and relation only the first system gets right, or only the second.
  std::array<std::uint64_t, 2> alone{};
  /// The p-value of the difference in `both`, by randomisation; 1 without a second system.
  double p_value = 1;
  /// Sentences with a word that the system gets wrong, with that word marked.
  std::vector<std::string> examples;
  /// The words that a system gets wrong; filled only with AnalysisOptions::visit.
  std::vector<WordPlace> places;
};

/// A value in the gold standard and the value a system has for the same words.
struct Confusion {
  std::string gold;
  std::string system;
  std::uint64_t words = 0;
  std::vector<std::string> examples;
  /// All the words; filled only with AnalysisOptions::visit.
  std::vector<WordPlace> places;
};

struct Analysis {
  /// How many systems are compared with the gold standard; 0 if words are only counted.
  std::size_t systems = 0;
  std::vector<std::string> criteria;
  AnalysisGroup total;
  /// Most frequent first, but numbers and their classes in their order.
  std::vector<AnalysisGroup> groups;
  /// Most frequent first; includes pairs of equal values.
  std::vector<Confusion> confusions;
  /// What is right in each sentence, for significance tests: heads, and heads with relations.
  std::vector<PairedScore> heads;
  std::vector<PairedScore> both;
};

/// Throws Error, beginning with the name of the option, if an option is invalid. `systems` is the
/// number of systems besides the gold standard, 0 to 2. analyse() does this check, too.
void check_analysis(const AnalysisOptions& options, std::size_t systems);

/// The forms of a treebank.
std::unordered_set<std::string> forms_of(TreebankReader& treebank);

/// Counts the words of sentences without comparing them. `next` stores the next sentence in its
/// argument, or returns false if there is none.
Analysis analyse(const std::function<bool(Sentence&)>& next, const AnalysisOptions& options);

/// Compares a system with the gold standard. The two may split the text into different words; words
/// without a counterpart are wrong.
Analysis analyse(TreebankReader& gold, TreebankReader& system, const AnalysisOptions& options);

/// Compares two systems. The gold standard is read twice.
Analysis analyse(TreebankReader& gold, TreebankReader& system, TreebankReader& gold_again,
                 TreebankReader& other, const AnalysisOptions& options);

/// What is counted in a treebank; counts can be added up.
struct TreebankCounts {
  TreebankStatistics treebank;
  SwapTotals swaps;               ///< of complete trees
  std::size_t bad_sentences = 0;  ///< that were skipped when reading

  void add(const Sentence& sentence);
  void add(const TreebankCounts& other);
};

/// One of the counts, or a mean.
struct TreebankFigure {
  /// What to make of the figure and `whole`: nothing, `figure` in 100, or what is saved in 100.
  enum class Compared : std::uint8_t { kNot, kAsShare, kAsReduction };

  std::string_view name;     ///< in JSON
  std::string_view heading;  ///< for people
  std::variant<std::uint64_t, double> value;
  std::uint64_t whole = 0;
  Compared compared = Compared::kNot;
};

/// The figures of a treebank, always the same ones in the same order; those of gap degrees come in
/// addition, from TreebankStatistics.
std::vector<TreebankFigure> figures_of(const TreebankCounts& counts);

}  // namespace panarc
