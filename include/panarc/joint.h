#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "panarc/parser.h"
#include "panarc/tagger.h"
#include "panarc/train.h"

/// Parsers that choose the tags of words while they build their trees:
///
///     const panarc::JointResult result = panarc::train_joint(training, dev, options);
///     result.model().save("joint.model");
///     const auto parser = panarc::ParserWithTagger::load("joint.model");
///     parser.parse(sentence);  // sets UPOS, HEAD and DEPREL

namespace panarc {

/// A parser and the tagger whose tags it is to begin with, as one file holds them.
struct ParserWithTagger {
  Parser parser;
  std::optional<Tagger> tagger;

  /// Throws Error if there is no parser in the file. There need not be a tagger.
  static ParserWithTagger load(const std::string& path, const ParserOptions& options = {});
  /// Writes both; the file appears under its name when it is complete.
  void save(const std::string& path) const;
  /// The bytes of its file.
  [[nodiscard]] std::string bytes() const;

  /// Tags, if there is a tagger, and parses.
  void parse(Sentence& sentence) const;
};

struct JointResult {
  TrainResult training;
  Tagger tagger;

  [[nodiscard]] ParserWithTagger model() const { return {training.parser, tagger}; }
};

/// As many parts as predicted tags of the training data are made in, unless said otherwise.
inline constexpr std::size_t kJointParts = 4;

/// Trains a linear tagger, and a parser that begins with its tags and chooses the UPOS of each word
/// while it builds the tree (Bohnet & Nivre 2012): in one search, with one sum of scores. The tags
/// that it begins with in training are predicted by jack-knifing (see jackknife_tags()). It is that
/// of the epoch with the best trees on `dev`. Throws OptionError and Error as train() does.
JointResult train_joint(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const CheckedOptions& options, std::size_t parts = kJointParts,
                        const TrainProgress& progress = {});

}  // namespace panarc
