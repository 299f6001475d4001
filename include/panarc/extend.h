#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"

/// Parts of a parser that you write yourself, in a program of your own that is linked with the
/// library. Derive from a class below, register an object under a name, and use the name as if the
/// part had been built in:
///
///     class MySystem : public panarc::UserSystem { ... };
///     panarc::register_system("my-system", std::make_shared<MySystem>());
///
///     panarc::TrainOptions options;
///     options.system = "my-system";
///     options.features = "rich,function:my-features";
///     panarc::train(training, dev, options).parser.save("my.model");
///
/// There are two doors to the inside. What is built in are templates, which the compiler puts
/// together at full speed. What you register is called through the virtual functions of this page,
/// for every state; the rest stays as fast as it is. To bring a part into the library itself, see
/// docs/adding-a-system.md and its neighbours.
///
/// A model says by name which of these parts it needs. A program that loads it must register them
/// first; `panarc info` and read_model_info() do without them. A part lives until the program ends.
/// Several threads call its functions at once, which are const and must not change anything.

namespace panarc {

class Configuration;
class Gold;
class ParseState;
class EncodedSentence;

// A transition system.

/// The stack, the buffer and the arcs at some moment of a derivation. Nodes are words, from 1 in
/// reading order, and kRoot. Whatever is not there is kNoHead.
class ConfigurationView {
 public:
  explicit ConfigurationView(const Configuration& configuration) : of_(&configuration) {}

  /// How many words the sentence has.
  [[nodiscard]] int words() const;
  /// ROOT is before the words, and begins on the stack; otherwise it is last in the buffer.
  [[nodiscard]] bool root_first() const;
  /// Exactly one word may be under ROOT.
  [[nodiscard]] bool single_root() const;

  [[nodiscard]] int stack_size() const;
  [[nodiscard]] int buffer_size() const;
  /// An element of the stack; 0 is the top.
  [[nodiscard]] Node stack(int depth) const;
  /// An element of the buffer; 0 is the front.
  [[nodiscard]] Node buffer(int index) const;
  [[nodiscard]] bool in_stack(Node node) const;
  [[nodiscard]] bool in_buffer(Node node) const;

  [[nodiscard]] Node head(Node word) const;
  [[nodiscard]] bool attached(Node word) const { return head(word) != kNoHead; }
  /// The words on the stack that have no head.
  [[nodiscard]] int unattached_on_stack() const;
  /// How many words are under ROOT.
  [[nodiscard]] int root_children() const;
  /// All words are done, and ROOT is where it began.
  [[nodiscard]] bool only_root_is_left() const;

 protected:
  const Configuration* of_;
};

/// What a transition may do besides adding its arc. A word that leaves the stack for good is done:
/// its head is final. Throws Error where there is nothing to move.
class ConfigurationEditor : public ConfigurationView {
 public:
  explicit ConfigurationEditor(Configuration& configuration)
      : ConfigurationView(configuration), edited_(&configuration) {}

  /// Moves the front of the buffer to the stack.
  void shift();
  /// Removes an element of the stack; 0 is the top.
  void pop(int depth = 0);
  /// Moves an element of the stack to the front of the buffer.
  void put_back(int depth);

 private:
  Configuration* edited_;
};

/// What is known of the heads of a sentence, for costs: one head per word, or none.
class GoldView {
 public:
  explicit GoldView(const Gold& gold) : gold_(&gold) {}

  /// kNoHead if it is unknown.
  [[nodiscard]] Node head(Node word) const;
  /// The words that have this node as their head, in order.
  [[nodiscard]] std::span<const Node> children(Node node) const;

 private:
  const Gold* gold_;
};

/// Whether the transitions of an action add an arc, and so have a label.
enum class AddsArc : std::uint8_t { kNever, kSometimes, kAlways };

/// An action of a system. Actions have the names of those in the literature, but do whatever the
/// system says.
struct UserAction {
  Action action = Action::kShift;
  AddsArc adds_arc = AddsArc::kNever;
};

/// What does not change from state to state.
struct SystemFacts {
  std::vector<UserAction> actions;
  /// Where ROOT may be; the default first.
  std::vector<RootPosition> roots{RootPosition::kLast, RootPosition::kFirst};
  /// Words may be left without a head.
  bool partial = false;
  /// Only projective trees are built.
  bool projective = true;
  /// Every arc joins the two top elements of the stack; otherwise most arcs join the top of the
  /// stack and the front of the buffer. The default templates depend on it.
  bool arcs_on_stack = false;
  /// There is a function cost().
  bool has_costs = false;
};

/// A transition system. The initial configuration has all words in the buffer.
///
/// legal(), arc() and is_final() may depend on the stack, the buffer, the heads of words in them,
/// and the number of words under ROOT: not on how these came about, nor on the heads of words that
/// are done. Unless the configuration is final, some action must be legal, and no derivation may go
/// on for ever.
///
/// Without costs of its own, a system has exact costs, found by search, in short sentences. In
/// longer ones, a derivation of the gold tree is found once. What it does next costs 0, and all
/// else 1 (PanParser, A.1): there is nothing to explore, and constraints are refused.
class UserSystem {
 public:
  UserSystem() = default;
  UserSystem(const UserSystem&) = delete;
  UserSystem& operator=(const UserSystem&) = delete;
  UserSystem(UserSystem&&) = delete;
  UserSystem& operator=(UserSystem&&) = delete;
  virtual ~UserSystem() = default;

  [[nodiscard]] virtual SystemFacts facts() const = 0;
  /// Whether an action may be taken. With a single root, at most one word may get under ROOT. In a
  /// final configuration, none is legal.
  [[nodiscard]] virtual bool legal(const ConfigurationView& c, Action action) const = 0;
  /// The arc that a legal action adds, before apply() is called. A word may get another head as
  /// long as it is on the stack or in the buffer.
  [[nodiscard]] virtual std::optional<Arc> arc(const ConfigurationView& c, Action action) const = 0;
  /// What a legal action does to the stack and the buffer.
  virtual void apply(ConfigurationEditor& c, Action action) const = 0;
  [[nodiscard]] virtual bool is_final(const ConfigurationView& c) const {
    return c.only_root_is_left();
  }
  /// How many gold arcs a legal action makes impossible. The least of these costs counts as 0
  /// (PanParser, A.2). Asked if `has_costs` is set, and at most one head per word is known;
  /// anything else is answered by search.
  [[nodiscard]] virtual int cost(const ConfigurationView& /*c*/, const GoldView& /*gold*/,
                                 Action /*action*/) const {
    return 0;
  }
};

/// From now on, the system can be used by this name wherever one is named. Throws Error if a system
/// of the library has the name, or if the system is found not to do what it should in any sentence
/// of up to four words: the message says where.
void register_system(const std::string& name, std::shared_ptr<const UserSystem> system);

// Features of a linear scorer.

/// A configuration, the words of the sentence and the arcs so far. Texts are empty where there is
/// no word or no value; texts and nodes are in reading order.
class ParseView : public ConfigurationView {
 public:
  ParseView(const ParseState& state, const EncodedSentence& sentence);

  [[nodiscard]] std::string_view form(Node word) const;
  [[nodiscard]] std::string_view lemma(Node word) const;
  [[nodiscard]] std::string_view upos(Node word) const;
  [[nodiscard]] std::string_view xpos(Node word) const;
  [[nodiscard]] std::string_view feats(Node word) const;

  /// A number that stands for the relation of a word to its head; kNoHead if it has none.
  [[nodiscard]] int label(Node word) const;
  /// The outermost dependents so far.
  [[nodiscard]] Node leftmost(Node node) const;
  [[nodiscard]] Node rightmost(Node node) const;
  /// How many dependents a node has so far on either side.
  [[nodiscard]] int left_dependents(Node node) const;
  [[nodiscard]] int right_dependents(Node node) const;

 private:
  const ParseState* state_;
  const EncodedSentence* sentence_;
};

/// Takes the values of features in a state. Two values are one feature if they are equal; where
/// several kinds are used, a text such as "valency=2" keeps them apart.
class FeatureValues {
 public:
  explicit FeatureValues(std::span<std::uint64_t> room) : room_(room) {}

  /// Throws Error if there are more than UserFeatures::most().
  void add(std::uint64_t value);
  void add(std::string_view text);

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::span<std::uint64_t> room_;
  std::size_t size_ = 0;
};

/// A function from states to features, beside templates or instead of them: `function:NAME` in
/// TrainOptions::features, or in a file of templates.
class UserFeatures {
 public:
  UserFeatures() = default;
  UserFeatures(const UserFeatures&) = delete;
  UserFeatures& operator=(const UserFeatures&) = delete;
  UserFeatures(UserFeatures&&) = delete;
  UserFeatures& operator=(UserFeatures&&) = delete;
  virtual ~UserFeatures() = default;

  /// How many values a state has at most.
  [[nodiscard]] virtual std::size_t most() const = 0;
  /// Adds the values of a state, which depend on nothing else.
  virtual void extract(const ParseView& state, FeatureValues& values) const = 0;
};

void register_features(const std::string& name, std::shared_ptr<const UserFeatures> features);

}  // namespace panarc
