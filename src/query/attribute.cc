#include "query/attribute.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/utf8.h"
#include "panarc/error.h"
#include "treebank/dependents.h"
#include "treebank/misc_field.h"
#include "treebank/projectivity.h"
#include "treebank/universal.h"

namespace panarc {

struct AttributeInfo {
  /// The word that is asked about, and a key if the attribute has keys.
  struct Question {
    const AnnotatedWord& at;
    const Sentence& sentence;
    Node word;
    std::string_view key;
    const std::unordered_set<std::string>* known;
  };
  using Q = const Question&;
  enum class Kind : std::uint8_t { kPlain, kHasKeys, kJudgement };

  std::string_view name;
  /// In the order of ValueType: which function reads it tells its type.
  std::variant<std::string_view (*)(Q), Node (*)(Q), bool (*)(Q)> read;
  Kind kind = Kind::kPlain;
};

namespace {

using Q = AttributeInfo::Q;
constexpr auto kHasKeys = AttributeInfo::Kind::kHasKeys;
constexpr auto kJudgement = AttributeInfo::Kind::kJudgement;

std::string_view keyed(std::string_view field, Q q) {
  return q.key.empty() ? field : misc_value(field, q.key).value_or("_");
}

std::string_view direction_of(Q q) {
  const Node head = q.sentence.head(q.word);
  if (head <= kRoot) return head == kRoot ? "root" : "_";
  return head < q.word ? "right" : "left";
}

Node length_of(Q q) {
  const Node head = q.sentence.head(q.word);
  return head <= kRoot ? 0 : std::abs(head - q.word);
}

constexpr auto kAttributes = std::to_array<AttributeInfo>({
    {"form", [](Q q) { return q.sentence.form(q.word); }},
    {"lemma", [](Q q) { return q.sentence.lemma(q.word); }},
    {"upos", [](Q q) { return q.sentence.upos(q.word); }},
    {"xpos", [](Q q) { return q.sentence.xpos(q.word); }},
    {"feats", [](Q q) { return keyed(q.sentence.feats(q.word), q); }, kHasKeys},
    {"deprel", [](Q q) { return q.sentence.deprel(q.word); }},
    {"relation", [](Q q) { return base_relation(q.sentence.deprel(q.word)); }},
    {"misc", [](Q q) { return keyed(q.sentence.misc(q.word), q); }, kHasKeys},
    {"direction", direction_of},
    {"sentence", [](Q q) { return q.sentence.metadata("sent_id").value_or("_"); }},
    {"id", [](Q q) { return q.word; }},
    {"head", [](Q q) { return q.sentence.head(q.word); }},
    {"length", length_of},
    {"depth", [](Q q) { return q.at.view->depth(q.word); }},
    {"children", [](Q q) { return q.at.view->children(q.word); }},
    // As even as possible; if the sentence is not divisible, the first ones are longer.
    {"quarter", [](Q q) { return 4 * (q.word - 1) / q.sentence.size() + 1; }},
    {"words", [](Q q) { return q.sentence.size(); }},
    {"projective", [](Q q) { return q.at.view->is_projective(q.word); }},
    {"known", [](Q q) { return q.known->contains(std::string(q.sentence.form(q.word))); }},
    {"right_head", [](Q q) { return q.at.right_head; }, kJudgement},
    {"right_label", [](Q q) { return q.at.right_label; }, kJudgement},
    {"right", [](Q q) { return q.at.right_head && q.at.right_label; }, kJudgement},
});

constexpr std::array<std::string_view, 3> kSides{"gold", "system", "other"};

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
    if (info.kind == kJudgement && scope.sides < 2) continue;
    if (info.name == name) return info;
    names.emplace_back(info.name);
  }
  throw Error(fmt::format("found {}, expected {}{}", in_quotes(name), fmt::join(names, ", "),
                          suggestion(name, names)));
}

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
  info_ = &find_attribute(name.substr(0, dot), scope);
  if (dot != std::string_view::npos) {
    key_ = name.substr(dot + 1);
    if (info_->kind != kHasKeys || key_.empty()) {
      throw Error(fmt::format("found {}, expected {}", in_quotes(name), info_->name));
    }
  }
  if (info_->kind == kJudgement) {
    if (heads_ > 0) {
      throw Error(fmt::format("found {}, expected {}", in_quotes(name_), info_->name));
    }
    if (side_ == Whose::kGold) side_ = Whose::kSystem;
  }
  if (info_->name == "known" && !scope.known_words) {
    throw Error("`known` needs the words that the parser was trained on");
  }
}

ValueType WordAttribute::type() const { return static_cast<ValueType>(info_->read.index()); }

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
  if (at.view == nullptr || at.word == kNoHead) return nothing(type(), "_");
  if (at.word == kRoot) return nothing(type(), "ROOT");
  const AttributeInfo::Question question{at, at.view->sentence(), at.word, key_, context.known};
  const auto value = [](auto found) -> QueryValue {
    if constexpr (std::is_same_v<decltype(found), bool>) {
      return {.type = ValueType::kTruth, .truth = found};
    } else if constexpr (std::is_same_v<decltype(found), Node>) {
      return {.type = ValueType::kNumber, .number = static_cast<double>(found)};
    } else {
      return {.type = ValueType::kText, .text = found};
    }
  };
  return std::visit([&](auto* read) { return value(read(question)); }, info_->read);
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
