#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "feature/template.h"
#include "panarc/choices.h"
#include "panarc/treebank.h"
#include "scorer/user/user_weights.h"
#include "task/transition_classes.h"
#include "transition/configuration.h"
#include "transition/system_record.h"

namespace panarc {

/// The description of a parser, besides its labels and weights.
struct ModelOptions {
  ScorerKind scorer = ScorerKind::kLinear;
  /// The name of the user's classifier that takes the place of a linear scorer; empty: none.
  std::string classifier{};
  std::string system = default_system();
  SystemOptions transitions{};
  Direction direction = Direction::kLeftToRight;
  LabelMode labels = LabelMode::kJoint;
  std::size_t beam = 8;
  /// The templates, as text.
  std::string features{};
  /// Leave out the templates that look at words.
  bool delexicalized = false;
  std::optional<PseudoProjective> pseudo_projective = std::nullopt;
  /// The tags (UPOS) to choose from while building the tree. If empty, words keep their own.
  std::vector<std::string> tags{};

  friend bool operator==(const ModelOptions&, const ModelOptions&) = default;
};

/// The position of ROOT relative to the words of a text, whatever the reading direction.
RootPosition root_in_text(const ModelOptions& options);

/// The names of labels, those for ROOT first.
struct LabelNames {
  std::vector<std::string> names;
  Label under_root = 0;

  [[nodiscard]] LabelSet set() const { return {static_cast<Label>(names.size()), under_root}; }
};

/// The parts of users that a model needs and this program lacks, for people.
std::vector<std::string> missing_parts(const ModelOptions& options);

/// Throws Error if the system does not allow its options.
void check_system(const ModelOptions& options);

/// The templates of a model; a network has none. If tags are chosen, `upos` is the tag chosen for a
/// word, or the value of its column until then.
std::vector<Template> templates_of(const ModelOptions& options);

/// The classes that a model's scorer scores.
TransitionClasses classes_of(const ModelOptions& options, const LabelNames& labels);

/// What a user's classifier is made for.
ClassifierParser classifier_parser(const ModelOptions& options, const LabelNames& labels,
                                   std::uint64_t seed = 1);

}  // namespace panarc
