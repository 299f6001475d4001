#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "panarc/choices.h"
#include "transition/system_options.h"
#include "transition/transition.h"

namespace panarc {

/// How the best completion of a configuration is found (src/oracle/). With this, the exact costs of
/// a system need no code of their own.
enum class Completion : std::uint8_t {
  /// A projective tree over stack and buffer in which a word on the stack is the dependent of its
  /// neighbour below or of a word in the buffer (arc-eager, arc-hybrid and their kin).
  kNeighbours,
  /// A projective tree whose arcs join the two top elements of the stack (arc-standard; Goldberg et
  /// al. 2014).
  kBottomUp,
  /// Any tree over the pairs of nodes that are still to be compared (Covington).
  kPairs,
  /// Arcs join the two top elements of the stack, which SWAP may reorder: search over derivations,
  /// with special bounds.
  kReordering,
  /// Nothing is known: search over derivations (for any system that may be added).
  kSearch,
};

/// A description of a system for code that does not need its type, made from the facts in the
/// system's own file.
struct SystemRecord {
  std::string_view name;
  /// The possible positions of ROOT, and the default.
  bool root_first = false;
  bool root_last = false;
  RootPosition default_root = RootPosition::kLast;
  /// Words may be left without a head.
  bool partial = false;
  /// Arc length is limited: the system requires `SystemOptions::span`, which others do not allow.
  bool span = false;
  /// Whether only projective trees are built.
  bool projective = false;
  /// Whether the costs of the system have a closed form.
  bool closed_form = false;
  /// Some arcs are temporary: if one has a wrong label, the closed form does not hold.
  bool temporary_arcs = false;
  /// Every arc joins the two top elements of the stack; in other systems, most arcs join the top of
  /// the stack and the front of the buffer. Feature templates depend on this.
  bool arcs_on_stack = false;
  Completion completion = Completion::kSearch;
  /// The oracle of Björkelund & Nivre (2015) used for training unless costs are asked for; none if
  /// those oracles do not apply.
  std::optional<SwapOracle> swap_oracle = std::nullopt;
  /// All actions, those whose transitions may add an arc and so have a label, and those that always
  /// do.
  ActionSet actions = {};
  ActionSet adding = {};
  ActionSet always_adding = {};
  /// Costs are known in sentences of any length.
  bool costs = true;
  /// Null for systems of the library.
  const RegisteredSystem* user = nullptr;

  [[nodiscard]] bool allows(RootPosition root) const {
    return root == RootPosition::kFirst ? root_first : root_last;
  }
};

/// The records of all systems of the library, in listing order.
std::span<const SystemRecord> system_records();

/// The record of the named system, which may be a user's; an unknown name is an error that lists
/// the known ones.
const SystemRecord& system_record(std::string_view name);

/// The default system for training: the first of the list.
std::string default_system();

/// The names of all systems, those of users last, separated by a comma and a space.
std::string system_names();

/// The options of the named system for a derivation: they say whether it is a user's.
SystemOptions with_user(std::string_view system, SystemOptions options);

/// Throw Error if the system does not allow this position of ROOT, or this span.
void check_root(const SystemRecord& system, RootPosition root);
void check_span(const SystemRecord& system, int span);

/// Throws Error if the options do not fit the system.
void check(const SystemRecord& system, const SystemOptions& options);

}  // namespace panarc
