#include "panarc/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/universal.h"

namespace panarc {

namespace {

bool is_upper_or_digit(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// The parts before and after the first separator; the latter is empty if there is none.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, char separator) {
  const std::size_t end = text.find(separator);
  if (end == std::string_view::npos) return {text, {}};
  return {text.substr(0, end), text.substr(end + 1)};
}

// `nsubj`, `nsubj:pass`.
bool is_relation(std::string_view text) {
  const std::string_view base = base_relation(text);
  if (!is_universal_relation(base)) return false;
  if (base.size() == text.size()) return true;
  const std::string_view subtype = text.substr(base.size() + 1);
  return !subtype.empty() && std::all_of(subtype.begin(), subtype.end(), is_lower);
}

// `Case`, `Acc`: letters and digits, beginning with a capital letter or a digit.
bool is_feature_word(std::string_view text) {
  return !text.empty() && is_upper_or_digit(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_upper_or_digit(c) || is_lower(c); });
}

// `Number`, `Number[psor]`.
bool is_feature_name(std::string_view text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return is_feature_word(text);
  const std::string_view layer = text.substr(bracket + 1);
  return is_feature_word(text.substr(0, bracket)) && layer.size() > 1 && layer.ends_with(']') &&
         std::all_of(layer.begin(), layer.end() - 1,
                     [](char c) { return is_lower(c) || (c >= '0' && c <= '9'); });
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// What is wrong with a FEATS field, if anything.
std::optional<std::string> feature_problem(std::string_view feats) {
  if (feats == "_") return std::nullopt;
  std::string previous;
  Parts features(feats, '|');
  for (std::string_view feature; features.next(feature);) {
    const auto [name, all_values] = split_at(feature, '=');
    if (!is_feature_name(name)) {
      return fmt::format("FEATS {}: expected Name=Value, found {}", in_quotes(feats),
                         in_quotes(feature));
    }
    Parts values(all_values, ',');
    for (std::string_view value; values.next(value);) {
      if (!is_feature_word(value)) {
        return fmt::format("FEATS {}: {} is not a value of {}", in_quotes(feats), in_quotes(value),
                           name);
      }
    }
    std::string key = lower_case(name);
    if (key == previous) return fmt::format("FEATS {}: {} occurs twice", in_quotes(feats), name);
    if (key < previous) return fmt::format("FEATS {}: {} is out of order", in_quotes(feats), name);
    previous = std::move(key);
  }
  return std::nullopt;
}

// `3` or, for an empty node, `3.1`.
using EnhancedNode = std::pair<Node, int>;

std::optional<EnhancedNode> parse_enhanced_node(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::optional<Node> word = parse_number(text.substr(0, dot));
  if (!word) return std::nullopt;
  if (dot == std::string_view::npos) return EnhancedNode{*word, 0};
  const std::optional<int> empty = parse_number(text.substr(dot + 1));
  // Empty nodes are counted from 1.
  if (!empty || *empty == 0) return std::nullopt;
  return EnhancedNode{*word, *empty};
}

bool exists(const Sentence& sentence, EnhancedNode node) {
  if (node.second == 0) return node.first <= sentence.size();
  std::size_t begin = 0;
  std::size_t end = sentence.empty_node_count();
  while (begin < end) {
    const std::size_t middle = (begin + end) / 2;
    const Sentence::EmptyNode empty = sentence.empty_node(middle);
    const EnhancedNode found{empty.after, empty.number};
    if (found == node) return true;
    if (found < node) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return false;
}

// What is wrong with a DEPS field, if anything.
std::optional<std::string> enhanced_problem(const Sentence& sentence, std::string_view deps) {
  if (deps == "_") return std::nullopt;
  std::pair<EnhancedNode, std::string_view> previous{{-1, 0}, ""};
  Parts arcs(deps, '|');
  for (std::string_view arc; arcs.next(arc);) {
    const auto [node, relation] = split_at(arc, ':');
    const std::optional<EnhancedNode> head = parse_enhanced_node(node);
    if (!head || relation.empty()) {
      return fmt::format("DEPS {}: expected head:relation, found {}", in_quotes(deps),
                         in_quotes(arc));
    }
    if (!exists(sentence, *head)) {
      return fmt::format("DEPS {}: the head in {} does not exist", in_quotes(deps), in_quotes(arc));
    }
    const std::pair current{*head, relation};
    if (current <= previous) {
      return fmt::format("DEPS {}: {} is out of order or occurs twice", in_quotes(deps),
                         in_quotes(arc));
    }
    previous = current;
  }
  return std::nullopt;
}

class Validator {
 public:
  Validator(const Sentence& sentence, const std::function<void(const Error&)>& report)
      : sentence_(sentence), report_(report) {}

  void run() const {
    for (Node word = 1; word <= sentence_.size(); ++word) check_word(word);
    check_roots();
    for (std::size_t i = 0; i < sentence_.multiword_count(); ++i) {
      check_multiword(sentence_.multiword(i));
    }
    for (std::size_t i = 0; i < sentence_.empty_node_count(); ++i) {
      check_empty_node(sentence_.empty_node(i));
    }
  }

 private:
  void report(std::uint64_t line, const std::string& message) const {
    report_(Error({sentence_.file(), line, 0}, message));
  }

  void check_word(Node word) const {
    const std::uint64_t line = sentence_.line(word);
    const std::string_view tag = sentence_.upos(word);
    const std::string_view relation = sentence_.deprel(word);
    if (!is_universal_tag(tag)) {
      report(line, fmt::format("UPOS {} is not one of the 17 universal tags", in_quotes(tag)));
    }
    if (!is_relation(relation)) {
      report(line, fmt::format("DEPREL {} is not one of the 37 universal relations, with or "
                               "without a subtype",
                               in_quotes(relation)));
    }
    const std::string_view head = sentence_.field(word, Field::kHead);
    if (head == "_") report(line, "HEAD is _: expected a number");
    if ((head == "0") != (base_relation(relation) == "root")) {
      report(line, fmt::format("HEAD {} with DEPREL {}: 0 and root go together", in_quotes(head),
                               in_quotes(relation)));
    }
    if (const auto problem = feature_problem(sentence_.feats(word))) report(line, *problem);
    if (const auto problem = enhanced_problem(sentence_, sentence_.deps(word))) {
      report(line, *problem);
    }
    for (const Field field : {Field::kUpos, Field::kXpos, Field::kFeats, Field::kDeprel}) {
      if (sentence_.field(word, field).find(' ') != std::string_view::npos) {
        report(line, fmt::format("{} {} contains a space", field_name(field),
                                 in_quotes(sentence_.field(word, field))));
      }
    }
  }

  void check_roots() const {
    Node first = kNoHead;
    for (Node word = 1; word <= sentence_.size(); ++word) {
      if (sentence_.field(word, Field::kHead) != "0") continue;
      if (first == kNoHead) {
        first = word;
      } else {
        report(sentence_.line(word),
               fmt::format("word {} is a second root after word {}: expected one", word, first));
      }
    }
    if (first == kNoHead && !sentence_.empty()) {
      report(sentence_.line(1), "no word has HEAD 0: expected one root");
    }
  }

  void check_multiword(const Sentence::MultiwordToken& token) const {
    for (auto i = static_cast<std::size_t>(Field::kLemma);
         i < static_cast<std::size_t>(Field::kMisc); ++i) {
      const auto field = static_cast<Field>(i);
      // A typo concerns the whole token.
      if (field == Field::kFeats && token[field] == "Typo=Yes") continue;
      if (token[field] != "_") {
        report(token.line, fmt::format("{} of a multiword token is {}: expected _",
                                       field_name(field), in_quotes(token[field])));
      }
    }
  }

  void check_empty_node(const Sentence::EmptyNode& node) const {
    for (const Field field : {Field::kHead, Field::kDeprel}) {
      if (node[field] != "_") {
        report(node.line, fmt::format("{} of an empty node is {}: expected _", field_name(field),
                                      in_quotes(node[field])));
      }
    }
    if (const auto problem = feature_problem(node[Field::kFeats])) report(node.line, *problem);
    if (const auto problem = enhanced_problem(sentence_, node[Field::kDeps])) {
      report(node.line, *problem);
    }
  }

  const Sentence& sentence_;
  const std::function<void(const Error&)>& report_;
};

}  // namespace

void validate_ud(const Sentence& sentence, const std::function<void(const Error&)>& report) {
  Validator(sentence, report).run();
}

}  // namespace panarc
