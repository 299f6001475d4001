#include "parse/info.h"

#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/file_kind.h"
#include "io/model_file.h"
#include "scorer/vote/action_votes.h"

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
  info.scorer = options.scorer;
  info.classifier = options.classifier;
  info.missing = missing_parts(options);
  info.system = options.system;
  info.root = options.transitions.root;
  info.direction = options.direction;
  info.single_root = options.transitions.single_root;
  info.span = options.transitions.span;
  info.label_mode = options.labels;
  info.beam = options.beam;
  info.delexicalized = options.delexicalized;
  info.pseudo_projective = options.pseudo_projective;
  info.labels = model.labels().names;
  info.tags = options.tags;
  for (const Template& feature : templates_of(options)) {
    info.templates.push_back(to_string(feature));
  }
  info.report = model.report();
  if (!model.has_weights()) return info;
  info.sizes = model.weights().numbers();
  std::set<Field> columns;
  for (const WordColumn& column : model.weights().columns()) {
    columns.insert(field_of(column.attribute));
  }
  info.columns.assign(columns.begin(), columns.end());
  if (const auto* const votes = dynamic_cast<const ActionVotes*>(&model.weights())) {
    for (const ActionVotes::Member& member : votes->voters()) {
      info.action_votes.push_back(member.factor / member.weights->unit());
    }
  }
  info.classes = model.weights().classes();
  info.features = model.weights().size();
  return info;
}

ModelInfo info_of(const Ensemble& ensemble) {
  ModelInfo info = info_of(ensemble.members().front());
  std::set<Field> columns;
  info.features = 0;
  info.single_root = ensemble.has_single_root();
  for (const Model& member : ensemble.members()) {
    info.members.push_back(info_of(member));
    info.features += info.members.back().features;
    columns.insert(info.members.back().columns.begin(), info.members.back().columns.end());
  }
  info.columns.assign(columns.begin(), columns.end());
  info.labels = ensemble.labels();
  info.vote_weights.insert(ensemble.weights().by_tag.begin(), ensemble.weights().by_tag.end());
  info.vote_weights[""] = ensemble.weights().members;
  info.projective_votes = ensemble.projective();
  info.report = ensemble.report();
  return info;
}

ModelInfo info_of(const AnyModel& model) {
  return model.single() != nullptr ? info_of(*model.single()) : info_of(*model.ensemble());
}

ModelInfo read_model_info(const std::string& path) {
  return read_model_info(std::make_shared<const ModelFile>(ModelFile::open(path)));
}

namespace {

/// What is known of a parser that needs parts which this program lacks; nothing if it has them all.
std::optional<ModelInfo> info_without_parts(const std::shared_ptr<const ModelFile>& file) {
  if (Model::is_in(*file, "")) {
    ModelInfo info = info_of(Model::describe(file, ""));
    return info.missing.empty() ? std::nullopt : std::optional(std::move(info));
  }
  std::vector<ModelInfo> members;
  std::vector<std::string> missing;
  for (const Model& member : Ensemble::describe_members(file)) {
    members.push_back(info_of(member));
    missing.insert(missing.end(), members.back().missing.begin(), members.back().missing.end());
  }
  if (missing.empty()) return std::nullopt;
  ModelInfo info = members.front();
  info.members = std::move(members);
  info.missing = std::move(missing);
  return info;
}

}  // namespace

ModelInfo read_model_info(const std::shared_ptr<const ModelFile>& file) {
  auto without = info_without_parts(file);
  ModelInfo info = without ? std::move(*without) : info_of(AnyModel::load(file));
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
