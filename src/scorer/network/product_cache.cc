#include "scorer/network/product_cache.h"

#include <algorithm>
#include <span>

#include "base/hash.h"

namespace panarc {
namespace {

/// A hash of the values of a word from `first_column` on; the form counts as part of column 0.
std::uint64_t hash_of(const NetworkSentence& sentence, std::size_t node, std::size_t first_column) {
  std::uint64_t hash = first_column == 0 ? sentence.forms[node] : 0;
  for (std::size_t i = first_column; i < sentence.columns.size(); ++i) {
    for (const std::uint32_t number : sentence.columns[i].of(node)) {
      hash = mix_bits(hash + number + 1);
    }
    hash = mix_bits(hash);
  }
  return hash;
}

void append(std::span<const std::uint32_t> numbers, NetworkSentence::Column& to) {
  to.numbers.insert(to.numbers.end(), numbers.begin(), numbers.end());
  to.begins.push_back(static_cast<std::uint32_t>(to.numbers.size()));
}

void append_rows(const Matrix& from, std::size_t count, Matrix& to) {
  for (std::size_t i = 0; i < count; ++i) to.append({from.row(i), from.columns()});
}

}  // namespace

void ProductCache::begin() {
  if (products_ != nullptr) {
    const std::size_t values = products_->roles.values().size() +
                               products_->labels.values().size() + products_->tags.values().size();
    if (values * sizeof(float) < most_bytes_) return;
  }
  // Sentences found earlier keep their products. Start afresh here, with the row of a missing node.
  products_ = std::make_shared<NodeProducts>();
  rows_.clear();
  tag_rows_.clear();
  Matrix none(0, network_.words().outputs());
  network_.states().multiply(parameters_, none, *products_);
}

void ProductCache::find(const NetworkSentence& sentence, NetworkVectors& vectors) {
  for (std::size_t node = 0; node < sentence.nodes; ++node) {
    // A word with new tags is a new word.
    vectors.tag_rows.push_back(tag_row_of(sentence, node));
    vectors.rows.push_back(row_of(sentence, node));
  }
  vectors.kept = products_;
  vectors.products = {products_.get(), 0, nullptr, vectors.rows.data(), vectors.tag_rows.data()};
}

std::uint32_t ProductCache::row_of(const NetworkSentence& sentence, std::size_t node) {
  const auto next = static_cast<std::uint32_t>(products_->roles.rows() + new_words_.nodes);
  const auto [found, is_new] = rows_.emplace(hash_of(sentence, node, 0), next);
  if (is_new) append_word(sentence, node);
  return found->second;
}

std::uint32_t ProductCache::tag_row_of(const NetworkSentence& sentence, std::size_t node) {
  const std::size_t first_column = network_.words().tags().first_column;
  const auto next = static_cast<std::uint32_t>(products_->tags.rows() + new_tags_.size());
  const auto [found, is_new] = tag_rows_.emplace(hash_of(sentence, node, first_column), next);
  if (is_new) new_tags_.push_back(new_words_.nodes);
  return found->second;
}

void ProductCache::append_word(const NetworkSentence& sentence, std::size_t node) {
  if (new_words_.nodes == 0) {
    new_words_.columns.assign(sentence.columns.size(), {{0}, {}});
    new_words_.characters = {{0}, {}};
    new_words_.forms.clear();
    new_words_.given.clear();
  }
  ++new_words_.nodes;
  for (std::size_t i = 0; i < sentence.columns.size(); ++i) {
    append(sentence.columns[i].of(node), new_words_.columns[i]);
  }
  append(sentence.characters.of(node), new_words_.characters);
  new_words_.forms.push_back(sentence.forms[node]);
  if (!sentence.given.empty()) new_words_.given.push_back(sentence.given[node]);
}

void ProductCache::finish() {
  if (new_words_.nodes == 0) return;
  const NetworkSentence* const words = &new_words_;
  network_.words().forward(parameters_, {&words, 1}, {}, nullptr, trace_);
  const Matrix& vectors = trace_.output();
  network_.states().multiply_nodes(parameters_, vectors, new_products_);
  append_rows(new_products_.roles, vectors.rows(), products_->roles);
  append_rows(new_products_.labels, vectors.rows(), products_->labels);
  new_words_.nodes = 0;
  if (new_tags_.empty()) return;

  const WordReader::Tags tags = network_.words().tags();
  tag_vectors_.resize(new_tags_.size(), tags.size);
  for (std::size_t i = 0; i < new_tags_.size(); ++i) {
    std::copy_n(vectors.row(new_tags_[i]) + tags.begin, tags.size, tag_vectors_.row(i));
  }
  network_.states().multiply_tags(parameters_, tag_vectors_, new_products_.tags);
  append_rows(new_products_.tags, new_tags_.size(), products_->tags);
  new_tags_.clear();
}

}  // namespace panarc
