#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.h"
#include "feature/embeddings.h"
#include "feature/encoder.h"
#include "feature/template.h"
#include "panarc/extend.h"
#include "task/parse_state.h"

namespace panarc {

/// The value of a small number in a key.
constexpr std::uint64_t number_value(std::uint64_t number) { return mix_bits(number + 1); }

/// Compiled templates: extracts the feature keys of a configuration without strings or allocation.
///
/// A key is a 64-bit hash of a template and the values of its atoms, and never 0. Templates that
/// look at the same parts of the configuration form a group. Most steps of a parser change only
/// some parts, and hypotheses of a beam share most of them, so the sum of a group's weights can be
/// kept and found again by the group's signature, a hash of all it looks at.
///
/// A user's function gives several features, whose keys form a group.
///
/// A template for a word vector gives one real-valued feature per dimension. Its keys are always
/// the same; these templates are in no group.
class FeaturePlan {
 public:
  /// Without vectors, which must outlive the plan, templates that use them give no features.
  explicit FeaturePlan(std::span<const Template> templates, const Embeddings* embeddings = nullptr)
      : FeaturePlan(templates, embeddings, TagsOf::kParser) {}

  /// The columns that the encoder of words must provide, in this order.
  [[nodiscard]] const std::vector<WordColumn>& columns() const { return columns_; }
  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
  [[nodiscard]] std::size_t key_count() const { return key_count_; }
  [[nodiscard]] std::size_t key_count(std::size_t group) const {
    return is_of_functions(group) ? most_function_keys_ : groups_[group].templates.size();
  }
  /// Whether a group looks at only one part of the configuration: then the next step, not only
  /// another hypothesis, is likely to need it again.
  [[nodiscard]] bool is_simple(std::size_t group) const { return groups_[group].simple; }

 protected:
  /// Whose tags are used. If a parser chooses none, or has not yet, they are the values of the
  /// column.
  enum class TagsOf : std::uint8_t { kParser, kTagger };
  FeaturePlan(std::span<const Template> templates, const Embeddings* embeddings, TagsOf tags_of);

  struct WordValue {
    std::uint64_t multiplier = 1;
    std::uint16_t atom = 0;
    std::uint16_t node = 0;  // the lookup
    std::uint16_t column = 0;
  };
  /// A value read from the parse.
  struct ParseValue {
    std::uint64_t multiplier = 1;
    Attribute attribute = Attribute::kLabel;
    std::uint16_t atom = 0;
    std::uint16_t node = 0;    // the lookup
    std::uint16_t number = 0;  // how many steps ago, or another lookup
  };
  struct Compiled {
    std::uint64_t seed = 0;
    std::uint32_t count = 0;
    std::array<std::uint16_t, Template::kMaxAtoms> atoms{};
  };
  /// Consecutive templates with the same number of atoms.
  struct Run {
    std::uint32_t atoms = 0;
    std::uint32_t templates = 0;
  };
  /// Templates, and runs with the same number of atoms.
  struct TemplateList {
    std::vector<Compiled> templates;
    std::vector<Run> runs;

    void clear();
    void add(const Compiled& compiled);
  };
  /// The part of the plan that applies if only some columns have values.
  struct Selection {
    std::uint64_t columns = 0;
    std::vector<std::uint8_t> is_empty;  // by atom: whether it looks at another column
    std::vector<WordValue> word_values;
    TemplateList passing;
  };

 public:
  /// Memory for the values of the atoms and the nodes they are read from; one per thread.
  struct Scratch {
    std::vector<Node> nodes;
    std::vector<const std::uint64_t*> rows;
    /// Values times their multipliers; 0 if there is none.
    std::vector<std::uint64_t> atoms;
    /// The sum of the atoms.
    std::uint64_t sum = 0;

    /// What is left to do if some columns of the sentence are empty.
    Selection selection;
    /// Whether ROOT is among the nodes looked at: it has a value in every column.
    bool has_root = false;
    /// What users' functions give.
    std::vector<std::uint64_t> function_keys;
  };

  using State = ParseState;
  using Input = EncodedSentence;

  void gather(const ParseState& state, const EncodedSentence& words, Scratch& scratch) const;

  /// A hash of all that a template looks at. Never 0.
  [[nodiscard]] std::uint64_t signature(const Scratch& scratch) const;
  /// A hash of all that the templates of a group look at. Never 0.
  [[nodiscard]] std::uint64_t signature(std::size_t group, const Scratch& scratch) const {
    const std::uint64_t* const atoms = scratch.atoms.data();
    std::uint64_t sum = group + 1;
    for (const std::uint16_t atom : groups_[group].atoms) sum += atoms[atom];
    return sum == 0 ? 1 : sum;
  }

  /// Writes the keys of a group, at most `key_count(group)` of them, leaving out templates that
  /// give no feature. Returns the number of keys written.
  std::size_t keys(std::size_t group, const Scratch& scratch, std::uint64_t* out) const;

  /// Writes the keys of all groups that are not simple, in some order: faster than one by one.
  std::size_t passing_keys(const Scratch& scratch, std::uint64_t* out) const;

  // What belongs to templates for vectors.

  [[nodiscard]] std::size_t vector_count() const { return vectors_.size(); }
  /// The number of the vector that a template looks at; 0 if there is none.
  [[nodiscard]] std::uint64_t vector_number(std::size_t index, const Scratch& scratch) const {
    return scratch.rows[vectors_[index].node][vectors_[index].column];
  }
  /// The values of a vector; its number must not be 0.
  [[nodiscard]] std::span<const float> vector(std::uint64_t number) const {
    return embeddings_->vector(number);
  }
  /// The keys of a template, one for each value.
  [[nodiscard]] std::span<const std::uint64_t> vector_keys(std::size_t index) const {
    const std::size_t dimension = embeddings_->dimension();
    return std::span(vector_keys_).subspan(index * dimension, dimension);
  }

 protected:
  /// How to find a node: on the stack, in the buffer, from the word to be tagged downwards, or by a
  /// step from another node.
  struct Lookup {
    enum class Kind : std::uint8_t { kStack, kBuffer, kTagging, kStep };
    Kind kind = Kind::kStack;
    Step step = Step::kHead;
    std::uint16_t from = 0;  // depth, index, or the lookup where the step starts
  };
  struct VectorValue {
    std::uint64_t multiplier = 1;
    std::uint16_t node = 0;  // the lookup
    std::uint16_t column = 0;
  };
  struct Value {
    Attribute attribute = Attribute::kForm;
    std::uint16_t node = 0;    // the lookup
    std::uint16_t number = 0;  // the column of a word (of a tag, UPOS), or how many steps ago
    /// Odd, and different for every atom: values times their multipliers can be added up in any
    /// order, and the values of different atoms are not confused.
    std::uint64_t multiplier = 1;
  };
  struct Group : TemplateList {
    std::vector<std::uint16_t> atoms;
    bool simple = false;
  };
  /// A user's function, and what tells its keys from those of others.
  struct Function {
    std::shared_ptr<const UserFeatures> features;
    std::uint64_t seed = 0;
    std::size_t most = 0;
  };

  /// Writes the keys of templates with this many atoms, and returns their end.
  template <std::uint32_t kAtoms>
  static std::uint64_t* keys_of(std::span<const Compiled> templates, const std::uint64_t* atoms,
                                std::uint64_t* out);
  static std::size_t keys_of(const TemplateList& list, const Scratch& scratch, std::uint64_t* out);

  /// Allocates memory, and leaves out what looks at columns in which no word of the sentence has a
  /// value.
  [[gnu::noinline]] void select(std::uint64_t columns, Scratch& scratch) const;

  /// Finds the nodes of all lookups when no tag is being chosen; returns whether one of them is
  /// ROOT.
  bool find_nodes(const ParseState& state, const EncodedSentence& words, Node* nodes,
                  const std::uint64_t** rows) const;

  /// Separate, since few plans use it, and the others are faster without it.
  [[gnu::noinline]] void gather_given(const Configuration& c, const EncodedSentence& words,
                                      Scratch& scratch) const;

  /// Separate, since parsers without tags are faster without it, too.
  [[gnu::noinline]] void gather_tags(const ParseState& state, const EncodedSentence& words,
                                     Scratch& scratch) const;
  /// Calls users' functions.
  [[gnu::noinline]] void gather_functions(const ParseState& state, const EncodedSentence& words,
                                          Scratch& scratch) const;
  /// Finds the nodes of a state in which a tag is being chosen.
  [[gnu::noinline]] bool find_tagging_nodes(const ParseState& state, const EncodedSentence& words,
                                            Scratch& scratch) const;

  std::uint16_t add_lookup(const Lookup& lookup);
  std::uint16_t add_address(const Address& address);
  std::uint16_t add_value(const Atom& atom);
  std::uint16_t add_column(const Atom& atom);
  void sort_lookups();
  Compiled compile(const Template& feature);
  void add_vector(const Template& feature);
  void add_function(const Template& feature);
  void add_function_group();
  [[nodiscard]] bool is_of_functions(std::size_t group) const {
    return !functions_.empty() && group + 1 == groups_.size();
  }

  std::vector<WordColumn> columns_;
  /// Nodes on the stack come first, then those in the buffer, words to be tagged, and steps from
  /// earlier ones.
  std::vector<Lookup> lookups_;
  std::size_t stack_lookups_ = 0;
  std::size_t list_lookups_ = 0;  // including those in the buffer
  std::size_t step_lookups_ = 0;  // where steps begin
  std::vector<Value> values_;
  /// Values that are read from words, from the parse, from given heads, and from tags.
  std::vector<WordValue> word_values_;
  std::vector<ParseValue> parse_values_;
  std::vector<std::uint16_t> given_values_;
  std::vector<std::uint16_t> tag_values_;
  std::size_t key_count_ = 0;
  std::vector<Group> groups_;
  /// The templates of all groups that are not simple.
  TemplateList passing_;
  /// Their keys are the last group, whose signature has an atom of its own.
  std::vector<Function> functions_;
  std::size_t most_function_keys_ = 0;
  std::uint16_t function_atom_ = 0;
  const Embeddings* embeddings_;
  TagsOf tags_of_;
  std::vector<VectorValue> vectors_;
  /// The keys of the first template, of the second, ...
  std::vector<std::uint64_t> vector_keys_;
};

}  // namespace panarc
