#include "cli/train_tagger.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/stop_signal.h"
#include "cli/table.h"
#include "cli/train_files.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

TaggerProgress TaggerLog::progress() {
  TaggerProgress progress;
  progress.on_columns = [this](std::span<const Field> columns) {
    columns_.assign(columns.begin(), columns.end());
  };
  progress.training.on_batch = [this](int epoch, std::size_t done, std::size_t sentences) {
    log_.line().show(epoch, done, sentences);
  };
  progress.training.on_epoch = [this](const EpochReport& report) { print(report); };
  progress.on_scores = [this](const Scores& scores) {
    for (const Field column : columns_) scores_[column] = scores.percentage(metric_of(column));
  };
  progress.training.on_warning = [this](const std::string& message) { log_.warn(message); };
  return progress;
}

nlohmann::ordered_json TaggerLog::scores() const {
  Json json = Json::object();
  for (const auto& [column, score] : scores_) json[std::string(field_name(column))] = score;
  return json;
}

std::string TaggerLog::summary() const {
  if (scores_.empty()) return {};
  return fmt::format("{} on {}\n", scores_text(scores()), log_.arguments().dev);
}

std::string TaggerLog::header() const {
  std::string text = fmt::format("{:>5}  {:>9}", "epoch", "updates");
  for (const Field column : columns_) {
    if (log_.arguments().dev.empty()) continue;
    text += fmt::format("  {:>9}", fmt::format("dev {}", field_name(column)));
  }
  return text + fmt::format("  {:>8}\n", "seconds");
}

void TaggerLog::print(const EpochReport& report) {
  Json json{{"epoch", report.epoch}, {"updates", report.counts.updates}};
  std::string row = fmt::format("{:>5}  {:>9}", report.epoch, report.counts.updates);
  for (const Field column : columns_) {
    json["columns"].push_back(field_name(column));
    if (!report.dev) continue;
    const double score = report.dev->percentage(metric_of(column));
    json["dev"][std::string(field_name(column))] = score;
    row += fmt::format("  {:>9.2f}", score);
  }
  json["best"] = report.best;
  json["seconds"] = report.total_seconds;
  json["resumed"] = report.resumed;
  log_.write(json);
  if (!has_table_) return;
  log_.print(fmt::format("{}{}  {:>8.1f}{}\n", report.epoch == 1 ? header() : "", row,
                         report.total_seconds, report.dev && report.best ? "  *" : ""));
}

void run_tagger_training(TrainArguments& arguments) {
  const auto start = Clock::now();
  TrainOptions& options = arguments.options;
  if (options.scorer == ScorerKind::kRecurrent)
    options.checkpoint = checkpoint_of(arguments.output);
  const std::vector<std::string> checkpoints = checkpoints_of(options);
  check_output(arguments, checkpoints);
  const std::vector<Sentence> training = read_training(arguments);
  const std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments, checkpoints);
  TrainLog log(arguments);
  TaggerLog epochs(log);
  const Tagger tagger = train_until_stopped(
      log, checkpoints, [&] { return train_tagger(training, dev, options, epochs.progress()); });
  tagger.save(arguments.output);
  remove_checkpoints(checkpoints);
  Json summary{{"model", arguments.output}};
  if (const Json scores = epochs.scores(); !scores.empty()) summary["dev"] = scores;
  log.finish(std::move(summary), epochs.summary(), seconds_since(start));
}

}  // namespace panarc::cli
