#include <algorithm>
#include <numeric>

#include "io/utf8.h"
#include "treebank/universal.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/edges.h"
#include "treebank/validate/relations.h"

namespace panarc::validation {

namespace {

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
