#include "model/info.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>

#include "io/file_kind.h"
#include "io/model_file.h"

namespace panarc {
namespace {

/// The column that an attribute of words is read from.
Field field_of(Attribute attribute) {
  switch (attribute) {
    case Attribute::kLemma:
      return Field::kLemma;
    case Attribute::kUpos:
      return Field::kUpos;
    case Attribute::kXpos:
      return Field::kXpos;
    case Attribute::kFeats:
      return Field::kFeats;
    default:
      return Field::kForm;
  }
}

}  // namespace

ModelInfo info_of(const Model& model) {
  const ModelOptions& options = model.options();
  ModelInfo info;
  info.system = options.system;
  info.root = options.transitions.root;
  info.single_root = options.transitions.single_root;
  info.span = options.transitions.span;
  info.label_mode = options.labels;
  info.beam = options.beam;
  info.delexicalized = options.delexicalized;
  info.pseudo_projective = options.pseudo_projective;
  info.labels = model.labels().names;
  for (const Template& feature : templates_of(options)) {
    info.templates.push_back(to_string(feature));
  }
  std::set<Field> columns;
  for (const WordColumn& column : model.weights().columns()) {
    columns.insert(field_of(column.attribute));
  }
  info.columns.assign(columns.begin(), columns.end());
  info.classes = model.weights().classes();
  info.features = model.weights().size();
  info.report = model.report();
  return info;
}

ModelInfo read_model_info(const std::string& path) {
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(path));
  ModelInfo info = info_of(Model::load(file, ""));
  info.format_version = file->version();
  for (const std::string_view name : file->section_names()) {
    info.sections.emplace_back(name, file->section(name).size());
  }
  info.bytes = file->size();
  return info;
}

bool is_model_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kModelMagic.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return file.gcount() == static_cast<std::streamsize>(start.size()) && start == kModelMagic;
}

}  // namespace panarc
