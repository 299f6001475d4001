#include "derive/derivation_parts.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "search/beam.h"

namespace panarc {
namespace {

/// Follows a beam, and keeps account of what becomes of its hypotheses.
class BeamTrace {
 public:
  BeamTrace(const ParseState& state, const DerivationParts& parts)
      : parts_(parts),
        parser_(parts.needed_parser()),
        beam_(*parts.task, parser_.beam),
        costs_(1, 0) {
    beam_.start(state);
    found_.search.width = parser_.beam;
  }

  DerivationBeam run() {
    while (!beam_.is_final()) step();
    const auto& top = beam_.top();
    found_.transitions = beam_.derivations().read(top.derivation);
    for (const Transition& transition : found_.transitions) {
      found_.search.transitions.push_back(parts_.name_of(transition));
    }
    found_.search.score = top.score * parser_.model.weights().unit();
    return std::move(found_);
  }

 private:
  using Candidate = Beam<AnyParsingTask>::Candidate;

  void step() {
    const std::span<const double* const> rows = parser_.scorer->score(beam_.open_states());
    beam_.expand(rows);
    const std::vector<Candidate> others = not_kept(rows);
    BeamStep step;
    std::vector<int> costs;
    for (const Candidate& candidate : beam_.best()) {
      step.kept.push_back(described(candidate));
      costs.push_back(step.kept.back().cost.value_or(0));
    }
    for (const Candidate& candidate :
         std::span(others).first(std::min(others.size(), parser_.beam))) {
      step.dropped.push_back(described(candidate));
    }
    if (parts_.known && loses_gold(costs)) add_gold(others, step);
    costs_ = std::move(costs);
    beam_.advance();
    found_.search.steps.push_back(std::move(step));
  }

  /// The successors that the beam has no room for, best first.
  [[nodiscard]] std::vector<Candidate> not_kept(std::span<const double* const> rows) const {
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < beam_.open().size(); ++i) {
      const std::uint32_t parent = beam_.open()[i];
      const auto& hypothesis = beam_.hypotheses()[parent];
      for (const auto& [transition, score] : parts_.task->offers(hypothesis.state, rows[i])) {
        all.push_back({hypothesis.score + score, parent, transition, false});
      }
    }
    for (std::uint32_t i = 0; i < beam_.hypotheses().size(); ++i) {
      if (std::ranges::binary_search(beam_.open(), i)) continue;
      all.push_back({beam_.hypotheses()[i].score, i, {}, true});
    }
    std::erase_if(all, [&](const Candidate& one) {
      return std::ranges::any_of(beam_.best(), [&](const Candidate& kept) {
        return kept.parent == one.parent && kept.stays == one.stays && kept.step == one.step;
      });
    });
    std::ranges::stable_sort(all, std::greater(), &Candidate::score);
    return all;
  }

  [[nodiscard]] BeamHypothesis described(const Candidate& candidate) const {
    BeamHypothesis hypothesis{.score = candidate.score * parser_.model.weights().unit(),
                              .cost = cost_of(candidate),
                              .from = candidate.parent,
                              .transition = {}};
    if (!candidate.stays) hypothesis.transition = parts_.name_of(candidate.step);
    return hypothesis;
  }

  [[nodiscard]] std::optional<int> cost_of(const Candidate& candidate) const {
    if (!parts_.known) return std::nullopt;
    const int before = costs_[candidate.parent];
    if (candidate.stays) return before;
    const ParseState& state = beam_.hypotheses()[candidate.parent].state;
    return before + parts_.costs(state, {{candidate.step, 0}})->costs.front();
  }

  [[nodiscard]] bool loses_gold(const std::vector<int>& costs) const {
    return std::ranges::find(costs_, 0) != costs_.end() &&
           std::ranges::find(costs, 0) == costs.end();
  }

  void add_gold(const std::vector<Candidate>& others, BeamStep& step) {
    found_.search.gold_lost = found_.search.steps.size() + 1;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (costs_[others[i].parent] != 0 || cost_of(others[i]) != 0) continue;
      if (i >= step.dropped.size()) step.dropped.push_back(described(others[i]));
      return;
    }
  }

  const DerivationParts& parts_;
  DerivationParser& parser_;
  Beam<AnyParsingTask> beam_;
  std::vector<int> costs_;  // of the hypotheses
  DerivationBeam found_;
};

}  // namespace

DerivationBeam search_from(const ParseState& state, const DerivationParts& parts) {
  return BeamTrace(state, parts).run();
}

}  // namespace panarc
