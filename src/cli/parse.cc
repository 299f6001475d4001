#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/parse_trace.h"
#include "cli/treebank_options.h"
#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/io.h"
#include "panarc/pipeline.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kParseDescription = "Parse treebanks, or text, with a model";

constexpr const char* kParseExamples = R"(
Reads CoNLL-U or CoNLL-X, sets HEAD and DEPREL, and preserves everything else byte for byte.
Sentences are written in the order of the input, and are not held back to wait for more input.

A model made by `panarc train --pipeline` fills in missing tags and lemmas, and reads plain text
with --text. A model made with --task joint replaces tags and lemmas.

Examples:
  panarc parse parser.model text.conllu -o parsed.conllu
  panarc parse parser.model *.conllu.zst --threads 8 -o parsed.conllu.zst
  some-tagger < text | panarc parse parser.model
  panarc parse parser.model text.conllu --k-best 10
  panarc parse parser.model half-annotated.conllu --fill -o filled.conllu
  panarc parse parser.model gold.conllu --trace --gold --strategy early | less
  panarc parse text-to-trees.model novel.txt --text -o novel.conllu
  panarc parse text-to-trees.model corpus.txt --text --lines words -o corpus.conllu
  panarc parse text-to-trees.model novel.txt --text --json | jq -r '.words[].lemma'
)";

/// About a month.
constexpr double kMostSeconds = 2'500'000;

struct ParseOptions {
  std::string model;
  std::vector<std::string> inputs{"-"};
  OutputOptions output;
  TreebankOptions treebank;
  ParserOptions parser;
  ParseStreamOptions stream;
  bool is_text = false;
  bool json = false;
  TextArguments text;
  TraceOptions trace;
  bool verbose = false;
};

/// CPU time does not depend on what else the processor had to do, so speeds based on it compare.
void report_speed(const ParseStream& stream, double seconds, double cpu_seconds) {
  const auto words_per = [&](double time) {
    return static_cast<double>(stream.words()) / std::max(time, 1e-9);
  };
  print_message("parsed {}, {} in {:.2f} s: {:.0f} words per second, {:.0f} per second of CPU time",
                counted(stream.sentences(), "sentence"), counted(stream.words(), "word"), seconds,
                words_per(seconds), words_per(cpu_seconds));
}

/// A fifth of the words or more.
bool is_many(std::uint64_t words, std::uint64_t all) {
  constexpr std::uint64_t kPart = 5;
  return words > 0 && words * kPart >= all;
}

/// Whether the words without a value in a column are so many that the input must lack it. Many
/// words have no features, but not all words of a text.
bool is_lacking(const ColumnUse& use, std::uint64_t words) {
  constexpr std::uint64_t kTextWords = 100;
  if (use.column == Field::kFeats) return use.missing == words && words >= kTextWords;
  return is_many(use.missing, words);
}

/// Input that lacks what the model was trained with is parsed badly, and nothing else shows it.
/// Where a tagger fills a column, only words for which it has no value are left without one.
void warn_of_columns(const ParseStream& stream, const std::optional<Tagger>& tagger) {
  const std::vector<Field> filled = tagger ? tagger->columns() : std::vector<Field>();
  bool lacks_tags = false;
  const auto warn = [&](std::uint64_t words, const std::string& what) {
    constexpr double kPercent = 100;
    print_warning("{:.0f}% of the words have {}: expect poor trees",
                  kPercent * static_cast<double>(words) / static_cast<double>(stream.words()),
                  what);
  };
  for (const ColumnUse& use : stream.columns()) {
    const std::string_view name = field_name(use.column);
    if (std::ranges::find(filled, use.column) == filled.end() && is_lacking(use, stream.words())) {
      warn(use.missing, fmt::format("no {}, which the model looks at", name));
      lacks_tags = true;
    }
    if (is_many(use.unknown, stream.words())) {
      warn(use.unknown, fmt::format("{} {} tag that did not occur in the training data",
                                    use.column == Field::kXpos ? "an" : "a", name));
    }
  }
  if (!lacks_tags || tagger) return;
  print_message(
      "the model has no tagger; `panarc tag` fills columns, and a model trained with "
      "`panarc train --pipeline` does so itself");
}

/// A treebank with some heads is work in progress, whose heads someone wants to keep. One with all
/// of them is usually a gold standard, which is parsed for evaluation.
void warn_of_replaced_heads(const ParseStream& stream, ConstraintUse use) {
  const std::uint64_t words = stream.words_with_heads();
  const bool replaces = use == ConstraintUse::kRefuse || use == ConstraintUse::kIgnore;
  if (!replaces || words == 0 || words == stream.words()) return;
  print_warning("{} of {} had a head, which was replaced; --fill keeps the heads that are there",
                words, counted(stream.words(), "word"));
}

void warn_of_beam(const Parser& parser) {
  if (parser.is_trained_for_its_beam()) return;
  print_warning(
      "the model was trained for greedy search, and a beam of {} makes it worse (a French one with "
      "--beam 8: 74.86 UAS instead of 90.34); leave out --beam, or train with `--beam {}` and "
      "without --fast",
      parser.beam(), parser.beam());
}

Pipeline load_pipeline(const ParseOptions& options) {
  Pipeline pipeline = Pipeline::load(options.model, options.parser);
  std::optional<Segmenter> given = options.text.segmenter();
  return given ? pipeline.with_segmenter(*std::move(given)) : pipeline;
}

void parse_text(ParseStream& stream, const std::string& input, const ParseOptions& options) {
  if (!options.treebank.quiet && is_like_treebank(input)) {
    print_warning("{}: looks like a treebank; to parse one, leave out --text", input);
  }
  stream.parse_text(input, options.text.options(options.treebank.encoding));
}

void run(const ParseOptions& options) {
  if (options.json && options.treebank.on_error == BadSentencePolicy::kKeep) {
    throw UsageError("--on-error", "bad sentences cannot be kept as they are with --json");
  }
  check_files("MODEL and INPUT", options.inputs, options.output, options.treebank.quiet,
              options.model);
  const Pipeline pipeline = load_pipeline(options);
  if (!options.treebank.quiet) warn_of_beam(pipeline.parser());
  if (options.trace.trace) {
    TraceOptions trace = options.trace;
    trace.json = options.json;
    write_traces(pipeline, options.inputs, options.treebank.reader_options(), options.output.file,
                 trace);
    return;
  }
  TreebankWriter writer = options.json ? TreebankWriter::json_lines(options.output.file)
                                       : TreebankWriter(options.output.file);
  ParseStreamOptions stream_options = options.stream;
  if (!options.treebank.quiet) {
    stream_options.on_warning = [](const Error& warning) { print_message(warning.what()); };
  }
  ParseStream stream(pipeline, writer, stream_options);
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  for (const std::string& input : options.inputs) {
    if (options.is_text) {
      parse_text(stream, input, options);
    } else {
      stream.parse(input, options.treebank.reader_options(
                              [&](std::string_view raw) { stream.pass_on(raw); }));
    }
  }
  stream.finish();
  writer.finish();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (!options.treebank.quiet) {
    warn_of_columns(stream, pipeline.tagger());
    warn_of_replaced_heads(stream, options.stream.constraints);
  }
  if (options.verbose || (!options.treebank.quiet && ::isatty(STDERR_FILENO) == 1)) {
    report_speed(stream, elapsed.count(),
                 static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
  }
}

}  // namespace

void add_parse(Program& program) {
  Command& command = program.add("parse", kParseDescription, kParseExamples);
  auto& options = command.with<ParseOptions>(run);
  add_text(command, "MODEL", options.model, "", "A model written by `panarc train`").require();
  add_texts(command, "INPUT", options.inputs, "Treebanks, or texts, one after the other [-]");
  add_output_arguments(command, options.output);
  add_whole(command, "--threads", options.stream.threads, "N", 1,
            "Number of threads; does not change the output [1]", kMostThreads);
  add_whole(command, "--beam", options.parser.beam, "N", 1,
            "Hypotheses kept at a time [as in the model]", kWidestBeam);
  add_whole(
      command, "--k-best", options.stream.k_best, "K", 1,
      "Write each sentence once for each of its K best trees, with rank and score in comments",
      kWidestBeam);
  add_flag(command, "--confidence", options.stream.confidence,
           "Write into MISC the probability that a word's head and relation are right");
  add_whole(command, "--select", options.stream.select, "N", 1,
            "Write only the N sentences most worth checking, or those with the N words most worth "
            "checking")
      .exclude({"--k-best"});
  add_choice(
      command, "--select-by", options.stream.select_by, kSelectByNames,
      "What to select: the least certain words, the sentences that are least certain per word "
      "or as a whole, or some at random [per-word]")
      .need("--select");
  add_whole(command, "--seed", options.stream.seed, "N", 0, "Seed of a random selection [1]")
      .need("--select");
  add_flag(command, "--delexicalized", options.parser.delexicalized, "Ignore lexical features");
  const auto add_use = [&](const std::string& name, ConstraintUse use,
                           const char* description) -> Argument& {
    return add_flag(
        command, name, [&options, use] { options.stream.constraints = use; }, description);
  };
  add_use("--fill", ConstraintUse::kFill,
          "Keep every HEAD and DEPREL that is there, and fill in _");
  add_use("--constraints", ConstraintUse::kMarks,
          "Respect what is marked as known: Constraint=, Heads=, NotHeads=, Side=, Labels= and "
          "Span= in MISC, column 9 of CoNLL-X")
      .exclude({"--fill"});
  add_use("--ignore-constraints", ConstraintUse::kIgnore,
          "Parse words with constraint marks like all others [they are an error]")
      .exclude({"--fill", "--constraints"});
  add_choice(command, "--on-conflict", options.stream.on_conflict, kOnConflictNames,
             "If no tree meets all constraints, stop, or meet as many as possible [error]");
  add_real(
      command, "--timeout", "SECONDS", 0, kMostSeconds,
      [&options](double seconds) {
        options.stream.time_limit = std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::duration<double>(seconds));
      },
      "The longest time that a sentence may take [any]");
  add_choice(
      command, "--on-timeout", options.stream.on_timeout, kOnTimeoutNames,
      "Stop at a sentence that takes longer, or, with a warning, pass it on unchanged or leave "
      "it out [error]")
      .need("--timeout");
  add_flag(command, "--text", options.is_text,
           "The input is plain text, which is divided into sentences and words first")
      .exclude({"--fill", "--constraints", "--ignore-constraints", "--on-conflict", "--format",
                "--on-error"});
  add_text_arguments(command, options.text, "--text");
  add_trace_arguments(command, options.trace,
                      {"--k-best", "--confidence", "--select", "--fill", "--constraints",
                       "--ignore-constraints", "--on-conflict", "--text"});
  add_format_argument(command, "--format", options.treebank.format,
                      "Format of the input [from its name, else from its first sentence]");
  add_encoding_argument(command, options.treebank);
  add_bad_sentence_argument(command, options.treebank, KeepsBadSentences::kYes);
  add_flag(command, "--json", options.json, "Write a line of JSON for each tree");
  add_flag(command, "-v,--verbose", options.verbose, "Print the speed [on a terminal only]");
  add_quiet_argument(command, options.treebank);
  command.arguments.back().exclude({"--verbose"});
}

}  // namespace panarc::cli
