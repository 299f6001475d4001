#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "feature/word_set.h"
#include "io/model_file.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/linear/linear_scorer.h"
#include "search/greedy.h"
#include "text/split_rule.h"
#include "text/split_task.h"

namespace panarc {

/// The possible splits of a token: those seen with it or, if it is new, with its beginning or its
/// ending.
class SplitLexicon {
 public:
  using Lists = std::map<std::uint64_t, std::vector<Split>>;

  SplitLexicon() = default;
  explicit SplitLexicon(const Lists& lists);
  /// Throws Error if the arrays do not fit together, or refer to splits beyond `splits`.
  SplitLexicon(std::span<const std::uint64_t> keys, std::span<const std::uint32_t> begins,
               std::span<const Split> values, std::size_t splits);

  // Not copyable: lists point into the arrays.
  SplitLexicon(const SplitLexicon&) = delete;
  SplitLexicon& operator=(const SplitLexicon&) = delete;
  SplitLexicon(SplitLexicon&&) = default;
  SplitLexicon& operator=(SplitLexicon&&) = default;
  ~SplitLexicon() = default;

  /// Empty if a token can only stay as it is. What its beginning and its ending allow is added to
  /// `merged`, if it is not the same.
  [[nodiscard]] std::span<const Split> find(std::u32string_view lower,
                                            std::vector<std::vector<Split>>& merged) const;

  [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_; }
  [[nodiscard]] std::span<const std::uint32_t> begins() const { return begins_; }
  [[nodiscard]] std::span<const Split> values() const { return values_; }

  /// The lengths of beginnings and endings that are kept.
  static constexpr std::size_t kShortest = 2;
  static constexpr std::size_t kLongest = 8;
  enum class Part : std::uint8_t { kToken, kBeginning, kEnding };
  static std::uint64_t key_of(Part part, std::u32string_view text) {
    return mix_bits(hash_of(text) * 3 + static_cast<std::uint64_t>(part)) | 1U;
  }

 private:
  void index();
  [[nodiscard]] const std::span<const Split>* find(Part part, std::u32string_view text) const;
  /// The splits of the longest beginning or ending.
  [[nodiscard]] std::span<const Split> find_longest(Part part, std::u32string_view lower) const;

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> begins_{0};
  std::vector<Split> values_;
  std::unordered_map<std::uint64_t, std::span<const Split>> lists_;
};

/// All that is learnt about multiword tokens. Immutable.
class SplitModel {
 public:
  SplitModel(std::vector<SplitRule> rules, const SplitLexicon::Lists& lists,
             const std::vector<std::uint64_t>& word_facts, FrozenArrays weights);
  /// Uses the sections of a file that begin with a prefix. Throws Error if they are invalid.
  SplitModel(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);

  SplitModel(const SplitModel&) = delete;
  SplitModel& operator=(const SplitModel&) = delete;
  ~SplitModel() = default;

  void save(ModelFileWriter& writer, const std::string& prefix) const;

  [[nodiscard]] std::size_t rule_count() const { return rules_.size(); }
  /// `split` must not be 0.
  [[nodiscard]] const SplitRule& rule(Split split) const { return rules_[split - 1U]; }
  [[nodiscard]] const SplitLexicon& lexicon() const { return lexicon_; }
  [[nodiscard]] const SplitFeatures& features() const { return features_; }
  [[nodiscard]] const FrozenTable& table() const { return table_; }

 private:
  std::vector<SplitRule> rules_;
  SplitLexicon lexicon_;
  WordSet words_;
  std::shared_ptr<const void> storage_;
  FrozenTable table_;
  SplitFeatures features_{words_};
};

/// Makes the input from the tokens of a sentence. Returns whether any of them can be split.
bool make_split_input(const SplitLexicon& lexicon, const Characters& text,
                      std::span<const TextPart> tokens, SplitInput& input);

/// Decides which tokens are split, and how. One per thread.
class SplitDecoder {
 public:
  /// The model must outlive it.
  explicit SplitDecoder(const SplitModel& model)
      : model_(model), scorer_(model.features(), model.table(), Scorer::Keep::kSimple) {}

  /// One split per token of a sentence; valid until the next call.
  std::span<const Split> decide(const Characters& text, std::span<const TextPart> tokens);

 private:
  using Scorer = LinearScorer<SplitFeatures, FrozenTable>;

  const SplitModel& model_;
  Scorer scorer_;
  SplitTask task_;
  GreedySearch<SplitTask> search_{task_};
  SplitInput input_;
  std::vector<Split> none_;
};

}  // namespace panarc
