#include "model/any_model.h"

#include <algorithm>
#include <string>

#include "io/model_file.h"
#include "panarc/error.h"

namespace panarc {

namespace {

/// Throws Error for a model that is not a parser.
void check_is_nothing_else(const ModelFile& file) {
  for (const std::string_view section : file.section_names()) {
    if (section.starts_with(kTaggerPrefix)) {
      throw Error({file.name(), 0, 0}, "it is a tagger, not a parser: use it with `panarc tag`");
    }
    if (section.starts_with(kSegmenterPrefix)) {
      throw Error({file.name(), 0, 0},
                  "it is a segmenter, not a parser: use it with `panarc tokenize`");
    }
  }
}

}  // namespace

bool AnyModel::is_in(const ModelFile& file) {
  return Ensemble::is_in(file) || Model::is_in(file, "");
}

AnyModel AnyModel::load(const std::shared_ptr<const ModelFile>& file) {
  if (Ensemble::is_in(*file)) return Ensemble::load(file);
  if (!is_in(*file)) check_is_nothing_else(*file);
  return Model::load(file, "");
}

AnyModel AnyModel::load(const std::string& path) {
  return load(std::make_shared<const ModelFile>(ModelFile::open(path)));
}

AnyModel AnyModel::load(std::span<const std::byte> bytes, const std::string& name) {
  return load(std::make_shared<const ModelFile>(ModelFile::from_memory(bytes, name)));
}

void AnyModel::add_to(ModelFileWriter& writer) const {
  if (const Model* const model = single()) {
    model->add_to(writer, "");
  } else {
    ensemble()->add_to(writer);
  }
}

ModelFileWriter AnyModel::written() const {
  ModelFileWriter writer;
  add_to(writer);
  return writer;
}

void AnyModel::save(const std::string& path) const { written().write(path); }
std::string AnyModel::bytes() const { return written().bytes(); }

std::span<const Model> AnyModel::members() const {
  if (const Model* const model = single()) return {model, 1};
  return ensemble()->members();
}

AnyModel AnyModel::with_delexicalized(bool delexicalized) const {
  return std::visit(
      [&](const auto& model) -> AnyModel { return model.with_delexicalized(delexicalized); },
      value_);
}

AnyModel AnyModel::with_calibration(const std::optional<Calibration>& calibration) const {
  return std::visit(
      [&](const auto& model) -> AnyModel { return model.with_calibration(calibration); }, value_);
}

AnyModel AnyModel::with_report(const std::string& report) const {
  return std::visit([&](const auto& model) -> AnyModel { return model.with_report(report); },
                    value_);
}

const std::string& AnyModel::report() const {
  return std::visit([](const auto& model) -> const std::string& { return model.report(); }, value_);
}

const std::optional<Calibration>& AnyModel::calibration() const {
  return std::visit(
      [](const auto& model) -> const std::optional<Calibration>& { return model.calibration(); },
      value_);
}

bool AnyModel::is_labelled() const {
  return members().front().options().labels != LabelMode::kNone;
}

const std::vector<std::string>& AnyModel::labels() const {
  return single() != nullptr ? single()->labels().names : ensemble()->labels();
}

RootPosition AnyModel::root_in_text() const {
  return panarc::root_in_text(members().front().options());
}

std::size_t AnyModel::beam() const {
  std::size_t beam = members().front().options().beam;
  for (const Model& member : members()) beam = std::min(beam, member.options().beam);
  return beam;
}

double AnyModel::unit() const { return single() != nullptr ? single()->weights().unit() : 1; }

}  // namespace panarc
