// Uses the installed library as a program of somebody else would: public headers and nothing else.
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/oracle.h"
#include "panarc/parser.h"
#include "panarc/pipeline.h"
#include "panarc/train.h"
#include "panarc/treebank.h"

namespace {

constexpr std::string_view kTreebank =
    "1\tCats\tcat\tNOUN\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tsleep\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n"
    "\n"
    "1\tThey\tthey\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tchase\tchase\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\tmice\tmouse\tNOUN\t_\t_\t2\tobj\t_\t_\n"
    "\n";

bool check(bool holds, std::string_view what) {
  if (!holds) std::cerr << "not so: " << what << '\n';
  return holds;
}

/// The costs after the first word has been shifted: attaching it to the second one is right.
std::vector<std::pair<std::string, int>> costs_after_shift(panarc::OracleService& oracle,
                                                           const panarc::Sentence& sentence) {
  panarc::OracleQuery query;
  query.system = "arc-hybrid";
  query.after = {"SHIFT"};
  query.words = panarc::nothing_known(sentence);
  for (panarc::Node word = 1; word <= sentence.size(); ++word) {
    query.words[static_cast<std::size_t>(word)].heads = {{sentence.head(word)}};
  }
  return oracle.answer(query).costs;
}

bool check_oracle(const std::vector<panarc::Sentence>& treebank) {
  using Costs = std::vector<std::pair<std::string, int>>;
  panarc::OracleService oracle;
  bool good = true;
  for (const panarc::Sentence& sentence : treebank) {
    good &= check(costs_after_shift(oracle, sentence) == Costs{{"SHIFT", 1}, {"LEFT", 0}},
                  "the oracle wants an arc from the second word to the first");
  }
  return good;
}

/// Learns the treebank by heart, and goes through the bytes of a model.
bool check_training(const std::vector<panarc::Sentence>& treebank) {
  panarc::TrainOptions options;
  options.epochs = 10;
  options.threads = 1;
  // What was seen once or twice is not noise here.
  options.min_changes = 0;
  options.rare_rate = 0;
  int epochs = 0;
  panarc::TrainProgress progress;
  progress.on_epoch = [&](const panarc::EpochReport& report) { epochs = report.epoch; };
  const panarc::TrainResult result = panarc::train(treebank, {}, options, progress);
  bool good = check(epochs == 10, "every epoch is reported");
  const std::string model = result.parser.bytes();
  const panarc::Parser parser = panarc::Parser::from_memory(std::as_bytes(std::span(model)));
  good &= check(parser.info().system == parser.system(), "a model says what it is");
  good &= check(parser.best(treebank[1])[0].confidence.empty(), "confidence is on demand");
  std::vector<panarc::Sentence> parsed = treebank;
  for (panarc::Sentence& sentence : parsed) parser.parse(sentence);
  const panarc::Scores scores = panarc::evaluate(treebank, parsed);
  good &= check(scores.percentage(panarc::Metric::kLas) == 100, "it has learnt two sentences");
  const std::vector<panarc::Sentence::Word> words{{.form = "Cats"}, {.form = "sleep"}};
  panarc::Sentence made = panarc::Sentence::from_words(words);
  parser.parse(made);
  return good && check(made.head(1) != panarc::kNoHead, "sentences can be made of words");
}

bool run() {
  std::vector<panarc::Sentence> treebank;
  panarc::TreebankReader reader = panarc::TreebankReader::from_text(kTreebank);
  for (panarc::Sentence sentence; reader.next(sentence);) treebank.push_back(sentence);
  bool good = check(!panarc::version().empty(), "the library has a version");
  good &= check(treebank.size() == 2 && treebank[1].size() == 3, "the treebank is read");
  good &= check_oracle(treebank);
  good &= check_training(treebank);
  try {
    panarc::Parser::load("/does/not/exist");
    good &= check(false, "there is no such model");
  } catch (const panarc::Error&) {  // as it should be
  }
  return good;
}

}  // namespace

int main() {
  try {
    return run() ? 0 : 1;
  } catch (const panarc::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
