#include "panarc/scheme.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "treebank/universal.h"

namespace panarc {
namespace {

constexpr std::array<std::string_view, 1> kMarks{"mark"};
constexpr std::array<std::string_view, 1> kDeterminers{"det"};
constexpr std::array<std::string_view, 3> kExpressions{"mwe", "fixed", "goeswith"};
constexpr std::array<std::string_view, 2> kNameParts{"name", "flat"};
constexpr std::array<std::string_view, 1> kCases{"case"};
constexpr std::array<std::string_view, 2> kConjuncts{"conj", "cc"};
constexpr std::array<std::string_view, 3> kCopulas{"cop", "auxpass", "aux:pass"};

constexpr std::array kRules = std::to_array<SchemeRule>({
    {Scheme::kMark, SchemeKind::kFunctionalHead, kMarks},
    {Scheme::kDet, SchemeKind::kFunctionalHead, kDeterminers},
    {Scheme::kMwe, SchemeKind::kChain, kExpressions},
    {Scheme::kName, SchemeKind::kChain, kNameParts},
    {Scheme::kCase, SchemeKind::kFunctionalHead, kCases},
    {Scheme::kConj, SchemeKind::kConjunctionHead, kConjuncts},
    {Scheme::kCop, SchemeKind::kFunctionalHead, kCopulas},
});

/// Appended to the relation of a word that has changed places with its head. The second is for
/// conjuncts whose conjunction depended on the first of them (UD 1), not on the next (UD 2).
constexpr std::string_view kAlternative = ":alt";
constexpr std::string_view kAlternativeOfFirst = ":alt1";

bool is_alternative(std::string_view relation) {
  return relation.ends_with(kAlternative) || relation.ends_with(kAlternativeOfFirst);
}

bool is_about(const SchemeRule& rule, std::string_view relation) {
  if (is_alternative(relation)) return false;
  return std::any_of(rule.relations.begin(), rule.relations.end(), [&](std::string_view one) {
    return relation == one || base_relation(relation) == one;
  });
}

/// A tree with the dependents of its nodes.
class Editor {
 public:
  Editor(LabeledTree& tree, const SchemeRule& rule)
      : tree_(tree), rule_(rule), dependents_(tree.heads.size()) {
    for (Node word = 1; word < size(); ++word) dependents_[index(head(word))].push_back(word);
  }

  [[nodiscard]] Node size() const { return static_cast<Node>(tree_.heads.size()); }
  [[nodiscard]] Node head(Node word) const { return tree_.heads[index(word)]; }
  [[nodiscard]] std::string& label(Node word) { return tree_.labels[index(word)]; }
  [[nodiscard]] const std::vector<Node>& dependents(Node node) const {
    return dependents_[index(node)];
  }

  /// Whether a word got its relation when the rule was applied.
  [[nodiscard]] bool was_changed(Node word) const {
    const std::string_view relation = tree_.labels[index(word)];
    return relation.ends_with(kAlternative) &&
           is_about(rule_, relation.substr(0, relation.size() - kAlternative.size()));
  }

  void attach(Node word, Node new_head) {
    std::erase(dependents_[index(head(word))], word);
    tree_.heads[index(word)] = new_head;
    auto& siblings = dependents_[index(new_head)];
    siblings.insert(std::lower_bound(siblings.begin(), siblings.end(), word), word);
  }

  /// The dependents of a word with one of the rule's relations and no dependents of their own.
  [[nodiscard]] std::vector<Node> leaves_of(Node word) {
    std::vector<Node> leaves = dependents(word);
    std::erase_if(
        leaves, [&](Node one) { return !dependents(one).empty() || !is_about(rule_, label(one)); });
    return leaves;
  }
  [[nodiscard]] std::vector<Node> with_relation(Node word, std::string_view relation) {
    std::vector<Node> found = dependents(word);
    std::erase_if(found, [&](Node one) {
      return base_relation(label(one)) != relation || is_alternative(label(one));
    });
    return found;
  }

  /// Makes a dependent of a word, without dependents of its own, change places with it. The word's
  /// dependents on the far side come along, so that no new arcs cross.
  void promote(Node function, Node content, std::string_view mark) {
    const bool left = function < content;
    const std::vector<Node> others = dependents(content);
    for (const Node other : others) {
      if (left ? other < function : other > function) attach(other, function);
    }
    const Node top = head(content);
    std::string own = label(function);
    label(function) = label(content);
    label(content) = std::move(own) + std::string(mark);
    attach(function, top);
    attach(content, function);
  }

  /// Undoes promote(): a word and the head that it had changed places with change back.
  void demote(Node content, std::string_view mark) {
    const Node function = head(content);
    const Node top = head(function);
    const std::vector<Node> others = dependents(function);
    for (const Node other : others) {
      if (other != content) attach(other, content);
    }
    std::string own = label(content).substr(0, label(content).size() - mark.size());
    label(content) = label(function);
    label(function) = std::move(own);
    attach(content, top);
    attach(function, content);
  }

 private:
  static std::size_t index(Node node) { return static_cast<std::size_t>(node); }

  LabeledTree& tree_;
  const SchemeRule& rule_;
  std::vector<std::vector<Node>> dependents_;
};

/// The conjunction that can become the head: the only one, between the first conjunct and another,
/// without dependents. In UD 2 it depends on the conjunct after it.
Node conjunction_of(Editor& editor, Node first, bool& of_first) {
  const std::vector<Node> conjuncts = editor.with_relation(first, "conj");
  std::vector<Node> found = editor.with_relation(first, "cc");
  std::erase_if(found, [&](Node one) { return one < first; });  // as in "both you and me"
  of_first = !found.empty();
  for (const Node conjunct : conjuncts) {
    const std::vector<Node> more = editor.with_relation(conjunct, "cc");
    // A conjunction before a conjunct joins it to the others; others belong to it alone.
    for (const Node one : more) {
      if (one < conjunct) found.push_back(one);
    }
  }
  if (conjuncts.empty() || conjuncts.front() < first || found.size() != 1) return kNoHead;
  const Node conjunction = found.front();
  const auto next = std::upper_bound(conjuncts.begin(), conjuncts.end(), conjunction);
  const bool usable = conjunction > first && next != conjuncts.end() &&
                      editor.dependents(conjunction).empty() &&
                      (of_first || editor.head(conjunction) == *next);
  return usable ? conjunction : kNoHead;
}

bool has_functions(Editor& editor, Node word) { return !editor.leaves_of(word).empty(); }

bool has_chain(Editor& editor, Node word) {
  const std::vector<Node> parts = editor.leaves_of(word);
  if (parts.size() < 2 || parts.front() < word) return false;
  // Arcs to words between the parts would cross those of the chain.
  const auto& all = editor.dependents(word);
  const auto between = std::count_if(all.begin(), all.end(), [&](Node one) {
    return parts.front() <= one && one <= parts.back();
  });
  return between == static_cast<std::ptrdiff_t>(parts.size());
}

bool has_conjunction(Editor& editor, Node word) {
  bool of_first = false;
  return conjunction_of(editor, word, of_first) != kNoHead;
}

/// Farthest first, from the left and then from the right: each goes below the one before.
void promote_all(Editor& editor, Node content) {
  std::vector<Node> functions = editor.leaves_of(content);
  const auto right = std::upper_bound(functions.begin(), functions.end(), content);
  std::reverse(right, functions.end());
  for (const Node function : functions) editor.promote(function, content, kAlternative);
}

void make_chain(Editor& editor, Node first) {
  Node before = first;
  for (const Node part : editor.leaves_of(first)) {
    if (before != first) {
      editor.attach(part, before);
      editor.label(part) += kAlternative;
    }
    before = part;
  }
}

void promote_conjunction(Editor& editor, Node first) {
  bool of_first = false;
  const Node conjunction = conjunction_of(editor, first, of_first);
  const std::vector<Node> conjuncts = editor.with_relation(first, "conj");
  editor.attach(conjunction, first);
  editor.promote(conjunction, first, of_first ? kAlternativeOfFirst : kAlternative);
  for (const Node conjunct : conjuncts) {
    if (editor.head(conjunct) == first) editor.attach(conjunct, conjunction);
  }
}

void undo_promotions(Editor& editor) {
  const auto is_below_function = [&](Node word) { return editor.was_changed(word); };
  for (Node word = 1; word < editor.size(); ++word) {
    // The lowest of several below each other is the content word.
    const auto& below = editor.dependents(word);
    if (std::any_of(below.begin(), below.end(), is_below_function)) continue;
    while (is_below_function(word)) editor.demote(word, kAlternative);
  }
}

void undo_chains(Editor& editor) {
  // From the right, so that the end of a chain comes first.
  for (Node word = editor.size() - 1; word >= 1; --word) {
    if (!editor.was_changed(word)) continue;
    Node before = editor.head(word);
    while (editor.was_changed(before)) before = editor.head(before);
    editor.attach(word, editor.head(before));
    std::string& label = editor.label(word);
    label.resize(label.size() - kAlternative.size());
  }
}

void undo_conjunctions(Editor& editor) {
  for (Node first = 1; first < editor.size(); ++first) {
    const std::string label = editor.label(first);
    const bool of_first = label.ends_with(kAlternativeOfFirst);
    const std::string_view mark = of_first ? kAlternativeOfFirst : kAlternative;
    if (!label.ends_with(mark) || base_relation(label) != "cc") continue;
    const Node conjunction = editor.head(first);
    editor.demote(first, mark);
    if (of_first) continue;
    for (const Node conjunct : editor.with_relation(first, "conj")) {
      if (conjunct < conjunction) continue;
      editor.attach(conjunction, conjunct);
      break;
    }
  }
}

/// How a kind of rules changes trees: where it applies, what it does there, and the way back.
struct Change {
  bool (*applies)(Editor& editor, Node word);
  void (*make)(Editor& editor, Node word);
  void (*undo)(Editor& editor);
};

const Change& change_of(const SchemeRule& rule) {
  static constexpr std::array<Change, 3> kByKind{
      {{has_functions, promote_all, undo_promotions},
       {has_chain, make_chain, undo_chains},
       {has_conjunction, promote_conjunction, undo_conjunctions}}};
  return kByKind[static_cast<std::size_t>(rule.kind)];
}

}  // namespace

std::vector<Scheme> parse_schemes(std::string_view list) {
  std::set<Scheme> wanted;
  for (const std::string_view name : split(list, ',')) {
    if (name == "all") {
      for (const Scheme scheme : kSchemeNames.values()) wanted.insert(scheme);
    } else if (const auto scheme = kSchemeNames.parse(name)) {
      wanted.insert(*scheme);
    } else {
      throw Error(fmt::format("found {}, expected all or some of {}, separated by commas",
                              in_quotes(name), kSchemeNames.list()));
    }
  }
  return {wanted.begin(), wanted.end()};
}

const SchemeRule& rule_of(Scheme scheme) {
  return *std::find_if(kRules.begin(), kRules.end(),
                       [&](const SchemeRule& rule) { return rule.scheme == scheme; });
}

std::vector<Node> scheme_sites(const LabeledTree& tree, Scheme scheme) {
  LabeledTree copy = tree;
  Editor editor(copy, rule_of(scheme));
  std::vector<Node> sites;
  for (Node word = 1; word < editor.size(); ++word) {
    if (change_of(rule_of(scheme)).applies(editor, word)) sites.push_back(word);
  }
  return sites;
}

void apply_scheme(LabeledTree& tree, Scheme scheme) {
  apply_scheme(tree, scheme, scheme_sites(tree, scheme));
}

void apply_scheme(LabeledTree& tree, Scheme scheme, std::span<const Node> sites) {
  const SchemeRule& rule = rule_of(scheme);
  const Change& change = change_of(rule);
  Editor editor(tree, rule);
  for (const Node site : sites) {
    const bool in_tree = site >= 1 && site < editor.size();
    if (in_tree && change.applies(editor, site)) change.make(editor, site);
  }
}

void undo_scheme(LabeledTree& tree, Scheme scheme) {
  Editor editor(tree, rule_of(scheme));
  change_of(rule_of(scheme)).undo(editor);
}

}  // namespace panarc
