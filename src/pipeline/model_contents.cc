#include <memory>

#include "io/model_file.h"
#include "model/any_model.h"
#include "model/info.h"
#include "panarc/model_info.h"
#include "tag/tag_model.h"

namespace panarc {

ModelContents read_model_contents(const std::string& path) {
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(path));
  ModelContents contents;
  const bool has_tagger = TagModel::is_in(*file, kTaggerPrefix);
  // Where neither is in the file, it is said what a parser lacks.
  if (AnyModel::is_in(*file) || !has_tagger) contents.parser = read_model_info(file);
  if (has_tagger) contents.tagger = TagModel::load(file, kTaggerPrefix).info();
  contents.format_version = file->version();
  for (const std::string_view name : file->section_names()) {
    contents.sections.emplace_back(name, file->section(name).size());
  }
  contents.bytes = file->size();
  return contents;
}

}  // namespace panarc
