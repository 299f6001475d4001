#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "parse/constraint_filter.h"
#include "parse/tree_search.h"
#include "search/beam.h"
#include "search/greedy.h"

namespace panarc {

/// The search of one system, with scores of one type.
template <TransitionSystem S, class Score>
class SystemSearch final : public TreeSearch {
 public:
  SystemSearch(const TransitionClasses& classes, const SystemOptions& options,
               std::unique_ptr<ParserScorer<Score>> scorer, std::size_t beam)
      : scorer_(std::move(scorer)),
        filter_(beam),
        task_(classes, options),
        width_(std::max<std::size_t>(beam, 1)),
        greedy_(task_),
        beam_(task_, width_) {
    filter_.set_interruption(interruption_);
  }

  void parse(const EncodedSentence& words, const TreesWanted& wanted, std::vector<Parse>& parses,
             const Gold* constraints) override {
    wanted_ = wanted;
    beam_.set_size(width_);
    if (wanted.count == 1 && !wanted.scores && !wanted.evidence) {
      parses.resize(1);
      parse_once(words, parses.front(), constraints);
      return;
    }
    search(words, constraints);
    if (wanted.count <= width_) {
      parses.resize(add_trees(words, 0, wanted.count, parses));
      return;
    }
    // Another width may change what is best, so the first tree is the one of the usual width.
    const std::size_t first = add_trees(words, 0, 1, parses);
    beam_.set_size(wanted.count);
    search(words, constraints);
    parses.resize(add_trees(words, first, wanted.count, parses));
  }

  void set_interruption(const Interruption& interruption) override { interruption_ = interruption; }

  bool can_meet(const Gold& constraints) override {
    return filter_.can_meet(constraints, task_.options());
  }
  bool may_meet(const Gold& constraints) override {
    return !ConstraintFilter<S>::kIsQuickToTell || can_meet(constraints);
  }

 private:
  using Hypothesis = typename Beam<ParsingTask<S>>::Hypothesis;
  /// About a second.
  static constexpr std::uint64_t kMostWork = 40'000'000;
  static constexpr bool kCostsAreSearched =
      S::kCompletion == Completion::kSearch || S::kCompletion == Completion::kReordering;

  /// The best tree only.
  void parse_once(const EncodedSentence& words, Parse& parse, const Gold* constraints) {
    if (width_ == 1 && !(kCostsAreSearched && constraints != nullptr)) {
      read(search_greedily(words, constraints), parse);
    } else {
      search(words, constraints);
      read(beam_.top().state, parse);
    }
    parse.score = 0;
    parse.evidence.clear();
  }

  void set(const Gold* constraints) {
    task_.set_filter(constraints != nullptr ? &filter_ : nullptr);
    if (constraints == nullptr) return;
    filter_.set(*constraints, task_.options(), kConstraintSearchBudget);
    filter_.limit_work(wanted_.thorough ? kMostWork : kMostWork / 8);
  }

  const ParseState& search_greedily(const EncodedSentence& words, const Gold* constraints) {
    set(constraints);
    scorer_->begin(words);
    if (constraints == nullptr) return greedy_.search(words, *scorer_, interruption_);
    filter_.check_arcs_only();
    const ParseState* state = &greedy_.search(words, *scorer_, interruption_);
    if (filter_.is_met(*state)) return *state;
    set(constraints);
    state = &greedy_.search(words, *scorer_, interruption_);
    if (filter_.is_met(*state) || !guide_to_some_tree()) return *state;
    return greedy_.search(words, *scorer_, interruption_);
  }

  void search(const EncodedSentence& words, const Gold* constraints) {
    set(constraints);
    run(words);
    if (constraints == nullptr || filter_.is_met(beam_.top().state)) return;
    const auto search_again = [&](int budget, bool direct) {
      filter_.set(*constraints, task_.options(), budget, direct);
      run(words);
      return filter_.is_met(beam_.top().state);
    };
    if (kCostsAreSearched && wanted_.thorough &&
        (search_again(kConstraintSearchBudget, true) || search_again(kLargeSearchBudget, false))) {
      return;
    }
    if (guide_to_some_tree()) run(words);
  }

  void run(const EncodedSentence& words) {
    scorer_->begin(words);
    for (beam_.start(words); !beam_.is_final(); beam_.advance()) {
      interruption_.throw_if_over();
      beam_.expand(scorer_->score(beam_.open_states()));
    }
  }

  /// Whether there is a tree that meets the constraints although none was found.
  bool guide_to_some_tree() {
    if constexpr (ConstraintFilter<S>::kMayTakeLong) {
      return filter_.guide_to_some_tree(task_.options());
    }
    return false;
  }

  /// Adds the trees in the beam to the first `found` parses, until there are `count` different
  /// ones. Returns how many there are.
  std::size_t add_trees(const EncodedSentence& words, std::size_t found, std::size_t count,
                        std::vector<Parse>& parses) {
    for (const auto& hypothesis : beam_.hypotheses()) {
      if (found == count) break;
      if (parses.size() == found) parses.emplace_back();
      read(hypothesis.state, parses[found]);
      parses[found].score = hypothesis.score;
      // Several derivations may lead to one tree.
      const bool is_new =
          std::none_of(parses.begin(), parses.begin() + static_cast<int>(found),
                       [&](const Parse& other) { return is_same_tree(other, parses[found]); });
      if (!is_new) continue;
      parses[found].evidence.clear();
      if (wanted_.evidence) find_evidence(words, hypothesis, parses[found]);
      ++found;
    }
    return found;
  }

  static void read(const ParseState& state, Parse& parse) {
    const Configuration& c = state.configuration();
    parse.heads.assign(c.heads().begin(), c.heads().end());
    parse.labels.resize(parse.heads.size());
    for (Node word = 1; word <= c.words(); ++word) {
      parse.labels[static_cast<std::size_t>(word)] = c.label(word);
    }
    parse.tags.clear();
    if (state.tag_time() == TagTime::kNever) return;
    parse.tags.assign(parse.heads.size(), kNoLabel);
    for (Node word = 1; word <= c.words(); ++word) {
      parse.tags[static_cast<std::size_t>(word)] = state.tag(word);
    }
  }

  /// The score of the transition taken, and the best of the others.
  struct Rivals {
    Transition taken;
    double taken_score = 0;
    double best = -std::numeric_limits<double>::infinity();

    [[nodiscard]] static bool only_best() { return false; }
    [[nodiscard]] static bool is_full() { return false; }
    [[nodiscard]] static bool wants(Score /*score*/) { return true; }
    void add(const Transition& step, Score score) {
      const auto value = static_cast<double>(score);
      if (step == taken) {
        taken_score = value;
      } else {
        best = std::max(best, value);
      }
    }
  };

  /// Repeats the derivation, and compares the tree with the others in the beam.
  void find_evidence(const EncodedSentence& words, const Hypothesis& hypothesis, Parse& parse) {
    parse.evidence.assign(parse.heads.size(), {});
    for (ArcEvidence& evidence : parse.evidence) {
      evidence.least_margin = std::numeric_limits<double>::infinity();
    }
    task_.start(words, replayed_);
    for (const Transition& step : beam_.derivations().read(hypothesis.derivation)) {
      interruption_.throw_if_over();
      if (step.action != Action::kTag) {
        const ParseState* const state = &replayed_;
        Rivals rivals{step};
        task_.successors(replayed_, scorer_->score({&state, 1})[0], rivals);
        add_margin(rivals.taken_score - rivals.best, step, parse.evidence);
      }
      task_.advance(replayed_, step);
    }
    for (Node word = 1; word <= words.words(); ++word) add_lead(word, hypothesis, parse);
  }

  void add_margin(double margin, const Transition& step, std::vector<ArcEvidence>& evidence) {
    const Configuration& c = replayed_.configuration();
    const auto of = [&](Node word) -> ArcEvidence& {
      return evidence[static_cast<std::size_t>(word)];
    };
    const auto concern = [&](Node word) {
      of(word).least_margin = std::min(of(word).least_margin, margin);
    };
    for (int i = 0; i < std::min(c.stack_size(), 2); ++i) concern(c.stack(i));
    if (c.buffer_size() > 0) concern(c.buffer(0));
    if (const auto arc = added_arc<S>(c, step.action)) {
      of(arc->dependent).margin = margin;
      of(arc->dependent).length = arc->head == kRoot ? 1 : std::abs(arc->head - arc->dependent);
    }
  }

  void add_lead(Node word, const Hypothesis& hypothesis, Parse& parse) const {
    const auto index = static_cast<std::size_t>(word);
    ArcEvidence& evidence = parse.evidence[index];
    evidence.is_unanimous = true;
    for (const auto& other : beam_.hypotheses()) {
      const Configuration& c = other.state.configuration();
      if (c.head(word) == parse.heads[index] && c.label(word) == parse.labels[index]) continue;
      evidence.is_unanimous = false;
      evidence.lead = hypothesis.score - other.score;
      return;
    }
    evidence.lead = hypothesis.score - beam_.hypotheses().back().score;
  }

  Interruption interruption_;
  std::unique_ptr<ParserScorer<Score>> scorer_;
  ConstraintFilter<S> filter_;
  ParsingTask<S> task_;
  std::size_t width_;
  GreedySearch<ParsingTask<S>> greedy_;
  Beam<ParsingTask<S>> beam_;
  TreesWanted wanted_;
  ParseState replayed_;
};

template <TransitionSystem S>
std::unique_ptr<TreeSearch> TreeSearchOf<S>::make(const TransitionClasses& classes,
                                                  const SystemOptions& options,
                                                  AnyParserScorer scorer, std::size_t beam) {
  return std::visit(
      [&]<class Score>(std::unique_ptr<ParserScorer<Score>>& of) -> std::unique_ptr<TreeSearch> {
        return std::make_unique<SystemSearch<S, Score>>(classes, options, std::move(of), beam);
      },
      scorer);
}

template <TransitionSystem S>
bool TreeSearchOf<S>::can_meet(const Gold& constraints, const SystemOptions& options,
                               const Interruption& interruption) {
  ConstraintFilter<S> filter;
  filter.set_interruption(interruption);
  return filter.can_meet(constraints, options);
}

}  // namespace panarc
