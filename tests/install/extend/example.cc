#include <exception>
#include <iostream>
#include <memory>

#include "arc_hybrid.h"
#include "panarc/panarc.h"
#include "verbs_between.h"

// example TRAINING.conllu MODEL
int main(int /*argc*/, char** argv) {
  try {
    panarc::register_system("my-arc-hybrid", std::make_shared<ArcHybridWithCosts>());
    panarc::register_features("verbs-between", std::make_shared<VerbsBetween>());

    panarc::TrainOptions options;
    options.system = "my-arc-hybrid";
    options.features = "rich,function:verbs-between";
    options.epochs = 2;
    const auto treebank = panarc::read_treebank(argv[1]);
    panarc::train(treebank, {}, options).parser.save(argv[2]);

    const panarc::Parser parser = panarc::Parser::load(argv[2]);
    panarc::Sentence sentence = treebank.front();
    parser.parse(sentence);
    for (panarc::Node word = 1; word <= sentence.size(); ++word) {
      std::cout << sentence.form(word) << ' ' << sentence.head(word) << '\n';
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
