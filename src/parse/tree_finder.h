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

/// Finds trees of sentences with a trained parser, be it one model or several that vote. Keeps its
/// memory between sentences; one per thread.
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
  /// Up to `count` different trees, from the best to the worst.
  const std::vector<Parse>& best(const Sentence& sentence, std::size_t count) {
    read(sentence);
    return search(count);
  }

  /// Whether sentences are read faster many at a time.
  [[nodiscard]] virtual bool reads_ahead() const = 0;
  /// Reads sentences that will be parsed next, in this order, if that is faster. They must stay as
  /// they are, and where they are, until they are parsed or others are read.
  virtual void read_ahead(std::span<const Sentence* const> sentences) = 0;
  /// Reads the words of a sentence, of which any number of searches can follow.
  virtual void read(const Sentence& sentence) = 0;
  /// The best tree of the sentence that was read, alone and without a score.
  virtual const std::vector<Parse>& tree() { return search(1); }
  /// The same as best(), for the sentence that was read.
  virtual const std::vector<Parse>& search(std::size_t count) = 0;
  /// Constraints that cannot be met throw ConflictError, or as many of them are met as can be.
  virtual const std::vector<Parse>& search(const Sentence& sentence, std::size_t count,
                                           std::span<const KnownWord> constraints,
                                           OnConflict on_conflict) = 0;
  /// The best tree alone, under constraints.
  virtual const std::vector<Parse>& tree(const Sentence& sentence,
                                         std::span<const KnownWord> constraints,
                                         OnConflict on_conflict) {
    return search(sentence, 1, constraints, on_conflict);
  }

  /// From now on, trees come with the evidence for their arcs.
  virtual void set_evidence(bool wanted) = 0;
  /// For each word, the probability that its head and label are right; what is given is certain.
  /// Empty if the tree comes without evidence. The model must have a calibration.
  [[nodiscard]] std::vector<double> confidence(const Parse& parse,
                                               std::span<const KnownWord> constraints = {}) const;

  /// Sets HEAD and DEPREL to those of a tree, which was found under constraints or not; and UPOS,
  /// if the tree came with tags.
  virtual void set(Sentence& sentence, const Parse& parse,
                   std::span<const KnownWord> constraints = {}) const = 0;
  /// The heads and labels of a tree, as they are to be written.
  [[nodiscard]] virtual LabeledTree tree_of(const Parse& parse,
                                            std::span<const KnownWord> constraints = {}) const = 0;

  /// The tags that a tree came with, as they are to be written; element 0 is unused. Empty if none
  /// are chosen.
  [[nodiscard]] virtual std::vector<std::string> tags_of(const Parse& /*parse*/) const {
    return {};
  }

  /// One of the models that looks at the most columns of words, and these words, in the order in
  /// which it reads them.
  [[nodiscard]] virtual const Model& widest() const = 0;
  [[nodiscard]] virtual const EncodedSentence& words() const = 0;

 protected:
  [[nodiscard]] virtual const Calibration& calibration() const = 0;
  [[nodiscard]] virtual bool is_labelled() const = 0;
};

/// Sets UPOS of words, if there are tags for them; element 0 is unused.
void set_tags(Sentence& sentence, std::span<const std::string> tags);

/// With beams of at least `trees` hypotheses.
std::unique_ptr<TreeFinder> make_tree_finder(const AnyModel& model,
                                             std::optional<std::size_t> beam = std::nullopt,
                                             std::size_t trees = 1);

/// Throws Error, with the name of the model, if it cannot say how likely its arcs are right.
void check_calibrated(const AnyModel& model, const std::string& name);

}  // namespace panarc
