#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/sentence.h"

namespace panarc {

/// What a model is: all that can be said of it without its weights.
struct ModelInfo {
  ScorerKind scorer = ScorerKind::kLinear;
  /// Numbers that belong to the scorer, by name: of a network, the sizes of its parts.
  std::map<std::string, double> sizes;
  std::string system;
  RootPosition root = RootPosition::kLast;
  Direction direction = Direction::kLeftToRight;
  bool single_root = false;
  int span = 0;  ///< the longest arc of a span system; 0 is no limit
  LabelMode label_mode = LabelMode::kJoint;
  std::size_t beam = 1;
  bool delexicalized = false;
  std::optional<PseudoProjective> pseudo_projective;

  std::vector<std::string> labels;
  /// That it chooses from while it builds trees; none if it chooses no tags.
  std::vector<std::string> tags;
  std::vector<std::string> templates;
  /// The columns that it looks at: without them it parses badly.
  std::vector<Field> columns;
  std::size_t classes = 0;   ///< that its scorer gives scores to
  std::size_t features = 0;  ///< that have weights; of a network, its parameters

  /// The members, if it is an ensemble. Then what is said of one parser above is of the first of
  /// them; labels and columns are those of all, and features are counted together.
  std::vector<ModelInfo> members;
  /// What the votes of the members weigh: by the tag of a word, and, under "", for all others.
  std::map<std::string, std::vector<double>> vote_weights;
  /// Of a parser whose scorer adds up the scores of several: what those are multiplied with.
  std::vector<double> action_votes;
  bool projective_votes = false;  ///< they elect projective trees only

  /// What was said of the training when it was made: a JSON object, or `null`.
  std::string report;

  // Of the file; nothing if there is none.
  std::uint32_t format_version = 0;
  std::vector<std::pair<std::string, std::size_t>> sections;  ///< with their sizes in bytes
  std::size_t bytes = 0;
};

/// What the tagger of a model is.
struct TaggerInfo {
  ScorerKind scorer = ScorerKind::kLinear;
  std::vector<Field> columns;  ///< that it fills
  std::size_t tags = 0;        ///< of UPOS, XPOS and FEATS
  std::size_t scripts = 0;     ///< that make lemmas of forms
  /// What was said of the training when it was made: a JSON object, or `null`.
  std::string report;
};

/// Reads a model, once, from the first byte to the last; `-` is standard input. Throws Error if it
/// is not one that can be used.
ModelInfo read_model_info(const std::string& path);

/// What the segmenter of a model is.
struct SegmenterInfo {
  bool learnt = false;   ///< from a treebank
  std::string language;  ///< whose rules it follows, if any
  /// What was said of the training when it was made: a JSON object; empty if there was none.
  std::string report;
};

/// All that a model file holds: a parser, a tagger, a segmenter, or several of them.
struct ModelContents {
  std::optional<ModelInfo> parser;
  std::optional<TaggerInfo> tagger;
  std::optional<SegmenterInfo> segmenter;
  /// What is said of it for people: a JSON object, or `null`.
  std::string card;
  std::uint32_t format_version = 0;
  std::vector<std::pair<std::string, std::size_t>> sections;  ///< with their sizes in bytes
  std::size_t bytes = 0;
};

/// As read_model_info().
ModelContents read_model_contents(const std::string& path);

/// Whether a file begins like a model or a checkpoint of this library. False if it cannot be read.
bool is_model_file(const std::string& path);

}  // namespace panarc
