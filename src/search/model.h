#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "feature/plan.h"
#include "feature/word_set.h"
#include "scorer/frozen_table.h"
#include "search/transition_classes.h"
#include "search/tree_search.h"
#include "transition/configuration.h"
#include "treebank/pseudo_projective.h"

namespace panarc {

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

/// The names of labels, those for ROOT last, and what follows from them.
struct LabelNames {
  std::vector<std::string> names;
  Label under_root = 0;

  [[nodiscard]] LabelSet set() const { return {static_cast<Label>(names.size()), under_root}; }
};

/// The templates of a model.
std::vector<Template> templates_of(const ModelOptions& options);

/// A trained parser: read-only, shared by threads.
class Model {
 public:
  struct Parts {
    ModelOptions options;
    LabelNames labels;
    std::vector<std::uint64_t> words;  ///< the slots of a WordSet
    FrozenArrays weights;
    std::size_t classes = 0;
    float scale = 1;
    /// What is told of the training, as JSON; for people.
    std::string report;
  };

  explicit Model(Parts parts);

  [[nodiscard]] const ModelOptions& options() const { return parts_.options; }
  [[nodiscard]] const LabelNames& labels() const { return parts_.labels; }
  [[nodiscard]] const FeaturePlan& plan() const { return plan_; }
  [[nodiscard]] const WordSet& words() const { return words_; }
  [[nodiscard]] const FrozenTable<QuantizedWeight>& table() const { return table_; }
  [[nodiscard]] const Parts& parts() const { return parts_; }

 private:
  Parts parts_;
  FeaturePlan plan_;
  WordSet words_;
  FrozenTable<QuantizedWeight> table_;
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
  const Model& model_;
  WordEncoder encoder_;
  std::unique_ptr<TreeSearch> search_;
  EncodedSentence words_;
  std::vector<Parse> parses_;
};

}  // namespace panarc
