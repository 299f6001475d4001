#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.h"
#include "cli/table.h"
#include "cli/train_arguments.h"
#include "io/model_file.h"
#include "model/model.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDescription = "Tell what a model is: options, data, scores, sizes";

constexpr const char* kExamples = R"(
Examples:
  panarc info parser.model
  panarc info parser.model --json | jq .training.scores.LAS
)";

struct InfoOptions {
  std::string model;
  bool json = false;
};

Json parser_json(const Model& model) {
  const ModelOptions& options = model.options();
  Json json;
  json["system"] = options.system;
  json["root"] = name_of(root_positions(), options.transitions.root);
  json["single_root"] = options.transitions.single_root;
  json["span"] = options.transitions.span == 0 ? Json(nullptr) : Json(options.transitions.span);
  json["label_mode"] = name_of(label_modes(), options.labels);
  json["beam"] = options.beam;
  json["delexicalized"] = options.delexicalized;
  json["pseudo_projective"] =
      options.pseudo_projective
          ? Json(name_of(pseudo_projective_schemes(), *options.pseudo_projective))
          : Json(nullptr);
  return json;
}

/// All there is to tell, in the order in which it is told.
Json describe(const std::string& path) {
  const Model model = Model::load(path);
  const ModelFile file = ModelFile::open(path, Placement::kMapped);
  Json json;
  json["model"] = path;
  json["format_version"] = file.version();
  json["parser"] = parser_json(model);
  json["templates"] = Json::array();
  for (const Template& feature : templates_of(model.options())) {
    json["templates"].push_back(to_string(feature));
  }
  json["labels"] = model.labels().names;
  json["classes"] = model.weights().classes();
  json["features"] = model.weights().size();
  Json sections;
  for (const std::string_view name : file.section_names()) {
    sections[std::string(name)] = file.section(name).size();
  }
  json["sections"] = std::move(sections);
  std::error_code failure;
  const auto bytes = std::filesystem::file_size(path, failure);
  json["bytes"] = failure ? Json(nullptr) : Json(bytes);
  const auto report = nlohmann::json::parse(model.report());
  json["training"] = report.is_object() ? Json(report) : Json::object();
  return json;
}

/// A value in a line of a table.
std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_float()) return fmt::format("{:g}", value.get<double>());
  if (value.is_array()) {
    std::vector<std::string> parts;
    for (const Json& part : value) parts.push_back(text_of(part));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
  return value.dump();
}

std::string spaced(std::string key) {
  for (char& c : key) {
    if (c == '_') c = ' ';
  }
  return key;
}

/// The values of an object that are there, a line each.
void add_rows(Table& table, const Json& object) {
  for (const auto& [key, value] : object.items()) {
    if (!value.is_null()) table.add_row({"  " + spaced(key), text_of(value)});
  }
}

void add_treebank(Table& table, const char* name, const Json& treebank) {
  if (!treebank.is_object()) return;
  const Json files =
      treebank.contains("files") ? treebank["files"] : treebank.value("file", Json());
  table.add_row({name, fmt::format("{}: {} sentences, {} words", text_of(files),
                                   text_of(treebank.value("sentences", Json())),
                                   text_of(treebank.value("words", Json())))});
}

void add_scores(Table& table, const Json& training) {
  if (!training.contains("scores")) return;
  std::vector<std::string> scores;
  for (const auto& [name, value] : training["scores"].items()) {
    if (value.is_number()) scores.push_back(fmt::format("{} {:.2f}", name, value.get<double>()));
  }
  table.add_row({"scores on dev", fmt::format("{}", fmt::join(scores, ", "))});
}

void add_training(Table& table, const Json& training) {
  const auto add = [&](const char* name, const char* key) {
    if (!training.contains(key)) return;
    const std::string text = text_of(training[key]);
    if (!text.empty()) table.add_row({name, text});
  };
  add("trained by panarc", "panarc");
  if (training.contains("training")) add_treebank(table, "training data", training["training"]);
  if (training.contains("dev")) add_treebank(table, "development data", training["dev"]);
  add("begun with", "from");
  add("strategy", "strategy");
  add("features", "features");
  if (training.contains("epochs")) {
    table.add_row({"epochs", fmt::format("{}", training["epochs"].size())});
  }
  add("best epoch", "best_epoch");
  add_scores(table, training);
  if (training.contains("options")) {
    table.add_row({"training options", ""});
    add_rows(table, training["options"]);
  }
}

std::string print_table(const Json& json) {
  Table table({"model", json["model"].get<std::string>()}, Table::Content::kText);
  table.add_row({"format version", text_of(json["format_version"])});
  table.add_row({"parser", ""});
  add_rows(table, json["parser"]);
  add_training(table, json["training"]);
  table.add_row({"templates", fmt::format("{}", json["templates"].size())});
  table.add_row({"features with weights", text_of(json["features"])});
  table.add_row({"classes", text_of(json["classes"])});
  table.add_row({"labels", fmt::format("{}", json["labels"].size())});
  table.add_row({"bytes", text_of(json["bytes"])});
  add_rows(table, json["sections"]);
  return table.text();
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", kDescription);
  command->footer(kExamples);
  auto options = std::make_shared<InfoOptions>();
  command->add_option("MODEL", options->model, "What `panarc train` has written")->required();
  command->add_flag("--json", options->json, "Print JSON: the same, and the labels and templates");
  command->callback([options] {
    if (options->model == "-") throw CLI::ValidationError("MODEL", "it must be a file");
    const Json json = describe(options->model);
    fmt::print("{}", options->json ? json.dump() + "\n" : print_table(json));
  });
}

}  // namespace panarc::cli
