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
  const std::vector<Parse>& tree() override;
  const std::vector<Parse>& tree(const Sentence& sentence, std::span<const KnownWord> constraints,
                                 OnConflict on_conflict) override;
  const std::vector<Parse>& search(std::size_t count) override;
  const std::vector<Parse>& search(const Sentence& sentence, std::size_t count,
                                   std::span<const KnownWord> constraints,
                                   OnConflict on_conflict) override;
  /// Searches under constraints, and returns whether the best tree meets them all.
  bool search_meeting(std::size_t count, std::span<const KnownWord> constraints);
  /// Throws Error, usually ConflictError: says why no tree was found that meets all constraints.
  [[noreturn]] void refuse(const Sentence& sentence, std::span<const KnownWord> constraints);
  const std::vector<Parse>& trees() const { return parses_; }

  void set_evidence(bool wanted) override { search_->set_evidence(wanted); }
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

 protected:
  [[nodiscard]] const Calibration& calibration() const override { return *model_.calibration(); }
  [[nodiscard]] bool is_labelled() const override {
    return model_.options().labels != LabelMode::kNone;
  }

 private:
  [[nodiscard]] const std::string& label_name(const Parse& parse, Node word) const;
  void drop_same_when_decoded(std::vector<Parse>& parses) const;
  void search(std::size_t count, const Gold* constraints, std::vector<Parse>& parses);
  const std::vector<Parse>& tree(const Gold* constraints);
  static void give_heads(const Gold& constraints, EncodedSentence& words);
  void relax(std::size_t count, std::span<const KnownWord> constraints);

  Model model_;
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
