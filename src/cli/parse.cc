#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/treebank_options.h"
#include "model/model.h"
#include "panarc/error.h"
#include "panarc/parse_stream.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kDescription = "Parse treebanks with a model";

constexpr const char* kExamples = R"(
Reads CoNLL-U or CoNLL-X and writes it again, in the same order, with HEAD and DEPREL set and all
else as it was. Sentences are written as soon as the input makes a pause.

Examples:
  panarc parse parser.model text.conllu -o parsed.conllu
  panarc parse parser.model *.conllu.zst --threads 8 -o parsed.conllu.zst
  some-tagger < text | panarc parse parser.model
  panarc parse parser.model text.conllu --k-best 10
)";

struct ParseOptions {
  std::string model;
  std::vector<std::string> inputs{"-"};
  std::string output = "-";
  TreebankOptions treebank;
  ParseStreamOptions stream;
  bool delexicalized = false;
  bool verbose = false;
};

void check(const ParseOptions& options) {
  if (options.output.empty()) throw Error("the name of the output is empty");
  std::error_code failure;
  if (options.output == options.model ||
      std::filesystem::equivalent(options.output, options.model, failure)) {
    throw CLI::ValidationError("--output", "it is the model, and would be replaced");
  }
  const auto standard_input = std::count(options.inputs.begin(), options.inputs.end(), "-") +
                              (options.model == "-" ? 1 : 0);
  if (standard_input > 1) {
    throw CLI::ValidationError("MODEL and INPUT", "only one of them can be standard input");
  }
}

void report_speed(const ParseStream& stream, double seconds) {
  fmt::print(stderr, "panarc: parsed {} sentences, {} words in {:.2f} s: {:.0f} words a second\n",
             stream.sentences(), stream.words(), seconds,
             static_cast<double>(stream.words()) / std::max(seconds, 1e-9));
}

void run(const ParseOptions& options) {
  check(options);
  Model model = Model::load(options.model);
  if (options.delexicalized) model = model.with_delexicalized(true);
  TreebankWriter writer(options.output);
  ParseStream stream(model, writer, options.stream);
  const auto start = std::chrono::steady_clock::now();
  for (const std::string& input : options.inputs) {
    stream.parse(
        input, options.treebank.reader_options([&](std::string_view raw) { stream.pass_on(raw); }));
  }
  writer.finish();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (options.verbose || (!options.treebank.quiet && ::isatty(STDERR_FILENO) == 1)) {
    report_speed(stream, elapsed.count());
  }
}

}  // namespace

void add_parse(CLI::App& app) {
  CLI::App* command = app.add_subcommand("parse", kDescription);
  command->footer(kExamples);
  auto options = std::make_shared<ParseOptions>();
  command->add_option("MODEL", options->model, "What `panarc train` has written")->required();
  command->add_option("INPUT", options->inputs, "Treebanks, one after the other [-]");
  command->add_option("-o,--output", options->output, "Where to write [-]")->type_name("OUT");
  constexpr std::size_t kMostThreads = 1024;
  command->add_option("--threads", options->stream.threads, "Threads; the output is the same [1]")
      ->type_name("N")
      ->check(whole_number(1, kMostThreads));
  add_optional(*command, "--beam", options->stream.beam, "N",
               "Hypotheses kept at a time [as the model says]")
      ->check(whole_number(1, kMaxBeam));
  command
      ->add_option("--k-best", options->stream.k_best,
                   "Write every sentence with each of its K best trees, rank and score in comments")
      ->type_name("K")
      ->check(whole_number(1, kMaxBeam));
  command->add_flag("--delexicalized", options->delexicalized,
                    "Do without what the model knows of single words");
  add_format_argument(*command, "--format", options->treebank.format,
                      "Format of the input [by its name, else by its first sentence]");
  add_encoding_argument(*command, options->treebank);
  add_bad_sentence_argument(*command, options->treebank, KeepsBadSentences::kYes);
  CLI::Option* const verbose = command->add_flag("-v,--verbose", options->verbose,
                                                 "Tell how fast it went [on a terminal only]");
  command->add_flag("-q,--quiet", options->treebank.quiet, "No messages but errors")
      ->excludes(verbose);
  command->callback([options] { run(*options); });
}

}  // namespace panarc::cli
