// A task.
#include <filesystem>
#include <string>
#include <vector>

#include "checks.h"
#include "panarc/extend.h"
#include "panarc/options.h"
#include "tag_words.h"

bool check_task(const Sample& sample) {
  const std::vector<std::string> tags{"ADJ", "ADP",  "ADV",  "AUX",   "CCONJ", "DET",   "NOUN",
                                      "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "VERB"};
  const TagWords training(sample.train, tags);
  const TagWords test(sample.test, tags);
  panarc::TrainOptions options;
  options.strategy = "maxv";
  const panarc::TaskModel model = panarc::train_task(training, nullptr, options);
  bool good = check(model.accuracy(test) > 75, "it has learnt to tag");

  const std::string path = std::filesystem::temp_directory_path() / "panarc-tag-words.model";
  model.save(path);
  const panarc::TaskModel loaded = panarc::TaskModel::load(path);
  std::filesystem::remove(path);
  return good & check(loaded.predict(test, 0) == model.predict(test, 0), "a loaded model is it");
}
