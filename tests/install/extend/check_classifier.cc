// A classifier.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "checks.h"
#include "panarc/evaluate.h"
#include "panarc/extend.h"
#include "panarc/parser.h"
#include "panarc/train.h"
#include "perceptron.h"

bool check_classifier(const Sample& sample) {
  panarc::register_classifier("perceptron", [](const panarc::ClassifierSetup& setup) {
    return std::make_unique<Perceptron>(setup);
  });
  panarc::TrainOptions options;
  options.classifier = "perceptron";
  options.fast = true;
  options.epochs = 3;
  const std::string model = panarc::train(sample.train, {}, options).parser.bytes();
  const auto parser = panarc::Parser::from_memory(std::as_bytes(std::span(model)));
  std::vector<panarc::Sentence> parsed = sample.test;
  for (panarc::Sentence& sentence : parsed) parser.parse(sentence);
  const panarc::Scores scores = panarc::evaluate(sample.test, parsed);
  bool good = check(parser.info().classifier == "perceptron", "the model says what it needs");
  return good & check(scores.percentage(panarc::Metric::kUas) > 60, "it has learnt to parse");
}
