#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/evaluate.h"
#include "panarc/names.h"
#include "panarc/treebank.h"

/// What two annotations of the same text have in common, and where they differ. Neither is gold:
/// swapping them changes no count or measure.
///
///     TreebankReader a("a.conllu"), b("b.conllu");
///     const Agreement agreement = compare(a, b, [](const ComparedSentence& pair) { ... });

namespace panarc {

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

}  // namespace panarc
