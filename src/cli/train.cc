#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/train_arguments.h"
#include "cli/train_options.h"
#include "cli/train_progress.h"
#include "io/output_file.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "panarc/version.h"
#include "train/trainer.h"
#include "treebank/projectivity.h"

namespace panarc::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDescription = "Train a parser on treebanks";

constexpr const char* kExamples = R"(
Without options, the most accurate parser is trained; with --fast, the fastest. All other options
change one thing about it. A line is printed for every epoch: updates, by how much wrong derivations
exceeded correct ones (a sentence), how many sentences were followed to their end, and the scores on
DEV; * marks the best so far, which is kept.

Examples:
  panarc train train.conllu --dev dev.conllu -o parser.model
  panarc train a.conllu b.conllu.zst --fast -o fast.model
  panarc train train.conllu --dev dev.conllu --system swap --swap-oracle lazy -o swap.model
  panarc train train.conllu --strategy early --beam 16 --features templates.txt -o early.model
  panarc train new.conllu --dev dev.conllu --from parser.model -o adapted.model
)";

/// Sentences, and what is told of them.
struct Treebank {
  std::vector<Sentence> sentences;
  std::uint64_t words = 0;

  void add(const Sentence& sentence) {
    sentences.push_back(sentence);
    words += static_cast<std::uint64_t>(sentence.size());
  }
};

void report_left_out(std::size_t count, const char* why) {
  if (count == 0) return;
  fmt::print(stderr, "panarc: left out {} {}\n",
             count == 1 ? "1 sentence" : fmt::format("{} sentences", count), why);
}

Treebank read_training(const TrainArguments& arguments, const TrainOptions& options) {
  Treebank treebank;
  std::size_t bad = 0;
  std::size_t filtered = 0;
  std::size_t incomplete = 0;
  bool has_heads = false;
  const bool complete_only = needs_complete_trees(options);
  Sentence sentence;
  for (const std::string& file : arguments.files) {
    TreebankReader reader(file, arguments.treebank.reader_options());
    while (reader.next(sentence)) {
      if (sentence.empty()) continue;
      const bool kept = arguments.treebank.filter(sentence);
      const bool usable = !complete_only || is_complete(sentence.heads());
      if (!kept) {
        ++filtered;
      } else if (!usable) {
        ++incomplete;
      } else {
        treebank.add(sentence);
        has_heads = has_heads || std::any_of(sentence.heads().begin() + 1, sentence.heads().end(),
                                             [](Node head) { return head != kNoHead; });
      }
    }
    bad += reader.bad_sentences();
  }
  if (!arguments.treebank.quiet) {
    report_left_out(bad, "for being bad");
    report_left_out(filtered, "by the filters");
    report_left_out(incomplete, "that lack heads, which this oracle needs");
  }
  if (treebank.sentences.empty()) throw Error("there is no sentence to train on");
  if (!has_heads) throw Error("no word of the training data has a head");
  return treebank;
}

Treebank read_dev(const TrainArguments& arguments) {
  Treebank treebank;
  if (arguments.dev.empty()) return treebank;
  ReaderOptions options;
  options.format = arguments.treebank.format;
  options.encoding = arguments.treebank.encoding;
  TreebankReader reader(arguments.dev, options);
  for (Sentence sentence; reader.next(sentence);) {
    if (!sentence.empty()) treebank.add(sentence);
  }
  if (treebank.sentences.empty()) throw Error({arguments.dev, 0, 0}, "there is no sentence in it");
  return treebank;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code failure;
  return a == b || fs::equivalent(a, b, failure);
}

/// Whether something that is no regular file stands at the place, like a device.
bool is_special(const std::string& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// What would be known only when the training is over.
void check_output(const TrainArguments& arguments) {
  const std::string& output = arguments.output;
  if (output.empty()) throw CLI::ValidationError("--output", "the name is empty");
  if (output == "-") {
    throw CLI::ValidationError("--output",
                               "a model is not written to standard output, where the "
                               "table of epochs goes");
  }
  std::vector<std::string> inputs = arguments.files;
  if (!arguments.dev.empty()) inputs.push_back(arguments.dev);
  for (const std::string& input : inputs) {
    if (is_same_file(input, output)) {
      throw CLI::ValidationError("--output", fmt::format("{} is a treebank of this training, and "
                                                         "would be replaced",
                                                         output));
    }
  }
  if (!is_special(output)) OutputFile probe(output);
}

/// Where an interrupted training left off, if that can be kept beside the model.
std::string checkpoint_of(const TrainArguments& arguments) {
  if (is_special(arguments.output)) return {};
  std::string checkpoint = arguments.output + ".checkpoint";
  const bool exists = fs::exists(checkpoint);
  if (exists != arguments.resume && !arguments.treebank.quiet) {
    fmt::print(stderr, "panarc: {}\n",
               exists ? checkpoint + " is of an interrupted training, which --resume goes on with"
                      : "there is no " + checkpoint + ": training begins anew");
  }
  return checkpoint;
}

std::string base_name(const std::string& path) { return fs::path(path).filename().string(); }

/// What the model tells about its making. Nothing that differs from run to run is in it, so that
/// the same training gives the same file.
nlohmann::json model_report(const TrainArguments& arguments, const TrainOptions& options,
                            const Treebank& training, const Treebank& dev) {
  std::vector<std::string> files;
  for (const std::string& file : arguments.files) files.push_back(base_name(file));
  nlohmann::json report{
      {"panarc", version()},
      {"training",
       {{"files", files}, {"sentences", training.sentences.size()}, {"words", training.words}}},
      {"options", to_json(options)},
      {"strategy", describe(options.strategy)},
      {"features", features_name(arguments, options)}};
  if (!arguments.dev.empty()) {
    report["dev"] = {{"file", base_name(arguments.dev)},
                     {"sentences", dev.sentences.size()},
                     {"words", dev.words}};
  }
  if (!arguments.from.empty()) report["from"] = base_name(arguments.from);
  return report;
}

/// Prints epochs as they come, and remembers them.
class EpochLog {
 public:
  EpochLog(const TrainArguments& arguments, const TrainOptions& options)
      : json_(arguments.json),
        quiet_(arguments.treebank.quiet),
        table_(!arguments.dev.empty(), options.model.labels != LabelMode::kNone),
        line_(!arguments.treebank.quiet) {}

  [[nodiscard]] TrainProgress progress() {
    TrainProgress progress;
    progress.on_batch = [this](int epoch, std::size_t done, std::size_t sentences) {
      line_.show(epoch, done, sentences);
    };
    progress.on_epoch = [this](const EpochReport& report) { add(report); };
    return progress;
  }

  [[nodiscard]] const nlohmann::json& epochs() const { return epochs_; }
  [[nodiscard]] const EpochReport& best() const { return best_; }
  [[nodiscard]] int count() const { return static_cast<int>(epochs_.size()); }

 private:
  void add(const EpochReport& report) {
    line_.clear();
    const auto json = epoch_json(report);
    print(report, json);
    epochs_.push_back(nlohmann::json(json));
    if (report.best) best_ = report;
  }

  void print(const EpochReport& report, nlohmann::ordered_json json) const {
    if (json_) {
      json["seconds"] = report.total_seconds;
      json["resumed"] = report.resumed;
      fmt::print("{}\n", json.dump());
    } else if (!quiet_) {
      fmt::print("{}{}", epochs_.empty() ? table_.header() : "", table_.row(report));
    }
    std::fflush(stdout);
  }

  bool json_;
  bool quiet_;
  EpochTable table_;
  ProgressLine line_;
  nlohmann::json epochs_ = nlohmann::json::array();
  EpochReport best_;
};

void print_summary(const TrainArguments& arguments, const EpochLog& log, const Model& model,
                   double seconds) {
  std::error_code failure;
  const auto size = fs::file_size(arguments.output, failure);
  const std::uint64_t bytes = failure ? 0 : size;
  const EpochReport& best = log.best();
  if (arguments.json) {
    nlohmann::ordered_json json;
    json["model"] = arguments.output;
    json["epochs"] = log.count();
    json["best_epoch"] = best.epoch;
    if (best.dev) json["dev"] = scores_json(*best.dev);
    json["single_root"] = model.options().transitions.single_root;
    json["labels"] = model.labels().names.size();
    json["bytes"] = bytes;
    json["seconds"] = seconds;
    fmt::print("{}\n", json.dump());
    return;
  }
  if (arguments.treebank.quiet) return;
  if (best.dev) {
    const bool labelled = model.options().labels != LabelMode::kNone;
    fmt::print("best epoch {}: UAS {:.2f}{} on {}\n", best.epoch,
               best.dev->percentage(Metric::kUas),
               labelled ? fmt::format(", LAS {:.2f}", best.dev->percentage(Metric::kLas)) : "",
               arguments.dev);
  }
  constexpr double kMegabyte = 1e6;
  fmt::print("{}: {:.1f} MB, trained in {:.1f} s\n", arguments.output,
             static_cast<double>(bytes) / kMegabyte, seconds);
}

void run(const TrainArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  check_output(arguments);
  TrainOptions options = train_options(arguments);
  options.checkpoint = checkpoint_of(arguments);
  Treebank training = read_training(arguments, options);
  Treebank dev = read_dev(arguments);
  if (options.batch == 0) options.batch = default_batch(training.sentences.size());
  nlohmann::json report = model_report(arguments, options, training, dev);

  EpochLog log(arguments, options);
  Model model = train(training.sentences, dev.sentences, options, log.progress());
  report["epochs"] = log.epochs();
  report["best_epoch"] = log.best().epoch;
  if (log.best().dev) report["scores"] = scores_json(*log.best().dev);
  model.with_report(report.dump(1)).save(arguments.output);
  fs::remove(options.checkpoint);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  print_summary(arguments, log, model, elapsed.count());
}

}  // namespace

void add_train(CLI::App& app) {
  CLI::App* command = app.add_subcommand("train", kDescription);
  command->footer(fmt::format("{}\nStrategies:\n{}", kExamples, strategy_help()));
  auto arguments = std::make_shared<TrainArguments>();
  add_train_arguments(*command, *arguments);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace panarc::cli
