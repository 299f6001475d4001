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

/// A description of a model: everything except its weights.
struct ModelInfo {
  ScorerKind scorer = ScorerKind::kLinear;
  /// Named numbers that belong to the scorer: for a network, the sizes of its parts.
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
  /// The tags it chooses from while building trees; none if it does not choose tags.
  std::vector<std::string> tags;
  std::vector<std::string> templates;
  /// The columns it uses; without them it parses badly.
  std::vector<Field> columns;
  std::size_t classes = 0;   ///< that the scorer scores
  std::size_t features = 0;  ///< with weights; for a network, its parameters

  /// The members, if it is an ensemble. Then the description of one parser above is that of the
  /// first; labels and columns are those of all, and features are the total.
  std::vector<ModelInfo> members;
  /// The weights of the members' votes, by the tag of a word; "" is for all other tags.
  std::map<std::string, std::vector<double>> vote_weights;
  /// For a parser whose scorer adds up the scores of several: their factors.
  std::vector<double> action_votes;
  bool projective_votes = false;  ///< the votes elect only projective trees

  /// The report of the training: a JSON object, or `null`.
  std::string report;

  // About the file; 0 or empty if there is none.
  std::uint32_t format_version = 0;
  std::vector<std::pair<std::string, std::size_t>> sections;  ///< with sizes in bytes
  std::size_t bytes = 0;
};

/// A description of the tagger of a model.
struct TaggerInfo {
  ScorerKind scorer = ScorerKind::kLinear;
  std::vector<Field> columns;  ///< it fills these
  std::size_t beam = 1;        ///< how many hypotheses it keeps
  std::size_t tags = 0;        ///< of UPOS, XPOS and FEATS
  std::size_t scripts = 0;     ///< edit scripts that turn forms into lemmas
  /// The report of the training: a JSON object, or `null`.
  std::string report;
};

/// Reads a model once, from the first byte to the last; `-` is standard input. Throws Error if it
/// is not a usable model.
ModelInfo read_model_info(const std::string& path);

/// A description of the segmenter of a model.
struct SegmenterInfo {
  bool learnt = false;   ///< from a treebank
  std::string language;  ///< the language whose rules it follows, if any
  /// The report of the training: a JSON object; empty if there was none.
  std::string report;
};

/// The contents of a model file: a parser, a tagger, a segmenter, or several of them.
struct ModelContents {
  std::optional<ModelInfo> parser;
  std::optional<TaggerInfo> tagger;
  std::optional<SegmenterInfo> segmenter;
  /// The model card, for people: a JSON object, or `null`.
  std::string card;
  std::uint32_t format_version = 0;
  std::vector<std::pair<std::string, std::size_t>> sections;  ///< with sizes in bytes
  std::size_t bytes = 0;
};

/// Like read_model_info().
ModelContents read_model_contents(const std::string& path);

/// Whether a file begins like a model or checkpoint of this library. False if it cannot be read.
bool is_model_file(const std::string& path);

}  // namespace panarc
