#include "parse/parse_together.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace panarc {

void parse_together(
    const AnyModel& model, std::span<const Sentence> sentences, Team& team,
    const std::function<void(TreeFinder& parser, std::size_t member, std::size_t i)>& visit,
    const Interruption& interruption) {
  // How many sentences are worth reading at a time.
  constexpr std::size_t kReadAhead = 32;
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t member) {
    const auto parser = make_tree_finder(model);
    const std::size_t together = parser->reads_ahead() ? kReadAhead : 1;
    std::vector<const Sentence*> ahead;
    for (std::size_t first = next++ * together; first < sentences.size();
         first = next++ * together) {
      const std::size_t end = std::min(first + together, sentences.size());
      ahead.clear();
      for (std::size_t i = first; i < end; ++i) {
        if (!sentences[i].empty()) ahead.push_back(&sentences[i]);
      }
      parser->read_ahead(ahead);
      for (const Sentence* const sentence : ahead) {
        interruption.throw_if_over();
        visit(*parser, member, static_cast<std::size_t>(sentence - sentences.data()));
      }
    }
  });
}

}  // namespace panarc
