// A transition system: it builds the same trees as the library's own, at much the same speed.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arc_hybrid.h"
#include "checks.h"
#include "panarc/extend.h"
#include "panarc/parser.h"
#include "panarc/train.h"

namespace {

using Seconds = std::chrono::duration<double>;

struct Parsed {
  std::vector<panarc::Sentence> sentences;
  double seconds = 0;  ///< the shortest of several times
};

/// Trains a parser, and parses with what is left of it after it was saved and loaded.
Parsed train_and_parse(const Sample& sample, const std::string& system, bool fast) {
  panarc::TrainOptions options;
  options.system = system;
  options.fast = fast;
  options.epochs = 2;
  options.cost = panarc::CostMethod::kClosedForm;  // even where trees are not projective
  const std::string model = panarc::train(sample.train, {}, options).parser.bytes();
  const auto parser = panarc::Parser::from_memory(std::as_bytes(std::span(model)));
  Parsed parsed;
  for (int i = 0; i < 5; ++i) {
    parsed.sentences = sample.test;
    const auto begin = std::chrono::steady_clock::now();
    for (panarc::Sentence& sentence : parsed.sentences) parser.parse(sentence);
    const double seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
    parsed.seconds = i == 0 ? seconds : std::min(parsed.seconds, seconds);
  }
  return parsed;
}

bool are_same(std::span<const panarc::Sentence> a, std::span<const panarc::Sentence> b) {
  return std::ranges::equal(a, b, [](const panarc::Sentence& x, const panarc::Sentence& y) {
    for (panarc::Node word = 1; word <= x.size(); ++word) {
      if (x.head(word) != y.head(word) || x.deprel(word) != y.deprel(word)) return false;
    }
    return true;
  });
}

}  // namespace

bool check_system(const Sample& sample) {
  panarc::register_system("my-arc-hybrid", std::make_shared<ArcHybridWithCosts>());
  bool good = true;
  for (const bool fast : {true, false}) {
    const Parsed theirs = train_and_parse(sample, "arc-hybrid", fast);
    const Parsed mine = train_and_parse(sample, "my-arc-hybrid", fast);
    std::cout << (fast ? "fast" : "default") << ": " << theirs.seconds / mine.seconds
              << " of the speed of the library's own\n";
    good &= check(are_same(theirs.sentences, mine.sentences), "both build the same trees");
    good &= check(4 * theirs.seconds >= mine.seconds, "mine is at least a quarter as fast");
  }
  return good;
}
