#pragma once

#include <optional>
#include <span>

#include "base/pool.h"
#include "panarc/error.h"
#include "panarc/pipeline.h"
#include "parse/tree_finder.h"
#include "tag/tag_filler.h"

namespace panarc {

/// The error for reading text with a model that has no segmenter.
Error no_segmenter(const Pipeline& pipeline);

/// Whether a parser replaces the tags of the input by its own.
bool chooses_tags(const Parser& parser);

/// Fills in missing tags of sentences, or replaces tags if the parser chooses them, before they are
/// parsed; for one thread.
class Annotator {
 public:
  explicit Annotator(Pipeline pipeline);

  /// Whether many sentences at a time are faster than one by one.
  [[nodiscard]] bool reads_ahead() const {
    return finder_->reads_ahead() || (tags_ && (*tags_)->reads_ahead());
  }
  /// Tags and reads the sentences that come next, none of them empty.
  void read_ahead(std::span<Sentence* const> sentences, const Interruption& interruption);
  /// Begins the work on a sentence that is not empty, as TreeFinder::begin, and reads it. It is
  /// tagged if it was not read ahead.
  void read(Sentence& sentence, const ParseRequest& request, bool is_read_ahead = false);
  /// Finds the trees of the sentence just read.
  [[nodiscard]] TreeFinder& finder() const { return *finder_; }

 private:
  void tag(std::span<Sentence* const> sentences, const Interruption& interruption);

  Pipeline pipeline_;
  std::optional<Pool<TagFiller>::Lease> tags_;
  Pool<TreeFinder>::Lease finder_;
};

}  // namespace panarc
