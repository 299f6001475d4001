#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "panarc/parse_stream.h"
#include "parse/column_counter.h"
#include "parse/tree_finder.h"

namespace panarc {

/// Whether the confidence of words is asked for, or what is asked for depends on it.
bool wants_confidence(const ParseStreamOptions& options);

/// Parses single sentences as a stream is to parse them; one per thread.
class SentenceParse {
 public:
  /// Takes a sentence, and the confidence of its words if that is wanted; element 0 is unused.
  using Emit = std::function<void(const Sentence&, const std::vector<double>& confidence)>;
  /// Takes an error for a tree that does not meet all constraints.
  using Warn = std::function<void(const Error&)>;

  SentenceParse(const Parser& parser, const ParseStreamOptions& options);

  /// Whether sentences are parsed faster where they are read many at a time.
  [[nodiscard]] bool reads_ahead() const { return parser_->reads_ahead(); }
  /// See TreeFinder.
  void read_ahead(std::span<const Sentence* const> sentences) { parser_->read_ahead(sentences); }

  /// Emits the sentence, or a copy for each of its trees.
  void operator()(Sentence& sentence, const Emit& emit, const Warn& warn);

  [[nodiscard]] const ColumnCounter& columns() const { return columns_; }

 private:
  const std::vector<Parse>& search(const Sentence& sentence);
  void set(Sentence& sentence, const Parse& parse, const Warn& warn);

  double unit_;
  RootPosition root_;
  ParseStreamOptions options_;
  std::unique_ptr<TreeFinder> parser_;
  ColumnCounter columns_;
  std::vector<KnownWord> known_;
  std::vector<double> confidence_;
  Sentence copy_;
};

}  // namespace panarc
