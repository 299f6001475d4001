#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/interruption.h"
#include "io/model_file.h"
#include "panarc/tagger.h"
#include "panarc/treebank.h"
#include "tag/linear_tagger.h"
#include "tag/network_tagger.h"

namespace panarc {

/// A trained tagger as stored in a file: linear ones that fill columns one after the other, or a
/// network that fills them all. Immutable; copies are cheap.
class TagModel {
 public:
  TagModel(std::vector<LinearTagger> taggers, std::string report);
  /// Word vectors must be given if the network was trained with them.
  TagModel(NetworkTagger tagger, std::shared_ptr<const Embeddings> vectors, std::string report);

  /// Whether a file contains a tagger under a prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  /// Throws Error if it is invalid.
  static TagModel load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);
  void add_to(ModelFileWriter& writer, const std::string& prefix) const;

  /// The tag sets of the columns it fills.
  [[nodiscard]] std::vector<const TagSet*> tag_sets() const;
  /// The columns that it fills.
  [[nodiscard]] std::vector<Field> filled() const;
  [[nodiscard]] TaggerInfo info() const;

  /// Tags sentences in one thread. The tagger must outlive it.
  class Worker {
   public:
    explicit Worker(const TagModel& model);

    /// Whether many sentences at a time are faster than one by one.
    [[nodiscard]] bool reads_ahead() const { return network_.has_value(); }
    /// Throws once the interruption is over; some columns may then be filled.
    void tag(std::span<Sentence* const> sentences, const Interruption& interruption = kNeverOver);
    void tag(Sentence& sentence);
    /// The number of steps in which columns are filled. Each sees the results of those before.
    [[nodiscard]] std::size_t steps() const { return network_ ? 1 : linear_.size(); }
    void tag(std::span<Sentence* const> sentences, std::size_t step,
             const Interruption& interruption = kNeverOver);

   private:
    std::vector<LinearTagger::Worker> linear_;
    std::optional<NetworkTagger::Worker> network_;
  };

 private:
  static TagModel load_parts(const std::shared_ptr<const ModelFile>& file,
                             const std::string& prefix);
  [[nodiscard]] std::span<const LinearTagger> linear() const;
  [[nodiscard]] const NetworkTagger* network() const { return std::get_if<NetworkTagger>(&value_); }

  std::variant<std::vector<LinearTagger>, NetworkTagger> value_;
  std::shared_ptr<const Embeddings> vectors_;  // of a network
  std::string report_;                         // the training report, as JSON
};

}  // namespace panarc
