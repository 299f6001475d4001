#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "treebank/validate/reporter.h"
#include "treebank/validate/rows.h"

/// The tests by topic. Each function that returns a truth value says whether the sentence is good
/// enough for the next one.

namespace panarc::validation {

class Gaps;
class TreeWords;

/// A relation in DEPS.
struct Edge {
  std::size_t dependent = 0;  ///< the number of its row
  /// The number of the row of the head, from 1; 0 is ROOT.
  std::size_t head_row = 0;
  RowId head;
  std::string_view text;  ///< `3:nsubj`
  std::string_view relation;

  /// Heads in the order in which DEPS lists them.
  [[nodiscard]] std::strong_ordering compare_heads(const Edge& other) const {
    const auto minor = [](const RowId& id) {
      return id.kind == RowKind::kEmptyNode ? id.second : 0;
    };
    if (const auto order = head.first <=> other.head.first; std::is_neq(order)) return order;
    return minor(head) <=> minor(other.head);
  }
};

/// What tests remember of the sentences before. Places are empty if there was none.
struct Seen {
  std::unordered_set<std::uint64_t> sentence_ids;  // hashes
  std::unordered_set<std::uint64_t> parallel_ids;
  /// The number of the last alternative, or part, of a parallel sentence, if it had one.
  std::unordered_map<std::string, std::optional<std::int64_t>> last_alternative;
  std::unordered_map<std::string, std::optional<std::int64_t>> last_part;
  bool no_space_after = false;  ///< the last token says so
  std::string enhanced_graph;
  std::string plain_tree;    ///< a sentence without enhanced dependencies
  bool enhancement = false;  ///< enhanced dependencies that are not those of the tree
  std::string empty_node;
  std::string enhanced_orphan;
};

// Level 1.
bool check_lines(const SentenceRows& sentence, Reporter& reporter);
bool check_columns(const SentenceRows& sentence, Reporter& reporter);
bool check_ids(const SentenceRows& sentence, Reporter& reporter);

// Level 2. Heads of words and of enhanced dependencies, which are added to `edges`.
bool check_heads(const SentenceRows& sentence, Reporter& reporter, std::vector<Edge>& edges);
bool check_tree(const SentenceRows& sentence, Reporter& reporter);
bool check_features(const Row& row, Reporter& reporter);
void check_fields(const Row& row, Reporter& reporter);
void check_misc(const Row& row, Reporter& reporter);
void check_edges(const SentenceRows& sentence, const std::vector<Edge>& edges, Reporter& reporter,
                 Seen& seen);
void check_graph(const SentenceRows& sentence, const std::vector<Edge>& edges, Reporter& reporter,
                 Seen& seen);
void check_sentence_id(const SentenceRows& sentence, Reporter& reporter, Seen& seen);
void check_parallel_id(const SentenceRows& sentence, Reporter& reporter, Seen& seen);
void check_text(const SentenceRows& sentence, Reporter& reporter, Seen& seen);

// Level 3.
void check_edge_content(const SentenceRows& sentence, const std::vector<Edge>& edges,
                        Reporter& reporter, Seen& seen);
void check_roots(const TreeWords& words, Reporter& reporter);
void check_expected_features(const TreeWords& words, Reporter& reporter);
void check_tags(const TreeWords& words, Reporter& reporter);
void check_relations(const TreeWords& words, Reporter& reporter);
void check_leaves(const TreeWords& words, const Gaps& gaps, Reporter& reporter);
void check_fixed(const TreeWords& words, Reporter& reporter);
void check_goeswith(const TreeWords& words, Reporter& reporter);
void check_punctuation(const TreeWords& words, const Gaps& gaps, Reporter& reporter);

}  // namespace panarc::validation
