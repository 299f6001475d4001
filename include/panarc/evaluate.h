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
  kLas,   ///< heads with relations, subtypes aside
  kClas,  ///< LAS of content words
  kMlas,  ///< CLAS with tag, universal features and function words
  kBlex,  ///< CLAS with lemma
  kUpos,
  kXpos,
  kFeats,  ///< universal features
  kLemma,
  kUasNoPunct,  ///< UAS of the words that are no punctuation
  kLasNoPunct,
  kLasFull,  ///< heads with whole relations
  kAllTags,  ///< UPOS, XPOS and FEATS together
  kTokens,   ///< what is written without spaces, as the annotation divides it
  kSentences,
  kWords,  ///< words that are aligned
};

inline constexpr std::size_t kMetricCount = 16;

/// All of them, in the order in which they are shown.
std::array<Metric, kMetricCount> all_metrics();

/// Whether it is about how the text is divided, and not about what is said of words.
constexpr bool is_segmentation(Metric metric) { return metric >= Metric::kTokens; }

/// The name of a metric, e.g. "LAS_no_punct".
std::string_view metric_name(Metric metric);

/// How many words are right, out of those that gold and system give for comparison. The two differ
/// where it is relations that choose the words.
struct Tally {
  std::uint64_t correct = 0;
  std::uint64_t gold = 0;
  std::uint64_t system = 0;

  void add(const Tally& other);

  /// The score, 0 to 100: the harmonic mean of precision and recall; 0 if there are no words.
  [[nodiscard]] double percentage() const;
  /// In percent, too; 0 if there is nothing to be right about.
  [[nodiscard]] double precision() const;
  [[nodiscard]] double recall() const;
};

/// Counts of what a system got right; two counts add up to that of both.
///
/// Words without a gold head are left out of the scores that look at heads. A word without a
/// system head is wrong there. Where the system divides the text into other words, those that have
/// no counterpart count as given by one of the two, and as right for neither.
class Scores {
 public:
  void add(const SentenceComparison& sentence);
  /// What of the segmentation is right. Passages of the same words may have different tokens.
  void add_segmentation(const Passage& gold, const Passage& system, bool same_words);
  void add(const Scores& other);

  [[nodiscard]] const Tally& operator[](Metric metric) const {
    return tally(metric, punctuation());
  }
  [[nodiscard]] const Tally& tally(Metric metric, Punctuation punctuation) const;

  /// How punctuation is recognised unless told otherwise: by its tag if the gold standard has that
  /// tag, and else by its form. With other tags than universal ones, none would be found.
  [[nodiscard]] Punctuation punctuation() const {
    return tagged_punctuation_ > 0 ? Punctuation::kUpos : Punctuation::kUnicode;
  }
  [[nodiscard]] double percentage(Metric metric) const { return (*this)[metric].percentage(); }

  /// Whether the two are divided into the same sentences and words.
  [[nodiscard]] bool same_segmentation() const;

  /// Those of the gold standard, as the other counts.
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

  std::array<Tally, kMetricCount> tallies_{};  // without punctuation: by its tag
  Tally uas_without_written_punctuation_;
  Tally las_without_written_punctuation_;
  std::uint64_t tagged_punctuation_ = 0;
  std::uint64_t sentences_ = 0;
  std::uint64_t words_ = 0;
  std::uint64_t without_gold_head_ = 0;
  std::uint64_t without_system_head_ = 0;
};

/// Scores all that is left in two readers. They may divide the text into other words and sentences:
/// words are aligned as by the script of the shared task. Throws Error where the texts differ, or
/// if there are no words.
Scores evaluate(TreebankReader& gold, TreebankReader& system);

/// Scores sentences that are in memory. Throws Error where their texts differ.
Scores evaluate(std::span<const Sentence> gold, std::span<const Sentence> system);

}  // namespace panarc
