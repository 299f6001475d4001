#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "cli/analysis_tables.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/table.h"
#include "cli/treebank_options.h"
#include "cli/validate.h"
#include "io/text.h"
#include "oracle/swap_statistics.h"
#include "panarc/query.h"
#include "panarc/statistics.h"
#include "panarc/treebank.h"
#include "treebank/projectivity.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

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

/// Everything that is counted in a file.
struct FileStatistics {
  TreebankStatistics treebank;
  SwapTotals swaps;
  std::size_t bad_sentences = 0;

  void add(const Sentence& sentence) {
    treebank.add(sentence);
    if (is_complete(sentence.heads())) swaps.add(swap_statistics(sentence.heads()));
  }

  void add(const FileStatistics& other) {
    treebank.add(other.treebank);
    swaps.add(other.swaps);
    bad_sentences += other.bad_sentences;
  }
};

using Figure = std::function<Json(const FileStatistics&)>;

/// One of the figures: its key in JSON, its heading, its value, and what it is compared with.
struct Measure {
  enum class Compared { kNot, kAsShare, kAsReduction };

  std::string key;
  std::string heading;
  Figure value;
  Figure whole = {};
  Compared compared = Compared::kNot;
};

Figure figure_of(std::size_t (TreebankStatistics::*figure)() const) {
  return [figure](const FileStatistics& file) { return Json((file.treebank.*figure)()); };
}

Figure figure_of(std::uint64_t SwapTotals::*figure) {
  return [figure](const FileStatistics& file) { return Json(file.swaps.*figure); };
}

std::vector<Measure> measures() {
  using Counts = TreebankStatistics;
  using Swaps = SwapTotals;
  constexpr auto kShare = Measure::Compared::kAsShare;
  constexpr auto kReduction = Measure::Compared::kAsReduction;
  return {
      {"sentences", "sentences", figure_of(&Counts::sentences)},
      {"words", "words", figure_of(&Counts::words)},
      {"mean_length", "mean length",
       [](const FileStatistics& file) { return Json(file.treebank.mean_length()); }},
      {"max_length", "longest", figure_of(&Counts::longest)},
      {"multiword_tokens", "multiword tokens", figure_of(&Counts::multiword_tokens)},
      {"empty_nodes", "empty nodes", figure_of(&Counts::empty_nodes)},
      {"labels", "labels", figure_of(&Counts::labels)},
      {"projective_sentences", "projective sentences", figure_of(&Counts::projective_sentences),
       figure_of(&Counts::sentences), kShare},
      {"projective_arcs", "projective arcs", figure_of(&Counts::projective_arcs),
       figure_of(&Counts::arcs), kShare},
      {"roots", "words under ROOT", figure_of(&Counts::roots)},
      {"multiple_root_sentences", "sentences with several roots",
       figure_of(&Counts::multiple_root_sentences)},
      {"partial_sentences", "sentences lacking heads", figure_of(&Counts::partial_sentences)},
      {"swaps_eager", "swaps, EAGER", figure_of(&Swaps::eager)},
      {"swaps_lazy", "swaps, LAZY", figure_of(&Swaps::lazy), figure_of(&Swaps::eager), kReduction},
      {"swaps_minimal", "swaps, MINIMAL", figure_of(&Swaps::minimal), figure_of(&Swaps::eager),
       kReduction},
      {"swaps_minimal_unproved", "MINIMAL not proved", figure_of(&Swaps::inexact)},
      {"swaps_too_long", "too long to count swaps", figure_of(&Swaps::too_long)},
      {"unique_derivations", "one derivation only", figure_of(&Swaps::unique),
       figure_of(&Swaps::sentences), kShare},
      {"bad_sentences", "skipped sentences",
       [](const FileStatistics& file) { return Json(file.bad_sentences); }},
  };
}

std::string text_of(const Measure& measure, const FileStatistics& file) {
  const Json value = measure.value(file);
  if (value.is_number_float()) return fmt::format("{:.2f}", value.get<double>());
  const auto count = value.get<std::uint64_t>();
  if (measure.compared == Measure::Compared::kNot) return fmt::format("{}", count);
  const auto whole = measure.whole(file).get<std::uint64_t>();
  if (whole == 0) return fmt::format("{}", count);
  const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(whole);
  return measure.compared == Measure::Compared::kAsShare
             ? fmt::format("{} ({:.2f}%)", count, percent)
             : fmt::format("{} (-{:.2f}%)", count, 100.0 - percent);
}

Json json_of(const FileStatistics& file) {
  Json result;
  for (const Measure& measure : measures()) result[measure.key] = measure.value(file);
  Json degrees = Json::object();
  for (const auto& [degree, count] : file.treebank.gap_degrees()) {
    degrees[fmt::format("{}", degree)] = count;
  }
  result["gap_degrees"] = degrees;
  return result;
}

struct NamedStatistics {
  std::string name;
  FileStatistics statistics;
};

void print_json(const std::vector<NamedStatistics>& files, const FileStatistics& total) {
  Json result = json_of(total);
  Json list = Json::array();
  for (const NamedStatistics& file : files) {
    Json entry;
    entry["file"] = file.name;
    entry.update(json_of(file.statistics));
    list.push_back(std::move(entry));
  }
  result["files"] = std::move(list);
  fmt::print("{}\n", dump_json(result));
}

/// The names of files without the directory that they share.
std::vector<std::string> short_names(const std::vector<NamedStatistics>& files) {
  const std::string& first = files.front().name;
  std::size_t common = first.find_last_of('/') + 1;
  for (const NamedStatistics& file : files) {
    while (file.name.compare(0, common, first, 0, common) != 0) {
      common = common < 2 ? 0 : first.find_last_of('/', common - 2) + 1;
    }
  }
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const NamedStatistics& file : files) names.push_back(file.name.substr(common));
  return names;
}

void print_statistics(const std::vector<NamedStatistics>& files, const FileStatistics& total,
                      TableFormat format) {
  std::vector<std::string> header{"file"};
  std::vector<const FileStatistics*> columns;
  const std::vector<std::string> names = short_names(files);
  header.insert(header.end(), names.begin(), names.end());
  columns.reserve(files.size() + 1);
  for (const NamedStatistics& file : files) columns.push_back(&file.statistics);
  if (files.size() > 1) {
    header.emplace_back("total");
    columns.push_back(&total);
  }
  Table table(header);
  const auto add_row = [&](const std::string& heading, const auto& text) {
    std::vector<std::string> row{heading};
    for (const FileStatistics* column : columns) row.push_back(text(*column));
    table.add_row(std::move(row));
  };
  for (const Measure& measure : measures()) {
    add_row(measure.heading, [&](const FileStatistics& file) { return text_of(measure, file); });
  }
  for (const auto& entry : total.treebank.gap_degrees()) {
    const Node degree = entry.first;
    add_row(fmt::format("trees of gap degree {}", degree), [&](const FileStatistics& file) {
      const auto& degrees = file.treebank.gap_degrees();
      const auto found = degrees.find(degree);
      return fmt::format("{}", found == degrees.end() ? 0 : found->second);
    });
  }
  print_table(table, format);
}

void count(const StatsOptions& options) {
  std::vector<NamedStatistics> files;
  FileStatistics total;
  Sentence sentence;
  for (const std::string& input : options.inputs) {
    TreebankReader reader(input, options.treebank.reader_options());
    FileStatistics& statistics = files.emplace_back(NamedStatistics{input, {}}).statistics;
    while (reader.next(sentence)) {
      if (options.treebank.filter(sentence)) statistics.add(sentence);
    }
    statistics.bad_sentences = reader.bad_sentences();
    total.add(statistics);
  }
  if (options.json()) {
    print_json(files, total);
  } else {
    print_statistics(files, total, options.format);
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

void check_criteria(const StatsOptions& options) {
  try {
    check_analysis(options.analysis, options.view.systems);
  } catch (const Error& error) {
    throw UsageError("--" + error.message());
  }
}

int validate(const StatsOptions& options) {
  ValidationOptions validation;
  validation.format = options.treebank.format;
  validation.encoding = options.treebank.encoding;
  return validate_treebanks(options.inputs, validation, options.json(), options.treebank.quiet);
}

}  // namespace

void add_stats(Program& program) {
  Command& command = program.add("stats", kStatsDescription, kStatsExamples);
  auto options = std::make_shared<StatsOptions>();
  add_texts(command, "FILE", options->inputs, "Treebanks [-]");
  add_table_formats(command, options->format,
                    "Print JSON: the totals, and each file under `files`; with --validate, one "
                    "object per problem");
  add_list(command, "--by", options->analysis.by, "ATTRIBUTES",
           "Count words by these instead, separated by commas: upos,deprel");
  add_whole(command, "--top", options->view.top, "N", 1, "Print at most N groups [50]")
      .need("--by");
  add_flag(command, "--validate", options->validate, "Test as panarc validate does instead")
      .exclude({"--single-root", "--on-error", "--projective-only", "--max-roots", "--max-words",
                "--sentences-with", "--where", "--by", "--markdown", "--csv"});
  add_reader_arguments(command, options->treebank, KeepsBadSentences::kNo);
  add_sentence_filters(command, options->treebank.filter);
  add_query(
      command, "--where",
      [options](const auto& query, const std::string& text) {
        options->where = query;
        options->analysis.where = text;
      },
      "Select words for which this holds: they are counted with --by, and otherwise the sentences "
      "with such a word");
  add_quiet_argument(command, options->treebank);
  command.run = [options] {
    check_standard_input("FILE", options->inputs);
    if (!options->treebank.quiet) announce_standard_input(options->inputs);
    if (options->validate) return validate(*options);
    check_criteria(*options);
    if (options->analysis.by.empty()) {
      if (options->where) require_word(options->treebank.filter, options->where);
      count(*options);
    } else {
      count_words(*options);
    }
    return 0;
  };
}

}  // namespace panarc::cli
