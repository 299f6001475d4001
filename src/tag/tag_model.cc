#include "tag/tag_model.h"

#include <fmt/format.h>

#include <utility>

#include "base/json.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kTaggerReportSection = "report";
constexpr const char* kNetworkPrefix = "network.";
constexpr const char* kTaggerVectorWordsSection = "embeddings.words";
constexpr const char* kTaggerVectorsSection = "embeddings.vectors";

std::string prefix_of_tagger(const std::string& prefix, std::size_t number) {
  return fmt::format("{}{}.", prefix, number);
}

std::shared_ptr<const Embeddings> vectors_in(const std::shared_ptr<const ModelFile>& file,
                                             const std::string& prefix) {
  if (!file->has(prefix + kTaggerVectorWordsSection)) return nullptr;
  return std::make_shared<const Embeddings>(
      Embeddings::over(file->array<Embeddings::Entry>(prefix + kTaggerVectorWordsSection),
                       file->array<float>(prefix + kTaggerVectorsSection)));
}

}  // namespace

TagModel::TagModel(std::vector<LinearTagger> taggers, std::string report)
    : value_(std::move(taggers)), report_(std::move(report)) {}

TagModel::TagModel(NetworkTagger tagger, std::shared_ptr<const Embeddings> vectors,
                   std::string report)
    : value_(std::move(tagger)), vectors_(std::move(vectors)), report_(std::move(report)) {}

bool TagModel::is_in(const ModelFile& file, const std::string& prefix) {
  return file.has(prefix + kTaggerReportSection);
}

TagModel TagModel::load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) {
  try {
    return load_parts(file, prefix);
  } catch (const Error& error) {
    // The parts do not know which file they come from.
    throw Error({file->name(), 0, 0}, error.message());
  }
}

TagModel TagModel::load_parts(const std::shared_ptr<const ModelFile>& file,
                              const std::string& prefix) {
  if (!is_in(*file, prefix)) {
    throw Error(
        "there is no tagger in this model: train one with `panarc train --task tag` or "
        "`--pipeline`");
  }
  std::string report = indented_json(file->text(prefix + kTaggerReportSection));
  if (NetworkTagger::is_in(*file, prefix + kNetworkPrefix)) {
    auto vectors = vectors_in(file, prefix);
    NetworkTagger tagger = NetworkTagger::load(file, prefix + kNetworkPrefix, vectors);
    return {std::move(tagger), std::move(vectors), std::move(report)};
  }
  std::vector<LinearTagger> taggers;
  while (LinearTagger::is_in(*file, prefix_of_tagger(prefix, taggers.size()))) {
    taggers.push_back(LinearTagger::load(file, prefix_of_tagger(prefix, taggers.size())));
  }
  if (taggers.empty()) throw Error("the tagger fills no column");
  return {std::move(taggers), std::move(report)};
}

void TagModel::add_to(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kTaggerReportSection, report_);
  for (std::size_t i = 0; i < linear().size(); ++i) {
    linear()[i].add_to(writer, prefix_of_tagger(prefix, i));
  }
  if (network() != nullptr) network()->add_to(writer, prefix + kNetworkPrefix);
  if (!vectors_) return;
  writer.add(prefix + kTaggerVectorWordsSection, std::as_bytes(vectors_->entries()));
  writer.add(prefix + kTaggerVectorsSection, std::as_bytes(vectors_->vectors()));
}

std::span<const LinearTagger> TagModel::linear() const {
  const auto* const taggers = std::get_if<std::vector<LinearTagger>>(&value_);
  return taggers == nullptr ? std::span<const LinearTagger>() : *taggers;
}

std::vector<const TagSet*> TagModel::tag_sets() const {
  std::vector<const TagSet*> sets;
  for (const LinearTagger& tagger : linear()) sets.push_back(&tagger.tags());
  if (network() != nullptr) {
    for (const NetworkTagger::Column& column : network()->columns()) sets.push_back(&column.tags);
  }
  return sets;
}

std::vector<Field> TagModel::filled() const {
  std::vector<Field> columns;
  for (const TagSet* const tags : tag_sets()) {
    columns.insert(columns.end(), tags->columns().begin(), tags->columns().end());
  }
  return columns;
}

TaggerInfo TagModel::info() const {
  TaggerInfo info;
  info.scorer = network() == nullptr ? ScorerKind::kLinear : ScorerKind::kRecurrent;
  info.columns = filled();
  if (network() == nullptr) info.beam = linear().front().parts().beam;
  for (const TagSet* const tags : tag_sets()) {
    (tags->has(Field::kLemma) ? info.scripts : info.tags) += tags->size();
  }
  info.report = report_;
  return info;
}

TagModel::Worker::Worker(const TagModel& model) {
  for (const LinearTagger& tagger : model.linear()) linear_.emplace_back(tagger);
  if (model.network() != nullptr) network_.emplace(*model.network());
}

void TagModel::Worker::tag(std::span<Sentence* const> sentences, const Interruption& interruption) {
  for (std::size_t step = 0; step < steps(); ++step) tag(sentences, step, interruption);
}

void TagModel::Worker::tag(Sentence& sentence) {
  Sentence* const one = &sentence;
  tag(std::span(&one, 1));
}

void TagModel::Worker::tag(std::span<Sentence* const> sentences, std::size_t step,
                           const Interruption& interruption) {
  network_ ? network_->tag(sentences, interruption) : linear_[step].tag(sentences, interruption);
}

}  // namespace panarc
