#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "panarc/parse_stream.h"
#include "parse/sentence_stream.h"
#include "parse/tree_finder.h"
#include "pipeline/column_counter.h"

namespace panarc {

/// Whether confidence is needed, for output or for selection.
bool wants_confidence(const ParseStreamOptions& options);

/// Parses single sentences of a stream; one per thread.
class SentenceParse final : public SentenceWork {
 public:
  SentenceParse(const Parser& parser, const ParseStreamOptions& options);

  [[nodiscard]] bool reads_ahead() const override { return parser_->reads_ahead(); }
  void read_ahead(std::span<Sentence* const> sentences) override {
    parser_->read_ahead({sentences.begin(), sentences.end()});
  }
  /// Emits the sentence, or a copy for each of its trees.
  void run(Sentence& sentence, const Emit& emit, const Warn& warn) override;

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
