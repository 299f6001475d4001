#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/any_model.h"
#include "panarc/constraint.h"
#include "panarc/sentence.h"
#include "parse/tree_search.h"

namespace panarc {

/// Finds trees of sentences with a trained parser: one model, or several that vote. Reuses memory
/// between sentences; one per thread.
class TreeFinder {
 public:
  TreeFinder() = default;
  TreeFinder(const TreeFinder&) = delete;
  TreeFinder& operator=(const TreeFinder&) = delete;
  TreeFinder(TreeFinder&&) = delete;
  TreeFinder& operator=(TreeFinder&&) = delete;
  virtual ~TreeFinder() = default;

  /// Sets HEAD and DEPREL of all words, and UPOS if tags are chosen.
  void parse(Sentence& sentence) {
    read(sentence);
    set(sentence, tree().front());
  }
  /// Up to `count` different trees: first that of parse(), then the others by score.
  const std::vector<Parse>& best(const Sentence& sentence, std::size_t count) {
    read(sentence);
    return search(count);
  }

  /// Whether many sentences at a time are faster than one by one.
  [[nodiscard]] virtual bool reads_ahead() const = 0;
  /// Reads the sentences that will be parsed next, in this order, if that is faster. They must not
  /// change or move until they are parsed or others are read.
  virtual void read_ahead(std::span<const Sentence* const> sentences) = 0;
  /// Reads the words of a sentence. Any number of searches can follow.
  virtual void read(const Sentence& sentence) = 0;
  /// The best tree of the sentence just read, without a score.
  virtual const std::vector<Parse>& tree() { return search(1); }
  /// Like best(), for the sentence just read.
  virtual const std::vector<Parse>& search(std::size_t count) = 0;
  /// If not all constraints can be met, throws ConflictError or meets as many as possible.
  virtual const std::vector<Parse>& search(const Sentence& sentence, std::size_t count,
                                           std::span<const KnownWord> constraints,
                                           OnConflict on_conflict) = 0;
  /// The best tree only, under constraints.
  virtual const std::vector<Parse>& tree(const Sentence& sentence,
                                         std::span<const KnownWord> constraints,
                                         OnConflict on_conflict) {
    return search(sentence, 1, constraints, on_conflict);
  }

  /// From now on, return trees with the evidence for their arcs.
  virtual void set_evidence(bool wanted) = 0;
  /// For each word, the probability that its head and label are right; what is given is certain.
  /// Empty if the tree has no evidence. The model must have a calibration.
  [[nodiscard]] std::vector<double> confidence(const Parse& parse,
                                               std::span<const KnownWord> constraints = {}) const;

  /// Sets HEAD and DEPREL from a tree, found with or without constraints; and UPOS, if the tree has
  /// tags.
  virtual void set(Sentence& sentence, const Parse& parse,
                   std::span<const KnownWord> constraints = {}) const = 0;
  /// The heads and labels of a tree, as written to the output.
  [[nodiscard]] virtual LabeledTree tree_of(const Parse& parse,
                                            std::span<const KnownWord> constraints = {}) const = 0;

  /// The tags of a tree, as written to the output; element 0 is unused. Empty if none are chosen.
  [[nodiscard]] virtual std::vector<std::string> tags_of(const Parse& /*parse*/) const {
    return {};
  }

  /// A model that uses the most columns, and the words as it reads them.
  [[nodiscard]] virtual const Model& widest() const = 0;
  [[nodiscard]] virtual const EncodedSentence& words() const = 0;

 protected:
  [[nodiscard]] virtual const Calibration& calibration() const = 0;
  [[nodiscard]] virtual bool is_labelled() const = 0;
};

/// Sets UPOS of words to the tags, if there are any; element 0 is unused.
void set_tags(Sentence& sentence, std::span<const std::string> tags);

/// A finder whose beams are as wide as the models say, or `beam`.
std::unique_ptr<TreeFinder> make_tree_finder(const AnyModel& model,
                                             std::optional<std::size_t> beam = std::nullopt);

/// Throws Error, with the name of the model, if it has no calibration for confidence.
void check_calibrated(const AnyModel& model, const std::string& name);

}  // namespace panarc
