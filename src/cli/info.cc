#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/table.h"
#include "cli/text.h"
#include "panarc/json.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kInfoDescription = "Describe a model: options, data, scores, sizes";

constexpr const char* kInfoExamples = R"(
Examples:
  panarc info parser.model
  panarc info parser.model --json | jq .training.scores.LAS
  zstd -dc parser.model.zst | panarc info -
)";

struct InfoOptions {
  std::string model;
  bool json = false;
};

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

constexpr const char* kIndent = "  ";

/// The values of an object that are present, one per line.
void add_rows(Table& table, const Json& object, const std::string& indent = kIndent) {
  for (const auto& [key, value] : object.items()) {
    if (!value.is_null()) table.add_row({indent + spaced(key), text_of(value)});
  }
}

void add_treebank(Table& table, const std::string& name, const Json& treebank) {
  if (!treebank.is_object()) return;
  const Json files =
      treebank.contains("files") ? treebank["files"] : treebank.value("file", Json());
  table.add_row({name, fmt::format("{}: {} sentences, {} words", text_of(files),
                                   text_of(treebank.value("sentences", Json())),
                                   text_of(treebank.value("words", Json())))});
}

void add_training(Table& table, const Json& training, const std::string& indent = "") {
  const auto add_line = [&](const char* name, const std::string& text) {
    if (!text.empty()) table.add_row({indent + name, text});
  };
  const auto add = [&](const char* name, const char* key) {
    if (training.contains(key)) add_line(name, text_of(training[key]));
  };
  const auto add_data = [&](const char* name, const char* key) {
    if (training.contains(key)) add_treebank(table, indent + name, training[key]);
  };
  add("trained by panarc", "panarc");
  add_data("training data", "training");
  add_data("development data", "dev");
  add("started from", "from");
  add("strategy", "strategy");
  add("features", "features");
  if (training.contains("epochs")) {
    add_line("epochs", fmt::format("{}", training["epochs"].size()));
  }
  add("best epoch", "best_epoch");
  add("models added up", "models");
  add("best epochs", "best_epochs");
  if (training.contains("scores")) add_line("scores on dev", scores_text(training["scores"]));
  if (training.contains("options")) {
    table.add_row({indent + "training options", ""});
    add_rows(table, training["options"], indent + kIndent);
  }
}

/// `2 arc-hybrid, right-to-left    weight 0.91, UAS 90.12, LAS 88.30`.
void add_members(Table& table, const Json& json) {
  if (!json.contains("members")) return;
  table.add_row({"members", fmt::format("{}", json["members"].size())});
  for (std::size_t i = 0; i < json["members"].size(); ++i) {
    const Json& member = json["members"][i];
    const std::string name = fmt::format("  {} {}", i + 1, text_of(member["name"]));
    std::string text = fmt::format("weight {:.2f}", member["weight"].get<double>());
    if (member.contains("scores")) {
      for (const char* score : {"UAS", "LAS"}) {
        const Json value = member["scores"].value(score, Json());
        if (value.is_number()) text += fmt::format(", {} {:.2f}", score, value.get<double>());
      }
    }
    table.add_row({name, text});
  }
}

void add_parser_rows(Table& table, const Json& json) {
  if (json.contains("members")) {
    add_members(table, json);
  } else {
    table.add_row({"parser", ""});
    add_rows(table, json["parser"]);
    if (json.contains("action_votes")) {
      table.add_row({"votes for actions", text_of(json["action_votes"])});
    }
  }
  add_training(table, json["training"]);
  if (json.contains("missing")) {
    table.add_row({"needs", text_of(json["missing"])});
    return;
  }
  table.add_row({"columns", text_of(json["columns"])});
  if (json.contains("sizes")) {
    table.add_row({"parameters", text_of(json["parameters"])});
    add_rows(table, json["sizes"]);
  } else {
    if (!json.contains("members")) {
      table.add_row({"templates", fmt::format("{}", json["templates"].size())});
    }
    table.add_row({"features with weights", text_of(json["features"])});
  }
  table.add_row({"classes", text_of(json["classes"])});
  table.add_row({"labels", fmt::format("{}", json["labels"].size())});
  if (json.contains("tags")) table.add_row({"tags", text_of(json["tags"])});
}

void add_tagger_rows(Table& table, const Json& tagger) {
  table.add_row({"tagger", text_of(tagger["scorer"])});
  table.add_row({"  columns", text_of(tagger["columns"])});
  table.add_row({"  beam", text_of(tagger["beam"])});
  table.add_row({"  tags", text_of(tagger["tags"])});
  table.add_row({"  lemma scripts", text_of(tagger["lemma_scripts"])});
  add_training(table, tagger["training"], kIndent);
}

void add_segmenter_rows(Table& table, const Json& segmenter) {
  if (segmenter.contains("language")) {
    table.add_row({"segmenter", "rules for " + text_of(segmenter["language"])});
    return;
  }
  if (!segmenter["learnt"].get<bool>()) {
    table.add_row({"segmenter", "white space"});
    return;
  }
  table.add_row({"segmenter", "learnt"});
  add_training(table, segmenter["training"], kIndent);
}

void add_card(Table& table, const Json& card) {
  table.add_row({"card", ""});
  for (const auto& [key, value] : card.items()) {
    std::string name = kIndent + spaced(key);
    const std::string text = value.is_object() ? scores_text(value) : text_of(value);
    for (const std::string_view line : split(text, '\n')) {
      table.add_row({std::exchange(name, ""), std::string(line)});
    }
  }
}

std::string table_text(const Json& json) {
  Table table({"model", json["model"].get<std::string>()}, Table::Content::kText);
  table.add_row({"format version", text_of(json["format_version"])});
  if (json.contains("card")) add_card(table, json["card"]);
  if (json.contains("parser")) add_parser_rows(table, json);
  if (json.contains("tagger")) add_tagger_rows(table, json["tagger"]);
  if (json.contains("segmenter")) add_segmenter_rows(table, json["segmenter"]);
  table.add_row({"bytes", text_of(json["bytes"])});
  for (const auto& [name, bytes] : json["sections"].items()) {
    table.add_row({kIndent + name, text_of(bytes)});
  }
  return table.text();
}

void run(const InfoOptions& options) {
  const std::string json = to_json(read_model_contents(options.model), options.model);
  fmt::print("{}", options.json ? json + "\n" : table_text(Json::parse(json)));
}

}  // namespace

void add_info(Program& program) {
  Command& command = program.add("info", kInfoDescription, kInfoExamples);
  auto& options = command.with<InfoOptions>(run);
  add_text(command, "MODEL", options.model, "", "A model written by `panarc train`").require();
  add_flag(command, "--json", options.json,
           "Print JSON: the same, with the labels and templates themselves");
}

}  // namespace panarc::cli
