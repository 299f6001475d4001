#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "extend/registry.h"
#include "panarc/extend.h"
#include "transition/system.h"

namespace panarc {

/// A system that a user has registered, with its record, which refers to the name.
struct RegisteredSystem {
  std::string name;
  std::shared_ptr<const UserSystem> system;
  SystemRecord record;
};

Registry<RegisteredSystem>& user_systems();

/// All systems of users as one system of the library. The options of a configuration say which one
/// it belongs to.
struct UserDefined : SystemDefaults {
  static constexpr std::string_view kName = "user-defined";
  static constexpr Completion kCompletion = Completion::kSearch;

  template <Action A>
  struct Row {
    static constexpr Action kAction = A;
    static bool legal(const Configuration& c) {
      const RegisteredSystem& of = *c.options().user;
      return of.record.actions.contains(A) && of.system->legal(ConfigurationView(c), A);
    }
    static std::optional<Arc> arc(const Configuration& c) {
      return c.options().user->record.adding.contains(A) ? arc_of(c, A) : std::nullopt;
    }
    static void apply(Configuration& c, Label label) { UserDefined::apply(c, {A, label}); }
  };

  using Table = Rows<Row<Action::kShift>, Row<Action::kLeft>, Row<Action::kRight>,
                     Row<Action::kReduce>, Row<Action::kSwap>, Row<Action::kNoArc>>;

  static bool is_final(const Configuration& c) {
    return c.options().user->system->is_final(ConfigurationView(c));
  }

 private:
  static std::optional<Arc> arc_of(const Configuration& c, Action action);
  static void apply(Configuration& c, Transition transition);
};

}  // namespace panarc
