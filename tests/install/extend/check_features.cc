// A feature function, beside templates.
#include <algorithm>
#include <memory>
#include <span>
#include <string>

#include "checks.h"
#include "panarc/evaluate.h"
#include "panarc/extend.h"
#include "panarc/parser.h"
#include "panarc/train.h"
#include "verbs_between.h"

bool check_features(const Sample& sample) {
  panarc::register_features("verbs-between", std::make_shared<VerbsBetween>());
  panarc::TrainOptions options;
  options.fast = true;
  options.epochs = 3;
  options.features = "small,function:verbs-between";
  const std::string model = panarc::train(sample.train, {}, options).parser.bytes();
  const auto parser = panarc::Parser::from_memory(std::as_bytes(std::span(model)));
  const auto templates = parser.info().templates;
  bool good = check(std::ranges::find(templates, "function:verbs-between") != templates.end(),
                    "the model says that it needs the function");
  std::vector<panarc::Sentence> parsed = sample.test;
  for (panarc::Sentence& sentence : parsed) parser.parse(sentence);
  const panarc::Scores scores = panarc::evaluate(sample.test, parsed);
  return good & check(scores.percentage(panarc::Metric::kUas) > 60, "it has learnt to parse");
}
