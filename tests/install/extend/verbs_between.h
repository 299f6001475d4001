#pragma once

#include <string>

#include "panarc/extend.h"

/// How many verbs there are between the top of the stack and the front of the buffer, with the tag
/// of the front: no template can ask for it.
class VerbsBetween : public panarc::UserFeatures {
 public:
  [[nodiscard]] std::size_t most() const override { return 2; }

  void extract(const panarc::ParseView& state, panarc::FeatureValues& values) const override {
    const panarc::Node top = state.stack(0);
    const panarc::Node front = state.buffer(0);
    if (top <= panarc::kRoot || front <= panarc::kRoot) return;
    int verbs = 0;
    for (panarc::Node word = top + 1; word < front; ++word) {
      verbs += state.upos(word) == "VERB" ? 1 : 0;
    }
    const std::string text = "verbs=" + std::to_string(verbs);
    values.add(text);
    values.add(text + " before " + std::string(state.upos(front)));
  }
};
