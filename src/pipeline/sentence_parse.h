#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "feature/template.h"
#include "model/model.h"
#include "panarc/pipeline.h"
#include "parse/sentence_stream.h"
#include "pipeline/annotator.h"

namespace panarc {

/// Counts the words of sentences that lack columns the model was trained with.
class ColumnCounter {
 public:
  explicit ColumnCounter(const Model& model);

  /// `words` are the words of the sentence as the model sees them.
  void add(const Sentence& sentence, const EncodedSentence& words);
  [[nodiscard]] const std::vector<ColumnUse>& uses() const { return uses_; }

 private:
  Model model_;
  /// For each counted column that holds tags: the encoder's column.
  std::vector<std::optional<std::size_t>> tags_;
  std::vector<ColumnUse> uses_;
};

/// Whether confidence is needed, for output or for selection.
bool wants_confidence(const ParseStreamOptions& options);

/// Annotates single sentences of a stream; one per thread.
class SentenceParse final : public SentenceWork {
 public:
  SentenceParse(const Pipeline& pipeline, const ParseStreamOptions& options);

  /// Sentences with a time limit each are not read together.
  [[nodiscard]] bool reads_ahead() const override {
    return annotator_.reads_ahead() && !request_.time_limit;
  }
  void read_ahead(std::span<Sentence* const> sentences) override {
    annotator_.read_ahead(sentences, {{}, request_.stop});
  }
  /// Emits the sentence, or a copy for each of its trees.
  void run(Sentence& sentence, const Emit& emit, const Warn& warn) override;

  [[nodiscard]] const ColumnCounter& columns() const { return columns_; }
  /// How many words had a head before they were parsed.
  [[nodiscard]] std::uint64_t words_with_heads() const { return words_with_heads_; }

 private:
  [[nodiscard]] std::vector<KnownWord> known_of(const Sentence& sentence) const;
  void parse(Sentence& sentence, const Emit& emit, const Warn& warn);
  void set(Sentence& sentence, const Parse& parse, const Warn& warn);

  ParseStreamOptions options_;
  ParseRequest request_;
  Annotator annotator_;
  double unit_;
  ColumnCounter columns_;
  std::uint64_t words_with_heads_ = 0;
  std::vector<double> confidence_;
  Sentence copy_;
};

}  // namespace panarc
