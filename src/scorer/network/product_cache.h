#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "scorer/network/parser_network.h"

namespace panarc {

/// The products of words that a network reads separately: they are the same in every sentence, so
/// they are computed once per form and tags. One per thread.
class ProductCache {
 public:
  static constexpr std::size_t kMostBytes = 64U << 20U;

  /// Uses little more memory than `most_bytes`.
  ProductCache(const ParserNetwork& network, const Parameters& parameters,
               std::size_t most_bytes = kMostBytes)
      : network_(network), parameters_(parameters), most_bytes_(most_bytes) {}

  /// Begins a group of sentences; earlier results stay valid.
  void begin();
  /// Finds where the products of a sentence are, or will be.
  void find(const NetworkSentence& sentence, NetworkVectors& vectors);
  /// Computes the products of new words.
  void finish();

 private:
  std::uint32_t row_of(const NetworkSentence& sentence, std::size_t node);
  std::uint32_t tag_row_of(const NetworkSentence& sentence, std::size_t node);
  void append_word(const NetworkSentence& sentence, std::size_t node);

  const ParserNetwork& network_;
  const Parameters& parameters_;
  std::size_t most_bytes_;
  std::shared_ptr<NodeProducts> products_;
  std::unordered_map<std::uint64_t, std::uint32_t> rows_;
  std::unordered_map<std::uint64_t, std::uint32_t> tag_rows_;

  /// Words that have a row, but no products yet, and those of them whose tags are also new.
  NetworkSentence new_words_;
  std::vector<std::size_t> new_tags_;
  WordReader::Trace trace_;
  Matrix tag_vectors_;
  NodeProducts new_products_;
};

}  // namespace panarc
