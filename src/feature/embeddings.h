#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// Word vectors, in two flat arrays that can be written to a file and used in place.
class Embeddings {
 public:
  /// A slot of the table of words; 0 marks an empty one, which is no word's hash.
  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t row = 0;
  };
  /// Larger values are not valid coordinates, and would make sums overflow.
  static constexpr float kMaxValue = 1e6F;

  /// One vector per word, one after the other. If a word occurs twice, the first counts.
  Embeddings(std::span<const std::string> words, std::vector<float> vectors);

  /// Reads the text format of word2vec, GloVe and fastText: a word and its values per line,
  /// separated by blanks or tabs; the first line may instead have the number of words and of
  /// values. Files whose name ends in `.bin` are read in the binary format of word2vec. `-` is
  /// standard input, compressed files are decompressed. Throws Error with the place of the problem.
  static Embeddings read(const std::string& path);

  /// Uses arrays as returned by `entries` and `vectors`, which must outlive it. Throws Error if
  /// they are invalid.
  static Embeddings over(std::span<const Entry> entries, std::span<const float> vectors);

  Embeddings(const Embeddings&) = delete;
  Embeddings& operator=(const Embeddings&) = delete;
  Embeddings(Embeddings&&) noexcept = default;
  Embeddings& operator=(Embeddings&&) noexcept = default;
  ~Embeddings() = default;

  /// The number of words.
  [[nodiscard]] std::size_t size() const { return vectors_.size() / dimension_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }

  /// The number of the vector of a word, from 1. A word without one has that of the unknown word,
  /// `<UNK>`, `<unk>` or `*UNKNOWN*`; if there is none either, 0.
  [[nodiscard]] std::uint64_t number(std::string_view form) const;
  /// The vector with a number, which must not be 0.
  [[nodiscard]] std::span<const float> vector(std::uint64_t number) const {
    return vectors_.subspan((number - 1) * dimension_, dimension_);
  }

  [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
  [[nodiscard]] std::span<const float> vectors() const { return vectors_; }
  /// A hash of everything.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  class Reader;
  class BinaryReader;

  Embeddings() = default;
  Embeddings(const std::vector<std::uint64_t>& hashes, std::vector<float> vectors);

  /// The number of a word; 0 if it has no vector.
  [[nodiscard]] std::uint64_t find(std::uint64_t hash) const;
  void find_unknown();

  std::vector<Entry> own_entries_;
  std::vector<float> own_vectors_;
  /// A power of two in number, at least half of them empty.
  std::span<const Entry> entries_;
  std::span<const float> vectors_;
  std::size_t dimension_ = 1;
  std::uint64_t unknown_ = 0;
};

}  // namespace panarc
