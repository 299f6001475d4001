#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/model_info.h"
#include "panarc/sentence.h"
#include "panarc/train.h"

/// Tagging with a trained model:
///
///     const panarc::Tagger tagger = panarc::Tagger::load("english.tagger");
///     tagger.tag(sentence);

namespace panarc {

class TagModel;

/// A trained tagger. It never changes: any number of threads may use one at the same time. Copies
/// are cheap, and share the model.
class Tagger {
 public:
  /// Reads a model that `panarc train --task tag` or train_tagger() has made. Throws Error if it
  /// cannot be used.
  static Tagger load(const std::string& path);
  /// The same from memory, which is copied; `name` stands for the file in messages.
  static Tagger from_memory(std::span<const std::byte> bytes, const std::string& name = "<memory>");
  explicit Tagger(std::shared_ptr<const TagModel> model);

  /// Sets columns() of all words.
  void tag(Sentence& sentence) const;
  /// Tags what is not tagged: words that have no UPOS, XPOS or LEMMA get one, and a sentence in
  /// which no word has features gets those. (A single word without features may well have none.)
  /// The lemmas of a linear tagger are those of the tags that are given. All else is what tag()
  /// would set, whatever is given.
  void fill(Sentence& sentence) const;

  /// The columns that it fills, in their order.
  [[nodiscard]] std::vector<Field> columns() const;
  [[nodiscard]] TaggerInfo info() const;

  /// Writes the model; the file appears under its name when it is complete.
  void save(const std::string& path) const;
  /// The bytes of its file.
  [[nodiscard]] std::string bytes() const;

  // For the library itself.
  [[nodiscard]] const TagModel& model() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// What the caller is told while a tagger is trained.
struct TaggerProgress {
  /// Training begins for these columns, which are filled together.
  std::function<void(std::span<const Field> columns)> on_columns;
  /// Of a linear tagger, several models are trained one after the other, and added up.
  TrainProgress training;
  /// The scores on the development set of what becomes of these columns.
  std::function<void(const Scores&)> on_scores;
};

/// Throws OptionError for options that a tagger cannot be trained with.
void check_tagger_options(const TrainOptions& options);

/// Trains a tagger of the columns that the training data has: UPOS, XPOS and FEATS, then LEMMA;
/// that of the best epoch on `dev`, or of the last if there is none. Of the options, those for
/// trees are refused: throws OptionError, and Error for data that cannot be trained on.
Tagger train_tagger(std::span<const Sentence> training, std::span<const Sentence> dev,
                    const TrainOptions& options = {}, const TaggerProgress& progress = {});

/// As many parts as predicted tags of the training data are made in, unless said otherwise.
inline constexpr std::size_t kJackknifeParts = 4;

/// The training data with tags and lemmas that were predicted: those of each of so many parts by a
/// linear tagger that was trained on the others. A parser that is to parse predicted tags learns
/// what to expect of them (Goldberg & Nivre 2012 have 4 parts). Throws Error if there are fewer
/// than two, or more than sentences; of those with several references, each counts once.
std::vector<Sentence> jackknife_tags(std::span<const Sentence> training, std::size_t parts,
                                     const TrainOptions& options = {});

/// The score on the development set that belongs to a column: its accuracy.
Metric metric_of(Field column);

}  // namespace panarc
