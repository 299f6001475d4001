#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/analysis_tables.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/table.h"
#include "cli/treebank_options.h"
#include "panarc/analysis.h"
#include "panarc/error.h"
#include "panarc/json.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kStatsDescription =
    "Print statistics of treebanks: size, projectivity, swaps, ambiguity";

constexpr const char* kStatsExamples = R"(
Examples:
  panarc stats train.conllu
  panarc stats train.conllu dev.conllu test.conllu
  panarc stats --json train.conllu.zst
  panarc stats --by upos,deprel --csv train.conllu
  panarc stats --by lemma --where 'upos == "VERB"' train.conllu
  panarc stats --by lemma --sentences-with 'deprel == "dislocated"' train.conllu
)";

struct StatsOptions {
  std::vector<std::string> inputs{"-"};
  TreebankOptions treebank;
  TableFormat format = TableFormat::kText;
  AnalysisOptions analysis;
  AnalysisView view{.systems = 0, .top = 50};
  std::shared_ptr<const WordQuery> where;
  bool validate = false;

  [[nodiscard]] bool json() const { return format == TableFormat::kJson; }
};

/// `12 (34.50%)`; `12 (-65.50%)` of what it is reduced from.
std::string text_of(const TreebankFigure& figure) {
  if (const double* mean = std::get_if<double>(&figure.value)) return fmt::format("{:.2f}", *mean);
  const auto count = std::get<std::uint64_t>(figure.value);
  if (figure.whole == 0) return fmt::format("{}", count);
  const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(figure.whole);
  return figure.compared == TreebankFigure::Compared::kAsShare
             ? fmt::format("{} ({:.2f}%)", count, percent)
             : fmt::format("{} (-{:.2f}%)", count, 100.0 - percent);
}

/// The names of files without the directory that they share.
std::vector<std::string> short_names(const std::vector<NamedCounts>& files) {
  const std::string& first = files.front().file;
  std::size_t common = first.find_last_of('/') + 1;
  for (const NamedCounts& file : files) {
    while (file.file.compare(0, common, first, 0, common) != 0) {
      common = common < 2 ? 0 : first.find_last_of('/', common - 2) + 1;
    }
  }
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const NamedCounts& file : files) names.push_back(file.file.substr(common));
  return names;
}

void print_statistics(const std::vector<NamedCounts>& files, TableFormat format) {
  std::vector<std::string> header{"file"};
  const std::vector<std::string> names = short_names(files);
  header.insert(header.end(), names.begin(), names.end());
  std::vector<TreebankCounts> columns;
  TreebankCounts total;
  for (const NamedCounts& file : files) {
    columns.push_back(file.counts);
    total.add(file.counts);
  }
  if (files.size() > 1) {
    header.emplace_back("total");
    columns.push_back(total);
  }
  std::vector<std::vector<TreebankFigure>> figures;
  figures.reserve(columns.size());
  for (const TreebankCounts& column : columns) figures.push_back(figures_of(column));
  Table table(header);
  for (std::size_t i = 0; i < figures.front().size(); ++i) {
    std::vector<std::string> row{std::string(figures.front()[i].heading)};
    for (const auto& column : figures) row.push_back(text_of(column[i]));
    table.add_row(std::move(row));
  }
  for (const auto& entry : total.treebank.gap_degrees()) {
    std::vector<std::string> row{fmt::format("trees of gap degree {}", entry.first)};
    for (const TreebankCounts& column : columns) {
      const auto& degrees = column.treebank.gap_degrees();
      const auto found = degrees.find(entry.first);
      row.push_back(fmt::format("{}", found == degrees.end() ? 0 : found->second));
    }
    table.add_row(std::move(row));
  }
  print_table(table, format);
}

void count(const StatsOptions& options) {
  std::vector<NamedCounts> files;
  Sentence sentence;
  for (const std::string& input : options.inputs) {
    TreebankReader reader(input, options.treebank.reader_options());
    TreebankCounts& counts = files.emplace_back(NamedCounts{input, {}}).counts;
    while (reader.next(sentence)) {
      if (options.treebank.filter(sentence)) counts.add(sentence);
    }
    counts.bad_sentences = reader.bad_sentences();
  }
  if (options.json()) {
    fmt::print("{}\n", to_json(files));
  } else {
    print_statistics(files, options.format);
  }
}

/// Counts words by their attributes.
void count_words(const StatsOptions& options) {
  std::size_t file = 0;
  std::optional<TreebankReader> reader;
  const auto next = [&](Sentence& sentence) {
    while (true) {
      if (!reader) {
        if (file == options.inputs.size()) return false;
        reader.emplace(options.inputs[file++], options.treebank.reader_options());
      }
      if (!reader->next(sentence)) {
        reader.reset();
      } else if (options.treebank.filter(sentence)) {
        return true;
      }
    }
  };
  print_analysis(analyse(next, options.analysis), options.view, options.format);
}

int run(const StatsOptions& given) {
  StatsOptions options = given;
  if (options.validate) {
    return validate_treebanks(options.inputs, options.treebank, options.json());
  }
  check_standard_input("FILE", options.inputs);
  if (!options.treebank.quiet) announce_standard_input(options.inputs);
  check_criteria(options.analysis, options.view);
  if (!options.analysis.by.empty()) {
    count_words(options);
    return 0;
  }
  if (options.where) require_word(options.treebank.filter, options.where);
  count(options);
  return 0;
}

}  // namespace

void add_stats(Program& program) {
  Command& command = program.add("stats", kStatsDescription, kStatsExamples);
  auto& options = command.with<StatsOptions>(run);
  add_texts(command, "FILE", options.inputs, "Treebanks [-]");
  add_table_formats(command, options.format,
                    "Print JSON: the totals, and each file under `files`; with --validate, one "
                    "object per problem");
  add_list(command, "--by", options.analysis.by, "ATTRIBUTES",
           "Count words by these instead, separated by commas: upos,deprel");
  add_whole(command, "--top", options.view.top, "N", 1, "Print at most N groups [50]").need("--by");
  add_flag(command, "--validate", options.validate, "Test as panarc validate does instead")
      .exclude({"--single-root", "--on-error", "--projective-only", "--max-roots", "--max-words",
                "--sentences-with", "--where", "--by", "--markdown", "--csv"});
  add_reader_arguments(command, options.treebank, KeepsBadSentences::kNo);
  add_sentence_filters(command, options.treebank.filter);
  add_query(
      command, "--where",
      [&options](const auto& query, const std::string& text) {
        options.where = query;
        options.analysis.where = text;
      },
      "Select words for which this holds: they are counted with --by, and otherwise the sentences "
      "with such a word");
  add_quiet_argument(command, options.treebank);
}

}  // namespace panarc::cli
