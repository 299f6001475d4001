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
#include "panarc/treebank.h"
#include "parse/model_constraints.h"
#include "parse/tree_finder.h"
#include "parse/tree_search.h"

namespace panarc {

/// Parses sentences with one model; one per thread.
class ModelParser final : public TreeFinder {
 public:
  explicit ModelParser(const Model& model, std::optional<std::size_t> beam = std::nullopt);

  [[nodiscard]] bool reads_ahead() const override { return reader_ != nullptr; }
  void read_ahead(std::span<const Sentence* const> sentences) override;
  void read(const Sentence& sentence) override;
  /// Whether another parser encodes words in the same way, possibly in the other direction, so that
  /// this one can copy them.
  [[nodiscard]] bool reads_like(const ModelParser& other) const;
  void read_from(const ModelParser& other);
  const std::vector<Parse>& find(const Sentence& sentence, const TreesWanted& wanted,
                                 std::span<const KnownWord> constraints = {},
                                 OnConflict on_conflict = OnConflict::kError) override;
  /// Searches under constraints, and returns whether the best tree meets them all.
  bool find_meeting(const TreesWanted& wanted, std::span<const KnownWord> constraints);
  /// After find_meeting() has found no such tree: finds those that meet as many as possible.
  const std::vector<Parse>& relax(TreesWanted wanted, std::span<const KnownWord> constraints);
  /// Throws Error, usually ConflictError: says why no tree was found that meets all constraints.
  [[noreturn]] void refuse(const Sentence& sentence, std::span<const KnownWord> constraints);
  /// What the last search has found.
  [[nodiscard]] const std::vector<Parse>& found() const { return parses_; }

  void set_interruption(const Interruption& interruption) override {
    interruption_ = interruption;
    search_->set_interruption(interruption);
  }
  void set(Sentence& sentence, const Parse& parse,
           std::span<const KnownWord> constraints = {}) const override;
  [[nodiscard]] LabeledTree tree_of(const Parse& parse,
                                    std::span<const KnownWord> constraints = {}) const override;

  [[nodiscard]] std::vector<std::string> tags_of(const Parse& parse) const override;

  /// Confidence by its own calibration; empty if it has none, or if there is no evidence.
  [[nodiscard]] std::vector<double> own_confidence(const Parse& parse) const {
    return model_.calibration() ? confidence(parse) : std::vector<double>();
  }

  [[nodiscard]] const Model& widest() const override { return model_; }
  [[nodiscard]] const EncodedSentence& words() const override { return words_; }

 private:
  [[nodiscard]] const std::string& label_name(const Parse& parse, Node word) const;
  void drop_same_when_decoded(std::vector<Parse>& parses) const;
  void search(const TreesWanted& wanted, const Gold* constraints, std::vector<Parse>& parses);
  static void give_heads(const Gold& constraints, EncodedSentence& words);
  [[noreturn]] void explain(const Sentence& sentence, std::span<const KnownWord> constraints);

  Model model_;
  Interruption interruption_;
  WordEncoder encoder_;
  std::unique_ptr<TreeSearch> search_;
  ModelConstraints constraints_;
  std::unique_ptr<BatchReader> reader_;
  EncodedSentence words_;
  /// Sentences that were read but not parsed yet; the next one is last.
  struct Ahead {
    const Sentence* sentence = nullptr;
    EncodedSentence words;
  };
  std::vector<Ahead> ahead_;
  std::vector<Parse> parses_;
};

}  // namespace panarc
