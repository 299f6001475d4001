#pragma once

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

/// A node of a configuration: an element of the stack or the buffer, and steps from there.
/// Written `s0`, `b1`, `s0h`, `s0hh`, `b0l2`, `s0rn`. Where a tag is chosen, `t0` is the word that
/// is to get it, and `t1`, `t2`, ... are the elements of the stack below. Only these are there
/// then, and they are nowhere else.
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
  // Of a word, known before parsing.
  kForm,       ///< form
  kLemma,      ///< lemma
  kUpos,       ///< upos
  kXpos,       ///< xpos
  kFeats,      ///< feats: FEATS as a whole; feats:Case: the value of one feature
  kSuffix,     ///< suffix1 to suffix5: the last characters of the form
  kPrefix,     ///< prefix1 to prefix5
  kShape,      ///< shape: which kinds of characters the form is made of, in order
  kEmbedding,  ///< embedding: the word's vector, as so many real-valued features; stands alone
  kLower,      ///< lower: the form in lower case
  // Of a node, as far as it has been parsed.
  kLabel,         ///< label: the relation to its head
  kLeftValency,   ///< lval: how many dependents it has on the left
  kRightValency,  ///< rval
  kLeftLabels,    ///< llabels: the set of their relations
  kRightLabels,   ///< rlabels
  kGiven,         ///< given: where its head is, if that is known before parsing
  kTag,           ///< tag: what a tagger has chosen for it; of a parser see templates_of()
  // Of the configuration; written without an address.
  kDistance,  ///< distance: between the top of the stack and the front of the buffer, in classes
  kHistory,   ///< history1 to history4: the action that was taken so many steps ago
};

/// One conjunct of a template.
struct Atom {
  Attribute attribute = Attribute::kForm;
  /// Nothing for kDistance and kHistory.
  std::optional<Address> address;
  /// Of kSuffix, kPrefix and kHistory: how many.
  std::uint8_t number = 0;
  /// Of kFeats: the name of the feature; empty for all.
  std::string name;

  friend bool operator==(const Atom&, const Atom&) = default;
};

/// A conjunction of atoms: where all of them have a value, the template gives one feature.
struct Template {
  std::vector<Atom> atoms;
  static constexpr std::size_t kMaxAtoms = 6;

  friend bool operator==(const Template&, const Template&) = default;
};

/// Whether an attribute tells one word from another of the same category: what a delexicalised
/// parser does without.
bool is_lexical(Attribute attribute);

/// Whether any of the templates asks for the vector of a word.
bool use_embeddings(std::span<const Template> templates);

/// Reads templates: conjunctions `s0.form+s0.upos` separated by white space, with comments from `#`
/// to the end of the line. `name` stands for the file in messages. Throws Error with line and
/// column of what is wrong: an unknown attribute or step, a template that occurs twice, ...
std::vector<Template> parse_templates(std::string_view text, const std::string& name);

/// The way a template is written; parsing it gives the template again.
std::string to_string(const Template& feature);
std::string to_string(const Atom& atom);
std::string to_string(const Address& address);

/// Templates of the project (`zn11`, `zn11-morphology`, `delexicalized`, `small`, ...): the text of
/// `data/features/NAME.txt`, which is built into the library. Nothing if there is none.
std::optional<std::string_view> built_in_templates(std::string_view name);
/// Their names, in alphabetical order.
std::vector<std::string> built_in_template_names();

}  // namespace panarc
