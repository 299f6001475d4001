#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "feature/plan.h"
#include "feature/word_set.h"
#include "model/model_file.h"
#include "parse/tree_search.h"
#include "scorer/linear/frozen_table.h"
#include "task/transition_classes.h"
#include "transition/configuration.h"
#include "treebank/pseudo_projective.h"

namespace panarc {

/// Wider beams would not be a parser any more.
inline constexpr std::size_t kMaxBeam = 10000;

/// What a parser is, beside its weights.
struct ModelOptions {
  std::string system = "arc-eager";
  SystemOptions transitions;
  LabelMode labels = LabelMode::kJoint;
  std::size_t beam = 8;
  /// The templates, as text.
  std::string features;
  /// Leaves out the templates that look at words.
  bool delexicalized = false;
  std::optional<PseudoProjective> pseudo_projective;
};

/// The names of labels, those for ROOT first.
struct LabelNames {
  std::vector<std::string> names;
  Label under_root = 0;

  [[nodiscard]] LabelSet set() const { return {static_cast<Label>(names.size()), under_root}; }
};

/// Throws Error if the system does not allow its options.
void check_system(const ModelOptions& options);

/// The templates of a model.
std::vector<Template> templates_of(const ModelOptions& options);

/// A trained parser: read-only, shared by threads. Its file is used in place.
class Model {
 public:
  using Table = FrozenTable<QuantizedWeight>;

  /// What a model is made from in memory.
  struct Parts {
    ModelOptions options;
    LabelNames labels;
    WordSet words;
    FrozenArrays weights;
    std::size_t classes = 0;
    /// Weights are multiples of 1/scale.
    float scale = 1;
    /// What is told of the training, as JSON; for people.
    nlohmann::json report;
    /// Needed if the templates ask for them.
    std::shared_ptr<const Embeddings> embeddings;
  };

  explicit Model(Parts parts);

  /// Throws Error if the file is not a model, or not one that this program can use.
  static Model load(const std::string& path);
  void save(const std::string& path) const;

  // The same as a part of a file: its sections have names that begin with a prefix. The vectors,
  // which may be most of a model, can be left to whoever has them anyway.
  static Model load(ModelFile file, const std::string& prefix,
                    std::shared_ptr<const Embeddings> embeddings = nullptr);
  void add_to(ModelFileWriter& writer, const std::string& prefix,
              bool with_embeddings = true) const;

  [[nodiscard]] const ModelOptions& options() const { return options_; }
  [[nodiscard]] const LabelNames& labels() const { return labels_; }
  [[nodiscard]] const FeaturePlan& plan() const { return plan_; }
  [[nodiscard]] const WordSet& words() const { return words_; }
  /// Nothing if the templates do without. Good as long as the model is.
  [[nodiscard]] const Embeddings* embeddings() const { return embeddings_.get(); }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] float scale() const { return scale_; }
  [[nodiscard]] const nlohmann::json& report() const { return report_; }
  void set_report(nlohmann::json report) { report_ = std::move(report); }
  /// From now on without the templates that look at words, or with them again.
  void set_delexicalized(bool delexicalized);

 private:
  Model(ModelFile file, const std::string& prefix, std::shared_ptr<const Embeddings> embeddings);
  void make_plan();
  /// Of options from a file, nothing is taken for granted.
  void check() const;

  ModelOptions options_;
  LabelNames labels_;
  nlohmann::json report_;
  float scale_ = 1;
  /// Where words, vectors and weights are: in memory, or in a file.
  FrozenArrays weights_;
  std::optional<ModelFile> file_;
  WordSet words_;
  std::shared_ptr<const Embeddings> embeddings_;
  FeaturePlan plan_;
  Table table_;
};

/// Parses sentences with a model, which must outlive it; one a thread.
class ModelParser {
 public:
  explicit ModelParser(const Model& model, std::optional<std::size_t> beam = std::nullopt);

  /// Sets HEAD and DEPREL of all words.
  void parse(Sentence& sentence);
  /// Up to `count` different trees, from the best to the worst.
  const std::vector<Parse>& best(const Sentence& sentence, std::size_t count);
  /// Sets HEAD and DEPREL to those of a tree.
  void set(Sentence& sentence, const Parse& parse) const;

  [[nodiscard]] std::uint64_t lookups() const { return search_->lookups(); }

 private:
  [[nodiscard]] const std::string& label_name(const Parse& parse, Node word) const;
  /// The tree that the pseudo-projective labels stand for.
  [[nodiscard]] LabeledTree decoded(const Parse& parse) const;
  void drop_same_when_decoded();

  const Model& model_;
  WordEncoder encoder_;
  std::unique_ptr<TreeSearch> search_;
  EncodedSentence words_;
  std::vector<Parse> parses_;
};

}  // namespace panarc
