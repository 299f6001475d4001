#include "tag/tag_model.h"

#include <fmt/format.h>

#include <utility>

#include "base/json.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kTaggerReportSection = "report";

std::string prefix_of_tagger(const std::string& prefix, std::size_t column) {
  return fmt::format("{}{}.", prefix, column);
}

}  // namespace

TagModel::TagModel(std::vector<LinearTagger> taggers, std::string report)
    : taggers_(std::move(taggers)), report_(std::move(report)) {}

bool TagModel::is_in(const ModelFile& file, const std::string& prefix) {
  return file.has(prefix + kTaggerReportSection);
}

TagModel TagModel::load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) {
  if (!is_in(*file, prefix)) throw Error({file->name(), 0, 0}, "there is no tagger in this model");
  std::vector<LinearTagger> taggers;
  while (LinearTagger::is_in(*file, prefix_of_tagger(prefix, taggers.size()))) {
    taggers.push_back(LinearTagger::load(file, prefix_of_tagger(prefix, taggers.size())));
  }
  if (taggers.empty()) throw Error({file->name(), 0, 0}, "the tagger fills no column");
  return {std::move(taggers), indented_json(file->text(prefix + kTaggerReportSection))};
}

void TagModel::add_to(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kTaggerReportSection, report_);
  for (std::size_t i = 0; i < taggers_.size(); ++i) {
    taggers_[i].add_to(writer, prefix_of_tagger(prefix, i));
  }
}

std::vector<Field> TagModel::filled() const {
  std::vector<Field> columns;
  for (const LinearTagger& tagger : taggers_) {
    columns.insert(columns.end(), tagger.tags().columns().begin(), tagger.tags().columns().end());
  }
  return columns;
}

TaggerInfo TagModel::info() const {
  TaggerInfo info;
  info.columns = filled();
  for (const LinearTagger& tagger : taggers_) {
    (tagger.tags().has(Field::kLemma) ? info.scripts : info.tags) = tagger.tags().size();
  }
  info.report = report_;
  return info;
}

TagModel::Worker::Worker(const TagModel& model) {
  for (const LinearTagger& tagger : model.taggers()) workers_.emplace_back(tagger);
}

void TagModel::Worker::tag(Sentence& sentence) {
  for (LinearTagger::Worker& worker : workers_) worker.tag(sentence);
}

}  // namespace panarc
