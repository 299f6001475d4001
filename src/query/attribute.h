#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "panarc/treebank.h"

namespace panarc {

/// A sentence with the properties of its tree that queries use, computed on demand.
class SentenceView {
 public:
  /// Looks at another sentence, which must not change meanwhile.
  void look_at(const Sentence& sentence);

  [[nodiscard]] const Sentence& sentence() const { return *sentence_; }
  /// The number of arcs from ROOT to a word: 1 for a child of ROOT. Words without a head count as
  /// children of ROOT.
  [[nodiscard]] Node depth(Node word) const;
  [[nodiscard]] Node children(Node word) const;
  [[nodiscard]] bool is_projective(Node word) const;

 private:
  const Sentence* sentence_ = nullptr;
  mutable std::vector<Node> depths_;
  mutable std::vector<Node> children_;
  mutable std::vector<bool> projective_;
};

/// Which annotation is meant, if there are several of one text.
enum class Whose : std::uint8_t { kGold, kSystem, kOther };

/// A word in one annotation; without a view, it has no counterpart there.
struct AnnotatedWord {
  const SentenceView* view = nullptr;
  Node word = kNoHead;
  bool right_head = false;
  bool right_label = false;  ///< ignoring subtypes
};

/// A word, as a query sees it.
struct WordContext {
  std::array<AnnotatedWord, 3> sides{};  ///< by Whose
  /// The forms that a parser was trained on, if known.
  const std::unordered_set<std::string>* known = nullptr;
};

/// Which attributes are available.
struct QueryScope {
  std::size_t sides = 1;  ///< 1: a treebank; 2: it and a system; 3: and another system
  bool known_words = false;
};

enum class ValueType : std::uint8_t { kText, kNumber, kTruth };

struct QueryValue {
  ValueType type = ValueType::kText;
  std::string_view text = {};
  double number = 0;
  bool truth = false;

  friend bool operator==(const QueryValue&, const QueryValue&) = default;
};

/// A value for people: `yes` or `no` for Booleans.
std::string text_of(const QueryValue& value);

/// What an attribute is called, and how it is read.
struct AttributeInfo;

/// A named property of a word: `deprel`, `head.upos`, `feats.Case`, `system.length`.
class WordAttribute {
 public:
  /// Throws Error, with what was found and expected.
  WordAttribute(std::string_view name, const QueryScope& scope);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] ValueType type() const;
  /// Views in the value are valid as long as the sentences.
  [[nodiscard]] QueryValue value(const WordContext& context) const;
  /// The attribute of the same name in another annotation.
  [[nodiscard]] WordAttribute of(Whose side) const;

 private:
  std::string name_;
  std::string key_;  // of a feature
  Whose side_ = Whose::kGold;
  int heads_ = 0;  // how many heads above the word
  const AttributeInfo* info_ = nullptr;
};

}  // namespace panarc
