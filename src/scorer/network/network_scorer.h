#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scorer/network/parser_network.h"
#include "task/parse_state.h"

namespace panarc {

/// Scores states with a network; one per thread. Network and parameters must outlive it.
class NetworkScorer {
 public:
  using State = ParseState;
  using Input = EncodedSentence;

  NetworkScorer(const ParserNetwork& network, const Parameters& parameters)
      : network_(network), parameters_(parameters) {}

  /// The words must have been read (see BatchReader); throws Error otherwise.
  void begin(const Input& words);
  std::span<const float* const> score(std::span<const State* const> states);

 private:
  void fill_row(std::size_t state, float* row) const;

  const ParserNetwork& network_;
  const Parameters& parameters_;
  SentenceProducts sentence_;
  std::vector<StateRecord> states_;
  /// The arcs of a state's actions, and where its classes begin.
  struct ArcOfState {
    std::size_t state = 0;
    std::uint32_t first_class = 0;
  };
  std::vector<ArcRecord> arcs_;
  std::vector<ArcOfState> arcs_of_;
  StateNetwork::Trace trace_;
  Matrix scores_;
  std::vector<const float*> rows_;
};

}  // namespace panarc
