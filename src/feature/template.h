#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// One step from a node to another.
enum class Step : std::uint8_t {
  kHead,         ///< h: its head
  kLeftChild,    ///< l: its leftmost dependent
  kLeftChild2,   ///< l2: its second leftmost dependent
  kRightChild,   ///< r: its rightmost dependent
  kRightChild2,  ///< r2: its second rightmost dependent
  kPrevious,     ///< p: the word before it in the sentence
  kNext,         ///< n: the word after it in the sentence
};

/// A node of a configuration: an element of the stack or the buffer, and steps from there. Written
/// `s0`, `b1`, `s0h`, `s0hh`, `b0l2`, `s0rn`. Where a tag is chosen, `t0` is the word to be tagged,
/// and `t1`, `t2`, ... are the elements of the stack below. Only these exist then, and only then.
struct Address {
  enum class Base : std::uint8_t { kStack, kBuffer, kTagging };
  static constexpr int kMaxIndex = 9;
  static constexpr std::size_t kMaxSteps = 3;

  Base base = Base::kStack;
  std::uint8_t index = 0;
  std::vector<Step> steps;

  friend bool operator==(const Address&, const Address&) = default;
};

/// What is looked at in a node, or in the whole configuration.
enum class Attribute : std::uint8_t {
  // What is known of a word before parsing.
  kForm,       ///< form
  kLemma,      ///< lemma
  kUpos,       ///< upos
  kXpos,       ///< xpos
  kFeats,      ///< feats: FEATS as a whole; feats:Case: the value of one feature
  kSuffix,     ///< suffix1 to suffix5: the last characters of the form
  kPrefix,     ///< prefix1 to prefix5
  kShape,      ///< shape: the kinds of characters in the form, in order
  kEmbedding,  ///< embedding: the word's vector, as real-valued features; stands alone
  kLower,      ///< lower: the form in lower case
  // What the parse so far says of a node.
  kLabel,         ///< label: the relation to its head
  kLeftValency,   ///< lval: the number of its left dependents
  kRightValency,  ///< rval
  kLeftLabels,    ///< llabels: the set of their relations
  kRightLabels,   ///< rlabels
  kGiven,         ///< given: where its head is, if known before parsing
  kTag,           ///< tag: the tag chosen by a tagger; for parsers see templates_of()
  // What the configuration is like; written without an address.
  kDistance,  ///< distance: between the top of the stack and the front of the buffer, in classes
  kHistory,   ///< history1 to history4: the action taken that many steps ago
  kFunction,  ///< function:NAME: a user's function, which gives any features; stands alone
};

/// One conjunct of a template.
struct Atom {
  Attribute attribute = Attribute::kForm;
  /// Whose attribute it is; distances, histories and functions are of no node.
  std::optional<Address> address;
  /// How many characters of a suffix or prefix, or transitions of a history.
  std::uint8_t number = 0;
  /// For kFeats: the name of the feature; empty for all. For kFunction: that of the function.
  std::string name;

  friend bool operator==(const Atom&, const Atom&) = default;
};

/// A conjunction of atoms: if all of them have a value, the template gives one feature.
struct Template {
  std::vector<Atom> atoms;
  static constexpr std::size_t kMaxAtoms = 6;

  friend bool operator==(const Template&, const Template&) = default;
};

/// Whether an attribute distinguishes words of the same category; delexicalised parsers do without
/// these.
bool is_lexical(Attribute attribute);

/// Whether any of the templates uses word vectors.
bool use_embeddings(std::span<const Template> templates);

/// More than a file of templates should have.
inline constexpr std::size_t kMostTemplateBytes = std::size_t{1} << 20U;

/// Reads templates: conjunctions `s0.form+s0.upos` separated by white space, with comments from `#`
/// to the end of the line. `name` is used as the file name in messages. Throws Error with line and
/// column of the problem: an unknown attribute or step, a template that occurs twice, ...
std::vector<Template> parse_templates(std::string_view text, const std::string& name);

/// A template as text; parsing it gives the template again.
std::string to_string(const Template& feature);
std::string to_string(const Atom& atom);
std::string to_string(const Address& address);

/// Built-in templates (`zn11`, `zn11-morphology`, `delexicalized`, `small`, ...): the text of
/// `data/features/NAME.txt`, which is part of the library. Nothing if there is no such name.
std::optional<std::string_view> built_in_templates(std::string_view name);
/// The names of the built-in templates, in alphabetical order.
std::vector<std::string> built_in_template_names();

}  // namespace panarc
