#include "oracle/user_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "oracle/gain.h"
#include "panarc/error.h"
#include "panarc/extend.h"

namespace panarc {

Node GoldView::head(Node word) const {
  return word > kRoot && word <= gold_->words() ? gold_->head(word) : kNoHead;
}

std::span<const Node> GoldView::children(Node node) const {
  return node >= kRoot && node <= gold_->words() ? gold_->children(node) : std::span<const Node>();
}

namespace {

bool is_done(const Configuration& c, Node word) { return !c.in_stack(word) && !c.in_buffer(word); }

/// The value of a word with the head that it has.
int value_of(const Configuration& c, const Gold& gold, Node word) {
  if (!c.attached(word)) return gold.none_value(word);
  const Arc arc{c.head(word), word};
  const RootPosition root = c.options().root;
  return gold.value(arc, root) - gold.label_penalty(arc, c.label(word), root);
}

template <class Counts>
int value_where(const Configuration& c, const Gold& gold, Counts&& counts) {
  int value = 0;
  for (Node word = 1; word <= c.words(); ++word) {
    if (counts(word)) value += value_of(c, gold, word);
  }
  return value;
}

/// Whether the user's costs apply: at most one head per word is known, and nothing else.
bool has_own_costs(const Gold& gold, const SystemOptions& options) {
  if (!options.user->record.closed_form || !gold.only_heads()) return false;
  for (Node word = 1; word <= gold.words(); ++word) {
    if (gold.heads(word).size() > 1) return false;
  }
  return true;
}

Costs own_costs(const Configuration& c, const Gold& gold) {
  Costs costs;
  costs.legal = legal_actions<UserDefined>(c);
  for (const Action action : costs.legal) {
    costs.of(action) = c.options().user->system->cost(ConfigurationView(c), GoldView(gold), action);
  }
  costs.subtract_minimum();
  return costs;
}

/// What a configuration is, whatever its labels.
std::uint64_t hash_of(const Configuration& c) {
  auto hash = static_cast<std::uint64_t>(c.words());
  for (const auto list : {c.stack(), c.buffer(), c.heads()}) {
    for (const Node node : list) hash = mix_bits(hash + static_cast<std::uint32_t>(node) + 1);
    hash = mix_bits(hash);
  }
  return hash;
}

}  // namespace

std::optional<int> UserCompletion::value(const Configuration& c, const Gold& gold) {
  if (c.words() > kMostWords) return std::nullopt;
  if (remembered_ > kMostRemembered) forget();
  Known& known = by_gold_[gold.id()];
  if (known.too_many) return std::nullopt;
  if (known.unfinished) known.values.clear();
  const std::size_t before = known.values.size();
  visits_ = 0;
  known.unfinished = true;
  const auto open = rest(c, gold, known.values);
  known.unfinished = false;
  remembered_ += known.values.size() - before;
  if (!open) {
    known.too_many = true;
    known.values.clear();
    return std::nullopt;
  }
  return *open + value_where(c, gold, [&](Node word) { return is_done(c, word); });
}

void UserCompletion::forget() {
  by_gold_.clear();
  remembered_ = 0;
}

std::optional<int> UserCompletion::rest(const Configuration& c, const Gold& gold, Values& known) {
  if (UserDefined::is_final(c)) {
    return value_where(c, gold, [&](Node word) { return !is_done(c, word); });
  }
  const Key key = key_of(c);
  const auto [found, is_new] = known.try_emplace(key);
  if (!is_new && found->second) return found->second;
  if (!is_new) {
    throw Error(fmt::format("a derivation of the transition system '{}' goes on for ever",
                            c.options().user->name));
  }
  if (++visits_ > kMostVisits) return std::nullopt;
  interruption_->throw_if_over();
  work_ += static_cast<std::uint64_t>(c.words());
  std::optional<int> best;
  for (const Action action : legal_actions<UserDefined>(c)) {
    Configuration next = c;
    apply<UserDefined>(next, action);
    const auto after = rest(next, gold, known);
    if (!after) return std::nullopt;
    const int gained = value_where(
        next, gold, [&](Node word) { return is_done(next, word) && !is_done(c, word); });
    best = std::max(best.value_or(gained + *after), gained + *after);
  }
  if (!best) {
    throw Error(fmt::format(
        "the transition system '{}' has no legal action in a configuration that is not final",
        c.options().user->name));
  }
  known[key] = best;
  return best;
}

UserCompletion::Key UserCompletion::key_of(const Configuration& c) {
  Key key{c.root_first() ? 1 : 0, c.options().single_root ? 1 : 0, c.root_children()};
  for (const auto list : {c.stack(), c.buffer()}) {
    key.insert(key.end(), list.begin(), list.end());
    key.push_back(kNoHead);
  }
  for (Node word = 1; word <= c.words(); ++word) {
    if (!is_done(c, word)) key.insert(key.end(), {c.head(word), c.label(word)});
  }
  return key;
}

Costs Oracle<UserDefined>::costs(const Configuration& c, const Gold& gold) {
  if (has_own_costs(gold, c.options())) return own_costs(c, gold);
  if (const auto exact = by_completion(c, gold)) return *exact;
  Costs costs{.legal = legal_actions<UserDefined>(c), .exact = false};
  costs.cost.fill(1);
  const Path& path = path_of(gold, c.options());
  const auto next = path.find(hash_of(c));
  if (next != path.end()) costs.of(next->second) = 0;
  if (next == path.end()) costs.subtract_minimum();
  return costs;
}

std::optional<Costs> Oracle<UserDefined>::by_completion(const Configuration& c, const Gold& gold) {
  Costs costs;
  costs.legal = legal_actions<UserDefined>(c);
  for (const Action action : costs.legal) {
    Configuration after = c;
    apply<UserDefined>(after, action);
    const auto value = completion_.value(after, gold);
    if (!value) return std::nullopt;
    costs.of(action) = -*value;
  }
  costs.subtract_minimum();
  return costs;
}

int Oracle<UserDefined>::cost(const Configuration& c, const Gold& gold, Transition transition,
                              const Costs& costs) {
  const auto arc = added_arc<UserDefined>(c, transition.action);
  const int penalty = arc ? gold.label_penalty(*arc, transition.label, c.options().root) : 0;
  if (penalty == 0) return costs.of(transition.action);
  // The label of an arc that may be replaced matters only if the arc is kept.
  Configuration with = c;
  Configuration without = c;
  apply<UserDefined>(with, transition);
  apply<UserDefined>(without, transition.action);
  const auto value = completion_.value(with, gold);
  const auto best = completion_.value(without, gold);
  return costs.of(transition.action) + (value && best ? *best - *value : penalty);
}

int Oracle<UserDefined>::value(const Configuration& c, const Gold& gold) {
  if (const auto exact = completion_.value(c, gold)) return *exact;
  Configuration at = c;
  while (!UserDefined::is_final(at)) {
    interruption_->throw_if_over();
    const ActionSet optimal = costs(at, gold).optimal();
    if (optimal.empty()) break;
    apply<UserDefined>(at, *optimal.begin());
    work_ += static_cast<std::uint64_t>(c.words());
  }
  return value_where(at, gold, [](Node /*word*/) { return true; });
}

int Oracle<UserDefined>::best_completion(const Configuration& c, const Gold& gold) {
  return value(c, gold) - settled_value<UserDefined>(c, gold);
}

void Oracle<UserDefined>::check_constraints(const Gold& constraints, const SystemOptions& options) {
  if (constraints.words() <= UserCompletion::kMostWords || has_own_costs(constraints, options)) {
    return;
  }
  const RegisteredSystem& of = *options.user;
  throw Error(fmt::format(
      "the transition system '{}' has no costs for {}, so {} can be met in sentences of up to {} "
      "words only",
      of.name, of.record.closed_form ? "constraints other than single heads" : "constraints",
      of.record.closed_form ? "these" : "they", UserCompletion::kMostWords));
}

ActionSet Oracle<UserDefined>::meeting_all(const Configuration& c, const Gold& gold,
                                           ActionSet actions) {
  ActionSet meeting;
  for (const Action action : actions) {
    Configuration after = c;
    apply<UserDefined>(after, action);
    if (value(after, gold) >= gold.value_if_met()) meeting.insert(action);
  }
  return meeting;
}

const Oracle<UserDefined>::Path& Oracle<UserDefined>::path_of(const Gold& gold,
                                                              const SystemOptions& options) {
  const std::uint64_t of_options =
      2 * static_cast<std::uint64_t>(options.root) + (options.single_root ? 1 : 0);
  const std::uint64_t key = 4 * gold.id() + of_options;
  if (const auto known = paths_.find(key); known != paths_.end()) return known->second;
  Path path;
  Configuration c(gold.words(), options);
  for (const Action action : derivation_of(gold, options)) {
    path.emplace(hash_of(c), action);
    apply<UserDefined>(c, action);
  }
  // Where other heads are known each time, no annotation comes back.
  constexpr std::size_t kMostPaths = std::size_t{1} << 16U;
  if (paths_.size() >= kMostPaths) paths_.clear();
  return paths_.emplace(key, std::move(path)).first->second;
}

/// A configuration in the search for the derivation of a tree.
struct Oracle<UserDefined>::Hypothesis {
  Configuration c;
  std::vector<Action> derivation;
  /// What the arcs so far are worth, what they may be in the end, and how many words are done.
  int value = 0;
  int most = 0;
  int done = 0;

  Hypothesis(Configuration at, std::vector<Action> steps, const Gold& gold)
      : c(std::move(at)), derivation(std::move(steps)) {
    value = value_where(c, gold, [&](Node word) { return c.attached(word) || is_done(c, word); });
    most = value;
    const auto is_left = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
    for (Node word = 1; word <= c.words(); ++word) {
      done += is_done(c, word) ? 1 : 0;
      if (c.attached(word) || is_done(c, word)) continue;
      const auto heads = gold.heads(word);
      const bool may_agree =
          gold.knows_head(word) && (heads.empty() || std::ranges::any_of(heads, is_left));
      most += may_agree ? 1 : 0;
      if (!may_agree && c.options().user->record.partial) most += gold.none_value(word);
    }
  }
};

/// Beam search: of configurations from which as much may be reached, those come first in which most
/// is done. So arcs are added as soon as nothing is lost, as by the static oracles of the
/// literature.
std::vector<Action> Oracle<UserDefined>::derivation_of(const Gold& gold,
                                                       const SystemOptions& options) {
  constexpr std::size_t kBeam = 16;
  std::vector<Hypothesis> beam;
  beam.emplace_back(Configuration(gold.words(), options), std::vector<Action>(), gold);
  while (!UserDefined::is_final(beam.front().c)) {
    interruption_->throw_if_over();
    std::vector<Hypothesis> next;
    std::set<std::uint64_t> seen;
    for (Hypothesis& from : beam) {
      if (UserDefined::is_final(from.c)) {
        next.push_back(std::move(from));
        continue;
      }
      for (const Action action : legal_actions<UserDefined>(from.c)) {
        Configuration after = from.c;
        apply<UserDefined>(after, action);
        if (!seen.insert(hash_of(after)).second) continue;
        std::vector<Action> derivation = from.derivation;
        derivation.push_back(action);
        next.emplace_back(std::move(after), std::move(derivation), gold);
      }
    }
    if (next.empty()) throw Error("no derivation of a gold tree was found");
    std::ranges::stable_sort(next, [](const Hypothesis& a, const Hypothesis& b) {
      return std::pair(a.most, a.value + a.done) > std::pair(b.most, b.value + b.done);
    });
    if (next.size() > kBeam) next.erase(next.begin() + kBeam, next.end());
    beam = std::move(next);
    work_ += kBeam * static_cast<std::uint64_t>(gold.words());
  }
  return beam.front().derivation;
}

}  // namespace panarc
