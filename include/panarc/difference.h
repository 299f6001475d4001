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

/// What two annotations of the same text have in common, and what they do not. Neither is gold: no
/// count or measure changes when the two change places.
///
///     TreebankReader a("a.conllu"), b("b.conllu");
///     const Agreement agreement = compare(a, b, [](const ComparedSentence& pair) { ... });

namespace panarc {

/// How the annotations of a word can differ. The first three exclude each other.
enum class DifferenceKind : std::uint8_t {
  kHead,          ///< another head, the same relation
  kLabel,         ///< the same head, another relation
  kHeadAndLabel,  ///< both
  kUpos,
  kXpos,
  kFeats,  ///< other features, in whatever order they are written
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

/// A column in which a word differs, and what the two have there. Of FEATS, only the features that
/// one of them lacks.
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

/// The words of two sentences that differ, in order. The sentences must have the same number of
/// words.
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

/// Counts of differences, and measures of agreement. Memory grows with the number of different
/// pairs of relations only.
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

  /// Pairs of different relations, the most frequent first.
  [[nodiscard]] std::vector<LabelConfusion> confusions() const;

  /// Words with the same head, out of those with a head in A or in B.
  [[nodiscard]] const Tally& uas() const { return uas_; }
  /// Words with the same head and relation; in `las`, subtypes do not count.
  [[nodiscard]] const Tally& las() const { return las_; }
  [[nodiscard]] const Tally& las_full() const { return las_full_; }
  /// Words with the same relation, out of those with a relation in A or in B.
  [[nodiscard]] const Tally& labels() const { return labels_; }

  /// Cohen's kappa of the relations of the same words: (o - e) / (1 - e), where o is the share of
  /// words with the same relation, and e the share that would have the same by chance: the sum,
  /// over all relations, of their share in A times their share in B. `_` in one of the two is a
  /// relation of its own. Nothing if there are no relations, or one alone, so that e is 1.
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
  // By the relation in A and that in B.
  std::map<std::pair<std::string, std::string>, std::uint64_t> pairs_;
};

/// Compares all that is left in two readers, sentence by sentence; `visit` is called for each if
/// given. Throws Error where their words differ, or if there are none.
Agreement compare(TreebankReader& a, TreebankReader& b,
                  const std::function<void(const ComparedSentence&)>& visit = {});

}  // namespace panarc
