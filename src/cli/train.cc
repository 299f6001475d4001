#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/json.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/train_arguments.h"
#include "cli/train_progress.h"
#include "io/output_file.h"
#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "panarc/model_info.h"
#include "panarc/references.h"
#include "panarc/train.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDescription = "Train a parser on treebanks";

constexpr const char* kExamples = R"(
Without options, an accurate parser is trained; with --fast, a fast one. Every other option changes
one thing about it. One line is printed per epoch: the number of updates, the mean margin of wrong
over correct derivations (per sentence), the share of sentences that were followed to their end, and
the scores on DEV; * marks the best epoch so far, which is kept.

Examples:
  panarc train train.conllu --dev dev.conllu -o parser.model
  panarc train a.conllu b.conllu.zst --fast -o fast.model
  panarc train train.conllu --dev dev.conllu --system swap --swap-oracle lazy -o swap.model
  panarc train train.conllu --strategy early --beam 16 --features templates.txt -o early.model
  panarc train new.conllu --dev dev.conllu --from parser.model -o adapted.model
  panarc train train.conllu --references other.conllu -o both.model
)";

void report_left_out(std::size_t count, const char* why) {
  if (count == 0) return;
  fmt::print(stderr, "panarc: left out {} {}\n", counted(count, "sentence"), why);
}

std::vector<Sentence> read_training(const TrainArguments& arguments) {
  std::size_t bad = 0;
  const ReaderOptions options = arguments.treebank.reader_options();
  std::vector<Sentence> sentences = read_treebanks(arguments.files, options, bad);
  for (const std::string& file : arguments.references) {
    add_references(sentences, read_treebanks({file}, options, bad));
  }
  const std::size_t filtered = filter_sentences(sentences, arguments.treebank.filter);
  if (!arguments.treebank.quiet) {
    report_left_out(bad, "that could not be read");
    report_left_out(filtered, "because of the filters");
  }
  return sentences;
}

std::vector<Sentence> read_dev(const TrainArguments& arguments) {
  if (arguments.dev.empty()) return {};
  ReaderOptions options;
  options.format = arguments.treebank.format;
  options.encoding = arguments.treebank.encoding;
  std::size_t bad = 0;
  std::vector<Sentence> sentences = read_treebanks({arguments.dev}, options, bad);
  if (sentences.empty()) throw Error({arguments.dev, 0, 0}, "contains no sentences");
  return sentences;
}

/// Whether something that is no regular file stands at the place, like a device.
bool is_special(const std::string& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// Whether there is a file that would be lost if something else were written in its place.
bool has_content(const std::string& path) {
  std::error_code failure;
  return fs::is_regular_file(path, failure) && fs::file_size(path, failure) > 0;
}

/// Whether a file is the state of a training, and not a model under such a name.
bool is_checkpoint(const std::string& path) {
  if (!is_model_file(path)) return false;
  try {
    read_model_info(path);
    return false;
  } catch (const Error&) {
    return true;
  }
}

/// Beside the model; nowhere if that is a device.
std::string checkpoint_of(const std::string& output) {
  return is_special(output) ? std::string() : output + ".checkpoint";
}

/// The file of the templates, if they are not built in.
std::optional<std::string> template_file(const TrainOptions& options) {
  const std::vector<std::string> built_in = template_names();
  if (!options.features) return std::nullopt;
  if (std::find(built_in.begin(), built_in.end(), *options.features) != built_in.end()) {
    return std::nullopt;
  }
  return options.features;
}

std::vector<std::string> inputs_of(const TrainArguments& arguments) {
  std::vector<std::string> inputs = arguments.files;
  inputs.insert(inputs.end(), arguments.references.begin(), arguments.references.end());
  if (!arguments.dev.empty()) inputs.push_back(arguments.dev);
  if (arguments.options.embeddings) inputs.push_back(*arguments.options.embeddings);
  if (const auto templates = template_file(arguments.options)) inputs.push_back(*templates);
  return inputs;
}

void check_inputs(const TrainArguments& arguments) {
  const auto templates = template_file(arguments.options);
  if (templates && *templates != "-" && !fs::exists(*templates)) {
    throw UsageError("--features",
                     fmt::format("found {}, expected {}, or a file", in_quotes(*templates),
                                 fmt::join(template_names(), "|")));
  }
  std::vector<std::string> inputs = inputs_of(arguments);
  inputs.push_back(arguments.from);
  check_standard_input("TRAIN, --references, --dev, --from, --features and --embeddings", inputs);
}

/// What is written must not be what is read. A model may be replaced by what is made from it.
void check_inputs_are_kept(const TrainArguments& arguments) {
  const std::string checkpoint = checkpoint_of(arguments.output);
  const auto refuse = [](const std::string& input, const char* fate) {
    throw UsageError("--output",
                     fmt::format("{} is an input of this training, and would be {}", input, fate));
  };
  for (const std::string& input : inputs_of(arguments)) {
    if (is_same_file(input, arguments.output)) refuse(input, "replaced");
    if (is_same_file(input, checkpoint)) refuse(input, "removed, as its checkpoint");
  }
  if (!arguments.from.empty() && is_same_file(arguments.from, checkpoint)) {
    refuse(arguments.from, "removed, as its checkpoint");
  }
}

void check_only_models_are_replaced(const std::string& output) {
  if (!has_content(output) || is_model_file(output)) return;
  throw UsageError("--output",
                   fmt::format("{} exists and is not a model; --force replaces it", output));
}

/// A checkpoint may be worth hours.
void check_no_checkpoint_is_lost(const std::string& checkpoint) {
  if (!has_content(checkpoint)) return;
  if (is_checkpoint(checkpoint)) {
    throw UsageError(fmt::format(
        "{} was left by an interrupted training; use --resume to continue it, or --force to start "
        "again",
        checkpoint));
  }
  throw UsageError("--output", fmt::format("{} exists and is not a checkpoint; --force replaces it",
                                           checkpoint));
}

void check_options(const TrainArguments& arguments) {
  const bool lexicalized = !arguments.options.delexicalized.value_or(true);
  if (lexicalized && arguments.from.empty()) {
    throw UsageError("--lexicalized", "it is for a training --from a delexicalized model");
  }
}

/// What would be known only when the training is over.
void check_output(const TrainArguments& arguments) {
  const std::string& output = arguments.output;
  check_output_name(output);
  if (output == "-") {
    throw UsageError("--output",
                     "a model is not written to standard output, where the table of epochs goes");
  }
  if (output.ends_with(".gz") || output.ends_with(".zst")) {
    throw UsageError("--output",
                     "a model is never compressed: choose a name that does not end in .gz or .zst");
  }
  check_inputs_are_kept(arguments);
  if (!arguments.force) {
    check_only_models_are_replaced(output);
    // What is wrong with a checkpoint to continue from is said when it is read.
    if (!arguments.options.resume) check_no_checkpoint_is_lost(checkpoint_of(output));
  }
  if (!is_special(output)) OutputFile probe(output);
}

/// What one who starts such a training should know, but need not stop for.
void print_notes(const TrainArguments& arguments) {
  if (arguments.treebank.quiet) return;
  const std::string& checkpoint = arguments.options.checkpoint;
  const bool exists = !checkpoint.empty() && fs::exists(checkpoint);
  if (!exists && arguments.options.resume) {
    fmt::print(stderr, "panarc: there is no {}: training starts afresh\n",
               checkpoint.empty() ? "checkpoint" : checkpoint);
  }
  if (arguments.dev.empty()) {
    fmt::print(stderr, "panarc: without --dev nothing is scored, and the last epoch is kept\n");
  }
}

LabelMode label_mode(const TrainOptions& options) {
  if (options.labels) return *options.labels;
  return options.from ? options.from->info().label_mode : train_defaults().labels;
}

/// Prints epochs and warnings as they come.
class EpochLog {
 public:
  explicit EpochLog(const TrainArguments& arguments)
      : json_(arguments.json),
        quiet_(arguments.treebank.quiet),
        table_(!arguments.dev.empty(), label_mode(arguments.options) != LabelMode::kNone),
        line_(!arguments.treebank.quiet) {}

  [[nodiscard]] TrainProgress progress() {
    TrainProgress progress;
    progress.on_batch = [this](int epoch, std::size_t done, std::size_t sentences) {
      line_.show(epoch, done, sentences);
    };
    progress.on_epoch = [this](const EpochReport& report) { print(report); };
    progress.on_warning = [this](const std::string& message) { warn(message); };
    return progress;
  }

 private:
  void print(const EpochReport& report) {
    line_.clear();
    if (json_) {
      fmt::print("{}\n", to_json(report));
    } else if (!quiet_) {
      fmt::print("{}{}", has_header_ ? "" : table_.header(), table_.row(report));
      has_header_ = true;
    }
    std::fflush(stdout);
  }

  void warn(const std::string& message) {
    line_.clear();
    if (!quiet_) fmt::print(stderr, "panarc: warning: {}\n", message);
  }

  bool json_;
  bool quiet_;
  bool has_header_ = false;
  EpochTable table_;
  ProgressLine line_;
};

void print_json(const std::string& output, const TrainResult& result, std::uint64_t bytes,
                double seconds) {
  const EpochReport& best = result.best();
  const ModelInfo info = result.parser.info();
  nlohmann::ordered_json json;
  json["model"] = output;
  json["epochs"] = result.epochs.size();
  json["best_epoch"] = best.epoch;
  if (best.dev) json["dev"] = parse_ordered_json(to_json(best))->at("dev");
  json["single_root"] = info.single_root;
  json["labels"] = info.labels.size();
  json["bytes"] = bytes;
  json["seconds"] = seconds;
  fmt::print("{}\n", dump_json(json));
}

void print_summary(const TrainArguments& arguments, const TrainResult& result, double seconds) {
  std::error_code failure;
  const auto size = fs::file_size(arguments.output, failure);
  const std::uint64_t bytes = failure ? 0 : size;
  if (arguments.json) {
    print_json(arguments.output, result, bytes, seconds);
    return;
  }
  if (arguments.treebank.quiet) return;
  const EpochReport& best = result.best();
  if (best.dev) {
    const bool labelled = label_mode(arguments.options) != LabelMode::kNone;
    fmt::print("best epoch {}: UAS {:.2f}{} on {}\n", best.epoch,
               best.dev->percentage(Metric::kUas),
               labelled ? fmt::format(", LAS {:.2f}", best.dev->percentage(Metric::kLas)) : "",
               arguments.dev);
  }
  constexpr double kMegabyte = 1e6;
  fmt::print("{}: {:.1f} MB, trained in {:.1f} s\n", arguments.output,
             static_cast<double>(bytes) / kMegabyte, seconds);
}

void run(TrainArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  check_options(arguments);
  check_inputs(arguments);
  check_output(arguments);
  TrainOptions& options = arguments.options;
  options.checkpoint = checkpoint_of(arguments.output);
  if (!arguments.from.empty()) options.from = Parser::load(arguments.from);
  const CheckedOptions checked = options;
  std::vector<Sentence> training = read_training(arguments);
  std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments);
  EpochLog log(arguments);
  const TrainResult result = train(std::move(training), std::move(dev), checked, log.progress());
  result.parser.save(arguments.output);
  std::error_code ignored;
  fs::remove(options.checkpoint, ignored);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  print_summary(arguments, result, elapsed.count());
}

}  // namespace

void add_train(Program& program) {
  Command& command = program.add("train", kDescription,
                                 fmt::format("{}\nStrategies:\n{}", kExamples, strategy_help()));
  auto arguments = std::make_shared<TrainArguments>();
  add_train_arguments(command, *arguments);
  command.run = [arguments] {
    try {
      run(*arguments);
    } catch (const OptionError& error) {
      throw UsageError(argument_of(error.option()), error.message());
    }
    return 0;
  };
}

}  // namespace panarc::cli
