#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "oracle/oracle.h"
#include "oracle/references.h"

namespace panarc {

/// The dynamic oracle for several references (Wisniewski, Lacroix & Yvon 2018, Algorithm 1).
///
/// The value of a configuration is that of its best reachable tree under the reference that suits
/// it best. A transition is correct if it keeps this value, that is, if it is optimal for one of
/// the nearest references. The paper's algorithm eliminates references on the way; here, the
/// remaining ones follow from the configuration, so that the hypotheses of a beam need not carry
/// sets of them, and errors can be explored.
///
/// References are found by branch and bound: a choice is left open as long as that is good enough.
/// Choices that contradict what is built come first, then those near the front of the buffer. If
/// completions need a search themselves, and that is cut short, so are the bounds. An object keeps
/// what it has found for a sentence; do not share it between threads.
template <TransitionSystem S>
class ReferenceOracle {
 public:
  using Selection = References::Selection;
  /// The number of an annotation of the sentence, for gold().
  using Number = std::uint16_t;

  struct Correct {
    ActionSet actions;
    /// By action: a reference for which it is optimal, if there are several.
    std::array<Number, kActionCount> reference{};
  };

  /// The oracle must outlive it.
  explicit ReferenceOracle(Oracle<S>& oracle) : oracle_(oracle) {}

  /// The references must outlive the queries.
  void begin(const References& references) {
    references_ = &references;
    numbers_.clear();
    golds_.clear();
    selections_.clear();
    complete_.clear();
    most_ever_.reset();
    number_of(Selection(references.choices().size(), References::kOpen));
    complete_.push_back(number_of(Selection(references.choices().size(), 0)));
  }

  [[nodiscard]] const Gold& gold(Number number) const { return golds_[number]; }

  Correct correct(const Configuration& c) {
    const Found best = nearest(c);
    Correct correct;
    correct.actions = oracle_.useful(c, gold(best.number), false);
    correct.reference.fill(best.number);
    for (const Action action : legal_actions<S>(c)) {
      if (correct.actions.contains(action)) continue;
      const auto other = reference_after(c, {action, kNoLabel}, best.value);
      if (!other) continue;
      correct.actions.insert(action);
      correct.reference[static_cast<std::size_t>(action)] = *other;
    }
    return correct;
  }

  /// Whether a transition with this label is correct, given that it is without one.
  bool is_correct_label(const Configuration& c, Transition transition) {
    return reference_after(c, transition, nearest(c).value).has_value();
  }

  /// The cost of a transition: how much it lowers the value of the configuration.
  int cost(const Configuration& c, Transition transition) {
    const int before = nearest(c).value;
    after_ = c;
    apply<S>(after_, transition);
    return std::max(before - nearest(after_).value, 0);
  }

  /// The number of annotations of the sentence made so far.
  [[nodiscard]] std::size_t annotations() const { return golds_.size(); }

  /// The alternatives that make up the reference nearest to a configuration.
  const Selection& selection(const Configuration& c) { return selections_[nearest(c).number]; }

 private:
  struct Found {
    int value = 0;
    Number number = 0;
  };

  /// Beyond this many annotations of a sentence, the search uses only those it has.
  static constexpr std::size_t kMostGolds = 5'000;
  static constexpr Number kAllOpen = 0;

  Found nearest(const Configuration& c) {
    if (!most_ever_) {
      start_.reset(c.words(), c.options());
      most_ever_ = nearest(start_, std::numeric_limits<int>::max()).value;
    }
    // No configuration has a higher value than the initial one.
    return nearest(c, *most_ever_);
  }

  Found nearest(const Configuration& c, int limit) {
    Found best{value(c, complete_.front()), complete_.front()};
    const int most = std::min(limit, value(c, kAllOpen) + references_->most_forgotten());
    while (best.value < most) {
      const auto better = find(c, best.value + 1, [](Number /*number*/) { return true; });
      if (!better) break;
      best = {value(c, *better), *better};
    }
    return best;
  }

  /// A reference for which a transition is correct. A needless swap is correct but not useful for a
  /// reference: then another one is looked for, among all if they are few.
  std::optional<Number> reference_after(const Configuration& c, Transition transition, int least) {
    after_ = c;
    apply<S>(after_, transition);
    if constexpr (S::kCompletion == Completion::kReordering) {
      if (transition.action == Action::kSwap) {
        return find(after_, least, [&](Number number) {
          return oracle_.useful(c, gold(number), false).contains(Action::kSwap);
        });
      }
    }
    return find(after_, least, [](Number /*number*/) { return true; });
  }

  /// An acceptable reference for which a configuration has at least this value.
  template <class Accept>
  std::optional<Number> find(const Configuration& c, int least, Accept&& accept) {
    if (value(c, kAllOpen) + references_->most_forgotten() < least) return std::nullopt;
    for (std::size_t i = 0; i < complete_.size(); ++i) {
      if (value(c, complete_[i]) < least || !accept(complete_[i])) continue;
      std::rotate(complete_.begin(), complete_.begin() + static_cast<std::ptrdiff_t>(i),
                  complete_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return complete_.front();
    }
    Selection open(references_->choices().size(), References::kOpen);
    if (least == c.words() && golds_.size() < kMostGolds) {
      // Nothing may be lost, so all that is built is part of the reference.
      Selection likely = selections_[complete_.front()];
      if (!follow_what_is_built(c, open, likely)) return std::nullopt;
      const Number guess = number_of(likely);
      if (value(c, guess) >= least && accept(guess)) return remember(guess);
    }
    visits_ = 0;
    return search(c, least, open, accept);
  }

  /// Sets the choices of a selection so that the settled arcs are in the reference; false if no
  /// reference has all of them.
  bool follow_what_is_built(const Configuration& c, const Selection& open, Selection& selection) {
    for (std::size_t i = 0; i < selection.size(); ++i) {
      const auto alternative = agreeing_alternative(c, i, open, selection[i]);
      if (!alternative) return false;
      selection[i] = *alternative;
    }
    return true;
  }

  template <class Accept>
  std::optional<Number> search(const Configuration& c, int least, Selection& partial,
                               Accept& accept) {
    if (golds_.size() >= kMostGolds || ++visits_ > kMostVisits) return std::nullopt;
    const Number here = number_of(partial);
    if (value(c, here) + references_->most_forgotten() < least) return std::nullopt;
    const Selection likely = completed(partial);
    const Number guess = number_of(likely);
    if (value(c, guess) >= least && accept(guess)) return remember(guess);
    const std::optional<std::size_t> choice = next_choice(c, partial);
    if (!choice) return std::nullopt;
    const auto alternatives =
        static_cast<std::uint8_t>(references_->choices()[*choice].alternatives);
    for (std::uint8_t i = 0; i < alternatives; ++i) {
      // The likely one first.
      partial[*choice] = static_cast<std::uint8_t>((likely[*choice] + i) % alternatives);
      if (const auto found = search(c, least, partial, accept)) return found;
    }
    partial[*choice] = References::kOpen;
    return std::nullopt;
  }

  /// Fills open choices from the reference found last.
  [[nodiscard]] Selection completed(const Selection& partial) const {
    Selection result = partial;
    const Selection& last = selections_[complete_.front()];
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (result[i] == References::kOpen) result[i] = last[i];
    }
    return result;
  }

  /// The open choice to be made next.
  [[nodiscard]] std::optional<std::size_t> next_choice(const Configuration& c,
                                                       const Selection& partial) const {
    const Node front = c.front_is_word() ? c.buffer(0) : c.words() + 1;
    const auto choices = references_->choices();
    std::optional<std::size_t> next;
    std::pair<int, int> least;
    for (std::size_t i = 0; i < partial.size(); ++i) {
      if (partial[i] != References::kOpen) continue;
      const bool contradicted = !agreeing_alternative(c, i, partial, 0);
      const std::pair rank{contradicted ? 0 : 1, std::abs(choices[i].word - front)};
      if (next && rank >= least) continue;
      next = i;
      least = rank;
    }
    return next;
  }

  /// An alternative of an open choice that agrees with the settled arcs; preferably the given one.
  /// Nothing if they contradict each other.
  [[nodiscard]] std::optional<std::uint8_t> agreeing_alternative(const Configuration& c,
                                                                 std::size_t choice,
                                                                 Selection partial,
                                                                 std::uint8_t preferred) const {
    const auto is_built = [&](Node word) {
      return is_settled<S>(c, word) && c.attached(word) &&
             references_->allows({c.head(word), word}, partial);
    };
    std::vector<Node> built = references_->words_of(choice);
    std::erase_if(built, [&](Node word) { return !is_built(word); });
    const auto alternatives =
        static_cast<std::uint8_t>(references_->choices()[choice].alternatives);
    for (std::uint8_t i = 0; i < alternatives; ++i) {
      partial[choice] = static_cast<std::uint8_t>((preferred + i) % alternatives);
      if (std::ranges::all_of(built, is_built)) return partial[choice];
    }
    return std::nullopt;
  }

  Number remember(Number complete) {
    std::erase(complete_, complete);
    complete_.insert(complete_.begin(), complete);
    if (complete_.size() > kMostRemembered) complete_.pop_back();
    return complete;
  }

  Number number_of(const Selection& selection) {
    const auto [entry, is_new] =
        numbers_.try_emplace(selection, static_cast<Number>(golds_.size()));
    if (is_new) {
      golds_.push_back(references_->gold(selection));
      selections_.push_back(selection);
    }
    return entry->second;
  }

  /// The value of what a configuration has built and can still build of an annotation.
  int value(const Configuration& c, Number number) {
    const Gold& gold = golds_[number];
    return settled_value<S>(c, gold) + oracle_.best_completion(c, gold);
  }

  /// Longer searches are given up.
  static constexpr std::size_t kMostVisits = 64;
  /// Number of recent references that are tried before others.
  static constexpr std::size_t kMostRemembered = 8;

  Oracle<S>& oracle_;
  const References* references_ = nullptr;
  std::unordered_map<Selection, Number, NumbersHash> numbers_;
  std::deque<Gold> golds_;
  std::deque<Selection> selections_;
  std::vector<Number> complete_;  // numbers of references, most recent first
  std::optional<int> most_ever_;  // the value of the initial configuration
  Configuration start_;
  Configuration after_;
  std::size_t visits_ = 0;  // in the current search
};

}  // namespace panarc
