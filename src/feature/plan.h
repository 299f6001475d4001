#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "feature/embeddings.h"
#include "feature/encoder.h"
#include "feature/template.h"
#include "task/parse_state.h"

namespace panarc {

/// What stands for a small number in a key.
constexpr std::uint64_t number_value(std::uint64_t number) { return mix_bits(number + 1); }

/// Templates, compiled: extracts the feature keys of a configuration without strings or allocation.
///
/// A key is a 64-bit hash of a template and the values of its atoms, and never 0. Templates that
/// look at the same parts of the configuration form a group. Most steps of a parser change only
/// some parts, and hypotheses of a beam share most of them, so the sum of a group's weights can be
/// kept and found again by the group's signature, a hash of all it looks at.
///
/// A template for the vector of a word gives one feature a dimension, with a value. Its keys are
/// always the same; these templates are in no group.
class FeaturePlan {
 public:
  /// Without vectors, which must outlive the plan, the templates for them give no features.
  explicit FeaturePlan(std::span<const Template> templates, const Embeddings* embeddings = nullptr)
      : FeaturePlan(templates, embeddings, TagsOf::kParser) {}

  /// What the encoder of words has to provide, in this order.
  [[nodiscard]] const std::vector<WordColumn>& columns() const { return columns_; }
  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
  [[nodiscard]] std::size_t key_count() const { return key_count_; }
  [[nodiscard]] std::size_t key_count(std::size_t group) const {
    return groups_[group].templates.size();
  }
  /// Whether a group looks at one part of the configuration only: the next step, and not only
  /// another hypothesis, is likely to meet it again.
  [[nodiscard]] bool is_simple(std::size_t group) const { return groups_[group].simple; }

 protected:
  /// Whose tags are looked at. To a parser that chooses none, and as long as it has not, they are
  /// what the column says.
  enum class TagsOf : std::uint8_t { kParser, kTagger };
  FeaturePlan(std::span<const Template> templates, const Embeddings* embeddings, TagsOf tags_of);

  struct WordValue {
    std::uint64_t multiplier = 1;
    std::uint16_t atom = 0;
    std::uint16_t node = 0;  // the lookup
    std::uint16_t column = 0;
  };
  /// A value that is read from the parse.
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
  /// Templates in a row that have as many atoms.
  struct Run {
    std::uint32_t atoms = 0;
    std::uint32_t templates = 0;
  };
  /// Templates, and those with as many atoms in a row.
  struct TemplateList {
    std::vector<Compiled> templates;
    std::vector<Run> runs;

    void clear();
    void add(const Compiled& compiled);
  };
  /// What is left of the plan where only some columns have values.
  struct Selection {
    std::uint64_t columns = 0;
    std::vector<std::uint8_t> is_empty;  // by atom: does it look at another column?
    std::vector<WordValue> word_values;
    TemplateList passing;
  };

 public:
  /// Room for the values of the atoms and the nodes they are read from; one per thread.
  struct Scratch {
    std::vector<Node> nodes;
    std::vector<const std::uint64_t*> rows;
    /// Values times their multipliers; 0 where there is none.
    std::vector<std::uint64_t> atoms;
    /// Their sum.
    std::uint64_t sum = 0;

    /// What is left to do in a sentence some of whose columns are empty.
    Selection selection;
    /// Whether one of the nodes is ROOT, which has a value in every column.
    bool has_root = false;
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

  /// Writes the keys of a group; there is room for `key_count(group)` of them. Templates
  /// that give no feature are left out; returns how many keys were written.
  std::size_t keys(std::size_t group, const Scratch& scratch, std::uint64_t* out) const;

  /// Writes the keys of all groups that are not simple, in some order: faster than one by one.
  std::size_t passing_keys(const Scratch& scratch, std::uint64_t* out) const;

  // Of the templates for vectors.

  [[nodiscard]] std::size_t vector_count() const { return vectors_.size(); }
  /// The number of the vector that a template looks at; 0 if there is none.
  [[nodiscard]] std::uint64_t vector_number(std::size_t index, const Scratch& scratch) const {
    return scratch.rows[vectors_[index].node][vectors_[index].column];
  }
  /// The values of a vector whose number is not 0.
  [[nodiscard]] std::span<const float> vector(std::uint64_t number) const {
    return embeddings_->vector(number);
  }
  /// The keys of a template, one for each value.
  [[nodiscard]] std::span<const std::uint64_t> vector_keys(std::size_t index) const {
    const std::size_t dimension = embeddings_->dimension();
    return std::span(vector_keys_).subspan(index * dimension, dimension);
  }

 protected:
  /// Where a node is found: on the stack, in the buffer, from the word to be tagged on downwards,
  /// or by a step from a node found before.
  struct Lookup {
    enum class Kind : std::uint8_t { kStack, kBuffer, kTagging, kStep };
    Kind kind = Kind::kStack;
    Step step = Step::kHead;
    std::uint16_t from = 0;  // depth, index, or the lookup that the step starts at
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
    /// Odd, and another for every atom: values times their multipliers can be added up in any
    /// order, and a value of one atom is not taken for one of another.
    std::uint64_t multiplier = 1;
  };
  struct Group : TemplateList {
    std::vector<std::uint16_t> atoms;
    bool simple = false;
  };

  /// Writes the keys of templates with so many atoms, and returns where they end.
  template <std::uint32_t kAtoms>
  static std::uint64_t* keys_of(std::span<const Compiled> templates, const std::uint64_t* atoms,
                                std::uint64_t* out);
  static std::size_t keys_of(const TemplateList& list, const Scratch& scratch, std::uint64_t* out);

  /// Makes room for all, and leaves out what looks at columns in which no word of the sentence has
  /// a value.
  [[gnu::noinline]] void select(std::uint64_t columns, Scratch& scratch) const;

  /// Finds the nodes of all lookups where no tag is chosen, and returns whether one of them is
  /// ROOT.
  bool find_nodes(const ParseState& state, const EncodedSentence& words, Node* nodes,
                  const std::uint64_t** rows) const;

  /// Few plans look at it, and the others are faster without it among the rest.
  [[gnu::noinline]] void gather_given(const Configuration& c, const EncodedSentence& words,
                                      Scratch& scratch) const;

  /// Parsers without tags are faster without them among the rest, too.
  [[gnu::noinline]] void gather_tags(const ParseState& state, const EncodedSentence& words,
                                     Scratch& scratch) const;
  /// The same where a tag is chosen.
  [[gnu::noinline]] bool find_tagging_nodes(const ParseState& state, const EncodedSentence& words,
                                            Scratch& scratch) const;

  std::uint16_t add_lookup(const Lookup& lookup);
  std::uint16_t add_address(const Address& address);
  std::uint16_t add_value(const Atom& atom);
  std::uint16_t add_column(const Atom& atom);
  void sort_lookups();
  Compiled compile(const Template& feature);
  void add_vector(const Template& feature);

  std::vector<WordColumn> columns_;
  /// Those on the stack come first, then those in the buffer, those of words to be tagged, and
  /// steps from others before them.
  std::vector<Lookup> lookups_;
  std::size_t stack_lookups_ = 0;
  std::size_t list_lookups_ = 0;  // with those in the buffer
  std::size_t step_lookups_ = 0;  // where steps begin
  std::vector<Value> values_;
  /// Those among them that are read from words, from the parse, from what is given, and from tags.
  std::vector<WordValue> word_values_;
  std::vector<ParseValue> parse_values_;
  std::vector<std::uint16_t> given_values_;
  std::vector<std::uint16_t> tag_values_;
  std::size_t key_count_ = 0;
  std::vector<Group> groups_;
  /// The templates of all groups that are not simple.
  TemplateList passing_;
  const Embeddings* embeddings_;
  TagsOf tags_of_;
  std::vector<VectorValue> vectors_;
  /// Those of the first template, of the second, ...
  std::vector<std::uint64_t> vector_keys_;
};

}  // namespace panarc
