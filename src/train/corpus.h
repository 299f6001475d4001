#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "model/model.h"
#include "panarc/sentence.h"
#include "train/example.h"

namespace panarc {

/// Training sentences, as examples of one label set and one set of known words.
class Corpus {
 public:
  /// Words that occur up to `rare_count` times are rare. The labels and words of `before`, if there
  /// is such a model, are kept.
  Corpus(std::vector<Sentence> sentences, std::optional<PseudoProjective> scheme, int rare_count,
         const Model* before = nullptr);

  [[nodiscard]] std::size_t size() const { return examples_.size(); }
  /// The length of a sentence.
  [[nodiscard]] int words(std::size_t index) const { return examples_[index].words.words(); }
  [[nodiscard]] const LabelNames& labels() const { return labels_; }
  [[nodiscard]] const WordSet& known_words() const { return known_; }
  /// Every sentence has exactly one word under ROOT.
  [[nodiscard]] bool has_single_roots() const { return single_roots_; }
  /// A hash of all bytes of the sentences.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

  /// Forgets the arcs that a span system cannot build (PanParser, A.5.7).
  void drop_longer_than(int span, RootPosition root);

  /// Turns the words into numbers; the sentences themselves are dropped.
  void encode(std::span<const WordColumn> columns, const Embeddings* embeddings = nullptr);

  /// An example for training, in which rare words are unknown with the given probability. One
  /// thread at a time may ask for a sentence.
  Example& prepare(std::size_t index, double rare_rate, Random& random);

 private:
  /// A word that may be taken for unknown.
  struct RareWord {
    Node word = 0;
    std::uint32_t column = 0;
    std::uint64_t value = 0;
  };

  void name_labels(const std::vector<LabeledTree>& trees, const Model* before);
  void count_words(const Model* before);

  std::vector<Sentence> sentences_;
  LabelNames labels_;
  bool single_roots_ = true;
  std::uint64_t fingerprint_ = 0;
  int rare_count_;
  WordSet known_;
  WordSet frequent_;
  std::vector<Example> examples_;
  std::vector<std::vector<RareWord>> rare_;
};

/// A hash of all bytes of sentences.
std::uint64_t fingerprint_of(std::span<const Sentence> sentences);

}  // namespace panarc
