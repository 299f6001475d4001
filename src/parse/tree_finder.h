#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/interface.h"
#include "base/interruption.h"
#include "base/team.h"
#include "model/any_model.h"
#include "panarc/constraint.h"
#include "panarc/parser.h"
#include "panarc/treebank.h"
#include "parse/tree_search.h"

namespace panarc {

/// Finds trees of sentences with a trained parser: one model, or several that vote. Reuses memory
/// between sentences; one per thread.
class TreeFinder : public Interface {
 public:
  explicit TreeFinder(AnyModel model) : model_(std::move(model)) {}

  /// As Parser::parse, for a sentence that is not empty.
  std::vector<Constraint> parse(Sentence& sentence, const ParseRequest& request = {}) {
    begin(sentence, request);
    read(sentence);
    return set_best(sentence, request);
  }

  /// Begins the work on a sentence: its time starts now. Throws Error for a request that makes no
  /// sense. Returns when to end, for work that others do on the sentence.
  Interruption begin(const Sentence& sentence, const ParseRequest& request);
  /// What is asked of the sentence just read.
  std::vector<ScoredTree> trees(const Sentence& sentence, const ParseRequest& request);
  /// Sets HEAD and DEPREL of all words, and UPOS if tags are chosen, from the best tree of the
  /// sentence just read. Returns the constraints it does not meet.
  std::vector<Constraint> set_best(Sentence& sentence, const ParseRequest& request);

  /// From now on, throws Stopped once this is over. The finder can still be used afterwards.
  virtual void set_interruption(const Interruption& interruption) = 0;
  /// Whether many sentences at a time are faster than one by one.
  [[nodiscard]] virtual bool reads_ahead() const = 0;
  /// Reads the sentences that will be parsed next, in this order, if that is faster. They must not
  /// change or move until they are parsed or others are read.
  virtual void read_ahead(std::span<const Sentence* const> sentences) = 0;
  /// Reads the words of a sentence. Any number of searches can follow.
  virtual void read(const Sentence& sentence) = 0;
  /// Trees of the sentence just read: first the best, then the others by score. If they cannot meet
  /// all constraints, throws ConflictError or meets as many as possible.
  virtual const std::vector<Parse>& find(const Sentence& sentence, const TreesWanted& wanted,
                                         std::span<const KnownWord> constraints = {},
                                         OnConflict on_conflict = OnConflict::kError) = 0;

  /// For each word, the probability that its head and label are right; what is given is certain.
  /// Empty if the tree has no evidence. The model must have a calibration.
  [[nodiscard]] std::vector<double> confidence(const Parse& parse,
                                               std::span<const KnownWord> constraints = {}) const;
  /// The constraints that a tree does not meet.
  [[nodiscard]] std::vector<Constraint> unmet(const LabeledTree& tree,
                                              std::span<const KnownWord> constraints) const;

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

 private:
  AnyModel model_;
};

/// Sets UPOS of words to the tags, if there are any; element 0 is unused.
void set_tags(Sentence& sentence, std::span<const std::string> tags);

/// A finder whose beams are as wide as the models say, or `beam`.
std::unique_ptr<TreeFinder> make_tree_finder(const AnyModel& model,
                                             std::optional<std::size_t> beam = std::nullopt);

/// Throws Error, with the name of the model, if it has no calibration for confidence.
void check_calibrated(const AnyModel& model, const std::string& name = "");

/// Calls `visit(parser, member, i)` for every non-empty sentence, in a thread of the team, whose
/// parser has read ahead. The sentences must not change meanwhile. Throws once the interruption is
/// over.
void parse_together(
    const AnyModel& model, std::span<const Sentence> sentences, Team& team,
    const std::function<void(TreeFinder& parser, std::size_t member, std::size_t i)>& visit,
    const Interruption& interruption = kNeverOver);

}  // namespace panarc
