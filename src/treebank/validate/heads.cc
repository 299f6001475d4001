#include <algorithm>
#include <numeric>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/projectivity.h"
#include "treebank/universal.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/words.h"

namespace panarc::validation {
namespace {

bool is_root(std::string_view head) { return head == "0"; }

// Whether a text refers to a word or an empty node as HEAD and DEPS do: without leading zeros.
bool is_node_id(const RowId& id, std::string_view text) {
  return id.kind == RowKind::kWord ||
         (id.kind == RowKind::kEmptyNode && (text[0] != '0' || text[1] == '.'));
}

bool check_head(const SentenceRows& sentence, const Row& row, Reporter& reporter) {
  const std::string_view head = row[Field::kHead];
  if (is_root(head)) return true;
  const RowId id = parse_id(head);
  if (id.kind != RowKind::kWord) {
    reporter.report("invalid-head", row, Field::kHead, "HEAD {}: expected a number",
                    in_quotes(head));
  }
  const bool known = is_node_id(id, head) && sentence.find(id);
  if (!known) {
    reporter.report("unknown-head", row, Field::kHead, "HEAD {}: the sentence has {}",
                    in_quotes(head), counted(sentence.word_count(), "word"));
  }
  return id.kind == RowKind::kWord && known;
}

// Stores the head of an edge; false if there is none.
bool find_head(const SentenceRows& sentence, std::string_view text, Edge& edge) {
  if (is_root(text)) return true;
  edge.head = parse_id(text);
  if (!is_node_id(edge.head, text)) return false;
  const std::optional<std::size_t> row = sentence.find(edge.head);
  if (row) edge.head_row = *row + 1;
  return row.has_value();
}

bool read_edges(const SentenceRows& sentence, std::size_t index, Reporter& reporter,
                std::vector<Edge>& edges) {
  const Row& row = sentence.rows()[index];
  const std::string_view deps = row[Field::kDeps];
  if (deps == "_") return true;
  for (const std::string_view relation : Parts(deps, '|')) {
    if (relation.find(':') != std::string_view::npos) continue;
    reporter.report("invalid-deps", row, Field::kDeps, "DEPS {}: expected head:relation, found {}",
                    in_quotes(deps), in_quotes(relation));
    return false;
  }
  bool good = true;
  for (const std::string_view relation : Parts(deps, '|')) {
    const std::size_t colon = relation.find(':');
    const std::string_view head = relation.substr(0, colon);
    Edge edge;
    edge.dependent = index;
    edge.text = relation;
    edge.relation = relation.substr(colon + 1);
    const bool found = find_head(sentence, head, edge);
    if (!is_root(head) && !is_node_id(edge.head, head)) {
      reporter.report("invalid-ehead", row, Field::kDeps,
                      "DEPS {}: expected a number such as 3 or 3.1 before the colon",
                      in_quotes(relation));
    }
    if (!found) {
      reporter.report("unknown-ehead", row, Field::kDeps,
                      "DEPS {}: the sentence has no such word or empty node", in_quotes(relation));
    }
    good = good && found;
    edges.push_back(edge);
  }
  return good;
}

// The relations of one row, which follow each other, in the order of DEPS.
void check_order(const Row& row, std::span<const Edge> edges, Reporter& reporter) {
  const auto report = [&](Test test, const Edge& edge, std::string_view what) {
    reporter.report(test, row, Field::kDeps, "DEPS {}: {} {}", in_quotes(row[Field::kDeps]),
                    in_quotes(edge.text), what);
  };
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (std::is_lt(edges[i].compare_heads(edges[i - 1]))) {
      report("unsorted-deps", edges[i], "has a smaller head than the one before it");
      return;
    }
  }
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (std::is_neq(edges[i].compare_heads(edges[i - 1]))) continue;
    if (edges[i].relation < edges[i - 1].relation) {
      report("unsorted-deps-2", edges[i], "is out of alphabetical order");
    } else if (edges[i].relation == edges[i - 1].relation) {
      report("repeated-deps", edges[i], "occurs twice");
    }
  }
}

void check_relation(const Row& row, const Edge& edge, Reporter& reporter) {
  if (!is_enhanced_relation(edge.relation)) {
    reporter.report("invalid-edeprel", row, Field::kDeps,
                    "DEPS {}: expected a relation in small letters, perhaps with a subtype, a "
                    "marker and a case after colons",
                    in_quotes(edge.text));
    return;
  }
  const std::string_view base = base_relation(edge.relation);
  if (is_universal_relation(base) || base == "ref") return;
  reporter.report(
      "unknown-eudeprel", row, Field::kDeps,
      "DEPS {}: neither one of the 37 universal relations nor ref, with or without a subtype",
      in_quotes(edge.text));
}

// Removes the relations of a row, by its number, from those of it and later rows, and returns them.
std::span<const Edge> take_edges(std::span<const Edge>& rest, std::size_t row) {
  std::size_t count = 0;
  while (count < rest.size() && rest[count].dependent == row) ++count;
  const std::span<const Edge> own = rest.first(count);
  rest = rest.subspan(count);
  return own;
}

// The first row with a word or an empty node that no path from ROOT leads to, or the number of
// rows.
std::size_t find_unreachable(const SentenceRows& sentence, std::span<const Edge> edges) {
  const std::size_t rows = sentence.rows().size();
  // Dependents by head; heads are counted from 1, after ROOT.
  std::vector<std::size_t> begin(rows + 2);
  for (const Edge& edge : edges) ++begin[edge.head_row + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::size_t> dependents(edges.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const Edge& edge : edges) dependents[next[edge.head_row]++] = edge.dependent;
  std::vector<bool> reached(rows + 1);
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const std::size_t head = open.back();
    open.pop_back();
    for (std::size_t i = begin[head]; i < begin[head + 1]; ++i) {
      const std::size_t node = dependents[i] + 1;
      if (reached[node]) continue;
      reached[node] = true;
      open.push_back(node);
    }
  }
  for (std::size_t i = 0; i < rows; ++i) {
    if (sentence.rows()[i].kind != RowKind::kMultiword && !reached[i + 1]) return i;
  }
  return rows;
}

// Whether a relation is the one of HEAD and DEPREL.
bool is_of_tree(const Row& row, const Edge& edge) {
  return edge.relation == row[Field::kDeprel] &&
         edge.text.substr(0, edge.text.find(':')) == row[Field::kHead];
}

void check_goeswith_edges(const Row& row, std::span<const Edge> edges, Reporter& reporter) {
  if (base_relation(row[Field::kDeprel]) != "goeswith") return;
  if (std::ranges::all_of(edges, [&](const Edge& edge) { return is_of_tree(row, edge); })) return;
  reporter.report("goeswith-edeps", row, Field::kDeps,
                  "DEPS {} of {}, which is goeswith: expected HEAD and DEPREL only",
                  in_quotes(row[Field::kDeps]), in_quotes(row[Field::kForm]));
}

void check_orphan_edges(const Row& row, std::span<const Edge> edges, Reporter& reporter,
                        Seen& seen) {
  const auto is_orphan = [](const Edge& edge) { return base_relation(edge.relation) == "orphan"; };
  if (std::ranges::none_of(edges, is_orphan)) return;
  if (seen.enhanced_orphan.empty()) seen.enhanced_orphan = reporter.place_of(row.line);
  if (seen.empty_node.empty()) return;
  reporter.report("eorphan-after-empty-node", row, Field::kDeps,
                  "orphan in DEPS after the empty node at {}: expected empty nodes or orphans in a "
                  "treebank, not both",
                  seen.empty_node);
}

void check_root_edges(const Row& row, std::span<const Edge> edges, Reporter& reporter) {
  for (const Edge& edge : edges) {
    const bool from_root = edge.head_row == 0;
    if (from_root == (base_relation(edge.relation) == "root")) continue;
    reporter.report(from_root ? Test("enhanced-0-is-not-root") : Test("enhanced-root-is-not-0"),
                    row, Field::kDeps, "DEPS {}: 0 and root go together", in_quotes(edge.text));
  }
}

// The first empty node of a treebank; its later ones need not be looked at.
void check_empty_node(const Row& row, Reporter& reporter, Seen& seen) {
  if (row.kind != RowKind::kEmptyNode || !seen.empty_node.empty()) return;
  seen.empty_node = reporter.place_of(row.line);
  if (seen.enhanced_orphan.empty()) return;
  reporter.report("empty-node-after-eorphan", row, Field::kId,
                  "empty node after the orphan in DEPS at {}: expected empty nodes or orphans in a "
                  "treebank, not both",
                  seen.enhanced_orphan);
}

bool has_empty_node(const SentenceRows& sentence) {
  return std::ranges::any_of(sentence.rows(),
                             [](const Row& row) { return row.kind == RowKind::kEmptyNode; });
}

}  // namespace

bool check_heads(const SentenceRows& sentence, Reporter& reporter, std::vector<Edge>& edges) {
  bool good = true;
  for (std::size_t i = 0; i < sentence.rows().size(); ++i) {
    const Row& row = sentence.rows()[i];
    if (row.kind == RowKind::kWord) good = check_head(sentence, row, reporter) && good;
    if (row.kind != RowKind::kMultiword) good = read_edges(sentence, i, reporter, edges) && good;
  }
  return good;
}

bool check_tree(const SentenceRows& sentence, Reporter& reporter) {
  std::vector<Node> heads{kNoHead};
  Node root = kNoHead;
  std::uint64_t second_root = 0;
  for (std::size_t number = 1; number <= sentence.word_count(); ++number) {
    const Row& row = sentence.word(number);
    const Node head = head_of(row);
    if (head == static_cast<Node>(number)) {
      reporter.report("head-self-loop", row, Field::kHead, "word {} is its own head", number);
      return false;
    }
    if (head == kRoot && root != kNoHead && second_root == 0) second_root = number;
    if (head == kRoot && root == kNoHead) root = static_cast<Node>(number);
    heads.push_back(head);
  }
  if (second_root != 0) {
    reporter.report("multiple-roots", sentence.word(second_root), Field::kHead,
                    "word {} is a second root after word {}: expected one", second_root, root);
    return false;
  }
  const Node on_cycle = find_cycle(heads);
  if (on_cycle == kNoHead) return true;
  reporter.report("non-tree", sentence.word(static_cast<std::size_t>(on_cycle)), Field::kHead,
                  "word {} depends on itself through its head, word {}{}", on_cycle,
                  heads[static_cast<std::size_t>(on_cycle)],
                  root == kNoHead ? ": no word has HEAD 0" : "");
  return false;
}

void check_edges(const SentenceRows& sentence, const std::vector<Edge>& edges, Reporter& reporter,
                 Seen& seen) {
  std::span<const Edge> rest = edges;
  for (std::size_t i = 0; i < sentence.rows().size(); ++i) {
    const std::span<const Edge> own = take_edges(rest, i);
    if (own.empty()) continue;
    const Row& row = sentence.rows()[i];
    check_order(row, own, reporter);
    if (own.size() > 1 || !is_of_tree(row, own.front())) seen.enhancement = true;
    const auto is_loop = [](const Edge& edge) { return edge.head_row == edge.dependent + 1; };
    if (std::ranges::any_of(own, is_loop)) {
      reporter.report("deps-self-loop", row, Field::kDeps, "DEPS {}: {} is its own head",
                      in_quotes(row[Field::kDeps]), row[Field::kId]);
    }
    for (const Edge& edge : own) check_relation(row, edge, reporter);
  }
}

void check_graph(const SentenceRows& sentence, const std::vector<Edge>& edges, Reporter& reporter,
                 Seen& seen) {
  const std::uint64_t line = sentence.first_row_line();
  const bool enhanced = !edges.empty() || has_empty_node(sentence);
  std::string& alike = enhanced ? seen.enhanced_graph : seen.plain_tree;
  const std::string& other = enhanced ? seen.plain_tree : seen.enhanced_graph;
  if (alike.empty()) {
    alike = reporter.place_of(line);
    if (!other.empty()) {
      reporter.report("edeps-only-sometimes", line,
                      "the sentence has {} enhanced dependencies, unlike the one at {}: expected "
                      "them in all sentences or in none",
                      enhanced ? "some" : "no", other);
    }
  }
  if (!enhanced) return;
  const std::size_t unreachable = find_unreachable(sentence, edges);
  if (unreachable == sentence.rows().size()) return;
  const Row& row = sentence.rows()[unreachable];
  reporter.report("unconnected-egraph", row, Field::kDeps,
                  "no path of enhanced dependencies leads from ROOT to {}", row[Field::kId]);
}

void check_edge_content(const SentenceRows& sentence, const std::vector<Edge>& edges,
                        Reporter& reporter, Seen& seen) {
  std::span<const Edge> rest = edges;
  for (std::size_t i = 0; i < sentence.rows().size(); ++i) {
    const Row& row = sentence.rows()[i];
    const std::span<const Edge> own = take_edges(rest, i);
    check_empty_node(row, reporter, seen);
    check_root_edges(row, own, reporter);
    check_orphan_edges(row, own, reporter, seen);
    check_goeswith_edges(row, own, reporter);
  }
}

}  // namespace panarc::validation
