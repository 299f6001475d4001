#include "cli/train_log.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/table.h"
#include "cli/train_files.h"
#include "panarc/error.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(TrainingPart part) {
  switch (part) {
    case TrainingPart::kSegmenter:
      return "segmenter";
    case TrainingPart::kTagger:
      return "tagger";
    case TrainingPart::kPredictedTags:
      return "predicted tags";
    case TrainingPart::kParser:
      return "parser";
  }
  return {};
}

/// Whether other parts are trained before a parser.
bool has_parts(const TrainArguments& arguments) {
  return arguments.pipeline || arguments.jackknife || arguments.options.joint;
}

bool is_labelled(const TrainOptions& options) {
  const LabelMode mode = options.from && !options.labels ? options.from->info().label_mode
                                                         : *with_defaults(options).labels;
  return mode != LabelMode::kNone;
}

constexpr const char* kBestMark = "  *";

}  // namespace

TrainLog::TrainLog(const TrainArguments& arguments)
    : arguments_(arguments),
      line_(!arguments.treebank.quiet),
      table_(!arguments.dev.empty(), is_labelled(arguments.options), arguments.options.diagnose,
             arguments.options.joint) {
  if (arguments.log.empty()) return;
  file_.open(arguments.log);
  if (!file_) throw Error({arguments.log, 0, 0}, "cannot be written");
}

TrainProgress TrainLog::progress() {
  TrainProgress progress;
  progress.on_stage = [this](const TrainingStage& stage) {
    if (has_parts(arguments_)) begin(stage.part);
  };
  progress.on_batch = [this](const BatchReport& report) {
    if (is_shown(report.stage)) line_.show(report.epoch, report.done, report.sentences);
  };
  progress.on_epoch = [this](const EpochReport& report) { add(report); };
  progress.on_result = [this](const StageReport& report) { add(report); };
  progress.on_warning = [this](const std::string& message) { warn(message); };
  return progress;
}

void TrainLog::begin(TrainingPart part) {
  if (part_ == part) return;
  const bool predicts = part == TrainingPart::kPredictedTags;
  if (predicts) print(summary());
  part_ = part;
  print(fmt::format("{}\n",
                    predicts ? "predicting the tags that the parser learns from" : name_of(part)));
}

/// Whether the epochs of a stage are trained one after the other, and told apart by their numbers.
bool TrainLog::is_shown(const TrainingStage& stage) const {
  return stage.part == TrainingPart::kTagger ||
         (stage.part == TrainingPart::kParser && stage.models == 1);
}

void TrainLog::add(const EpochReport& report) {
  if (report.stage.part == TrainingPart::kPredictedTags) return;  // hundreds
  write(*parse_ordered_json(to_json(report)));
  const bool alone = !has_parts(arguments_);
  switch (report.stage.part) {
    case TrainingPart::kSegmenter:
      if (alone) print(segmenter_row(report));
      return;
    case TrainingPart::kTagger:
      if (alone) print(tagger_row(report));
      return;
    default:
      if (report.stage.models == 1) print(parser_row(report));
  }
}

std::string TrainLog::parser_row(const EpochReport& report) {
  const std::string header = has_header_ ? "" : table_.header();
  has_header_ = true;
  return header + table_.row(report);
}

std::string TrainLog::tagger_row(const EpochReport& report) const {
  std::string header = fmt::format("{:>5}  {:>9}", "epoch", "updates");
  std::string row = fmt::format("{:>5}  {:>9}", report.epoch, report.counts.updates);
  for (const Field column : report.stage.columns) {
    if (!arguments_.dev.empty()) {
      header += fmt::format("  {:>9}", fmt::format("dev {}", field_name(column)));
    }
    if (report.dev) row += fmt::format("  {:>9.2f}", report.dev->percentage(metric_of(column)));
  }
  return fmt::format("{}{}  {:>8.1f}{}\n",
                     report.epoch == 1 ? fmt::format("{}  {:>8}\n", header, "seconds") : "", row,
                     report.total_seconds, report.dev && report.best ? kBestMark : "");
}

std::string TrainLog::segmenter_row(const EpochReport& report) const {
  std::string row = fmt::format("model {} of {}, epoch {:>2}", report.stage.model,
                                report.stage.models, report.epoch);
  if (report.dev) {
    row +=
        fmt::format(": tokens {:.2f}, sentences {:.2f}{}", report.dev->percentage(Metric::kTokens),
                    report.dev->percentage(Metric::kSentences), report.best ? kBestMark : "");
  }
  return row + '\n';
}

void TrainLog::add(const StageReport& report) {
  switch (report.stage.part) {
    case TrainingPart::kSegmenter:
      segmenter_ = report.dev;
      if (has_parts(arguments_)) print(summary());
      return;
    case TrainingPart::kTagger:
      segmenter_.reset();
      if (!report.dev) return;
      for (const Field column : report.stage.columns) {
        tagger_[column] = report.dev->percentage(metric_of(column));
      }
      return;
    case TrainingPart::kPredictedTags:
      return;
    case TrainingPart::kParser:
      if (report.stage.models > 1) return print_member(report);
      parser_ = report.result->best();
  }
}

void TrainLog::print_member(const StageReport& report) {
  const EpochReport& best = report.result->best();
  const ModelInfo info = report.result->parser.info();
  std::string scores;
  if (best.dev) {
    const Json json = parse_ordered_json(to_json(best))->at("dev");
    scores = ", " + main_scores_text(json, info.label_mode != LabelMode::kNone);
  }
  print(fmt::format("member {} of {}, {}: epoch {} of {}{}\n", report.stage.model,
                    report.stage.models, member_name(info), best.epoch,
                    report.result->epochs.size(), scores));
}

nlohmann::ordered_json TrainLog::scores() const {
  Json json = Json::object();
  for (const auto& [column, score] : tagger_) json[std::string(field_name(column))] = score;
  if (!segmenter_) return json;
  for (const Metric metric : {Metric::kTokens, Metric::kSentences, Metric::kWords}) {
    json[std::string(metric_name(metric))] = segmenter_->percentage(metric);
  }
  return json;
}

std::string TrainLog::summary() const {
  if (parser_) {
    if (!parser_->dev) return {};
    const auto score = [this](Metric metric) { return parser_->dev->percentage(metric); };
    return fmt::format(
        "best epoch {}: {}UAS {:.2f}{} on {}\n", parser_->epoch,
        parser_->tagged ? fmt::format("UPOS {:.2f}, ", score(Metric::kUpos)) : "",
        score(Metric::kUas),
        is_labelled(arguments_.options) ? fmt::format(", LAS {:.2f}", score(Metric::kLas)) : "",
        arguments_.dev);
  }
  if (segmenter_) {
    const auto score = [this](Metric metric) { return segmenter_->percentage(metric); };
    return fmt::format("tokens {:.2f}, sentences {:.2f}, words of tokens {:.2f} on {}\n",
                       score(Metric::kTokens), score(Metric::kSentences), score(Metric::kWords),
                       arguments_.dev);
  }
  return tagger_.empty() ? "" : fmt::format("{} on {}\n", scores_text(scores()), arguments_.dev);
}

void TrainLog::write(const nlohmann::ordered_json& json) {
  line_.clear();
  Json with_part = Json::object();
  if (part_) with_part["part"] = name_of(*part_);
  with_part.update(json);
  const std::string line = dump_json(with_part);
  if (file_.is_open()) file_ << line << std::endl;
  if (!arguments_.json) return;
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void TrainLog::print(const std::string& text) {
  if (arguments_.json || arguments_.treebank.quiet) return;
  line_.clear();
  fmt::print("{}", text);
  std::fflush(stdout);
}

void TrainLog::warn(const std::string& message) {
  line_.clear();
  if (!arguments_.treebank.quiet) print_warning(message);
}

void TrainLog::finish(const nlohmann::ordered_json& summary, const std::string& text,
                      double seconds, const char* what) {
  const std::uint64_t bytes = size_of(arguments_.output);
  part_.reset();  // the summary is that of the whole
  Json json{{"model", arguments_.output}};
  json.update(summary);
  json["bytes"] = bytes;
  json["seconds"] = seconds;
  write(json);
  constexpr double kMegabyte = 1e6;
  print(fmt::format("{}{}: {:.1f} MB, {} in {:.1f} s\n", text, arguments_.output,
                    static_cast<double>(bytes) / kMegabyte, what, seconds));
  if (file_.is_open() && !file_) throw Error({arguments_.log, 0, 0}, "could not be written");
}

}  // namespace panarc::cli
