#include "transition/user_system.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "panarc/error.h"

namespace panarc {

Registry<RegisteredSystem>& user_systems() {
  static Registry<RegisteredSystem> systems("transition system", "register_system");
  return systems;
}

int ConfigurationView::words() const { return of_->words(); }
bool ConfigurationView::root_first() const { return of_->root_first(); }
bool ConfigurationView::single_root() const { return of_->options().single_root; }
int ConfigurationView::stack_size() const { return of_->stack_size(); }
int ConfigurationView::buffer_size() const { return of_->buffer_size(); }
Node ConfigurationView::stack(int depth) const {
  return depth >= 0 && depth < of_->stack_size() ? of_->stack(depth) : kNoHead;
}
Node ConfigurationView::buffer(int index) const {
  return index >= 0 && index < of_->buffer_size() ? of_->buffer(index) : kNoHead;
}
bool ConfigurationView::in_stack(Node node) const {
  return node >= kRoot && node <= words() && of_->in_stack(node);
}
bool ConfigurationView::in_buffer(Node node) const {
  return node >= kRoot && node <= words() && of_->in_buffer(node);
}
Node ConfigurationView::head(Node word) const {
  return word > kRoot && word <= words() ? of_->head(word) : kNoHead;
}
int ConfigurationView::unattached_on_stack() const { return of_->unattached_on_stack(); }
int ConfigurationView::root_children() const { return of_->root_children(); }
bool ConfigurationView::only_root_is_left() const { return of_->only_root_is_left(); }

void ConfigurationEditor::shift() {
  if (edited_->buffer_empty()) throw Error("shift() finds the buffer empty");
  edited_->shift();
}

void ConfigurationEditor::pop(int depth) {
  if (stack(depth) == kNoHead) throw Error(fmt::format("pop({}) finds no such element", depth));
  edited_->pop_at(depth);
}

void ConfigurationEditor::put_back(int depth) {
  if (stack(depth) == kNoHead || (stack(depth) == kRoot && root_first())) {
    throw Error(fmt::format("put_back({}) finds no such element, or ROOT", depth));
  }
  edited_->put_back(depth);
}

namespace {

std::string describe(const Configuration& c) {
  return fmt::format("stack [{}], buffer [{}], heads [{}], ROOT {}{}", fmt::join(c.stack(), " "),
                     fmt::join(c.buffer(), " "), fmt::join(c.heads().subspan(1), " "),
                     kRootPositionNames.of(c.options().root),
                     c.options().single_root ? ", single root" : "");
}

[[noreturn]] void fail(const Configuration& c, const std::string& what) {
  throw Error(fmt::format("the transition system '{}': {} in {}", c.options().user->name, what,
                          describe(c)));
}

[[noreturn]] void fail(const Configuration& c, Action action, std::string_view what) {
  fail(c, fmt::format("{} {}", action_name(action), what));
}

}  // namespace

std::optional<Arc> UserDefined::arc_of(const Configuration& c, Action action) {
  const RegisteredSystem& of = *c.options().user;
  const auto arc = of.system->arc(ConfigurationView(c), action);
  if (!arc) {
    if (of.record.always_adding.contains(action)) fail(c, action, "adds no arc, but should always");
    return arc;
  }
  const ConfigurationView view(c);
  const bool is_open = view.in_stack(arc->dependent) || view.in_buffer(arc->dependent);
  if (arc->dependent == kRoot || arc->head < kRoot || arc->head > c.words() || !is_open ||
      arc->head == arc->dependent) {
    fail(c, action,
         fmt::format("adds the arc {} -> {}, which cannot be", arc->head, arc->dependent));
  }
  return arc;
}

void UserDefined::apply(Configuration& c, Transition transition) {
  const Action action = transition.action;
  if (c.options().user->record.adding.contains(action)) {
    if (const auto arc = arc_of(c, action)) c.attach(*arc, transition.label);
  }
  ConfigurationEditor editor(c);
  try {
    c.options().user->system->apply(editor, action);
  } catch (const Error& error) {
    fail(c, action, error.message());
  }
}

namespace {

/// Follows all derivations of short sentences.
class Inspection {
 public:
  explicit Inspection(const RegisteredSystem& system) : system_(system) {}

  void run() {
    constexpr int kMostWords = 4;
    for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
      if (!system_.record.allows(root)) continue;
      for (const bool single_root : {false, true}) {
        for (int words = 1; words <= kMostWords; ++words) {
          visited_.clear();
          legal_.clear();
          visit(Configuration(words, {.root = root, .single_root = single_root, .user = &system_}));
        }
      }
    }
  }

 private:
  using Key = std::vector<int>;

  void visit(const Configuration& c) {
    const auto [place, is_new] = visited_.emplace(key_of(c, true), false);
    if (!is_new) {
      if (!place->second) fail(c, "a derivation goes on for ever");
      return;
    }
    const ActionSet legal = legal_actions<UserDefined>(c);
    const bool is_final = UserDefined::is_final(c);
    const auto [known, is_first] = legal_.emplace(key_of(c, false), std::pair(legal, is_final));
    if (!is_first && known->second != std::pair(legal, is_final)) {
      fail(c, "what is legal depends on more than the stack, the buffer and their heads");
    }
    if (is_final) check_final(c);
    if (is_final != legal.empty()) {
      fail(c, is_final ? "an action is legal after the end" : "no action is legal");
    }
    for (const Action action : legal) {
      Configuration next = c;
      panarc::apply<UserDefined>(next, action);
      if (c.options().single_root && next.root_children() > 1) {
        fail(c, action, "puts a second word under ROOT");
      }
      visit(next);
    }
    visited_[key_of(c, true)] = true;
  }

  void check_final(const Configuration& c) const {
    for (Node word = 1; word <= c.words() && !system_.record.partial; ++word) {
      if (!c.attached(word)) fail(c, "a final configuration leaves a word without a head");
    }
    for (Node word = 1; word <= c.words(); ++word) {
      int steps = 0;
      for (Node node = word; node > kRoot; node = c.head(node)) {
        if (++steps > c.words()) fail(c, "a final configuration has a cycle");
      }
    }
  }

  /// What a configuration is, or just what may determine the transitions from there.
  static Key key_of(const Configuration& c, bool with_done) {
    Key key{c.root_children()};
    for (const auto list : {c.stack(), c.buffer()}) {
      key.insert(key.end(), list.begin(), list.end());
      key.push_back(kNoHead);
    }
    for (Node word = 1; word <= c.words(); ++word) {
      const bool is_done = !c.in_stack(word) && !c.in_buffer(word);
      key.push_back(is_done && !with_done ? kNoHead : c.head(word));
    }
    return key;
  }

  const RegisteredSystem& system_;
  std::map<Key, bool> visited_;  // whether all derivations from there are done
  std::map<Key, std::pair<ActionSet, bool>> legal_;
};

SystemRecord record_of(std::string_view name, const SystemFacts& facts) {
  if (facts.actions.empty()) throw Error(fmt::format("'{}' has no actions", name));
  if (facts.roots.empty()) throw Error(fmt::format("'{}' has no position for ROOT", name));
  SystemRecord record{.name = name,
                      .root_first = std::ranges::count(facts.roots, RootPosition::kFirst) > 0,
                      .root_last = std::ranges::count(facts.roots, RootPosition::kLast) > 0,
                      .default_root = facts.roots.front(),
                      .partial = facts.partial,
                      .projective = facts.projective,
                      .closed_form = facts.has_costs,
                      .arcs_on_stack = facts.arcs_on_stack,
                      .completion = Completion::kSearch,
                      .costs = facts.has_costs};
  for (const auto& [action, adds] : facts.actions) {
    if (action == Action::kTag) throw Error(fmt::format("'{}' cannot choose tags", name));
    record.actions.insert(action);
    if (adds != AddsArc::kNever) record.adding.insert(action);
    if (adds == AddsArc::kAlways) record.always_adding.insert(action);
  }
  return record;
}

}  // namespace

void register_system(const std::string& name, std::shared_ptr<const UserSystem> system) {
  if (system == nullptr) throw Error(fmt::format("the transition system '{}' is null", name));
  const auto records = system_records();
  if (std::ranges::find(records, name, &SystemRecord::name) != records.end()) {
    throw Error(
        fmt::format("'{}' is a transition system of the library; choose another name", name));
  }
  const auto registered = std::make_shared<RegisteredSystem>();
  registered->name = name;
  registered->system = std::move(system);
  registered->record = record_of(registered->name, registered->system->facts());
  registered->record.user = registered.get();
  Inspection(*registered).run();
  user_systems().add(name, registered);
}

}  // namespace panarc
