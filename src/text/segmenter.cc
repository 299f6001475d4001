#include <fmt/format.h>

#include <utility>

#include "io/model_file.h"
#include "panarc/error.h"
#include "text/boundary_finder.h"
#include "text/segmenter_parts.h"

namespace panarc {
namespace {

/// The version of the features that the weights are for, then the language; empty if learnt.
constexpr const char* kSegmenterSection = "segments";
/// What stands instead of a language if white space separates words.
constexpr std::string_view kBySpaces = " ";
constexpr std::uint32_t kFeatureVersion = 3;
/// The training report; missing if there was no training.
constexpr const char* kSegmenterReportSection = "report";
/// For a file with only a segmenter.
constexpr const char* kOwnPrefix = kSegmenterPrefix;

}  // namespace

Segmenter::Segmenter(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

Segmenter Segmenter::load(const std::string& path) {
  return load(std::make_shared<const ModelFile>(ModelFile::open(path)), kOwnPrefix);
}

Segmenter Segmenter::from_memory(std::span<const std::byte> bytes, const std::string& name) {
  return load(std::make_shared<const ModelFile>(ModelFile::from_memory(bytes, name)), kOwnPrefix);
}

bool Segmenter::is_in(const ModelFile& file, const std::string& prefix) {
  return file.has(prefix + kSegmenterSection);
}

Segmenter Segmenter::load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix) {
  if (!is_in(*file, prefix)) {
    throw Error({file->name(), 0, 0},
                "there is no segmenter in this model: train one with `panarc train --task segment` "
                "or `--pipeline`, or use --language");
  }
  SectionReader reader = file->reader(prefix + kSegmenterSection);
  const auto version = reader.read<std::uint32_t>();
  const std::string language(reader.read_string());
  reader.finish();
  if (version != kFeatureVersion) {
    throw Error({file->name(), 0, 0},
                fmt::format("the segmenter was learnt with version {} of panarc's features, "
                            "expected version {}: train it again",
                            version, kFeatureVersion));
  }
  if (language == kBySpaces) return by_spaces();
  auto parts = std::make_shared<Parts>();
  if (!language.empty()) {
    try {
      parts->language = checked_language(language);
    } catch (const Error& error) {
      throw Error({file->name(), 0, 0}, error.message());
    }
  } else {
    parts->boundaries = std::make_shared<const BoundaryModel>(file, prefix);
    parts->splits = std::make_shared<const SplitModel>(file, prefix);
    if (file->has(prefix + kSegmenterReportSection)) {
      parts->report = file->text(prefix + kSegmenterReportSection);
    }
  }
  return Segmenter(std::move(parts));
}

Segmenter Segmenter::for_language(const std::string& language) {
  auto parts = std::make_shared<Parts>();
  parts->language = checked_language(language);
  return Segmenter(std::move(parts));
}

Segmenter Segmenter::by_spaces() { return Segmenter(std::make_shared<Parts>()); }

void Segmenter::add_to(ModelFileWriter& writer, const std::string& prefix) const {
  SectionWriter section;
  section.write(kFeatureVersion);
  const bool by_spaces = !is_learnt() && language().empty();
  section.write_string(by_spaces ? kBySpaces : std::string_view(language()));
  writer.add(prefix + kSegmenterSection, section.bytes());
  if (!parts_->report.empty()) writer.add(prefix + kSegmenterReportSection, parts_->report);
  if (parts_->boundaries) parts_->boundaries->save(writer, prefix);
  if (parts_->splits) parts_->splits->save(writer, prefix);
}

void Segmenter::save(const std::string& path) const {
  ModelFileWriter writer;
  add_to(writer, kOwnPrefix);
  writer.write(path);
}

std::string Segmenter::bytes() const {
  ModelFileWriter writer;
  add_to(writer, kOwnPrefix);
  return writer.bytes();
}

bool Segmenter::is_learnt() const { return parts_->boundaries != nullptr; }
const std::string& Segmenter::language() const { return parts_->language; }
const std::string& Segmenter::report() const { return parts_->report; }

}  // namespace panarc
