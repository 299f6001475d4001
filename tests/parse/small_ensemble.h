#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/any_model.h"
#include "panarc/parser.h"
#include "panarc/train.h"
#include "support/sample.h"

namespace panarc::test {

/// Members that have learnt a little, in a moment.
inline std::vector<Parser> small_members(const std::string& members) {
  TrainOptions options;
  options.fast = true;
  options.epochs = 1;
  options.threads = 1;
  std::vector<Parser> parsers;
  for (const TrainOptions& member : ensemble_members(members, options)) {
    parsers.push_back(train(sample("dev"), sample("test", 20), member).parser);
  }
  return parsers;
}

inline constexpr const char* kSmallMembers = "arc-eager,arc-hybrid+right-to-left,swap";

/// An ensemble of these, made once.
inline const Parser& small_ensemble() {
  static const Parser parser = combine(small_members(kSmallMembers), sample("test", 30));
  return parser;
}

inline std::vector<std::byte> bytes_of(const Parser& parser) {
  const std::string text = parser.bytes();
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace panarc::test
