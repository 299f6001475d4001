#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "panarc/error.h"
#include "panarc/pipeline.h"
#include "pipeline/sentence_parse.h"
#include "tag/tag_filler.h"

namespace panarc {

/// The error for reading text with a model that has no segmenter.
Error no_segmenter(const Pipeline& pipeline);

/// Whether a parser replaces the tags of the input by its own.
bool chooses_tags(const Parser& parser);

/// Fills in missing tags of the sentences of a stream, or replaces tags if the parser chooses them,
/// and parses the sentences; one per thread.
class SentenceAnnotation final : public SentenceWork {
 public:
  SentenceAnnotation(const Pipeline& pipeline, const ParseStreamOptions& options);

  [[nodiscard]] bool reads_ahead() const override {
    return parse_.reads_ahead() || (tags_ && tags_->reads_ahead());
  }
  void read_ahead(std::span<Sentence* const> sentences) override;
  void run(Sentence& sentence, const Emit& emit, const Warn& warn) override;

  [[nodiscard]] const ColumnCounter& columns() const { return parse_.columns(); }
  /// How many words had a head before they were parsed.
  [[nodiscard]] std::uint64_t words_with_heads() const { return words_with_heads_; }

 private:
  void tag(std::span<Sentence* const> sentences);

  Pipeline pipeline_;
  bool replaces_tags_;
  std::optional<TagFiller> tags_;
  SentenceParse parse_;
  std::uint64_t words_with_heads_ = 0;
};

}  // namespace panarc
