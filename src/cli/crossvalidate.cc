#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/analysis_tables.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/train_arguments.h"
#include "panarc/analysis.h"
#include "panarc/experiment.h"
#include "panarc/json.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kCrossvalidateDescription =
    "Train and score parsers on parts of a treebank in turn";

constexpr const char* kCrossvalidateExamples = R"(
The sentences are divided into folds. For each fold, a parser is trained on all the others and
scored on it. -o writes the parses: the training data as annotated by parsers that have not seen it
(jack-knifing). There is no development data, so the last epoch counts.

Examples:
  panarc crossvalidate treebank.conllu --fast
  panarc crossvalidate treebank.conllu --folds 5 --epochs 10 --json
  panarc crossvalidate train.conllu --folds 4 --blocks -o jackknifed.conllu
)";

struct CrossValidateOptions {
  std::vector<std::string> files;
  std::string output;
  bool force = false;
  TreebankOptions treebank;
  CrossValidationOptions validation;
  TableFormat format = TableFormat::kText;
};

void print_folds(const CrossValidation& result, TableFormat format) {
  Table table({"fold", "training", "sentences", "words", "UAS", "LAS"});
  const auto scores = [](const Scores& of) {
    return std::vector<std::string>{fmt::format("{}", of.sentences()),
                                    fmt::format("{}", of.words()),
                                    fmt::format("{:.2f}", of.percentage(Metric::kUas)),
                                    fmt::format("{:.2f}", of.percentage(Metric::kLas))};
  };
  for (const FoldReport& fold : result.folds) {
    std::vector<std::string> row{fmt::format("{}", fold.fold), fmt::format("{}", fold.training)};
    for (std::string& text : scores(fold.scores)) row.push_back(std::move(text));
    table.add_row(std::move(row));
  }
  std::vector<std::string> all{"all", ""};
  for (std::string& text : scores(result.total)) all.push_back(std::move(text));
  table.add_row(std::move(all));
  print_table(table, format);
  if (format == TableFormat::kCsv) return;
  fmt::print("\nmean over folds, with its 95% confidence interval:\n");
  for (const Metric metric : {Metric::kUas, Metric::kLas}) {
    const Spread of = result.spread(metric);
    fmt::print("{} {:.2f} ± {:.2f} (standard deviation {:.2f})\n", metric_name(metric), of.mean,
               of.margin, of.deviation);
  }
}

void run(const CrossValidateOptions& given) {
  CrossValidateOptions options = given;
  check_inputs_are_kept(options.output, options.files, options.force);
  check_standard_input("TRAIN", options.files);
  std::optional<TreebankWriter> writer;
  if (!options.output.empty()) writer.emplace(options.output);
  std::size_t bad = 0;
  std::vector<Sentence> sentences =
      read_treebanks(options.files, options.treebank.reader_options(), bad);
  filter_sentences(sentences, options.treebank.filter);
  const auto show = [&](const FoldReport& fold) {
    if (options.treebank.quiet) return;
    print_message("fold {} of {}: LAS {:.2f}, {:.1f} s", fold.fold, options.validation.folds,
                  fold.scores.percentage(Metric::kLas), fold.seconds);
  };
  if (!options.treebank.quiet) {
    options.validation.on_warning = [](const std::string& message) { print_warning(message); };
  }
  CrossValidation result;
  with_argument_names([&] { result = cross_validate(sentences, options.validation, show); });
  if (writer) {
    for (const Sentence& sentence : result.parsed) writer->write(sentence);
    writer->finish();
  }
  if (options.format == TableFormat::kJson) {
    fmt::print("{}\n", to_json(result));
  } else if (options.output != "-") {
    print_folds(result, options.format);
  }
}

}  // namespace

void add_crossvalidate(Program& program) {
  Command& command =
      program.add("crossvalidate", kCrossvalidateDescription, kCrossvalidateExamples);
  auto& options = command.with<CrossValidateOptions>(run);
  constexpr std::uint64_t kMostFolds = 1000;
  add_texts(command, "TRAIN", options.files, "Treebanks, treated as one").require();
  add_whole(command, "--folds", options.validation.folds, "N", 2,
            fmt::format("Number of folds [{}]", options.validation.folds), kMostFolds);
  add_flag(command, "--blocks", options.validation.blocks,
           "Make folds of consecutive sentences [drawn at random]");
  add_text(command, "-o,--output", options.output, "PARSED",
           "Where to write all sentences as parsed, in their original order");
  add_force_argument(command, options.force);
  add_table_formats(command, options.format, "Print JSON");
  add_quiet_argument(command, options.treebank);
  add_training_arguments(command, options.validation.training, options.treebank);
}

}  // namespace panarc::cli
