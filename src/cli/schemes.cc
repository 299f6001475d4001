#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/table.h"
#include "cli/train_arguments.h"
#include "cli/treebank_options.h"
#include "panarc/error.h"
#include "panarc/experiment.h"
#include "panarc/io.h"
#include "panarc/treebank.h"

namespace panarc::cli {
namespace {

constexpr const char* kSchemesDescription = "Find out which annotation scheme is learnt best";

constexpr const char* kSchemesExamples = R"(
For each rule, parsers without relations are trained on the treebank as it is, on the treebank as
changed by the rule, and on both, as equally correct wherever the rule applies (Wisniewski et al.
2018). The table shows, for each rule:

  places      where it applies in TRAIN
  UAS         on TEST, without the rule and with it, each compared with trees of its kind
  p           how likely such a difference is by chance (approximate randomisation over sentences)
  any         UAS of the parsers that were trained on both, compared with the nearest tree
  came to     the share of places at which training on both ended with the rule, in sentences
              processed to the end
  entropy     of the tag of a word given that of its head, without the rule and with it
  perplexity  of the words of TEST in the order of their attachment, without the rule and with it

The last lines say how often each measure picked the scheme that is parsed better.

Examples:
  panarc schemes train.conllu --dev dev.conllu --test test.conllu
  panarc schemes train.conllu --dev dev.conllu --test test.conllu --rules case,det --seeds 5
  panarc schemes train.conllu --dev dev.conllu --test test.conllu --json --plot schemes.svg
)";

constexpr std::size_t kMostSeeds = 1000;

struct SchemesOptions {
  std::vector<std::string> files;
  std::string dev;
  std::string test;
  std::optional<std::string> plot;
  bool json = false;
  std::optional<std::size_t> threads;
  TreebankOptions treebank;
  SchemeExperiment experiment;
};

std::vector<Sentence> read(const std::vector<std::string>& files, const SchemesOptions& options) {
  std::size_t bad = 0;
  std::vector<Sentence> sentences = read_treebanks(files, options.treebank.reader_options(), bad);
  filter_sentences(sentences, options.treebank.filter);
  if (sentences.empty()) throw Error({files.front(), 0, 0}, "contains no sentences");
  return sentences;
}

/// The plot must not replace a treebank, nor end up among the figures on standard output.
void check_plot(const std::string& plot, const std::vector<std::string>& inputs) {
  if (plot.empty() || plot == "-") {
    throw UsageError("--plot", fmt::format("found \"{}\", expected the name of a file", plot));
  }
  for (const std::string& input : inputs) {
    if (is_same_file(plot, input)) {
      throw UsageError("--plot", fmt::format("{} is an input, and would be replaced", input));
    }
  }
}

void print_table(const std::vector<SchemeResult>& results) {
  Table table({"rule", "places", "UAS", "with", "diff", "p", "any", "came to", "entropy", "with",
               "perplexity", "with"});
  constexpr double kPercent = 100;
  for (const SchemeResult& result : results) {
    const SchemeScores& original = result.original;
    const SchemeScores& changed = result.changed_scheme;
    table.add_row(
        {std::string(kSchemeNames.of(result.rule)), fmt::format("{}", result.places),
         fmt::format("{:.2f}", original.mean_uas()), fmt::format("{:.2f}", changed.mean_uas()),
         fmt::format("{:+.2f}", result.difference()), fmt::format("{:.3f}", result.p_value),
         fmt::format("{:.2f}", result.mean_uas_of_any()),
         result.share_of_changed.empty() ? "-"
                                         : fmt::format("{:.0f}%", kPercent * result.mean_share()),
         fmt::format("{:.3f}", original.predictability),
         fmt::format("{:.3f}", changed.predictability), fmt::format("{:.1f}", original.perplexity),
         fmt::format("{:.1f}", changed.perplexity)});
  }
  fmt::print("{}", table.text());
}

void print_picks(const std::vector<SchemeResult>& results) {
  const auto differ = std::count_if(results.begin(), results.end(),
                                    [](const SchemeResult& one) { return one.difference() != 0; });
  const auto print = [&](const char* measure, bool (SchemeResult::*prefers)() const) {
    const auto right = std::count_if(results.begin(), results.end(), [&](const SchemeResult& one) {
      return one.difference() != 0 && (one.*prefers)() == one.changed_is_better();
    });
    fmt::print("{} picked the better scheme for {} of {} rules\n", measure, right, differ);
  };
  fmt::print("\n");
  print("training on both", &SchemeResult::references_prefer_changed);
  print("entropy", &SchemeResult::predictability_prefers_changed);
  print("perplexity", &SchemeResult::perplexity_prefers_changed);
}

/// Shows how many parsers have been trained, if there is a terminal.
ExperimentProgress show_progress(const SchemesOptions& options) {
  if (options.treebank.quiet || ::isatty(STDERR_FILENO) != 1) return {};
  return [](std::size_t done, std::size_t all) {
    fmt::print(stderr, "\rtrained {} of {} parsers{}", done, all, done == all ? "\n" : "");
  };
}

void run(const SchemesOptions& options) {
  std::vector<std::string> inputs = options.files;
  inputs.push_back(options.dev);
  inputs.push_back(options.test);
  check_standard_input("TRAIN, --dev and --test", inputs);
  if (options.plot) check_plot(*options.plot, inputs);
  SchemeExperiment experiment = options.experiment;
  if (experiment.rules.empty()) {
    for (const Scheme rule : kSchemeNames.values()) experiment.rules.push_back(rule);
  }
  experiment.training.labels = LabelMode::kNone;
  experiment.training.fast = experiment.training.beam.value_or(1) == 1;
  experiment.threads = options.threads.value_or(default_threads());
  const std::vector<Sentence> training = read(options.files, options);
  const std::vector<Sentence> dev = read({options.dev}, options);
  const std::vector<Sentence> test = read({options.test}, options);
  // A plot that cannot be written should show before parsers are trained.
  std::optional<FileWriter> plot;
  if (options.plot) plot.emplace(*options.plot);
  std::vector<SchemeResult> results;
  with_argument_names(
      [&] { results = compare_schemes(training, dev, test, experiment, show_progress(options)); });
  if (plot) {
    plot->write(scheme_plot(results));
    plot->finish();
  }
  if (options.json) {
    fmt::print("{}\n", to_json(results));
  } else if (results.empty()) {
    fmt::print("the rules apply nowhere in the training data\n");
  } else {
    print_table(results);
    print_picks(results);
  }
}

}  // namespace

void add_schemes(Program& program) {
  Command& command = program.add("schemes", kSchemesDescription, kSchemesExamples);
  auto& options = command.with<SchemesOptions>(run);
  SchemeExperiment& experiment = options.experiment;
  TrainOptions& training = experiment.training;
  const std::vector<std::string> systems = system_name_list();
  add_texts(command, "TRAIN", options.files, "Treebanks to train on").require();
  add_text(command, "--dev", options.dev, "DEV", "Treebank that decides which epoch is best")
      .require();
  add_text(command, "--test", options.test, "TEST", "Treebank to compare parsers on").require();
  add_scheme_list(command, "--rules", experiment.rules,
                  fmt::format("Rules to try: all, or some of {}, separated by commas [all]",
                              kSchemeNames.list()));
  add_whole(command, "--seeds", experiment.seeds, "N", 1,
            "Train every parser N times, with consecutive seeds [3]", kMostSeeds);
  add_whole(command, "--seed", training.seed, "N", 0,
            fmt::format("The first seed [{}]", describe_option("seed").standard));
  add_name(
      command, "--system", systems,
      [&training](const std::string& name) { training.system = name; },
      fmt::format("Transition system [{}]", describe_option("system").standard))
      .type = "NAME";
  add_whole(command, "--span", training.span, "N", 1, "Longest arc, for the span systems");
  add_whole(command, "--beam", training.beam, "N", 1, "Hypotheses kept at a time [1]", kWidestBeam);
  add_whole(command, "--epochs", training.epochs, "N", 1,
            fmt::format("Maximum number of passes over the training data [{}]",
                        describe_option("epochs").standard));
  add_whole(command, "--threads", options.threads, "N", 1,
            "Parsers trained at a time; does not change the results [all cores]", kMostThreads);
  add_text(command, "--plot", options.plot, "FILE", "Also draw the results, as SVG");
  add_flag(command, "--json", options.json, "Print JSON");
  add_reader_arguments(command, options.treebank, KeepsBadSentences::kNo);
  add_filter_arguments(command, options.treebank.filter);
  add_quiet_argument(command, options.treebank);
}

}  // namespace panarc::cli
