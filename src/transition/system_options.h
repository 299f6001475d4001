#pragma once

#include "panarc/choices.h"

namespace panarc {

struct RegisteredSystem;

/// What is fixed for a whole derivation, besides the sentence.
struct SystemOptions {
  RootPosition root = RootPosition::kLast;
  /// Exactly one word under ROOT (in the partial systems: at most one).
  bool single_root = false;
  /// The longest arc that span systems may build; 0 is no limit.
  int span = 0;
  /// A system of a user's own: it must be known wherever there is a configuration (with_user()).
  const RegisteredSystem* user = nullptr;

  friend bool operator==(const SystemOptions&, const SystemOptions&) = default;
};

}  // namespace panarc
