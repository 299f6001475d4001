#pragma once

#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace panarc::cli {

/// Wrong usage. The message is printed together with the command that prints the help.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
  UsageError(const std::string& argument, const std::string& message)
      : std::runtime_error(argument + ": " + message) {}
};

/// How many values an argument takes.
enum class Values {
  kNone,
  kNoneOrOne,
  kOne,
  kOneOrMore,
  kOneEachTime,  ///< one, but the argument can be given again
};

/// One argument of a command, of any kind.
struct Argument {
  /// E.g. "-o,--output"; without a dash, it is recognised by its place.
  std::string names;
  std::string description;
  /// What stands for the value in the help; empty for what has none, and for plain text.
  std::string type;
  /// The heading it stands under in the help; empty for the first.
  std::string group;
  Values values = Values::kNone;
  bool required = false;
  /// The arguments that cannot be given together with it, by one of their names.
  std::vector<std::string> excluded;
  /// The argument without which it says nothing; none if empty.
  std::string needed;
  /// What is wrong with a value; empty if nothing is.
  std::function<std::string(const std::string& value)> check;
  /// Called with the values, if the argument is given.
  std::function<void(const std::vector<std::string>& values)> set;

  Argument& require();
  Argument& in_group(const std::string& heading);
  Argument& exclude(const std::vector<std::string>& others);
  Argument& need(const std::string& other);

  /// E.g. "--output".
  [[nodiscard]] std::vector<std::string> long_names() const;
};

/// A subcommand: what its help says, its arguments, and what it does. References to arguments stay
/// valid when others are added.
struct Command {
  std::string name;
  std::string description;
  /// What the help ends with: explanations and examples.
  std::string footer;
  std::deque<Argument> arguments;
  /// Checks, once all arguments are set, what can be checked before any data is read; throws
  /// UsageError. May be empty.
  std::function<void()> check;
  /// Does the work once all arguments are set; returns the exit status. Bad input is thrown as
  /// panarc::Error, wrong usage that shows only now as UsageError.
  std::function<int()> run;
};

struct Program {
  std::string name;
  std::string description;
  std::string version;
  std::deque<Command> commands;

  Command& add(const std::string& command, const std::string& about, const std::string& footer);
};

/// The status for wrong usage.
inline constexpr int kWrongUsage = 2;

/// Reads the arguments of main() and runs the command that they name; prints help, and errors of
/// usage. Returns the exit status.
int run(const Program& program, int argc, const char* const* argv);

/// What is wrong with the arguments of a command, whose name is the first word; empty if nothing
/// is. Nothing is run, but the arguments are set: a program can be used for this once.
std::string check_usage(const Program& program, const std::vector<std::string>& words);

}  // namespace panarc::cli
