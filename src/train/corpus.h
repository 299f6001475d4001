#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "model/model.h"
#include "oracle/references.h"
#include "panarc/references.h"
#include "panarc/sentence.h"
#include "train/drawn_words.h"

namespace panarc {

/// A sentence to train on: its words as numbers, and what is known of its tree.
struct Example : DrawnWords {
  References known;
  /// The numbers of the right tags, if tags are chosen: see ParsingGuide.
  std::vector<Label> tags = {};

  /// Gives words the heads that are known, of a share of them up to this.
  void give_heads(double most, Random& random, EncodedSentence& drawn) const;
  /// What is known, of a part of the words: a share up to 1, a number above.
  [[nodiscard]] References draw_known(double keep, Random& random) const;
};

struct CorpusOptions {
  std::optional<PseudoProjective> pseudo_projective = std::nullopt;
  /// Arcs that are longer are forgotten (PanParser, A.5.7); 0 is none.
  int span = 0;
  /// Where it stands as words are read.
  RootPosition root = RootPosition::kLast;
  Direction direction = Direction::kLeftToRight;
  /// Words that occur no more often than this are rare.
  int rare_count = 1;
  /// Marks of constraints say what is known of words without a head or a label.
  bool constraints = false;
  /// Of each sentence, the choices between its references; none for those with one only. Empty:
  /// there are none at all.
  std::span<const TreeChoices> choices{};
  /// The tags that are chosen from, and the sentences that have the right ones.
  std::vector<std::string> tags{};
  std::span<const Sentence> right_tags{};
};

/// All tags that words have, in alphabetical order.
std::vector<std::string> tags_in(std::span<const Sentence> sentences);

/// Training sentences, as examples of one label set and one set of known words. Never changes.
class Corpus {
 public:
  /// Labels and words of `before`, if there is such a model, are kept. The vectors are needed if a
  /// column is one of them.
  Corpus(std::span<const Sentence> sentences, const CorpusOptions& options,
         std::span<const WordColumn> columns, const Embeddings* embeddings = nullptr,
         const Model* before = nullptr);

  [[nodiscard]] std::span<const Example> examples() const { return examples_; }
  [[nodiscard]] const LabelNames& labels() const { return labels_; }
  [[nodiscard]] const std::shared_ptr<const WordSet>& known_words() const { return known_; }
  /// See Model::Parts.
  [[nodiscard]] const std::shared_ptr<const WordSet>& tags() const { return tags_; }
  /// No sentence is known to have two words under ROOT, and some are known to have one.
  [[nodiscard]] bool has_single_roots() const { return single_roots_; }

 private:
  void name_labels(const std::vector<LabeledTree>& trees, std::span<const TreeChoices> choices,
                   const Model* before);
  void collect_tags(std::span<const Sentence> sentences, const Model* before);
  [[nodiscard]] std::vector<References> known_of(std::span<const Sentence> sentences,
                                                 const std::vector<LabeledTree>& trees,
                                                 const CorpusOptions& options) const;

  LabelNames labels_;
  bool single_roots_ = false;
  std::shared_ptr<const WordSet> known_;
  std::shared_ptr<const WordSet> tags_;
  std::vector<Example> examples_;
};

/// A hash of all bytes of sentences, and one of all trees that choices stand for.
std::uint64_t fingerprint_of(std::span<const Sentence> sentences);
std::uint64_t fingerprint_of(std::span<const TreeChoices> choices);

}  // namespace panarc
