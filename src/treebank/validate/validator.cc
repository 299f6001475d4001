#include "panarc/validate.h"

#include <utility>

#include "io/byte_source.h"
#include "treebank/format.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/rows.h"
#include "treebank/validate/words.h"

namespace panarc {

using validation::Row;
using validation::RowKind;

struct Validator::State {
  State(ValidationOptions given, Report report)
      : options(std::move(given)), reporter(options, std::move(report)) {}

  void check(std::unique_ptr<ByteSource> source, const std::string& name) {
    const Format format = options.format.value_or(format_of_name(name).value_or(Format::kConllu));
    reporter.begin_file(name);
    validation::BlockReader reader(transcode(std::move(source), options.encoding, name), name);
    validation::Block block;
    while (reader.next(block)) {
      rows.read(block, format);
      if (!rows.rows().empty()) ++sentences;
      reporter.begin_sentence(rows.id());
      check_sentence();
      reporter.flush();
    }
    if (reader.first_return() == 0) return;
    reporter.begin_file(name);
    reporter.report("non-unix-newline", reader.first_return(),
                    "the line ends with CR: expected LF alone at the end of every line");
    reporter.flush();
  }

  // Stops where the next tests could not make sense of the sentence.
  void check_sentence() {
    const bool readable =
        check_lines(rows, reporter) && check_columns(rows, reporter) && check_ids(rows, reporter);
    if (!readable || options.level < 2) return;
    edges.clear();
    if (!check_heads(rows, reporter, edges) || !check_tree(rows, reporter)) return;
    if (!check_rows()) return;
    check_graph(rows, edges, reporter, seen);
    check_sentence_id(rows, reporter, seen);
    check_parallel_id(rows, reporter, seen);
    validation::check_text(rows, reporter, seen);
    if (options.level > 2) check_content();
  }

  bool check_rows() {
    bool good = true;
    for (const Row& row : rows.rows()) {
      check_fields(row, reporter);
      if (row.kind != RowKind::kMultiword) good = check_features(row, reporter) && good;
      check_misc(row, reporter);
    }
    check_edges(rows, edges, reporter, seen);
    return good;
  }

  void check_content() {
    const validation::TreeWords words(rows);
    const validation::Gaps gaps(words);
    check_roots(words, reporter);
    check_edge_content(rows, edges, reporter, seen);
    check_expected_features(words, reporter);
    check_tags(words, reporter);
    check_relations(words, reporter);
    check_leaves(words, gaps, reporter);
    check_fixed(words, reporter);
    check_goeswith(words, reporter);
    check_punctuation(words, gaps, reporter);
  }

  ValidationOptions options;
  validation::Reporter reporter;
  validation::Seen seen;
  validation::SentenceRows rows;
  std::vector<validation::Edge> edges;
  std::size_t sentences = 0;
};

Validator::Validator(ValidationOptions options, Report report)
    : state_(std::make_unique<State>(std::move(options), std::move(report))) {}

Validator::~Validator() = default;
Validator::Validator(Validator&&) noexcept = default;
Validator& Validator::operator=(Validator&&) noexcept = default;

void Validator::check_file(const std::string& path) {
  state_->check(open_source(path), path == "-" ? "<stdin>" : path);
}

void Validator::check_text(std::string_view text, const std::string& name) {
  state_->check(memory_source(text), name);
}

void Validator::finish() {
  const validation::Seen& seen = state_->seen;
  if (seen.enhanced_graph.empty() || seen.enhancement || state_->options.level < 3) return;
  state_->reporter.begin_file("");
  state_->reporter.report(
      "edeps-identical-to-basic-trees", 0,
      "all enhanced dependencies are those of the trees: expected some that are not, or _ in DEPS");
  state_->reporter.flush();
}

std::size_t Validator::sentences() const { return state_->sentences; }

}  // namespace panarc
