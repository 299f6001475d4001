#include "io/text.h"
#include "io/utf8.h"
#include "treebank/projectivity.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/edges.h"
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
  Parts relations(deps, '|');
  for (std::string_view relation; relations.next(relation);) {
    if (relation.find(':') != std::string_view::npos) continue;
    reporter.report("invalid-deps", row, Field::kDeps, "DEPS {}: expected head:relation, found {}",
                    in_quotes(deps), in_quotes(relation));
    return false;
  }
  bool good = true;
  relations = Parts(deps, '|');
  for (std::string_view relation; relations.next(relation);) {
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

}  // namespace panarc::validation
