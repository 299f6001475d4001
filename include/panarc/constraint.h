#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "panarc/error.h"
#include "panarc/known.h"
#include "panarc/names.h"
#include "panarc/pseudo_projective.h"

/// Constraints on a parser: single facts known about words before parsing.

namespace panarc {

/// The members of KnownWord. Each one that is set is a constraint.
enum class ConstraintKind : std::uint8_t { kHeads, kForbiddenHeads, kSide, kLabels, kSpan };

/// Names as used in MISC.
inline constexpr auto kConstraintKindNames = names_of<ConstraintKind>({
    {ConstraintKind::kHeads, "Heads"},
    {ConstraintKind::kForbiddenHeads, "NotHeads"},
    {ConstraintKind::kSide, "Side"},
    {ConstraintKind::kLabels, "Labels"},
    {ConstraintKind::kSpan, "Span"},
});

struct Constraint {
  Node word = 0;
  ConstraintKind kind = ConstraintKind::kHeads;

  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// All the constraints on the words. Here and below, element 0 of what is known is unused.
std::vector<Constraint> constraints_of(std::span<const KnownWord> words);

/// The words with only these constraints.
std::vector<KnownWord> with_constraints(std::span<const KnownWord> words,
                                        std::span<const Constraint> kept);

/// Whether a tree meets a constraint. `root` is where the parser puts ROOT.
bool is_met(const Constraint& constraint, std::span<const KnownWord> words, const LabeledTree& tree,
            RootPosition root = RootPosition::kLast);

/// The constraints that a tree does not meet.
std::vector<Constraint> unmet_constraints(std::span<const KnownWord> words, const LabeledTree& tree,
                                          RootPosition root = RootPosition::kLast);

/// The value of a constraint as written in MISC, e.g. `2,5`.
std::string value_text(const Constraint& constraint, std::span<const KnownWord> words);

/// A description for people, e.g. `word 3 "cat" has head 5 "dog"`.
std::string describe(const Constraint& constraint, std::span<const KnownWord> words,
                     const Sentence& sentence);

/// What to do if no tree of the parser meets all the constraints.
enum class OnConflict : std::uint8_t {
  kError,  ///< throw ConflictError
  kRelax,  ///< meet as many of them as can be met together
};

inline constexpr auto kOnConflictNames = names_of<OnConflict>({
    {OnConflict::kError, "error"},
    {OnConflict::kRelax, "relax"},
});

/// Constraints that cannot be met together.
class ConflictError : public Error {
 public:
  ConflictError(Place place, const std::string& message, std::vector<Constraint> conflict,
                bool is_smallest = true)
      : Error(std::move(place), message),
        conflict_(std::move(conflict)),
        is_smallest_(is_smallest) {}

  /// Constraints that contradict each other.
  [[nodiscard]] const std::vector<Constraint>& conflict() const { return conflict_; }
  /// Whether no conflict is smaller. If not, proving it would have taken too long.
  [[nodiscard]] bool is_smallest() const { return is_smallest_; }

 private:
  std::vector<Constraint> conflict_;
  bool is_smallest_;
};

}  // namespace panarc
