#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/parser.h"
#include "panarc/scheme.h"

/// The options of training, as members of a struct, and by name as text: for a program that reads
/// them from a file, for help, for forms.
///
///     panarc::TrainOptions options;
///     options.system = "arc-hybrid";
///     panarc::set_option(options, "beam", "4");
///     for (const panarc::OptionInfo& option : panarc::describe_options()) use(option.help);

namespace panarc {

/// A rate from 0 to 1 for each epoch of a training, starting with epoch 1; the last one stays in
/// effect. A single number is the rate of all epochs.
class EpochRates {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a rate is that of all epochs
  EpochRates(double rate = 0) : rates_{rate} {}
  /// Throws Error if there are none.
  explicit EpochRates(std::vector<double> rates);
  /// Reads comma-separated rates, e.g. `0,0.3,0.9`. Throws Error.
  static EpochRates parse(std::string_view text);

  [[nodiscard]] double in(int epoch) const;
  [[nodiscard]] double largest() const;
  /// Whether there is more than one.
  [[nodiscard]] bool vary() const { return rates_.size() > 1; }
  [[nodiscard]] const std::vector<double>& values() const { return rates_; }

  friend bool operator==(const EpochRates&, const EpochRates&) = default;

 private:
  std::vector<double> rates_;
};

/// How training on one sentence proceeds, broken down as in PanParser (B.3).
///
/// A beam starts in a configuration and is extended until an error is flagged. Then a positive and
/// a negative derivation are chosen for the update. With restart, the next beam starts where one of
/// the two ends, until the sentence is done. Local training is the same with a beam of one.
struct Strategy {
  enum class Reference : std::uint8_t {
    kStatic,   ///< one derivation, independent of the model
    kDynamic,  ///< every derivation that adds no further error (Aufrant et al. 2017)
  };
  enum class Violation : std::uint8_t {
    kEarly,  ///< update where all correct derivations have fallen off the beam
    kMax,    ///< go on, and update where the negative exceeds the positive by most
    kFull,   ///< go on, and update at the end
  };
  enum class Positive : std::uint8_t { kBest, kRandom };  ///< among correct derivations
  enum class Negative : std::uint8_t { kTop, kRandom };   ///< among wrong hypotheses
  /// Where to go on after an error that is not explored.
  enum class Resume : std::uint8_t {
    kPositive,       ///< at the end of the positive derivation
    kRandomCorrect,  ///< after a random correct transition (Goldberg & Nivre 2012, CHOOSE_NEXT_AMB)
  };

  Reference reference = Reference::kDynamic;
  Violation violation = Violation::kEarly;
  Positive positive = Positive::kBest;
  Negative negative = Negative::kTop;
  Resume resume = Resume::kPositive;
  /// Search and update as if the beam had one hypothesis.
  bool greedy = false;
  bool restart = false;
  /// How often training goes on from the negative configuration after an error, 0 to 1.
  EpochRates explore = 0;
  /// How many epochs to train before errors are explored.
  int explore_after = 0;
  /// A sentence is done after this many transitions; 0 is no limit.
  int time_limit = 0;
  /// After this many transitions of a beam, an error is flagged if the best hypothesis is wrong,
  /// and a new beam starts in any case; 0 is never.
  int reset_every = 0;
  /// The name of a strategy of the user's own (see extend.h), which decides the rest; empty: none.
  std::string user{};

  friend bool operator==(const Strategy&, const Strategy&) = default;
};

inline constexpr auto kReferenceNames = names_of<Strategy::Reference>({
    {Strategy::Reference::kStatic, "static"},
    {Strategy::Reference::kDynamic, "dynamic"},
});
inline constexpr auto kViolationNames = names_of<Strategy::Violation>({
    {Strategy::Violation::kEarly, "early"},
    {Strategy::Violation::kMax, "max"},
    {Strategy::Violation::kFull, "full"},
});
inline constexpr auto kPositiveNames = names_of<Strategy::Positive>({
    {Strategy::Positive::kBest, "best"},
    {Strategy::Positive::kRandom, "random"},
});
inline constexpr auto kNegativeNames = names_of<Strategy::Negative>({
    {Strategy::Negative::kTop, "top"},
    {Strategy::Negative::kRandom, "random"},
});

/// A strategy by name: greedy, goldberg, greedyn, early, maxv, full, earlyND, maxvND,
/// earlyNDrestart, maxvNDrestart, earlyNDrestartSO, maxvNDrestartSO, or one of the user's own.
std::optional<Strategy> strategy_by_name(std::string_view name);
/// Their names, in that order, and then those of the user's own (see extend.h).
std::vector<std::string> strategy_names();
/// The components of a strategy, in one line.
std::string describe(const Strategy& strategy);

/// Options of a training. Everything has a default, which may depend on the system, the strategy,
/// and the parser to start from. The same data, options and seed give the same model, byte for
/// byte, for any number of threads.
struct TrainOptions {
  /// Train a greedy parser for speed rather than for accuracy.
  bool fast = false;
  /// Choose the tags of words while building the tree: train_joint() trains such a parser.
  bool joint = false;
  /// Start from the weights and options of this parser.
  std::optional<Parser> from{};

  /// What scores transitions; the defaults of all other options depend on it.
  std::optional<ScorerKind> scorer{};
  /// A classifier of the user's own (see extend.h), by name, in place of the weights of features;
  /// all other options are those of the linear scorer.
  std::optional<std::string> classifier{};

  // The parser.
  std::optional<std::string> system{};
  std::optional<RootPosition> root{};
  /// The order in which words are read; ROOT is first or last in that order.
  std::optional<Direction> direction{};
  /// Exactly one word under ROOT, or any number. Default: as in the training data.
  std::optional<bool> single_root{};
  /// The longest arc of the span systems.
  std::optional<int> span{};
  std::optional<LabelMode> labels{};
  std::optional<std::size_t> beam{};
  /// The name of built-in templates, or a file of templates.
  std::optional<std::string> features{};
  /// A file of word vectors, for templates that use them.
  std::optional<std::string> embeddings{};
  /// No templates that look at words; or, starting from a parser trained that way, with them again.
  std::optional<bool> delexicalized{};
  std::optional<PseudoProjective> pseudo_projective{};

  // The strategy, by name, and options that replace parts of it.
  std::optional<std::string> strategy{};
  std::optional<Strategy::Reference> oracle{};
  std::optional<SwapOracle> swap_oracle{};
  std::optional<CostMethod> cost{};
  std::optional<Strategy::Violation> violation{};
  std::optional<bool> restart{};
  std::optional<EpochRates> explore{};
  std::optional<int> explore_after{};
  std::optional<Strategy::Positive> positive{};
  std::optional<Strategy::Negative> negative{};
  std::optional<int> time_limit{};
  std::optional<int> reset_every{};

  // Learning.
  std::optional<LossKind> loss{};
  std::optional<double> aggressiveness{};
  /// Scale updates by the cost of the error.
  bool cost_sensitive = false;
  std::optional<int> epochs{};
  std::optional<int> patience{};
  std::optional<std::uint64_t> seed{};
  /// Default: all cores.
  std::optional<std::size_t> threads{};
  /// Sentences parsed with the same weights. Default: 4 to 16, by the size of the training data.
  std::optional<std::size_t> batch{};
  /// For a network: the number of words after which its parameters are updated. Default: 500 to
  /// 2000 (feed-forward: 400 to 1000), depending on the size of the training data.
  std::optional<std::size_t> batch_words{};
  /// For a network: the share of units dropped at a time, and the learning rate.
  std::optional<double> dropout{};
  std::optional<double> rate{};
  /// For a recurrent network: the number of layers that read the words, and of units in each
  /// direction of a layer. For a feed-forward one: the number of hidden units.
  std::optional<std::size_t> layers{};
  std::optional<std::size_t> units{};
  /// Learn from what is marked as known in MISC (see KnownFrom): sides, choices of heads and
  /// labels, forbidden heads, spans.
  bool constraints = false;
  /// Trees changed by these rules are as correct as the original ones, at each place independently:
  /// a parse may follow either (see scheme.h).
  std::vector<Scheme> schemes{};
  /// Each time a sentence is seen, use only this share of what is known about its words, drawn at
  /// random; if above 1, what is known about this many words.
  std::optional<double> keep_arcs{};
  /// Each time a sentence is seen, up to this share of its heads is given beforehand, and templates
  /// are added that ask what is given (`s0.given`): for parsing under constraints.
  std::optional<double> given{};
  std::optional<int> rare_count{};
  std::optional<double> rare_rate{};
  std::optional<float> prune{};
  std::optional<int> min_changes{};

  /// Where to save the state of the training from time to time, so that it can resume after an
  /// interruption. Empty: nowhere. Remove the file once the model is safely stored.
  std::string checkpoint{};
  /// Leave a checkpoint of the finished training, too, so that repeating it takes no time.
  bool checkpoint_at_end = false;
  /// Resume from the checkpoint, if there is one. It must be of the same data and options.
  bool resume = false;
  /// When a stop is requested, training saves its checkpoint after the current batch, and throws
  /// Stopped.
  std::stop_token stop{};

  /// Measure, at a cost, the effects of updates and of the chosen configurations
  /// (TrainingCounts::lowered, EpochReport::divergence). Needs a batch of 1. Same parser.
  bool diagnose = false;
};

/// As many threads as the machine has cores.
std::size_t default_threads();

/// Options that are invalid, alone or together.
class OptionError : public Error {
 public:
  /// `option` is the name of a member of TrainOptions.
  OptionError(std::string option, const std::string& message)
      : Error(message), option_(std::move(option)) {}

  [[nodiscard]] const std::string& option() const { return option_; }

 private:
  std::string option_;
};

/// What can be said of an option without a value.
struct OptionInfo {
  enum class Type : std::uint8_t {
    kFlag,    ///< yes, or not given
    kSwitch,  ///< yes or no
    kWhole,   ///< a whole number
    kReal,    ///< a number
    kRates,   ///< a number for each epoch, separated by commas
    kChoice,  ///< one of `choices`
    kList,    ///< some of `choices`, separated by commas, or `all`
    kText,    ///< for example, the name of a file
  };

  /// The member of TrainOptions.
  std::string name;
  Type type = Type::kText;
  std::vector<std::string> choices{};
  /// The range of a number.
  double least = 0;
  double most = std::numeric_limits<double>::max();
  /// What stands for the value in help: `N`, `FILE`.
  std::string unit{};
  /// The default of the parser that is trained if nothing else is said; empty if there is none, or
  /// if it depends on the data.
  std::string standard{};
  /// The default in words, with what it depends on; empty if there is none.
  std::string standards{};
  /// The heading it is listed under.
  std::string group{};
  std::string help{};
  /// The command's arguments, e.g. `--explore,--explore-rate`; for a switch, that for yes. Empty
  /// if the command has none.
  std::string arguments{};
  /// The command's argument for no, and its help.
  std::string opposite{};
  std::string opposite_help{};
};

/// All options, in the order of the help.
std::vector<OptionInfo> describe_options();
/// The option of this name. Throws OptionError if there is none.
OptionInfo describe_option(std::string_view name);

/// The number that a text represents, as options read it. Throws Error, which says what was
/// expected, for another text and for a number out of range.
std::uint64_t whole_number(std::string_view text, std::uint64_t least, std::uint64_t most);
double real_number(std::string_view text, double least, double most);

/// Sets an option by the text of its value. Hyphens in the name count as underscores. Throws
/// OptionError if there is no such option, or if the value is not one of its values.
void set_option(TrainOptions& options, std::string_view name, std::string_view value);

/// The value of an option as text; nothing if it is not set.
std::optional<std::string> option_value(const TrainOptions& options, std::string_view name);

/// The options of a parser with the defaults that depend neither on the data nor on the parser to
/// start from.
TrainOptions with_defaults(TrainOptions options);

/// The options that are set, as a JSON object, by name.
std::string to_json(const TrainOptions& options);
/// Reads what to_json() writes; numbers may be texts. Throws OptionError as set_option() does, and
/// Error for what is not a JSON object.
TrainOptions train_options_from_json(std::string_view json);

}  // namespace panarc
