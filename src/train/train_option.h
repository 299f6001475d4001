#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/options.h"
#include "train/plan.h"

// What an option of training is made of. The table of all options is in train_options.cc.

namespace panarc {

/// Several of the things that can be trained.
class TrainedSet {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a set of one
  constexpr TrainedSet(Trained one) : bits_(1U << static_cast<unsigned>(one)) {}

  [[nodiscard]] constexpr bool overlaps(TrainedSet other) const {
    return (bits_ & other.bits_) != 0;
  }
  [[nodiscard]] constexpr bool contains(Trained one) const { return overlaps(one); }
  [[nodiscard]] std::vector<Trained> members() const {
    std::vector<Trained> all;
    for (unsigned i = 0; i <= static_cast<unsigned>(Trained::kSegmenter); ++i) {
      if (contains(static_cast<Trained>(i))) all.push_back(static_cast<Trained>(i));
    }
    return all;
  }
  friend constexpr TrainedSet operator|(TrainedSet a, TrainedSet b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  std::uint32_t bits_;
};

constexpr TrainedSet operator|(Trained a, Trained b) { return TrainedSet(a) | TrainedSet(b); }

inline constexpr TrainedSet kLinearParsers = Trained::kLinear | Trained::kFast;
inline constexpr TrainedSet kNetworkParsers = Trained::kFeedForward | Trained::kRecurrent;
inline constexpr TrainedSet kParsers = kLinearParsers | kNetworkParsers;
inline constexpr TrainedSet kTaggers = Trained::kLinearTagger | Trained::kNetworkTagger;
inline constexpr TrainedSet kLinearModels = kLinearParsers | Trained::kLinearTagger;
inline constexpr TrainedSet kNetworks = kNetworkParsers | Trained::kNetworkTagger;
inline constexpr TrainedSet kAllTrained = kParsers | kTaggers | Trained::kSegmenter;

/// How the values of a type are read and written.
template <class Value>
struct OptionText;

template <>
struct OptionText<bool> {
  static constexpr OptionInfo::Type kType = OptionInfo::Type::kSwitch;
  static bool parse(std::string_view text, const OptionInfo& /*info*/) {
    if (text == "yes" || text == "true" || text == "1") return true;
    if (text == "no" || text == "false" || text == "0") return false;
    throw Error(fmt::format("found {}, expected yes or no", in_quotes(text)));
  }
  static std::string print(bool value) { return value ? "yes" : "no"; }
  static nlohmann::json json(bool value) { return value; }
};

template <class Value>
requires std::is_integral_v<Value>
struct OptionText<Value> {
  static constexpr OptionInfo::Type kType = OptionInfo::Type::kWhole;
  static Value parse(std::string_view text, const OptionInfo& info) {
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Value>::max());
    const bool is_limited = info.most < static_cast<double>(kLargest);
    return static_cast<Value>(
        whole_number(text, static_cast<std::uint64_t>(info.least),
                     is_limited ? static_cast<std::uint64_t>(info.most) : kLargest));
  }
  static std::string print(Value value) { return fmt::format("{}", value); }
  static nlohmann::json json(Value value) { return value; }
};

template <class Value>
requires std::is_floating_point_v<Value>
struct OptionText<Value> {
  static constexpr OptionInfo::Type kType = OptionInfo::Type::kReal;
  static Value parse(std::string_view text, const OptionInfo& info) {
    return static_cast<Value>(real_number(text, info.least, std::min<double>(info.most, kLargest)));
  }
  static std::string print(Value value) { return fmt::format("{}", value); }
  static nlohmann::json json(Value value) { return value; }

 private:
  static constexpr double kLargest = std::numeric_limits<float>::max();
};

template <>
struct OptionText<std::string> {
  static constexpr OptionInfo::Type kType = OptionInfo::Type::kText;
  static std::string parse(std::string_view text, const OptionInfo& /*info*/) {
    return std::string(text);
  }
  static std::string print(const std::string& value) { return value; }
  static nlohmann::json json(const std::string& value) { return value; }
};

template <>
struct OptionText<EpochRates> {
  static constexpr OptionInfo::Type kType = OptionInfo::Type::kRates;
  static EpochRates parse(std::string_view text, const OptionInfo& /*info*/) {
    return EpochRates::parse(text);
  }
  static std::string print(const EpochRates& value) {
    std::string text;
    for (const double rate : value.values()) {
      text += fmt::format("{}{}", text.empty() ? "" : ",", rate);
    }
    return text;
  }
  static nlohmann::json json(const EpochRates& value) {
    return value.vary() ? nlohmann::json(value.values()) : nlohmann::json(value.in(1));
  }
};

template <>
struct OptionText<std::vector<Scheme>> {
  static constexpr OptionInfo::Type kType = OptionInfo::Type::kList;
  static std::vector<Scheme> parse(std::string_view text, const OptionInfo& /*info*/) {
    return parse_schemes(text);
  }
  static std::string print(const std::vector<Scheme>& value) {
    std::string text;
    for (const Scheme scheme : value) {
      text += fmt::format("{}{}", text.empty() ? "" : ",", kSchemeNames.of(scheme));
    }
    return text;
  }
  static nlohmann::json json(const std::vector<Scheme>& value) {
    nlohmann::json names = nlohmann::json::array();
    for (const Scheme scheme : value) names.push_back(kSchemeNames.of(scheme));
    return names;
  }
};

/// The names of an enumeration.
constexpr const auto& names_for(RootPosition /*of*/) { return kRootPositionNames; }
constexpr const auto& names_for(Direction /*of*/) { return kDirectionNames; }
constexpr const auto& names_for(LabelMode /*of*/) { return kLabelModeNames; }
constexpr const auto& names_for(PseudoProjective /*of*/) { return kPseudoProjectiveNames; }
constexpr const auto& names_for(CostMethod /*of*/) { return kCostMethodNames; }
constexpr const auto& names_for(SwapOracle /*of*/) { return kSwapOracleNames; }
constexpr const auto& names_for(ScorerKind /*of*/) { return kScorerNames; }
constexpr const auto& names_for(LossKind /*of*/) { return kLossNames; }
constexpr const auto& names_for(Strategy::Reference /*of*/) { return kReferenceNames; }
constexpr const auto& names_for(Strategy::Violation /*of*/) { return kViolationNames; }
constexpr const auto& names_for(Strategy::Positive /*of*/) { return kPositiveNames; }
constexpr const auto& names_for(Strategy::Negative /*of*/) { return kNegativeNames; }
constexpr const auto& names_for(Scheme /*of*/) { return kSchemeNames; }

template <class Value>
std::vector<std::string> choices_for(Value of) {
  std::vector<std::string> choices;
  for (const auto& named : names_for(of)) choices.emplace_back(named.name);
  return choices;
}

template <class Value>
requires std::is_enum_v<Value>
struct OptionText<Value> {
  static constexpr OptionInfo::Type kType = OptionInfo::Type::kChoice;
  static Value parse(std::string_view text, const OptionInfo& /*info*/) {
    if (const auto value = names_for(Value{}).parse(text)) return *value;
    throw Error(
        fmt::format("found {}, expected {}", in_quotes(text), names_for(Value{}).list("|")));
  }
  static std::string print(Value value) { return std::string(names_for(value).of(value)); }
  static nlohmann::json json(Value value) { return names_for(value).of(value); }
};

/// A way to what lies at the end of a path of members: `at(&Plan::model, &Model::beam)`.
template <class First, class... Rest>
constexpr auto at(First first, Rest... rest) {
  return [=](auto& from) -> auto& {
    if constexpr (sizeof...(rest) == 0) {
      return std::invoke(first, from);
    } else {
      return at(rest...)(std::invoke(first, from));
    }
  };
}

/// The type of a value that may be missing.
template <class Member>
struct ValueOf {
  using Type = Member;
  static constexpr bool kOptional = false;
};
template <class Value>
struct ValueOf<std::optional<Value>> {
  using Type = Value;
  static constexpr bool kOptional = true;
};

/// An option of training: all that is known of it, and how to get at its value. Values are of many
/// types, which end here.
class TrainOption {
 public:
  /// When the report of a training names the option.
  enum class Report : std::uint8_t { kAlways, kIfUnusual, kNever };

  /// `member` leads from TrainOptions to the value as it was given; `resolved` leads from
  /// TrainingPlan to the value in effect, or sets it: called with the plan and a value.
  template <class Member, class Resolved>
  TrainOption(std::string_view name, Member member, Resolved resolved) : TrainOption(name, member) {
    using Value = typename ValueOf<MemberType<Member>>::Type;
    if constexpr (std::is_invocable_v<Resolved, TrainingPlan&, const Value&>) {
      use_setter<Value>(member, resolved);
    } else {
      use_setter<Value>(member, [resolved](TrainingPlan& plan, const Value& value) {
        std::invoke(resolved, plan) = value;
      });
      in_effect_ = [resolved](const TrainingPlan& plan) {
        const auto& value = std::invoke(resolved, plan);
        if constexpr (ValueOf<std::remove_cvref_t<decltype(value)>>::kOptional) {
          return value ? OptionText<Value>::json(*value) : nlohmann::json();
        } else {
          return OptionText<Value>::json(value);
        }
      };
    }
  }

  /// An option with an effect that other code sees to.
  template <class Member>
  TrainOption(std::string_view name, Member member) {
    using Value = typename ValueOf<MemberType<Member>>::Type;
    info_.name = name;
    info_.type = OptionText<Value>::kType;
    if constexpr (std::is_same_v<MemberType<Member>, bool>) info_.type = OptionInfo::Type::kFlag;
    if constexpr (std::is_enum_v<Value>) info_.choices = choices_for(Value{});
    if constexpr (std::is_same_v<Value, std::vector<Scheme>>) {
      info_.choices = choices_for(Scheme{});
    }
    info_.arguments = "--" + info_.name;
    for (char& c : info_.arguments) c = c == '_' ? '-' : c;
    set_ = [member](std::string_view text, const OptionInfo& info, TrainOptions& options) {
      std::invoke(member, options) = OptionText<Value>::parse(text, info);
    };
    get_ = [member](const TrainOptions& options) -> std::optional<nlohmann::json> {
      const auto& given = std::invoke(member, options);
      if (given == MemberType<Member>{}) return std::nullopt;
      if constexpr (ValueOf<MemberType<Member>>::kOptional) {
        return OptionText<Value>::json(*given);
      } else {
        return OptionText<Value>::json(given);
      }
    };
    text_ = [member](const TrainOptions& options) {
      if constexpr (ValueOf<MemberType<Member>>::kOptional) {
        return OptionText<Value>::print(*std::invoke(member, options));
      } else {
        return OptionText<Value>::print(std::invoke(member, options));
      }
    };
  }

  // What is said of it; each returns the option.

  TrainOption& range(double least, double most = std::numeric_limits<double>::max()) {
    info_.least = least;
    info_.most = most;
    return *this;
  }
  TrainOption& unit(std::string_view unit) {
    info_.unit = unit;
    return *this;
  }
  TrainOption& choices(std::vector<std::string> choices) {
    info_.type = OptionInfo::Type::kChoice;
    info_.choices = std::move(choices);
    return *this;
  }
  /// Further choices, which users may have registered.
  TrainOption& also(std::function<bool(std::string_view)> is_choice) {
    is_registered_ = std::move(is_choice);
    return *this;
  }
  TrainOption& in(std::string_view group) {
    info_.group = group;
    return *this;
  }
  TrainOption& help(std::string_view help) {
    info_.help = help;
    return *this;
  }
  /// The command's arguments, unless they are made of the name; none if empty.
  TrainOption& arguments(std::string_view arguments) {
    info_.arguments = arguments;
    return *this;
  }
  TrainOption& opposite(std::string_view argument, std::string_view help) {
    info_.opposite = argument;
    info_.opposite_help = help;
    return *this;
  }
  /// The default, as text; where several are given for something, the last one.
  TrainOption& standard(TrainedSet of, std::string_view value) {
    standards_.emplace_back(of, value);
    return *this;
  }
  TrainOption& standard(std::string_view value) { return standard(kAllTrained, value); }
  /// The defaults in words, where the values alone do not tell.
  TrainOption& standards_are(std::string_view words) {
    standards_in_words_ = words;
    return *this;
  }
  TrainOption& only_for(TrainedSet users) {
    users_ = users;
    return *this;
  }
  /// Why it is not for some.
  TrainOption& not_for(TrainedSet others, std::string_view reason) {
    reasons_.emplace_back(others, reason);
    return *this;
  }
  TrainOption& reported(Report report = Report::kAlways) {
    report_ = report;
    return *this;
  }
  /// It only means something in some plans.
  TrainOption& meant_if(std::function<bool(const TrainingPlan&)> condition) {
    is_meant_ = std::move(condition);
    return *this;
  }
  /// It changes how long a training takes or how far it goes, not what it does.
  TrainOption& without_effect() {
    has_effect_ = false;
    return *this;
  }
  /// It means nothing without development data; why not.
  TrainOption& needs_dev(std::string_view reason) {
    needs_dev_ = reason;
    return *this;
  }
  /// It is about the weights of features, which a user's classifier does not have.
  TrainOption& of_weights() {
    is_of_weights_ = true;
    return *this;
  }
  /// A value tells by itself which option it is for, so that the name can be left out where options
  /// are listed.
  TrainOption& known_by_value() {
    is_known_by_value_ = true;
    return *this;
  }

  // What there is to ask.

  /// What is known of it without a value, the defaults in words included.
  [[nodiscard]] OptionInfo info() const;
  [[nodiscard]] const std::string& name() const { return info_.name; }
  [[nodiscard]] bool has_effect() const { return has_effect_; }
  [[nodiscard]] bool is_of_weights() const { return is_of_weights_; }
  [[nodiscard]] bool is_known_by_value() const { return is_known_by_value_; }
  /// Whether it is called so: by its name, or by one of the command's arguments; hyphens count as
  /// underscores.
  [[nodiscard]] bool is_called(std::string_view name) const;
  /// Throws OptionError if a number is out of range, and if it is set although it means nothing for
  /// what is trained.
  void check(const TrainOptions& options, Trained trained) const;
  /// Throws OptionError if it is set, but needs development data that is not there.
  void check_dev(const TrainOptions& options, bool has_dev) const {
    if (!has_dev && !needs_dev_.empty() && is_set(options))
      throw OptionError(info_.name, needs_dev_);
  }

  /// Throws OptionError if the text is none of its values.
  void set(std::string_view text, TrainOptions& options) const;
  [[nodiscard]] bool is_set(const TrainOptions& options) const { return get_(options).has_value(); }
  /// The value, if it is set: as JSON, and as text.
  [[nodiscard]] std::optional<nlohmann::json> get(const TrainOptions& options) const {
    return get_(options);
  }
  [[nodiscard]] std::optional<std::string> text(const TrainOptions& options) const {
    return is_set(options) ? std::optional(text_(options)) : std::nullopt;
  }

  /// The default for what is trained; empty if nothing can be said beforehand.
  [[nodiscard]] std::string_view standard_of(Trained of) const;
  /// Puts the value into a plan: the default, or the value that was given, if any.
  void apply_standard(Trained of, TrainingPlan& plan) const;
  void apply(const TrainOptions& options, TrainingPlan& plan) const {
    if (apply_ && is_set(options)) apply_(options, plan);
  }
  /// The value in effect; null if there is none.
  [[nodiscard]] nlohmann::json in_effect(const TrainingPlan& plan) const;
  /// Whether the report of a training names it.
  [[nodiscard]] bool is_reported(const TrainingPlan& plan) const;

 private:
  template <class Member>
  using MemberType = std::remove_cvref_t<std::invoke_result_t<Member, TrainOptions&>>;

  template <class Value, class Member, class Setter>
  void use_setter(Member member, Setter set) {
    apply_ = [member, set](const TrainOptions& options, TrainingPlan& plan) {
      const auto& given = std::invoke(member, options);
      if constexpr (ValueOf<MemberType<Member>>::kOptional) {
        if (given) set(plan, *given);
      } else {
        set(plan, given);
      }
    };
    set_standard_ = [set](std::string_view text, const OptionInfo& info, TrainingPlan& plan) {
      set(plan, OptionText<Value>::parse(text, info));
    };
  }

  void check_range(const TrainOptions& options) const;
  void check_user(Trained trained) const;
  [[nodiscard]] std::string standards() const;

  OptionInfo info_;
  TrainedSet users_ = kParsers;
  std::vector<std::pair<TrainedSet, std::string>> standards_;
  std::string standards_in_words_;
  std::vector<std::pair<TrainedSet, std::string>> reasons_;
  std::string needs_dev_;
  Report report_ = Report::kNever;
  bool has_effect_ = true;
  bool is_of_weights_ = false;
  bool is_known_by_value_ = false;
  std::function<bool(std::string_view)> is_registered_;
  std::function<bool(const TrainingPlan&)> is_meant_;
  std::function<void(std::string_view, const OptionInfo&, TrainOptions&)> set_;
  std::function<std::optional<nlohmann::json>(const TrainOptions&)> get_;
  std::function<std::string(const TrainOptions&)> text_;
  std::function<void(const TrainOptions&, TrainingPlan&)> apply_;
  std::function<void(std::string_view, const OptionInfo&, TrainingPlan&)> set_standard_;
  std::function<nlohmann::json(const TrainingPlan&)> in_effect_;
};

/// All options of training, in the order of the help. The library reads this table only; a test may
/// add to it.
std::vector<TrainOption>& train_options();

/// The option of this name. Throws OptionError if there is none.
const TrainOption& train_option(std::string_view name);

}  // namespace panarc
