#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/ensemble.h"
#include "parse/model_parser.h"
#include "parse/tree_finder.h"
#include "vote/ballot.h"

namespace panarc {

/// Parses sentences with the members of an ensemble, and combines their trees.
///
/// Members respect constraints. Those whose systems cannot build such trees do not vote on the
/// sentence, unless none can. If several trees are requested, they are the elected one and those of
/// the members, ordered by votes.
class EnsembleParser final : public TreeFinder {
 public:
  /// All members use the given beam, if any, with at least `trees` hypotheses.
  EnsembleParser(const Ensemble& ensemble, std::optional<std::size_t> beam);

  [[nodiscard]] bool reads_ahead() const override;
  void read_ahead(std::span<const Sentence* const> sentences) override;
  void read(const Sentence& sentence) override;
  const std::vector<Parse>& find(const Sentence& sentence, const TreesWanted& wanted,
                                 std::span<const KnownWord> constraints = {},
                                 OnConflict on_conflict = OnConflict::kError) override;

  void set_interruption(const Interruption& interruption) override;
  void set(Sentence& sentence, const Parse& parse,
           std::span<const KnownWord> constraints = {}) const override;
  [[nodiscard]] LabeledTree tree_of(const Parse& parse,
                                    std::span<const KnownWord> constraints = {}) const override;

  [[nodiscard]] const Model& widest() const override;
  [[nodiscard]] const EncodedSentence& words() const override;

 private:
  struct Member {
    std::unique_ptr<ModelParser> parser;
    /// The first member that reads words in the same way; itself if there is no earlier one.
    std::size_t reads_like = 0;
    /// The ensemble's numbers of its labels; empty if they must be decoded.
    std::vector<Label> labels;
    /// The trees it has found, best first.
    std::vector<VotedTree> trees;
    /// The confidence of the member in the words of its first tree; empty if not asked for.
    std::vector<double> confidence;
  };

  void add_member(const Model& model, std::optional<std::size_t> beam);
  void begin_votes();
  void take(Member& member, const std::vector<Parse>& parses,
            std::span<const KnownWord> constraints);
  [[nodiscard]] Label label_number(const std::string& name);
  template <class Ask>
  bool ask_members(std::span<const KnownWord> constraints, const Ask& ask);
  [[noreturn]] void refuse(const Sentence& sentence, std::span<const KnownWord> constraints);
  void elect(std::size_t count, std::span<const KnownWord> constraints);
  [[nodiscard]] std::size_t count_unmet(const VotedTree& tree,
                                        std::span<const KnownWord> constraints) const;
  [[nodiscard]] VotedTree best_of(std::span<const KnownWord> constraints);
  void add_evidence(Parse& parse) const;

  Ensemble ensemble_;
  std::vector<Member> members_;
  std::size_t widest_ = 0;
  bool with_evidence_ = false;
  Interruption interruption_;
  /// All labels of the ensemble, then those that occur only in constraints.
  std::vector<std::string> labels_;
  std::unordered_map<std::string, Label> label_numbers_;

  int length_ = 0;  // of the sentence that was read
  Ballot ballot_;
  std::exception_ptr error_;  // of the first member that failed
  std::vector<Parse> parses_;
};

}  // namespace panarc
