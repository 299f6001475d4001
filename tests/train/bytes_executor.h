#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/team.h"
#include "io/section.h"
#include "train/executor.h"

namespace panarc::test {

/// Stands for several processes: each finds the results of its share of a batch, and sends them as
/// bytes.
class BytesExecutor final : public Executor {
 public:
  explicit BytesExecutor(std::size_t processes) {
    for (std::size_t i = 0; i < processes; ++i) teams_.push_back(std::make_unique<Team>(1));
  }

  Team& team() override { return *teams_.front(); }
  void run(const BatchWork& work, std::span<SentenceResult> results) override {
    for (std::size_t process = 0; process < teams_.size(); ++process) {
      std::vector<std::size_t> share;
      for (std::size_t i = process; i < results.size(); i += teams_.size()) share.push_back(i);
      run_in_team(*teams_[process], work, share, results);
      for (const std::size_t i : share) {
        SectionWriter sent;
        results[i].write(sent);
        bytes += sent.bytes().size();
        const std::vector<std::byte> message(sent.bytes().begin(), sent.bytes().end());
        results[i].changes.clear();
        results[i].counts = {};
        SectionReader received(message);
        results[i].read(received);
        received.finish();
      }
    }
  }

  std::size_t bytes = 0;

 private:
  std::vector<std::unique_ptr<Team>> teams_;
};

}  // namespace panarc::test
