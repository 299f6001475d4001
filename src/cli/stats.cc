#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/table.h"
#include "cli/treebank_options.h"
#include "panarc/treebank.h"
#include "treebank/statistics.h"
#include "treebank/validate.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDescription = "Statistics of treebanks: size, projectivity, roots";

constexpr const char* kExamples = R"(
Examples:
  panarc stats train.conllu
  panarc stats train.conllu dev.conllu test.conllu
  panarc stats --json train.conllu.zst
  panarc stats --validate train.conllu    every breach of Universal Dependencies v2, status 1 if any
)";

struct StatsOptions {
  std::vector<std::string> inputs{"-"};
  TreebankOptions treebank;
  bool json = false;
  bool validate = false;
};

/// Everything that is counted of a file.
struct FileStatistics {
  TreebankStatistics treebank;
  std::size_t bad_sentences = 0;

  void add(const Sentence& sentence) { treebank.add(sentence); }

  void add(const FileStatistics& other) {
    treebank.add(other.treebank);
    bad_sentences += other.bad_sentences;
  }
};

/// One of the figures: its name in JSON, its heading, its value, and what it is a share of.
struct Measure {
  std::string key;
  std::string heading;
  std::function<Json(const FileStatistics&)> value;
  std::function<std::size_t(const FileStatistics&)> whole = {};
};

template <class Value>
Measure measure(std::string key, std::string heading, Value (TreebankStatistics::*value)() const,
                std::size_t (TreebankStatistics::*whole)() const = nullptr) {
  Measure result{std::move(key), std::move(heading),
                 [value](const FileStatistics& file) { return Json((file.treebank.*value)()); }};
  if (whole != nullptr) {
    result.whole = [whole](const FileStatistics& file) { return (file.treebank.*whole)(); };
  }
  return result;
}

std::vector<Measure> measures() {
  using Counts = TreebankStatistics;
  return {
      measure("sentences", "sentences", &Counts::sentences),
      measure("words", "words", &Counts::words),
      measure("mean_length", "mean length", &Counts::mean_length),
      measure("max_length", "longest", &Counts::longest),
      measure("multiword_tokens", "multiword", &Counts::multiword_tokens),
      measure("empty_nodes", "empty nodes", &Counts::empty_nodes),
      measure("labels", "labels", &Counts::labels),
      measure("projective_sentences", "projective", &Counts::projective_sentences,
              &Counts::sentences),
      measure("projective_arcs", "projective arcs", &Counts::projective_arcs, &Counts::arcs),
      measure("roots", "roots", &Counts::roots),
      measure("multiple_root_sentences", "several roots", &Counts::multiple_root_sentences),
      measure("partial_sentences", "heads missing", &Counts::partial_sentences),
      {"bad_sentences", "skipped", [](const FileStatistics& file) { return file.bad_sentences; }},
  };
}

std::string text_of(const Measure& measure, const FileStatistics& file) {
  const Json value = measure.value(file);
  if (value.is_number_float()) return fmt::format("{:.2f}", value.get<double>());
  const auto count = value.get<std::size_t>();
  if (!measure.whole) return fmt::format("{}", count);
  const std::size_t whole = measure.whole(file);
  if (whole == 0) return "0";
  return fmt::format("{} ({:.2f}%)", count,
                     100.0 * static_cast<double>(count) / static_cast<double>(whole));
}

std::string gap_degree_text(const TreebankStatistics& statistics) {
  std::string text;
  for (const auto& [degree, count] : statistics.gap_degrees()) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", degree, count);
  }
  return text.empty() ? "-" : text;
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
  fmt::print("{}\n", result.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// One file reads best downwards, several side by side a row each.
void print_table(const std::vector<NamedStatistics>& files, const FileStatistics& total) {
  if (files.size() == 1) {
    Table table({"file", files.front().name});
    for (const Measure& measure : measures()) {
      table.add_row({measure.heading, text_of(measure, total)});
    }
    table.add_row({"gap degrees", gap_degree_text(total.treebank)});
    fmt::print("{}", table.text());
    return;
  }
  std::vector<std::string> header{"file"};
  for (const Measure& measure : measures()) header.push_back(measure.heading);
  header.emplace_back("gap degrees");
  Table table(header);
  const auto add_row = [&](const std::string& name, const FileStatistics& statistics) {
    std::vector<std::string> row{name};
    for (const Measure& measure : measures()) row.push_back(text_of(measure, statistics));
    row.push_back(gap_degree_text(statistics.treebank));
    table.add_row(std::move(row));
  };
  for (const NamedStatistics& file : files) add_row(file.name, file.statistics);
  add_row("total", total);
  fmt::print("{}", table.text());
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
  if (options.json) {
    print_json(files, total);
  } else {
    print_table(files, total);
  }
}

// Problems are the result here, so they go to standard output, as they are found.
class ProblemPrinter {
 public:
  explicit ProblemPrinter(bool json) : json_(json) {}

  void operator()(const Error& problem) {
    ++count_;
    if (json_) {
      Json entry;
      entry["file"] = problem.place().file;
      entry["line"] = problem.place().line;
      entry["column"] = problem.place().column;
      entry["message"] = problem.what();
      fmt::print("{}\n", entry.dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
      fmt::print("{}\n", problem.what());
    }
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  bool json_;
  std::size_t count_ = 0;
};

void validate(const StatsOptions& options) {
  ProblemPrinter print(options.json);
  const auto report = [&](const Error& problem) { print(problem); };
  std::size_t sentences = 0;
  ReaderOptions reader_options;
  reader_options.format = options.treebank.format;
  reader_options.on_error = OnError::kSkip;
  reader_options.on_bad_sentence = [&](const BadSentence& bad) {
    ++sentences;
    for (const Error& problem : bad.problems) print(problem);
    validate_ud(bad.sentence, report);
  };
  Sentence sentence;
  for (const std::string& input : options.inputs) {
    TreebankReader reader(input, reader_options);
    while (reader.next(sentence)) {
      ++sentences;
      validate_ud(sentence, report);
    }
  }
  if (!options.treebank.quiet) {
    fmt::print(stderr, "panarc: {} problems in {} sentences\n", print.count(), sentences);
  }
  if (print.count() > 0) throw CLI::RuntimeError(1);
}

}  // namespace

void add_stats(CLI::App& app) {
  CLI::App* command = app.add_subcommand("stats", kDescription);
  command->footer(kExamples);
  auto options = std::make_shared<StatsOptions>();
  command->add_option("FILE", options->inputs, "Treebanks [-]");
  command->add_flag("--json", options->json,
                    "Print JSON: the totals, and each file under `files`; an object a problem with "
                    "--validate");
  command->add_flag("--validate", options->validate,
                    "Print every breach of Universal Dependencies v2 instead, a line each");
  add_reader_arguments(*command, options->treebank, KeepsBadSentences::kNo);
  add_filter_arguments(*command, options->treebank.filter);
  command->add_flag("-q,--quiet", options->treebank.quiet, "No messages but errors");
  command->callback([options] {
    if (options->validate) {
      validate(*options);
    } else {
      count(*options);
    }
  });
}

}  // namespace panarc::cli
