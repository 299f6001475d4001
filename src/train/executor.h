#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/interface.h"
#include "base/team.h"
#include "panarc/train.h"
#include "scorer/learner.h"

namespace panarc {

/// What was found out from a sentence. It can be found in one process, and used in another.
struct SentenceResult {
  Changes& changes;
  TrainingCounts counts;

  void write(SectionWriter& writer) const;
  /// Throws Error if bytes are missing; see Changes::read().
  void read(SectionReader& reader);
};

/// The work on the sentences of a batch, which are independent of each other.
struct BatchWork {
  /// The approximate time for each sentence, relative to others.
  std::span<const std::size_t> lengths;
  /// Thread `member` begins.
  std::function<void(std::size_t member)> begin;
  /// Finds the result of sentence `i` in thread `member`.
  std::function<void(std::size_t member, std::size_t i, SentenceResult& result)> find;
};

/// Does the work on batches. The results do not depend on who does it: sentences are drawn from
/// random numbers of their own, and whoever uses the results does so in the order of the batch.
class Executor : public Interface {
 public:
  /// The threads of this process, for the work that every process does.
  [[nodiscard]] virtual Team& team() = 0;
  /// Finds the result of every sentence.
  virtual void run(const BatchWork& work, std::span<SentenceResult> results) = 0;
};

/// Finds the results of some of the sentences of a batch, with all members of a team.
void run_in_team(Team& team, const BatchWork& work, std::span<const std::size_t> sentences,
                 std::span<SentenceResult> results);

/// Uses the threads of one process.
class TeamExecutor final : public Executor {
 public:
  explicit TeamExecutor(std::size_t threads) : team_(threads) {}

  [[nodiscard]] Team& team() override { return team_; }
  void run(const BatchWork& work, std::span<SentenceResult> results) override;

 private:
  Team team_;
  std::vector<std::size_t> all_;
};

}  // namespace panarc
