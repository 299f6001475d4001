#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "feature/encoder.h"
#include "model/model.h"
#include "panarc/sentence.h"
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
  /// Sets HEAD and DEPREL to those of a tree.
  void set(Sentence& sentence, const Parse& parse) const;
  /// The heads and labels of a tree, as they are to be written.
  [[nodiscard]] LabeledTree tree_of(const Parse& parse) const;

  [[nodiscard]] const Model& model() const { return model_; }
  /// The words of the sentence that was parsed last.
  [[nodiscard]] const EncodedSentence& words() const { return words_; }

 private:
  [[nodiscard]] const std::string& label_name(const Parse& parse, Node word) const;
  void drop_same_when_decoded();

  Model model_;
  WordEncoder encoder_;
  std::unique_ptr<TreeSearch> search_;
  EncodedSentence words_;
  std::vector<Parse> parses_;
};

}  // namespace panarc
