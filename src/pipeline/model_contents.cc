#include <memory>

#include "io/model_file.h"
#include "model/any_model.h"
#include "panarc/pipeline.h"
#include "panarc/text.h"
#include "parse/info.h"
#include "pipeline/card.h"
#include "tag/tag_model.h"

namespace panarc {

ModelContents read_model_contents(const std::string& path) {
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(path));
  ModelContents contents;
  const bool has_tagger = TagModel::is_in(*file, kTaggerPrefix);
  // If the file has none of them, report what is missing for a parser.
  const bool has_segmenter = Segmenter::is_in(*file, kSegmenterPrefix);
  if (AnyModel::is_in(*file) || !(has_tagger || has_segmenter)) {
    contents.parser = read_model_info(file);
  }
  if (has_tagger) contents.tagger = TagModel::load(file, kTaggerPrefix).info();
  if (has_segmenter) {
    const Segmenter segmenter = Segmenter::load(file, kSegmenterPrefix);
    contents.segmenter =
        SegmenterInfo{segmenter.is_learnt(), segmenter.language(), segmenter.report()};
  }
  contents.card = card_in(*file);
  contents.format_version = file->version();
  for (const std::string_view name : file->section_names()) {
    contents.sections.emplace_back(name, file->section(name).size());
  }
  contents.bytes = file->size();
  return contents;
}

}  // namespace panarc
