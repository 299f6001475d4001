#include "panarc/joint.h"

#include <memory>
#include <utility>

#include "io/model_file.h"
#include "model/any_model.h"
#include "tag/tag_model.h"
#include "train/trainer.h"

namespace panarc {
namespace {

ModelFileWriter written(const ParserWithTagger& model) {
  ModelFileWriter writer;
  model.parser.model().add_to(writer);
  if (model.tagger) model.tagger->model().add_to(writer, kTaggerPrefix);
  return writer;
}

}  // namespace

ParserWithTagger ParserWithTagger::load(const std::string& path, const ParserOptions& options) {
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(path));
  ParserWithTagger model{Parser(AnyModel::load(file), options, path), std::nullopt};
  if (TagModel::is_in(*file, kTaggerPrefix)) {
    model.tagger.emplace(std::make_shared<const TagModel>(TagModel::load(file, kTaggerPrefix)));
  }
  return model;
}

void ParserWithTagger::save(const std::string& path) const { written(*this).write(path); }
std::string ParserWithTagger::bytes() const { return written(*this).bytes(); }

void ParserWithTagger::parse(Sentence& sentence) const {
  if (tagger) tagger->tag(sentence);
  parser.parse(sentence);
}

JointResult train_joint(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const CheckedOptions& options, std::size_t parts,
                        const TrainProgress& progress) {
  TrainOptions of_tagger;
  of_tagger.threads = options.said().threads;
  of_tagger.seed = options.said().seed;
  Tagger tagger = train_tagger(training, dev, of_tagger);
  std::vector<Sentence> tagged_dev = dev;
  for (Sentence& sentence : tagged_dev) tagger.tag(sentence);
  TrainResult result = train_with_tags(jackknife_tags(training, parts, of_tagger),
                                       std::move(tagged_dev), options, progress, {training, dev});
  return {std::move(result), std::move(tagger)};
}

}  // namespace panarc
