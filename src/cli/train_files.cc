#include "cli/train_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/text.h"
#include "panarc/error.h"
#include "panarc/io.h"
#include "panarc/parser.h"
#include "panarc/pipeline.h"
#include "panarc/scheme.h"
#include "panarc/train.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

namespace fs = std::filesystem;

void report_left_out(std::size_t count, const char* why) {
  if (count == 0) return;
  fmt::print(stderr, "panarc: left out {} {}\n", counted(count, "sentence"), why);
}

}  // namespace

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
  if (sentences.empty()) {
    throw Error({arguments.files.front(), 0, 0}, "there is no sentence to train on");
  }
  return sentences;
}

std::vector<Sentence> read_dev(const TrainArguments& arguments) {
  return read_scored(arguments, arguments.dev);
}

std::vector<Sentence> read_scored(const TrainArguments& arguments, const std::string& file) {
  if (file.empty()) return {};
  ReaderOptions options;
  options.format = arguments.treebank.format;
  options.encoding = arguments.treebank.encoding;
  std::size_t bad = 0;
  std::vector<Sentence> sentences = read_treebanks({file}, options, bad);
  if (sentences.empty()) throw Error({file, 0, 0}, "contains no sentences");
  return sentences;
}

namespace {

/// Whether the path names something other than a regular file or directory, such as a device.
bool is_special(const std::string& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// Whether there is a file whose contents would be lost if it were replaced.
bool has_content(const std::string& path) {
  std::error_code failure;
  return fs::is_regular_file(path, failure) && fs::file_size(path, failure) > 0;
}

/// Whether a file is a checkpoint, not a model with the name of one.
bool is_checkpoint(const std::string& path) {
  if (!is_model_file(path)) return false;
  try {
    read_model_contents(path);
    return false;
  } catch (const Error&) {
    return true;
  }
}

}  // namespace

void remove_checkpoints(const std::vector<std::string>& checkpoints) {
  std::error_code ignored;
  for (const std::string& checkpoint : checkpoints) {
    fs::remove(checkpoint, ignored);
    remove_abandoned_files(checkpoint);
  }
}

std::uint64_t size_of(const std::string& path) {
  std::error_code failure;
  const auto size = fs::file_size(path, failure);
  return failure ? 0 : size;
}

std::string checkpoint_of(const std::string& output) {
  return is_special(output) ? std::string() : output + ".checkpoint";
}

std::vector<std::string> checkpoints_of(const TrainOptions& options) {
  if (options.checkpoint.empty()) return {};
  return {options.checkpoint};
}

namespace {

/// The files among the templates: what is neither built in nor a function.
std::vector<std::string> template_files(const TrainOptions& options) {
  if (!options.features) return {};
  std::error_code failure;
  if (fs::exists(*options.features, failure)) return {*options.features};
  const std::vector<std::string> built_in = template_names();
  std::vector<std::string> files;
  for (const std::string_view name : split(*options.features, ',')) {
    if (std::ranges::count(built_in, name) > 0 || name.starts_with("function:")) continue;
    files.emplace_back(name);
  }
  return files;
}

std::vector<std::string> inputs_of(const TrainArguments& arguments) {
  std::vector<std::string> inputs = arguments.files;
  inputs.insert(inputs.end(), arguments.references.begin(), arguments.references.end());
  if (!arguments.dev.empty()) inputs.push_back(arguments.dev);
  if (!arguments.test.empty()) inputs.push_back(arguments.test);
  if (arguments.options.embeddings) inputs.push_back(*arguments.options.embeddings);
  for (std::string& file : template_files(arguments.options)) inputs.push_back(std::move(file));
  return inputs;
}

/// Several parts or parsers read the same file, one after the other.
void check_read_once(const TrainArguments& arguments) {
  if (!arguments.pipeline && arguments.members().empty()) return;
  const auto refuse_if = [](const std::optional<std::string>& file, const char* argument) {
    if (file != "-") return;
    throw UsageError(argument, "it is read more than once: expected a file, not standard input");
  };
  refuse_if(arguments.options.features, "--features");
  refuse_if(arguments.options.embeddings, "--embeddings");
}

}  // namespace

void check_inputs(const TrainArguments& arguments) {
  std::error_code failure;
  for (const std::string& file : template_files(arguments.options)) {
    if (arguments.task == TrainingTask::kTag || file == "-" || fs::exists(file, failure)) continue;
    throw UsageError("--features", fmt::format("found {}, expected {}, or a file", in_quotes(file),
                                               fmt::join(template_names(), "|")));
  }
  check_read_once(arguments);
  std::vector<std::string> inputs = inputs_of(arguments);
  inputs.push_back(arguments.from);
  check_standard_input("TRAIN, --references, --dev, --test, --from, --features and --embeddings",
                       inputs);
}

namespace {

/// Outputs must not overwrite inputs, but a model may be replaced by one made from it.
void check_inputs_are_kept(const TrainArguments& arguments,
                           const std::vector<std::string>& checkpoints) {
  const auto refuse = [](const std::string& input, const char* fate) {
    throw UsageError("--output",
                     fmt::format("{} is an input of this training, and would be {}", input, fate));
  };
  std::vector<std::string> inputs = inputs_of(arguments);
  for (const std::string& input : inputs) {
    if (is_same_file(input, arguments.output)) refuse(input, "replaced");
  }
  if (!arguments.from.empty()) inputs.push_back(arguments.from);
  inputs.insert(inputs.end(), arguments.models.begin(), arguments.models.end());
  for (const std::string& input : inputs) {
    if (is_same_file(input, arguments.log)) {
      throw UsageError("--log", fmt::format("{} is an input of this training", input));
    }
    for (const std::string& checkpoint : checkpoints) {
      if (is_same_file(input, checkpoint)) refuse(input, "removed as its checkpoint");
    }
  }
}

/// The log is written before the model, which must not replace it.
void check_log(const TrainArguments& arguments, const std::vector<std::string>& checkpoints) {
  std::vector<std::string> outputs = checkpoints;
  outputs.push_back(arguments.output);
  for (const std::string& output : outputs) {
    if (arguments.log == output || is_same_file(arguments.log, output)) {
      throw UsageError("--log", fmt::format("{} is where the training writes its model", output));
    }
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

}  // namespace

/// Finds problems that would otherwise show only when training is over.
void check_output(const TrainArguments& arguments, const std::vector<std::string>& checkpoints) {
  const std::string& output = arguments.output;
  check_output_name(output);
  if (output == "-") {
    throw UsageError(
        "--output", "a model cannot be written to standard output, where the table of epochs goes");
  }
  if (output.ends_with(".gz") || output.ends_with(".zst")) {
    throw UsageError("--output",
                     "a model is never compressed: choose a name that does not end in .gz or .zst");
  }
  check_inputs_are_kept(arguments, checkpoints);
  if (!arguments.log.empty()) check_log(arguments, checkpoints);
  if (!arguments.force) {
    check_only_models_are_replaced(output);
    // Problems with a checkpoint to continue from are reported when it is read.
    if (!arguments.options.resume) {
      for (const std::string& checkpoint : checkpoints) check_no_checkpoint_is_lost(checkpoint);
    }
  }
  if (!is_special(output)) FileWriter probe(output);
}

/// What users should know about a training, but need not stop for.
void print_notes(const TrainArguments& arguments, const std::vector<std::string>& checkpoints) {
  if (arguments.treebank.quiet) return;
  const auto exists = [](const std::string& checkpoint) {
    std::error_code failure;
    return fs::exists(checkpoint, failure);
  };
  if (arguments.options.resume && std::none_of(checkpoints.begin(), checkpoints.end(), exists)) {
    print_message(fmt::format("there is no {}: training starts afresh",
                              checkpoints.empty() ? "checkpoint" : checkpoints.front()));
  }
  for (const std::string& file : arguments.files) {
    if (arguments.dev.empty() || !is_same_file(file, arguments.dev)) continue;
    print_warning(fmt::format(
        "{} is both training and development data: its scores say nothing about other text", file));
  }
  if (arguments.dev.empty()) {
    fmt::print(stderr, "panarc: without --dev nothing is scored, and the last epoch is kept\n");
  }
}

}  // namespace panarc::cli
