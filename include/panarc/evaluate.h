#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "panarc/choices.h"
#include "panarc/treebank.h"

namespace panarc {

class Passage;
class SentenceComparison;
struct WordComparison;

/// The scores of the CoNLL 2018 shared task (Zeman et al. 2018), then those of this project.
enum class Metric : std::uint8_t {
  kUas,   ///< heads
  kLas,   ///< heads with relations, ignoring subtypes
  kClas,  ///< LAS of content words
  kMlas,  ///< CLAS with tag, universal features and function words
  kBlex,  ///< CLAS with lemma
  kUpos,
  kXpos,
  kFeats,  ///< universal features
  kLemma,
  kUasNoPunct,  ///< UAS without punctuation
  kLasNoPunct,
  kLasFull,  ///< heads with full relations, including subtypes
  kAllTags,  ///< UPOS, XPOS and FEATS together
  kTokens,   ///< surface tokens, as the annotation divides the text
  kSentences,
  kWords,  ///< words that are aligned
};

inline constexpr std::size_t kMetricCount = 16;

/// All of them, in display order.
std::array<Metric, kMetricCount> all_metrics();

/// Whether the metric is about how the text is divided rather than how words are annotated.
constexpr bool is_segmentation(Metric metric) { return metric >= Metric::kTokens; }

/// The name of a metric, e.g. "LAS_no_punct".
std::string_view metric_name(Metric metric);

/// The metric of a column that taggers fill: its accuracy.
Metric metric_of(Field column);

/// How many words are right, and how many there are in gold and in system. The two numbers differ
/// where relations decide which words count.
struct Tally {
  std::uint64_t correct = 0;
  std::uint64_t gold = 0;
  std::uint64_t system = 0;

  void add(const Tally& other);

  /// The score, 0 to 100: the harmonic mean of precision and recall; 0 if there are no words.
  [[nodiscard]] double percentage() const;
  /// Precision and recall in percent; 0 if there are no words.
  [[nodiscard]] double precision() const;
  [[nodiscard]] double recall() const;
};

/// Counts of what a system got right; counts can be added up.
///
/// Words without a gold head are left out of scores that involve heads. A word without a system
/// head is wrong in these. Where the system divides the text into different words, those without a
/// counterpart count only on their own side, and as wrong.
class Scores {
 public:
  void add(const SentenceComparison& sentence);
  /// Counts what is right in the segmentation. Passages with the same words may differ in tokens.
  void add_segmentation(const Passage& gold, const Passage& system, bool same_words);
  void add(const Scores& other);
  void add(Metric metric, const Tally& tally);

  [[nodiscard]] const Tally& operator[](Metric metric) const {
    return tally(metric, punctuation());
  }
  [[nodiscard]] const Tally& tally(Metric metric, Punctuation punctuation) const;

  /// How punctuation is recognised by default: by its tag if that tag occurs in the gold standard,
  /// otherwise by its form. Tags that are not universal ones would find no punctuation.
  [[nodiscard]] Punctuation punctuation() const {
    return tagged_punctuation_ > 0 ? Punctuation::kUpos : Punctuation::kUnicode;
  }
  [[nodiscard]] double percentage(Metric metric) const { return (*this)[metric].percentage(); }

  /// Whether both are divided into the same sentences and words.
  [[nodiscard]] bool same_segmentation() const;

  /// Counts in the gold standard.
  [[nodiscard]] std::uint64_t sentences() const { return sentences_; }
  [[nodiscard]] std::uint64_t words() const { return words_; }
  [[nodiscard]] std::uint64_t words_without_gold_head() const { return without_gold_head_; }
  [[nodiscard]] std::uint64_t words_without_system_head() const { return without_system_head_; }

 private:
  void add_tags(const WordComparison& word);
  void add_heads(const WordComparison& word);
  void add_without_punctuation(const WordComparison& word, bool attached, bool labelled);
  void count(Metric metric, const WordComparison& word, bool correct);
  void count_content(Metric metric, const WordComparison& word, bool correct);

  std::array<Tally, kMetricCount> tallies_{};  // those without punctuation go by the tag
  Tally uas_without_written_punctuation_;
  Tally las_without_written_punctuation_;
  std::uint64_t tagged_punctuation_ = 0;
  std::uint64_t sentences_ = 0;
  std::uint64_t words_ = 0;
  std::uint64_t without_gold_head_ = 0;
  std::uint64_t without_system_head_ = 0;
};

/// Scores all that is left in two readers. They may divide the text into different words and
/// sentences: words are aligned as in the script of the shared task. Throws Error where the texts
/// differ, or if there are no words.
Scores evaluate(TreebankReader& gold, TreebankReader& system);

/// Scores sentences in memory. Throws Error where their texts differ.
Scores evaluate(std::span<const Sentence> gold, std::span<const Sentence> system);

}  // namespace panarc
