#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "panarc/choices.h"
#include "panarc/evaluate.h"
#include "panarc/oracle.h"
#include "panarc/treebank.h"
#include "panarc/validate.h"

namespace panarc {

class Expression;

/// A condition on the words of a treebank, such as `deprel == "mark" and length > 3`. The guide to
/// queries describes the language.
class WordQuery {
 public:
  /// Throws Error, with the column, for a syntax error.
  explicit WordQuery(std::string_view text);
  ~WordQuery();
  WordQuery(WordQuery&&) noexcept;
  WordQuery& operator=(WordQuery&&) noexcept;
  WordQuery(const WordQuery&) = delete;
  WordQuery& operator=(const WordQuery&) = delete;

  /// The words that meet the condition, in order.
  [[nodiscard]] std::vector<Node> find(const Sentence& sentence) const;

 private:
  std::unique_ptr<const Expression> expression_;
};

/// Tests of whether the difference between two systems may be due to chance.
enum class SignificanceTest : std::uint8_t {
  kBootstrap,      ///< paired: other sentences might have been sampled
  kRandomization,  ///< approximate: each system might as well have been the other
  kWilcoxon,       ///< signed-rank: by the ranks of the differences per sentence
};

inline constexpr auto kSignificanceTestNames = names_of<SignificanceTest>({
    {SignificanceTest::kBootstrap, "bootstrap"},
    {SignificanceTest::kRandomization, "randomization"},
    {SignificanceTest::kWilcoxon, "wilcoxon"},
});

/// What two systems got right in a sentence.
struct PairedScore {
  double first = 0;
  double second = 0;
  double words = 0;
};

inline constexpr std::size_t kTestRounds = 10'000;

/// How likely a difference at least as large, in either direction, is if the two are equally good.
/// Never 0: the data themselves count as a round. 1 if there are no sentences.
///
/// The bootstrap (Efron & Tibshirani 1993; Koehn 2004) draws as many sentences with replacement; p
/// is the share of rounds in which the difference is at least as far from the observed one as that
/// is from 0. Randomisation is as below. Wilcoxon's test (1945) leaves out sentences without a
/// difference and gives ties the mean of their ranks; it is exact for up to 50 sentences.
double p_value(std::span<const PairedScore> sentences, SignificanceTest test,
               std::uint64_t seed = 1, std::size_t rounds = kTestRounds);

/// The approximate randomisation test (Noreen 1989) of `differences`, one per sentence. Each round
/// draws the sign of each anew; the result is the share of rounds in which the sum is at least as
/// far from 0 as the observed one.
double randomization_p_value(std::span<const double> differences, std::uint64_t seed = 1,
                             std::size_t rounds = kTestRounds);

/// Several measurements of one thing, such as the scores of several seeds.
struct Spread {
  double mean = 0;
  double deviation = 0;  ///< of a sample: divides by n - 1; 0 for a single value
  /// Half the width of the 95% confidence interval of the mean (Student's t); 0 for a single value.
  double margin = 0;
};
Spread spread_of(std::span<const double> values);

// What two annotations of the same text have in common, and where they differ. Neither is gold:
// swapping them changes no count or measure.
//
//     TreebankReader a("a.conllu"), b("b.conllu");
//     const Agreement agreement = compare(a, b, [](const ComparedSentence& pair) { ... });

/// How the annotations of a word can differ. The first three are mutually exclusive.
enum class DifferenceKind : std::uint8_t {
  kHead,          ///< different head, same relation
  kLabel,         ///< same head, different relation
  kHeadAndLabel,  ///< both
  kUpos,
  kXpos,
  kFeats,  ///< different features; their order does not matter
  kLemma,
};

inline constexpr auto kDifferenceNames = names_of<DifferenceKind>({
    {DifferenceKind::kHead, "head"},
    {DifferenceKind::kLabel, "label"},
    {DifferenceKind::kHeadAndLabel, "head_and_label"},
    {DifferenceKind::kUpos, "upos"},
    {DifferenceKind::kXpos, "xpos"},
    {DifferenceKind::kFeats, "feats"},
    {DifferenceKind::kLemma, "lemma"},
});

/// A column in which a word differs, and its two values. For FEATS, only the features that are not
/// in both.
struct FieldDifference {
  Field field;
  std::string a;
  std::string b;
};

struct WordDifference {
  Node word = 0;
  std::vector<DifferenceKind> kinds;
  std::vector<FieldDifference> fields;
};

/// The words that differ, in order. The sentences must have the same number of words.
std::vector<WordDifference> find_differences(const Sentence& a, const Sentence& b);

/// Two annotations of a sentence.
struct ComparedSentence {
  std::uint64_t number;  ///< from 1
  const Sentence& a;
  const Sentence& b;
  std::span<const WordDifference> words;  ///< those that differ
};

/// Words with one relation in A and another in B.
struct LabelConfusion {
  std::string a;
  std::string b;
  std::uint64_t count = 0;
};

/// Counts of differences, and measures of agreement. Memory grows only with the number of distinct
/// pairs of relations.
class Agreement {
 public:
  void add(const ComparedSentence& sentence);

  [[nodiscard]] std::uint64_t sentences() const { return sentences_; }
  [[nodiscard]] std::uint64_t words() const { return words_; }
  [[nodiscard]] std::uint64_t different_sentences() const { return different_sentences_; }
  [[nodiscard]] std::uint64_t different_words() const { return different_words_; }
  [[nodiscard]] std::uint64_t count(DifferenceKind kind) const {
    return kinds_[static_cast<std::size_t>(kind)];
  }

  /// Pairs of different relations, most frequent first.
  [[nodiscard]] std::vector<LabelConfusion> confusions() const;

  /// Words with the same head, out of those with a head in A or in B.
  [[nodiscard]] const Tally& uas() const { return uas_; }
  /// Words with the same head and relation; `las` ignores subtypes.
  [[nodiscard]] const Tally& las() const { return las_; }
  [[nodiscard]] const Tally& las_full() const { return las_full_; }
  /// Words with the same relation, out of those with a relation in A or in B.
  [[nodiscard]] const Tally& labels() const { return labels_; }

  /// Cohen's kappa of the relations of the same words: (o - e) / (1 - e). Here o is the share of
  /// words with the same relation, and e the share expected by chance: the sum, over all relations,
  /// of their share in A times their share in B. `_` in one of the two counts as a relation.
  /// Nothing if there are no relations, or only one, so that e is 1.
  [[nodiscard]] std::optional<double> kappa() const;

 private:
  void add_word(const Sentence& a, const Sentence& b, Node word);

  std::uint64_t sentences_ = 0;
  std::uint64_t words_ = 0;
  std::uint64_t different_sentences_ = 0;
  std::uint64_t different_words_ = 0;
  std::array<std::uint64_t, decltype(kDifferenceNames)::size()> kinds_{};
  Tally uas_;
  Tally las_;
  Tally las_full_;
  Tally labels_;
  // By the relation in A and the relation in B.
  std::map<std::pair<std::string, std::string>, std::uint64_t> pairs_;
};

/// Compares all that is left in two readers, sentence by sentence; calls `visit`, if set, for each.
/// Throws Error if their words differ, or if there are none.
Agreement compare(TreebankReader& a, TreebankReader& b,
                  const std::function<void(const ComparedSentence&)>& visit = {});

// What parsers get wrong, and where: words by group, confusions, and two parsers side by side
// (PanParser, 4.10); and what there is in a treebank.

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

/// Conditions and criteria are those of queries; see analysis.h. They refer to the gold standard
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
