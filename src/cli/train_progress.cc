#include "cli/train_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace panarc::cli {

namespace {

double per_sentence(double sum, const TrainingCounts& counts) {
  return counts.sentences == 0 ? 0 : sum / static_cast<double>(counts.sentences);
}

constexpr double kPercent = 100;

double completed_percentage(const TrainingCounts& counts) {
  return kPercent * per_sentence(static_cast<double>(counts.completed), counts);
}

std::string lowered_percentage(const TrainingCounts& counts) {
  if (counts.measured == 0) return "";
  return fmt::format("{:.1f}%", kPercent * static_cast<double>(counts.lowered) /
                                    static_cast<double>(counts.measured));
}

}  // namespace

std::string EpochTable::diagnosis(const EpochReport& report) const {
  const TrainingCounts& counts = report.counts;
  std::string text = fmt::format("  {:>5.1f}%  {:>7}", kPercent * per_sentence(counts.used, counts),
                                 lowered_percentage(counts));
  if (!has_dev_) return text;
  return text + fmt::format("  {:>10}", report.divergence
                                            ? fmt::format("{:.3f}", *report.divergence)
                                            : std::string());
}

std::string EpochTable::header() const {
  std::string text = fmt::format("{:>5}  {:>9}  {:>13}  {:>10}", "epoch", "updates",
                                 "loss/sentence", "to the end");
  if (has_diagnosis_) text += fmt::format("  {:>6}  {:>7}", "used", "lowered");
  if (has_diagnosis_ && has_dev_) text += fmt::format("  {:>10}", "divergence");
  if (has_dev_ && has_tags_) text += fmt::format("  {:>8}", "dev UPOS");
  if (has_dev_) text += fmt::format("  {:>7}", "dev UAS");
  if (has_dev_ && has_labels_) text += fmt::format("  {:>7}", "dev LAS");
  return text + fmt::format("  {:>8}\n", "seconds");
}

std::string EpochTable::row(const EpochReport& report) const {
  const TrainingCounts& counts = report.counts;
  std::string text = fmt::format("{:>5}  {:>9}  {:>13.3f}  {:>9.1f}%", report.epoch,
                                 counts.updates + counts.label_updates,
                                 per_sentence(counts.loss, counts), completed_percentage(counts));
  const auto add_score = [&](Metric metric, int width = 7) {
    text += report.dev ? fmt::format("  {:>{}.2f}", report.dev->percentage(metric), width)
                       : fmt::format("  {:>{}}", "", width);
  };
  if (has_diagnosis_) text += diagnosis(report);
  if (has_dev_ && has_tags_) add_score(Metric::kUpos, 8);
  if (has_dev_) add_score(Metric::kUas);
  if (has_dev_ && has_labels_) add_score(Metric::kLas);
  text += fmt::format("  {:>8.1f}", report.total_seconds);
  if (has_dev_ && report.best) text += "  *";
  if (report.resumed) text += "  (from the checkpoint)";
  return text + '\n';
}

ProgressLine::ProgressLine(bool wanted) : wanted_(wanted && ::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(int epoch, std::size_t done, std::size_t sentences) {
  if (!wanted_) return;
  constexpr std::chrono::milliseconds kInterval{100};
  const auto now = Clock::now();
  if (epoch != epoch_) {
    epoch_ = epoch;
    first_ = done;
    begin_ = last_ = now;
    return;
  }
  if (done < sentences && now - last_ < kInterval) return;
  last_ = now;
  shown_ = true;
  const double seconds = std::max(std::chrono::duration<double>(now - begin_).count(), 1e-6);
  const double speed = static_cast<double>(done - first_) / seconds;
  constexpr std::size_t kWhole = 100;
  constexpr int kMinute = 60;
  const auto left = static_cast<int>(static_cast<double>(sentences - done) / std::max(speed, 1e-6));
  fmt::print(stderr, "\r\x1b[K");
  fmt::print(stderr, "epoch {}  {:>3}%  {:.0f} sentences/s", epoch, done * kWhole / sentences,
             speed);
  if (done < sentences) fmt::print(stderr, "  {}:{:02} left", left / kMinute, left % kMinute);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace panarc::cli
