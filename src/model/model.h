#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "feature/embeddings.h"
#include "feature/word_set.h"
#include "io/model_file.h"
#include "model/calibration.h"
#include "model/spec.h"
#include "scorer/parser_weights.h"

namespace panarc {

/// What a parser has seen in its training.
struct SeenNames {
  LabelNames labels;
  std::shared_ptr<const WordSet> words;
  /// See Model::Parts; may be null.
  std::shared_ptr<const WordSet> tags;
};

/// A trained parser: its description, and weights of some kind. Immutable; copies are cheap and
/// share large data. A file is used in place.
class Model {
 public:
  /// What a model is made from.
  struct Parts {
    ModelOptions options;
    LabelNames labels;
    std::shared_ptr<const WordSet> words;
    /// The values of columns other than FORM and LEMMA in the training data, and which of those
    /// columns were in use (see column_hash). Null for files of version 0.1.
    std::shared_ptr<const WordSet> tags;
    /// Word vectors, if templates use them.
    std::shared_ptr<const Embeddings> embeddings;
    std::shared_ptr<const ParserWeights> weights;
    /// How much to trust its arcs, if known.
    std::optional<Calibration> calibration = std::nullopt;
    /// The training report, as JSON; for people.
    std::string report = "null";
  };

  explicit Model(Parts parts) : parts_(std::move(parts)) {}

  /// Whether a file contains one under a prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  /// Throws Error if the file is not a model, or not one that this program can use.
  static Model load(const std::string& path);
  /// Loads a model from memory, which is copied; `name` is used as the file name in messages.
  static Model load(std::span<const std::byte> bytes, const std::string& name);
  /// A model as part of a file: its section names begin with a prefix. The vectors, which may be
  /// most of a model, can come from elsewhere.
  static Model load(std::shared_ptr<const ModelFile> file, const std::string& prefix,
                    std::shared_ptr<const Embeddings> embeddings = nullptr);
  /// A model without its weights and words, for what can be said of it where parts are missing (see
  /// missing_parts()).
  static Model describe(std::shared_ptr<const ModelFile> file, const std::string& prefix);

  void save(const std::string& path) const;
  /// The bytes that save() writes.
  [[nodiscard]] std::string bytes() const;
  void add_to(ModelFileWriter& writer, const std::string& prefix,
              bool with_embeddings = true) const;

  /// This parser with another report.
  [[nodiscard]] Model with_report(std::string report) const;
  /// This parser with other weights, for the same classes and word columns.
  [[nodiscard]] Model with_weights(std::shared_ptr<const ParserWeights> weights) const;
  [[nodiscard]] Model with_calibration(std::optional<Calibration> calibration) const;
  /// This parser without the templates that look at words, or with them again.
  [[nodiscard]] Model with_delexicalized(bool delexicalized) const;

  [[nodiscard]] const ModelOptions& options() const { return parts_.options; }
  [[nodiscard]] const LabelNames& labels() const { return parts_.labels; }
  [[nodiscard]] const WordSet& words() const { return *parts_.words; }
  [[nodiscard]] SeenNames names() const { return {parts_.labels, parts_.words, parts_.tags}; }
  /// Hashes of the tags in the training data; null if unknown.
  [[nodiscard]] const WordSet* tags() const { return parts_.tags.get(); }
  /// The word vectors; null if the templates use none.
  [[nodiscard]] const std::shared_ptr<const Embeddings>& embeddings() const {
    return parts_.embeddings;
  }
  [[nodiscard]] bool has_weights() const { return parts_.weights != nullptr; }
  [[nodiscard]] const ParserWeights& weights() const { return *parts_.weights; }
  [[nodiscard]] const std::shared_ptr<const ParserWeights>& shared_weights() const {
    return parts_.weights;
  }
  [[nodiscard]] const std::optional<Calibration>& calibration() const { return parts_.calibration; }
  [[nodiscard]] const std::string& report() const { return parts_.report; }

 private:
  Parts parts_;
};

}  // namespace panarc
