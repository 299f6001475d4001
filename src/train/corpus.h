#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "model/model.h"
#include "oracle/gold.h"
#include "oracle/references.h"
#include "panarc/constraint.h"
#include "panarc/scheme.h"
#include "panarc/treebank.h"
#include "train/drawn_words.h"

namespace panarc {

/// A training sentence: its words as numbers, and what is known about its tree.
struct Example : DrawnWords {
  References known;
  /// The numbers of the right tags, if tags are chosen: see ParsingGuide.
  std::vector<Label> tags = {};

  /// Gives some words their known heads: a random share of them, up to `most`.
  void give_heads(double most, Random& random, EncodedSentence& drawn) const;
  /// What is known about some of the words: a share of them, or, above 1, that many.
  [[nodiscard]] References draw_known(double keep, Random& random) const;
};

struct CorpusOptions {
  std::optional<PseudoProjective> pseudo_projective = std::nullopt;
  /// Longer arcs are ignored (PanParser, A.5.7); 0 is no limit.
  int span = 0;
  /// The position of ROOT in reading order.
  RootPosition root = RootPosition::kLast;
  Direction direction = Direction::kLeftToRight;
  /// Words that occur no more often than this are rare.
  int rare_count = 1;
  /// Constraint marks tell what is known about words without a head or a label.
  bool constraints = false;
  /// For each sentence, the choices between its references; empty for those with only one. Empty if
  /// no sentence has any.
  std::span<const TreeChoices> choices{};
  /// The tags to choose from, and the sentences that have the right ones.
  std::vector<std::string> tags{};
  std::span<const Sentence> right_tags{};
};

/// All tags in the sentences, in alphabetical order.
std::vector<std::string> tags_in(std::span<const Sentence> sentences);

/// Training sentences, as examples with one label set and one set of known words. Immutable.
class Corpus {
 public:
  /// Keeps the labels and words of `before`, if given. The vectors are needed if a column uses
  /// them.
  Corpus(std::span<const Sentence> sentences, const CorpusOptions& options,
         std::span<const WordColumn> columns, const Embeddings* embeddings = nullptr,
         const SeenNames* before = nullptr);

  [[nodiscard]] std::span<const Example> examples() const { return examples_; }
  [[nodiscard]] const SeenNames& names() const { return names_; }
  [[nodiscard]] const LabelNames& labels() const { return names_.labels; }
  /// What is to be learnt of a sentence if this is known about its words, by word.
  [[nodiscard]] References known_as(std::vector<KnownWord> words) const;
  /// Whether no sentence is known to have two words under ROOT, and some are known to have one.
  [[nodiscard]] bool has_single_roots() const { return single_roots_; }

 private:
  void name_labels(const std::vector<LabeledTree>& trees, std::span<const TreeChoices> choices,
                   const SeenNames* before);
  void collect_tags(std::span<const Sentence> sentences, const SeenNames* before);
  [[nodiscard]] std::vector<References> known_of(std::span<const Sentence> sentences,
                                                 const std::vector<LabeledTree>& trees,
                                                 const CorpusOptions& options) const;
  /// An annotation as the parser reads it.
  [[nodiscard]] References as_read(const Gold& gold) const {
    return backwards_ ? gold.mirrored() : gold;
  }

  bool backwards_;
  GoldOptions as_written_;
  SeenNames names_;
  std::map<std::string, Label, std::less<>> ids_;  // of the labels
  bool single_roots_ = false;
  std::vector<Example> examples_;
};

/// A hash of all bytes of sentences, and one of all trees that choices stand for.
std::uint64_t fingerprint_of(std::span<const Sentence> sentences);
std::uint64_t fingerprint_of(std::span<const TreeChoices> choices);

}  // namespace panarc
