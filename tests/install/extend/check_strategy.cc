// A strategy as code.
#include <memory>
#include <vector>

#include "checks.h"
#include "longest_prefix.h"
#include "panarc/evaluate.h"
#include "panarc/extend.h"
#include "panarc/train.h"

bool check_strategy(const Sample& sample) {
  panarc::register_strategy("longest-prefix", std::make_shared<LongestPrefix>());
  panarc::TrainOptions options;
  options.strategy = "longest-prefix";
  options.epochs = 3;
  const panarc::Parser parser = panarc::train(sample.train, {}, options).parser;
  std::vector<panarc::Sentence> parsed = sample.test;
  for (panarc::Sentence& sentence : parsed) parser.parse(sentence);
  const panarc::Scores scores = panarc::evaluate(sample.test, parsed);
  return check(scores.percentage(panarc::Metric::kUas) > 60, "it has learnt to parse");
}
