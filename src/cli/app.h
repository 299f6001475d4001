#pragma once

#include <deque>
#include <functional>
#include <memory>
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
  /// E.g. "-o,--output"; without dashes, it is a positional argument.
  std::string names;
  std::string description;
  /// What stands for the value in the help; empty for plain text, and if there is no value.
  std::string type;
  /// The heading it is listed under in the help; empty for the first.
  std::string group;
  Values values = Values::kNone;
  bool required = false;
  /// The arguments that cannot be given together with this one, each by one of its names.
  std::vector<std::string> excluded;
  /// The argument without which this one has no meaning; none if empty.
  std::string needed;
  /// Returns what is wrong with a value; empty if nothing is.
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

/// A subcommand: its help, its arguments and what it does. References to arguments stay valid when
/// others are added.
struct Command {
  std::string name;
  std::string description;
  /// What people may call it who do not know its name; suggested, not accepted.
  std::vector<std::string> other_names = {};
  /// The end of the help: explanations and examples.
  std::string footer;
  std::deque<Argument> arguments;
  /// Checks, once all arguments are set, everything that can be checked before data is read; throws
  /// UsageError. May be empty.
  std::function<void()> check;
  /// Does the work once all arguments are set; returns the exit status. Throws panarc::Error
  /// for bad input, and UsageError for wrong usage that shows only now.
  std::function<int()> run;

  /// Lets `act` do the work. Returns the options that it will get, for the arguments to set.
  template <class Options>
  Options& with(int (*act)(const Options&)) {
    const auto options = std::make_shared<Options>();
    run = [options, act] { return act(*options); };
    return *options;
  }
  /// Work that succeeds if it does not throw.
  template <class Options>
  Options& with(void (*act)(const Options&)) {
    const auto options = std::make_shared<Options>();
    run = [options, act] {
      act(*options);
      return 0;
    };
    return *options;
  }
};

struct Program {
  std::string name;
  std::string description;
  std::string version;
  std::deque<Command> commands;

  Command& add(const std::string& command, const std::string& about, const std::string& footer);
};

/// A name and what it means in two columns, as help lists them, with a line break at the end.
std::string help_row(const std::string& name, const std::string& description);

/// The exit status for wrong usage.
inline constexpr int kWrongUsage = 2;

/// Reads the arguments of main() and runs the command that they name; prints help and usage errors.
/// Returns the exit status.
int run(const Program& program, int argc, const char* const* argv);

/// Returns what is wrong with the arguments of a command, whose name is the first word; empty if
/// nothing is. Nothing is run, but the arguments are set, so a program can be checked only once.
std::string check_usage(const Program& program, const std::vector<std::string>& words);

}  // namespace panarc::cli
