#include "tag/tag_model.h"

#include <fmt/format.h>

#include <utility>

#include "base/json.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kReportSection = "report";

std::string prefix_of(const std::string& prefix, std::size_t column) {
  return fmt::format("{}{}.", prefix, column);
}

}  // namespace

TagModel::TagModel(std::vector<LinearTagger> columns, std::string report)
    : columns_(std::move(columns)), report_(std::move(report)) {}

bool TagModel::is_in(const ModelFile& file, const std::string& prefix) {
  return file.has(prefix + kReportSection) && file.has(prefix_of(prefix, 0) + "tags");
}

TagModel TagModel::load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) {
  std::vector<LinearTagger> columns;
  while (file->has(prefix_of(prefix, columns.size()) + "tags")) {
    columns.push_back(LinearTagger::load(file, prefix_of(prefix, columns.size()), nullptr));
  }
  return {std::move(columns), indented_json(file->text(prefix + kReportSection))};
}

void TagModel::add_to(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kReportSection, report_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].add_to(writer, prefix_of(prefix, i));
  }
}

TagModel::Worker::Worker(const TagModel& model) {
  for (const LinearTagger& column : model.columns()) columns_.emplace_back(column);
}

void TagModel::Worker::tag(Sentence& sentence) {
  for (LinearTagger::Worker& column : columns_) column.tag(sentence);
}

}  // namespace panarc
