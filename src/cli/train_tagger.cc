#include "cli/train_tagger.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/train_files.h"
#include "cli/train_progress.h"
#include "panarc/error.h"
#include "panarc/tagger.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Prints epochs as they come, under a header for each group of columns.
class TaggerLog {
 public:
  explicit TaggerLog(const TrainArguments& arguments)
      : arguments_(arguments), line_(!arguments.treebank.quiet) {
    if (arguments.log.empty()) return;
    log_.open(arguments.log);
    if (!log_) throw Error({arguments.log, 0, 0}, "cannot be written");
  }

  [[nodiscard]] TaggerProgress progress() {
    TaggerProgress progress;
    progress.on_columns = [this](std::span<const Field> columns) { begin(columns); };
    progress.training.on_batch = [this](int epoch, std::size_t done, std::size_t sentences) {
      line_.show(epoch, done, sentences);
    };
    progress.training.on_epoch = [this](const EpochReport& report) { print(report); };
    progress.on_scores = [this](const Scores& scores) {
      for (const Field column : columns_) {
        scores_[std::string(field_name(column))] = scores.percentage(metric_of(column));
      }
    };
    progress.training.on_warning = [this](const std::string& message) {
      line_.clear();
      if (!arguments_.treebank.quiet) fmt::print(stderr, "panarc: warning: {}\n", message);
    };
    return progress;
  }

  /// A line of JSON, at once: others may follow a training by it.
  void write(const Json& json) {
    const std::string line = dump_json(json);
    if (log_.is_open()) log_ << line << std::endl;
    if (!arguments_.json) return;
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

  /// The scores on DEV, by column.
  [[nodiscard]] const Json& scores() const { return scores_; }

 private:
  [[nodiscard]] bool has_table() const { return !arguments_.json && !arguments_.treebank.quiet; }

  void begin(std::span<const Field> columns) {
    line_.clear();
    columns_.assign(columns.begin(), columns.end());
  }

  void print_header() const {
    fmt::print("{:>5}  {:>9}", "epoch", "updates");
    for (const Field column : columns_) {
      if (!arguments_.dev.empty()) fmt::print("  {:>9}", fmt::format("dev {}", field_name(column)));
    }
    fmt::print("  {:>8}\n", "seconds");
  }

  void print(const EpochReport& report) {
    line_.clear();
    Json json{{"epoch", report.epoch}, {"updates", report.counts.updates}};
    for (const Field column : columns_) {
      json["columns"].push_back(field_name(column));
      if (!report.dev) continue;
      json["dev"][std::string(field_name(column))] = report.dev->percentage(metric_of(column));
    }
    json["best"] = report.best;
    json["seconds"] = report.total_seconds;
    write(json);
    if (!has_table()) return;
    if (report.epoch == 1) print_header();
    fmt::print("{:>5}  {:>9}", report.epoch, report.counts.updates);
    for (const Field column : columns_) {
      if (report.dev) fmt::print("  {:>9.2f}", report.dev->percentage(metric_of(column)));
    }
    fmt::print("  {:>8.1f}{}\n", report.total_seconds, report.dev && report.best ? "  *" : "");
    std::fflush(stdout);
  }

  const TrainArguments& arguments_;
  ProgressLine line_;
  std::ofstream log_;
  std::vector<Field> columns_;
  Json scores_ = Json::object();
};

void print_summary(const TrainArguments& arguments, double seconds, TaggerLog& log) {
  const std::uint64_t bytes = size_of(arguments.output);
  Json json{{"model", arguments.output}};
  if (!log.scores().empty()) json["dev"] = log.scores();
  json["bytes"] = bytes;
  json["seconds"] = seconds;
  log.write(json);
  if (arguments.json || arguments.treebank.quiet) return;
  std::string scores;
  for (const auto& [column, score] : log.scores().items()) {
    scores += fmt::format("{}{} {:.2f}", scores.empty() ? "" : ", ", column, score.get<double>());
  }
  if (!scores.empty()) fmt::print("{} on {}\n", scores, arguments.dev);
  constexpr double kMegabyte = 1e6;
  fmt::print("{}: {:.1f} MB, trained in {:.1f} s\n", arguments.output,
             static_cast<double>(bytes) / kMegabyte, seconds);
}

}  // namespace

void run_tagger_training(TrainArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  check_output(arguments, {});
  const std::vector<Sentence> training = read_training(arguments);
  const std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments, {});
  TaggerLog log(arguments);
  const Tagger tagger = train_tagger(training, dev, arguments.options, log.progress());
  tagger.save(arguments.output);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  print_summary(arguments, elapsed.count(), log);
}

}  // namespace panarc::cli
