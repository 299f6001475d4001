#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "feature/encoder.h"
#include "model/model.h"
#include "panarc/constraint.h"
#include "panarc/sentence.h"
#include "parse/model_constraints.h"
#include "parse/tree_search.h"

namespace panarc {

/// Parses sentences with a model; one per thread.
class ModelParser {
 public:
  explicit ModelParser(const Model& model, std::optional<std::size_t> beam = std::nullopt);

  /// Sets HEAD and DEPREL of all words.
  void parse(Sentence& sentence);
  /// Up to `count` different trees, from the best to the worst.
  const std::vector<Parse>& best(const Sentence& sentence, std::size_t count);

  /// Reads the words of a sentence, of which any number of searches can follow.
  void read(const Sentence& sentence) { encoder_.encode(sentence, words_); }
  /// The same as best(), for the sentence that was read. Constraints that cannot be met throw
  /// ConflictError, or as many of them are met as can be.
  const std::vector<Parse>& search(std::size_t count);
  const std::vector<Parse>& search(const Sentence& sentence, std::size_t count,
                                   std::span<const KnownWord> constraints, OnConflict on_conflict);

  /// From now on, trees come with the evidence for their arcs.
  void set_evidence(bool wanted) { search_->set_evidence(wanted); }
  /// For each word, the probability that its head and label are right; what is given is certain.
  /// The model must have a calibration, and the tree evidence.
  [[nodiscard]] std::vector<double> confidence(const Parse& parse,
                                               std::span<const KnownWord> constraints = {}) const;

  /// Sets HEAD and DEPREL to those of a tree, which was found under constraints or not.
  void set(Sentence& sentence, const Parse& parse,
           std::span<const KnownWord> constraints = {}) const;
  /// The heads and labels of a tree, as they are to be written.
  [[nodiscard]] LabeledTree tree_of(const Parse& parse,
                                    std::span<const KnownWord> constraints = {}) const;

  /// The words of the sentence that was parsed last.
  [[nodiscard]] const EncodedSentence& words() const { return words_; }

 private:
  [[nodiscard]] const std::string& label_name(const Parse& parse, Node word) const;
  void drop_same_when_decoded(std::vector<Parse>& parses) const;
  void search(std::size_t count, const Gold* constraints, std::vector<Parse>& parses);
  static void give_heads(const Gold& constraints, EncodedSentence& words);
  [[noreturn]] void refuse(const Sentence& sentence, std::span<const KnownWord> constraints);
  void relax(std::size_t count, std::span<const KnownWord> constraints);

  Model model_;
  WordEncoder encoder_;
  std::unique_ptr<TreeSearch> search_;
  ModelConstraints constraints_;
  EncodedSentence words_;
  std::vector<Parse> parses_;
};

}  // namespace panarc
