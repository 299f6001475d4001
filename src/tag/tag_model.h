#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "panarc/sentence.h"
#include "tag/linear_tagger.h"

namespace panarc {

/// Fills columns of sentences, one after the other: UPOS, then what looks at it. It never changes;
/// copies are cheap.
class TagModel {
 public:
  TagModel(std::vector<LinearTagger> columns, std::string report);

  /// Whether a file has a tagger below a prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  /// Throws Error if it makes no sense.
  static TagModel load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);
  void add_to(ModelFileWriter& writer, const std::string& prefix) const;

  [[nodiscard]] std::span<const LinearTagger> columns() const { return columns_; }
  /// What is said of the training, as JSON; for people.
  [[nodiscard]] const std::string& report() const { return report_; }

  /// Tags sentences in one thread. The tagger must outlive it.
  class Worker {
   public:
    explicit Worker(const TagModel& model);
    void tag(Sentence& sentence);

   private:
    std::vector<LinearTagger::Worker> columns_;
  };

 private:
  std::vector<LinearTagger> columns_;
  std::string report_;
};

}  // namespace panarc
