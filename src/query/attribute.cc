#include "query/attribute.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "io/utf8.h"
#include "panarc/error.h"
#include "treebank/dependents.h"
#include "treebank/misc_field.h"
#include "treebank/projectivity.h"
#include "treebank/universal.h"

namespace panarc {

enum class AttributeKind : std::uint8_t {
  kForm,
  kLemma,
  kUpos,
  kXpos,
  kFeats,
  kDeprel,
  kRelation,
  kMisc,
  kDirection,
  kSentence,
  kId,
  kHead,
  kLength,
  kDepth,
  kChildren,
  kQuarter,
  kWords,
  kProjective,
  kKnown,
  kRightHead,
  kRightLabel,
  kRight,
};

namespace {

using Kind = AttributeKind;

struct AttributeInfo {
  std::string_view name;
  Kind kind;
  ValueType type;
};

constexpr auto kAttributes = std::to_array<AttributeInfo>({
    {"form", Kind::kForm, ValueType::kText},
    {"lemma", Kind::kLemma, ValueType::kText},
    {"upos", Kind::kUpos, ValueType::kText},
    {"xpos", Kind::kXpos, ValueType::kText},
    {"feats", Kind::kFeats, ValueType::kText},
    {"deprel", Kind::kDeprel, ValueType::kText},
    {"relation", Kind::kRelation, ValueType::kText},
    {"misc", Kind::kMisc, ValueType::kText},
    {"direction", Kind::kDirection, ValueType::kText},
    {"sentence", Kind::kSentence, ValueType::kText},
    {"id", Kind::kId, ValueType::kNumber},
    {"head", Kind::kHead, ValueType::kNumber},
    {"length", Kind::kLength, ValueType::kNumber},
    {"depth", Kind::kDepth, ValueType::kNumber},
    {"children", Kind::kChildren, ValueType::kNumber},
    {"quarter", Kind::kQuarter, ValueType::kNumber},
    {"words", Kind::kWords, ValueType::kNumber},
    {"projective", Kind::kProjective, ValueType::kTruth},
    {"known", Kind::kKnown, ValueType::kTruth},
    {"right_head", Kind::kRightHead, ValueType::kTruth},
    {"right_label", Kind::kRightLabel, ValueType::kTruth},
    {"right", Kind::kRight, ValueType::kTruth},
});

constexpr std::array<std::string_view, 3> kSides{"gold", "system", "other"};

bool has_keys(Kind kind) { return kind == Kind::kFeats || kind == Kind::kMisc; }
bool is_judgement(Kind kind) { return kind >= Kind::kRightHead; }

/// Removes `prefix.` from a name, if it begins with it.
bool take_prefix(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() <= prefix.size() || name[prefix.size()] != '.') {
    return false;
  }
  name.remove_prefix(prefix.size() + 1);
  return true;
}

const AttributeInfo& find_attribute(std::string_view name, const QueryScope& scope) {
  std::vector<std::string> names;
  for (const AttributeInfo& info : kAttributes) {
    if (is_judgement(info.kind) && scope.sides < 2) continue;
    if (info.name == name) return info;
    names.emplace_back(info.name);
  }
  throw Error(fmt::format("found {}, expected {}{}", in_quotes(name), fmt::join(names, ", "),
                          suggestion(name, names)));
}

QueryValue of_text(std::string_view text) { return {.type = ValueType::kText, .text = text}; }
QueryValue of_number(double number) { return {.type = ValueType::kNumber, .number = number}; }
QueryValue of_truth(bool truth) { return {.type = ValueType::kTruth, .truth = truth}; }

/// What stands for a missing value.
QueryValue nothing(ValueType type, std::string_view text) {
  return {.type = type, .text = type == ValueType::kText ? text : std::string_view()};
}

}  // namespace

std::string text_of(const QueryValue& value) {
  switch (value.type) {
    case ValueType::kNumber:
      return fmt::format("{}", value.number);
    case ValueType::kTruth:
      return value.truth ? "yes" : "no";
    case ValueType::kText:
      break;
  }
  return std::string(value.text);
}

WordAttribute::WordAttribute(std::string_view name, const QueryScope& scope) : name_(name) {
  for (std::size_t side = 0; side < scope.sides && scope.sides > 1; ++side) {
    if (take_prefix(name, kSides[side])) side_ = static_cast<Whose>(side);
  }
  while (take_prefix(name, "head")) ++heads_;
  const std::size_t dot = name.find('.');
  const AttributeInfo& info = find_attribute(name.substr(0, dot), scope);
  kind_ = info.kind;
  type_ = info.type;
  if (dot != std::string_view::npos) {
    key_ = name.substr(dot + 1);
    if (!has_keys(kind_) || key_.empty()) {
      throw Error(fmt::format("found {}, expected {}", in_quotes(name), info.name));
    }
  }
  if (is_judgement(kind_)) {
    if (heads_ > 0) throw Error(fmt::format("found {}, expected {}", in_quotes(name_), info.name));
    if (side_ == Whose::kGold) side_ = Whose::kSystem;
  }
  if (kind_ == Kind::kKnown && !scope.known_words) {
    throw Error("`known` needs the words that the parser was trained on");
  }
}

WordAttribute WordAttribute::of(Whose side) const {
  WordAttribute result = *this;
  result.side_ = side;
  return result;
}

QueryValue WordAttribute::value(const WordContext& context) const {
  AnnotatedWord at = context.sides[static_cast<std::size_t>(side_)];
  for (int i = 0; i < heads_ && at.view != nullptr && at.word > kRoot; ++i) {
    at.word = at.view->sentence().head(at.word);
  }
  if (at.view == nullptr || at.word == kNoHead) return nothing(type_, "_");
  if (at.word == kRoot) return nothing(type_, "ROOT");
  switch (type_) {
    case ValueType::kText:
      return of_text(text(*at.view, at.word));
    case ValueType::kNumber:
      return of_number(number(*at.view, at.word));
    case ValueType::kTruth:
      break;
  }
  return of_truth(truth(context, at));
}

std::string_view WordAttribute::text(const SentenceView& view, Node word) const {
  const Sentence& sentence = view.sentence();
  const auto keyed = [this](std::string_view field) {
    return key_.empty() ? field : misc_value(field, key_).value_or("_");
  };
  switch (kind_) {
    case Kind::kForm:
      return sentence.form(word);
    case Kind::kLemma:
      return sentence.lemma(word);
    case Kind::kUpos:
      return sentence.upos(word);
    case Kind::kXpos:
      return sentence.xpos(word);
    case Kind::kFeats:
      return keyed(sentence.feats(word));
    case Kind::kMisc:
      return keyed(sentence.misc(word));
    case Kind::kDeprel:
      return sentence.deprel(word);
    case Kind::kRelation:
      return base_relation(sentence.deprel(word));
    case Kind::kDirection: {
      const Node head = sentence.head(word);
      if (head <= kRoot) return head == kRoot ? "root" : "_";
      return head < word ? "right" : "left";
    }
    default:
      return sentence.metadata("sent_id").value_or("_");
  }
}

double WordAttribute::number(const SentenceView& view, Node word) const {
  const Sentence& sentence = view.sentence();
  const Node head = sentence.head(word);
  switch (kind_) {
    case Kind::kId:
      return word;
    case Kind::kHead:
      return head;
    case Kind::kLength:
      return head <= kRoot ? 0 : std::abs(head - word);
    case Kind::kDepth:
      return view.depth(word);
    case Kind::kChildren:
      return view.children(word);
    case Kind::kQuarter:
      // As even as possible; if the sentence is not divisible, the first ones are longer.
      return std::floor(4.0 * (word - 1) / sentence.size()) + 1;
    default:
      return sentence.size();
  }
}

bool WordAttribute::truth(const WordContext& context, const AnnotatedWord& at) const {
  switch (kind_) {
    case Kind::kProjective:
      return at.view->is_projective(at.word);
    case Kind::kKnown:
      return context.known->contains(std::string(at.view->sentence().form(at.word)));
    case Kind::kRightHead:
      return at.right_head;
    case Kind::kRightLabel:
      return at.right_label;
    default:
      return at.right_head && at.right_label;
  }
}

void SentenceView::look_at(const Sentence& sentence) {
  sentence_ = &sentence;
  depths_.clear();
  children_.clear();
  projective_.clear();
}

Node SentenceView::depth(Node word) const {
  if (depths_.empty()) {
    const Dependents dependents(sentence_->heads(), UnattachedWords::kUnderRoot);
    depths_.assign(dependents.size(), 0);
    for (const Node node : dependents.top_down()) {
      if (node != kRoot) depths_[index_of(node)] = depths_[index_of(dependents.head(node))] + 1;
    }
  }
  return depths_[index_of(word)];
}

Node SentenceView::children(Node word) const {
  if (children_.empty()) {
    children_.assign(sentence_->heads().size(), 0);
    for (Node child = 1; child <= sentence_->size(); ++child) {
      const Node head = sentence_->head(child);
      if (head != kNoHead) ++children_[index_of(head)];
    }
  }
  return children_[index_of(word)];
}

bool SentenceView::is_projective(Node word) const {
  if (projective_.empty()) projective_ = projective_arcs(sentence_->heads());
  return projective_[index_of(word)];
}

}  // namespace panarc
