#include "model/ensemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "transition/system_record.h"

namespace panarc {
namespace {

constexpr const char* kEnsembleSection = "ensemble";
constexpr const char* kReportSection = "report";
constexpr const char* kCalibrationSection = "calibration";
/// More would not fit in a model file.
constexpr std::size_t kMostMembers = 256;

std::string prefix_of(std::size_t member) { return fmt::format("member{}.", member + 1); }

bool is_labelled(const Model& model) { return model.options().labels != LabelMode::kNone; }

void check_members(std::span<const Model> members) {
  if (members.empty()) throw Error("an ensemble needs at least one member");
  if (members.size() > kMostMembers) {
    throw Error(
        fmt::format("{} members are too many: expected 1 to {}", members.size(), kMostMembers));
  }
  for (const Model& member : members) {
    const ModelOptions& options = member.options();
    if (system_record(options.system).partial) {
      throw Error(fmt::format("parsers that leave words without a head, as {} does, cannot vote",
                              options.system));
    }
    if (!options.tags.empty()) throw Error("parsers that choose tags cannot vote");
    if (is_labelled(member) != is_labelled(members.front())) {
      throw Error("some members have labels and some have none");
    }
  }
}

void check_weights(std::span<const double> weights, std::size_t members) {
  const bool finite = std::all_of(weights.begin(), weights.end(), [](double weight) {
    return std::isfinite(weight) && std::abs(weight) < 1e9;
  });
  if (weights.size() != members || !finite) throw Error("the weights of the members are invalid");
}

std::vector<std::string> labels_of(std::span<const Model> members) {
  std::vector<std::string> labels;
  for (const Model& member : members) {
    for (const std::string& name : member.labels().names) {
      const bool encoded = member.options().pseudo_projective.has_value();
      labels.emplace_back(encoded ? encoded_relation(name) : std::string_view(name));
    }
  }
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

std::string json_of(const Ensemble::Parts& parts) {
  const nlohmann::json json{
      {"members", parts.members.size()},
      {"projective", parts.projective},
      {"weights", {{"all", parts.weights.members}, {"by_tag", parts.weights.by_tag}}}};
  return dump_json(json, 1);
}

/// Reads all parts but the members, and returns the number of those.
std::size_t read_json(std::string_view text, Ensemble::Parts& parts) {
  const auto json = parse_json(text);
  if (!json) throw Error("it is not JSON");
  try {
    json->at("projective").get_to(parts.projective);
    json->at("weights").at("all").get_to(parts.weights.members);
    for (const auto& [tag, weights] : json->at("weights").at("by_tag").items()) {
      weights.get_to(parts.weights.by_tag[tag]);
    }
    const auto members = json->at("members").get<std::size_t>();
    if (members < 1 || members > kMostMembers) throw Error("the number of members is invalid");
    return members;
  } catch (const nlohmann::json::exception& error) {
    throw Error(std::string("it is invalid: ") + error.what());
  }
}

}  // namespace

Ensemble::Ensemble(Parts parts) {
  check_members(parts.members);
  check_weights(parts.weights.members, parts.members.size());
  for (const auto& [tag, weights] : parts.weights.by_tag) {
    check_weights(weights, parts.members.size());
  }
  labels_ = labels_of(parts.members);
  parts_ = std::make_shared<const Parts>(std::move(parts));
}

bool Ensemble::is_in(const ModelFile& file) { return file.has(kEnsembleSection); }

Ensemble Ensemble::load(const std::shared_ptr<const ModelFile>& file) {
  Parts parts;
  std::size_t members = 0;
  const auto read = [&](const char* section, auto&& parse) {
    try {
      parse(file->text(section));
    } catch (const Error& error) {
      throw Error({file->name(), 0, 0},
                  fmt::format("the section '{}': {}", section, error.message()));
    }
  };
  read(kEnsembleSection, [&](std::string_view text) { members = read_json(text, parts); });
  read(kReportSection, [&](std::string_view text) { parts.report = indented_json(text); });
  if (file->has(kCalibrationSection)) {
    read(kCalibrationSection,
         [&](std::string_view text) { parts.calibration = Calibration::from_json(text); });
  }
  for (std::size_t i = 0; i < members; ++i) {
    parts.members.push_back(Model::load(file, prefix_of(i)));
  }
  try {
    return Ensemble(std::move(parts));
  } catch (const Error& error) {
    throw Error({file->name(), 0, 0}, error.message());
  }
}

std::vector<Model> Ensemble::describe_members(const std::shared_ptr<const ModelFile>& file) {
  std::vector<Model> members;
  while (Model::is_in(*file, prefix_of(members.size()))) {
    members.push_back(Model::describe(file, prefix_of(members.size())));
  }
  return members;
}

void Ensemble::add_to(ModelFileWriter& writer) const {
  writer.add(kEnsembleSection, json_of(*parts_));
  writer.add(kReportSection, parts_->report);
  if (parts_->calibration) writer.add(kCalibrationSection, parts_->calibration->json());
  for (std::size_t i = 0; i < members().size(); ++i) members()[i].add_to(writer, prefix_of(i));
}

Ensemble Ensemble::with_report(std::string report) const {
  Parts parts = *parts_;
  parts.report = std::move(report);
  return Ensemble(std::move(parts));
}

Ensemble Ensemble::with_calibration(std::optional<Calibration> calibration) const {
  Parts parts = *parts_;
  parts.calibration = calibration;
  return Ensemble(std::move(parts));
}

Ensemble Ensemble::with_delexicalized(bool delexicalized) const {
  Parts parts = *parts_;
  for (Model& member : parts.members) member = member.with_delexicalized(delexicalized);
  return Ensemble(std::move(parts));
}

bool Ensemble::is_labelled() const { return panarc::is_labelled(members().front()); }

bool Ensemble::has_single_root() const {
  return std::all_of(members().begin(), members().end(),
                     [](const Model& member) { return member.options().transitions.single_root; });
}

}  // namespace panarc
