#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "panarc/train.h"

namespace panarc::cli {

/// The table of epochs, line by line, so that each can be printed as soon as it is known.
class EpochTable {
 public:
  /// A diagnosis has columns of its own.
  EpochTable(bool has_dev, bool has_labels, bool has_diagnosis = false, bool has_tags = false)
      : has_dev_(has_dev),
        has_labels_(has_labels),
        has_diagnosis_(has_diagnosis),
        has_tags_(has_tags) {}

  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string row(const EpochReport& report) const;

 private:
  [[nodiscard]] std::string diagnosis(const EpochReport& report) const;

  bool has_dev_;
  bool has_labels_;
  bool has_diagnosis_;
  bool has_tags_;
};

/// A line on a terminal that shows the progress of an epoch, written over and over. Nothing is
/// shown if standard error is not a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;

  void show(int epoch, std::size_t done, std::size_t sentences);
  /// To be called before anything else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool wanted_;
  bool shown_ = false;
  int epoch_ = 0;
  std::size_t first_ = 0;  // sentences already done when the epoch was first shown
  Clock::time_point begin_;
  Clock::time_point last_;
};

}  // namespace panarc::cli
