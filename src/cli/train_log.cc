#include "cli/train_log.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/train_files.h"
#include "panarc/error.h"

namespace panarc::cli {

TrainLog::TrainLog(const TrainArguments& arguments)
    : arguments_(arguments), line_(!arguments.treebank.quiet) {
  if (arguments.log.empty()) return;
  file_.open(arguments.log);
  if (!file_) throw Error({arguments.log, 0, 0}, "cannot be written");
}

void TrainLog::write_line(const std::string& line) {
  line_.clear();
  if (file_.is_open()) file_ << line << std::endl;
  if (!arguments_.json) return;
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void TrainLog::write(const nlohmann::ordered_json& json) {
  if (part_.empty()) return write_line(dump_json(json));
  nlohmann::ordered_json with_part{{"part", part_}};
  with_part.update(json);
  write_line(dump_json(with_part));
}

void TrainLog::print(const std::string& text) {
  if (!has_table()) return;
  line_.clear();
  fmt::print("{}", text);
  std::fflush(stdout);
}

void TrainLog::warn(const std::string& message) {
  line_.clear();
  if (!arguments_.treebank.quiet) print_warning(message);
}

void TrainLog::finish(nlohmann::ordered_json summary, const std::string& text, double seconds,
                      const char* what) {
  const std::uint64_t bytes = size_of(arguments_.output);
  summary["bytes"] = bytes;
  summary["seconds"] = seconds;
  begin_part("");  // the summary is that of the whole
  write(summary);
  constexpr double kMegabyte = 1e6;
  print(fmt::format("{}{}: {:.1f} MB, {} in {:.1f} s\n", text, arguments_.output,
                    static_cast<double>(bytes) / kMegabyte, what, seconds));
  if (file_.is_open() && !file_) throw Error({arguments_.log, 0, 0}, "could not be written");
}

bool is_labelled(const TrainOptions& options) {
  const LabelMode mode = options.from && !options.labels ? options.from->info().label_mode
                                                         : *with_defaults(options).labels;
  return mode != LabelMode::kNone;
}

EpochLog::EpochLog(TrainLog& log)
    : log_(log),
      table_(!log.arguments().dev.empty(), is_labelled(log.arguments().options),
             log.arguments().options.diagnose, log.arguments().options.joint) {}

TrainProgress EpochLog::progress() {
  TrainProgress progress;
  progress.on_batch = [this](int epoch, std::size_t done, std::size_t sentences) {
    log_.line().show(epoch, done, sentences);
  };
  progress.on_epoch = [this](const EpochReport& report) { print(report); };
  progress.on_warning = [this](const std::string& message) { log_.warn(message); };
  return progress;
}

std::string EpochLog::summary() const {
  if (!best_.dev) return {};
  const auto score = [this](Metric metric) { return best_.dev->percentage(metric); };
  const TrainArguments& arguments = log_.arguments();
  return fmt::format(
      "best epoch {}: {}UAS {:.2f}{} on {}\n", best_.epoch,
      best_.tagged ? fmt::format("UPOS {:.2f}, ", score(Metric::kUpos)) : "", score(Metric::kUas),
      is_labelled(arguments.options) ? fmt::format(", LAS {:.2f}", score(Metric::kLas)) : "",
      arguments.dev);
}

void EpochLog::print(const EpochReport& report) {
  if (report.best) best_ = report;
  log_.write(*parse_ordered_json(to_json(report)));
  log_.print((has_header_ ? "" : table_.header()) + table_.row(report));
  has_header_ = true;
}

}  // namespace panarc::cli
