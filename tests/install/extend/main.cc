// Brings parts of its own to the installed library. The argument is the folder of the sample
// treebank.
#include <iostream>
#include <string>

#include "checks.h"
#include "panarc/error.h"

int main(int /*argc*/, char** argv) {
  try {
    const std::string folder = argv[1];
    const Sample sample{panarc::read_treebank(folder + "/train.conllu"),
                        panarc::read_treebank(folder + "/dev.conllu"),
                        panarc::read_treebank(folder + "/test.conllu")};
    bool good = check_system(sample);
    good &= check_features(sample);
    good &= check_classifier(sample);
    good &= check_strategy(sample);
    good &= check_task(sample);
    return good ? 0 : 1;
  } catch (const panarc::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
