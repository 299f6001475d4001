#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "panarc/choices.h"
#include "panarc/tree.h"
#include "transition/system_options.h"

namespace panarc {

/// How the best completion of a configuration is found (src/oracle/): what a system says about
/// itself so that its exact costs need no code of its own.
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
  /// with bounds made for it.
  kReordering,
  /// None is known: search over derivations (any system one may add).
  kSearch,
};

/// What a system says about itself, for code that does not need its type: one record per system,
/// made from the facts in the system's own file.
struct SystemRecord {
  std::string_view name;
  /// Where ROOT may stand, and where it stands unless a user says otherwise.
  bool root_first = false;
  bool root_last = false;
  RootPosition default_root = RootPosition::kLast;
  /// Words may be left without a head.
  bool partial = false;
  /// The length of arcs is limited: the system needs `SystemOptions::span`, others take none.
  bool span = false;
  /// Only projective trees are built.
  bool projective = false;
  /// Its costs have a closed form.
  bool closed_form = false;
  /// Some arcs are only there for a time: where one has a wrong label, no closed form holds.
  bool temporary_arcs = false;
  /// Every arc joins the two top elements of the stack; elsewhere most arcs join the top of the
  /// stack and the front of the buffer. Feature templates depend on it.
  bool arcs_on_stack = false;
  Completion completion = Completion::kSearch;
  /// The oracle of Björkelund & Nivre (2015) to train with unless costs are asked for; none where
  /// those oracles do not apply.
  std::optional<SwapOracle> swap_oracle;

  [[nodiscard]] bool allows(RootPosition root) const {
    return root == RootPosition::kFirst ? root_first : root_last;
  }
};

/// The records of all systems, in the order in which they are listed.
std::span<const SystemRecord> system_records();

/// The record of the system with this name; an unknown name is an error that lists the known ones.
const SystemRecord& system_record(std::string_view name);

/// The system to train unless a user says otherwise: the first of the list.
std::string default_system();

/// The names of all systems, separated by a comma and a space.
std::string system_names();

/// Throw Error where the system does not have ROOT there, or does not have such a span.
void check_root(const SystemRecord& system, RootPosition root);
void check_span(const SystemRecord& system, int span);

/// Throws Error where options do not fit the system.
void check(const SystemRecord& system, const SystemOptions& options);

}  // namespace panarc
