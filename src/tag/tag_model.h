#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "io/model_file.h"
#include "panarc/model_info.h"
#include "panarc/sentence.h"
#include "tag/linear_tagger.h"
#include "tag/network_tagger.h"

namespace panarc {

/// A trained tagger, as a file holds it: linear ones that fill columns one after the other, or a
/// network that fills them all. It never changes; copies are cheap.
class TagModel {
 public:
  TagModel(std::vector<LinearTagger> taggers, std::string report);
  /// Vectors of words must be given if the network was trained with some.
  TagModel(NetworkTagger tagger, std::shared_ptr<const Embeddings> vectors, std::string report);

  /// Whether a file has a tagger below a prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  /// Throws Error if it makes no sense.
  static TagModel load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);
  void add_to(ModelFileWriter& writer, const std::string& prefix) const;

  /// The tags of what it fills.
  [[nodiscard]] std::vector<const TagSet*> tag_sets() const;
  /// The columns that it fills.
  [[nodiscard]] std::vector<Field> filled() const;
  [[nodiscard]] TaggerInfo info() const;

  /// Tags sentences in one thread. The tagger must outlive it.
  class Worker {
   public:
    explicit Worker(const TagModel& model);

    /// Whether many sentences at a time take less time than one by one.
    [[nodiscard]] bool reads_ahead() const { return network_.has_value(); }
    void tag(std::span<Sentence* const> sentences);
    void tag(Sentence& sentence);
    /// In how many steps columns are filled, each of which sees what those before have filled.
    [[nodiscard]] std::size_t steps() const { return network_ ? 1 : linear_.size(); }
    void tag(std::span<Sentence* const> sentences, std::size_t step);

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
  std::string report_;                         // what is said of the training, as JSON
};

}  // namespace panarc
