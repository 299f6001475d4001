#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/parser.h"
#include "panarc/train.h"
#include "panarc/treebank.h"

/// Tagging with a trained model:
///
///     const panarc::Tagger tagger = panarc::Tagger::load("english.tagger");
///     tagger.tag(sentence);

namespace panarc {

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

class TagModel;

/// A trained tagger. Immutable: any number of threads may use it at the same time. Copies are cheap
/// and share the model.
class Tagger {
 public:
  /// Reads a model made by `panarc train --task tag` or train_tagger(). Throws Error if it cannot
  /// be used.
  static Tagger load(const std::string& path);
  /// Loads a model from memory, which is copied; `name` is used as the file name in messages.
  static Tagger from_memory(std::span<const std::byte> bytes, const std::string& name = "<memory>");
  explicit Tagger(std::shared_ptr<const TagModel> model);

  /// Sets columns() of all words.
  void tag(Sentence& sentence) const;
  /// Tags what is not tagged: words without UPOS, XPOS or LEMMA get one, and a sentence in which no
  /// word has features gets those. (A single word without features may well have none.) A linear
  /// tagger chooses lemmas for the given tags. Apart from that, what is filled in does not depend
  /// on what is given.
  void fill(Sentence& sentence) const;

  /// The columns it fills, in order.
  [[nodiscard]] std::vector<Field> columns() const;
  [[nodiscard]] TaggerInfo info() const;

  /// Writes the model; the file appears under its name only when complete.
  void save(const std::string& path) const;
  /// The bytes that save() writes.
  [[nodiscard]] std::string bytes() const;

  // For internal use.
  [[nodiscard]] const TagModel& model() const;
  struct State;
  [[nodiscard]] State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

/// Throws OptionError if no tagger can be trained with the options.
void check_tagger_options(const TrainOptions& options);

/// Trains a tagger for the columns that the training data has: UPOS, XPOS and FEATS, then LEMMA.
/// The result is from the best epoch on `dev`, or the last if there is none. Throws OptionError,
/// also for options about trees, and Error for data that cannot be trained on. A linear tagger
/// trains several models for the same columns one after the other, and adds them up.
Tagger train_tagger(std::span<const Sentence> training, std::span<const Sentence> dev,
                    const TrainOptions& options = {}, const TrainProgress& progress = {});

/// The default number of parts in which tags of the training data are predicted.
inline constexpr std::size_t kJackknifeParts = 4;

/// The training data with predicted tags and lemmas: those of each part come from a linear tagger
/// trained on the others. A parser for predicted tags thus learns what to expect of them (Goldberg
/// & Nivre 2012 use 4 parts). A single sentence, in one part, keeps its tags. Otherwise throws
/// OptionError if there are fewer than two parts, or more parts than sentences; a sentence with
/// several references counts once. The options are those of a linear tagger. Parts are worked on in
/// parallel; each is a model of the stage.
std::vector<Sentence> jackknife_tags(std::span<const Sentence> training, std::size_t parts,
                                     const TrainOptions& options = {},
                                     const TrainProgress& progress = {});

}  // namespace panarc
