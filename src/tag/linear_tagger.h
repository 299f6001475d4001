#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/interruption.h"
#include "feature/word_set.h"
#include "io/model_file.h"
#include "panarc/treebank.h"
#include "scorer/linear/frozen_table.h"
#include "tag/tag_dictionary.h"
#include "tag/tag_set.h"
#include "tag/tagging_features.h"

namespace panarc {

/// Predicts some columns together, from weighted features. Immutable; copies are cheap.
class LinearTagger {
 public:
  struct Parts {
    TagSet tags;
    /// The templates, as text.
    std::string features;
    std::size_t beam = 1;
    std::shared_ptr<const WordSet> words;
    TagDictionary dictionary;
    /// Word vectors, if templates use them.
    std::shared_ptr<const Embeddings> embeddings;
  };

  LinearTagger(Parts parts, FrozenArrays weights);
  /// Throws Error if it is invalid.
  static LinearTagger load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);
  /// Whether a file contains one under a prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  void add_to(ModelFileWriter& writer, const std::string& prefix) const;

  [[nodiscard]] const TagSet& tags() const { return shared_->parts.tags; }
  [[nodiscard]] const Parts& parts() const { return shared_->parts; }

  /// Tags sentences in one thread. The tagger must outlive it.
  class Worker {
   public:
    explicit Worker(const LinearTagger& tagger);
    ~Worker();
    Worker(Worker&&) noexcept;
    Worker& operator=(Worker&&) noexcept;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Sets the columns of all words.
    void tag(Sentence& sentence, const Interruption& interruption = kNeverOver);
    void tag(std::span<Sentence* const> sentences, const Interruption& interruption = kNeverOver);

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

 private:
  struct Shared {
    Shared(Parts of, std::shared_ptr<const void> memory, const FrozenTable& weights);

    Parts parts;
    TaggingFeatures features;
    std::shared_ptr<const void> storage;  // owns the memory of the table: arrays, or a file
    FrozenTable table;
  };

  explicit LinearTagger(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<const Shared> shared_;
};

/// The templates of a tagger, checked. `name` is used as the file name in messages. Throws Error.
std::vector<Template> tagging_templates(const std::string& text,
                                        const std::string& name = "templates");

}  // namespace panarc
