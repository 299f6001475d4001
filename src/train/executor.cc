#include "train/executor.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "io/section.h"
#include "train/checkpoint.h"

namespace panarc {

void SentenceResult::write(SectionWriter& writer) const {
  write_counts(writer, counts);
  changes.write(writer);
}

void SentenceResult::read(SectionReader& reader) {
  counts = read_counts(reader);
  changes.read(reader);
}

void run_in_team(Team& team, const BatchWork& work, std::span<const std::size_t> sentences,
                 std::span<SentenceResult> results) {
  // The longest come first, so that no thread starts one when the others are done.
  std::vector<std::size_t> turns(sentences.begin(), sentences.end());
  std::ranges::stable_sort(turns, std::greater{},
                           [&](std::size_t sentence) { return work.lengths[sentence]; });
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t member) {
    work.begin(member);
    for (std::size_t turn = next++; turn < turns.size(); turn = next++) {
      work.find(member, turns[turn], results[turns[turn]]);
    }
  });
}

void TeamExecutor::run(const BatchWork& work, std::span<SentenceResult> results) {
  all_.resize(work.lengths.size());
  std::iota(all_.begin(), all_.end(), std::size_t{0});
  run_in_team(team_, work, all_, results);
}

}  // namespace panarc
