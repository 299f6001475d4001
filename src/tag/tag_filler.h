#pragma once

#include <span>
#include <vector>

#include "base/interruption.h"
#include "tag/tag_model.h"

namespace panarc {

/// Fills in missing tags, as described at Tagger::fill(). For one thread; the tagger must outlive
/// it.
class TagFiller {
 public:
  explicit TagFiller(const TagModel& model);

  /// Whether many sentences at a time are faster than one by one.
  [[nodiscard]] bool reads_ahead() const { return worker_.reads_ahead(); }
  /// Throws once the interruption is over; some sentences may then have some tags.
  void fill(std::span<Sentence* const> sentences, const Interruption& interruption = kNeverOver);
  void fill(Sentence& sentence);
  /// Replaces all tags.
  void tag(std::span<Sentence* const> sentences, const Interruption& interruption = kNeverOver) {
    worker_.tag(sentences, interruption);
  }
  void tag(Sentence& sentence) { worker_.tag(sentence); }

 private:
  [[nodiscard]] bool lacks_something(const Sentence& sentence) const;
  [[nodiscard]] bool lacks_all(const Sentence& sentence) const;
  void put_back(const Sentence& sentence, Sentence& tagged) const;
  void take_over(const Sentence& tagged, Sentence& sentence) const;

  std::vector<Field> columns_;
  TagModel::Worker worker_;
  std::vector<Sentence> copies_;  // of sentences that keep some tags
};

}  // namespace panarc
