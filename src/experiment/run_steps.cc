#include "experiment/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace panarc {

namespace {

std::string in_folder(const RunInput& input, const char* file) {
  return (std::filesystem::path(input.folder) / file).string();
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

RunStep convert_step(const RunInput& input) {
  RunStep step{"convert", {"convert", input.treebank.at("test")}, "convert.log", {kTestFile}};
  append(step.words, words_of(input.test));
  append(step.words, {"-o", in_folder(input, kTestFile)});
  return step;
}

std::vector<RunStep> train_steps(const RunInput& input) {
  const std::string model = in_folder(input, kModelFile);
  const std::string parsed = in_folder(input, kParsedFile);
  const std::string test = gold_of(input);
  std::vector<RunStep> steps;
  if (!input.test.empty()) steps.push_back(convert_step(input));
  RunStep train{"train",
                {"train", input.treebank.at("train"), "--dev", input.treebank.at("dev")},
                kTrainLog,
                {kModelFile, kEpochsFile}};
  append(train.words, words_of(input.options));
  append(train.words, {"--seed", fmt::format("{}", input.seed), "--threads", "1", "--resume",
                       "--log", in_folder(input, kEpochsFile), "-o", model});
  RunStep parse{"parse",
                {"parse", model, test, "--threads", "1", "--verbose", "-o", parsed},
                kParseLog,
                {kParsedFile}};
  RunStep eval{"eval", {"eval", test, parsed, "--json"}, kScoresFile, {}};
  steps.push_back(std::move(train));
  steps.push_back(std::move(parse));
  steps.push_back(std::move(eval));
  return steps;
}

std::vector<RunStep> schemes_steps(const RunInput& input) {
  RunStep step{"schemes",
               {"schemes", input.treebank.at("train"), "--dev", input.treebank.at("dev"), "--test",
                input.treebank.at("test")},
               kScoresFile,
               {}};
  const std::vector<std::string> options = words_of(input.options);
  append(step.words, options);
  // One seed per run, unless the experiment says otherwise.
  if (std::find(options.begin(), options.end(), "--seeds") == options.end()) {
    append(step.words, {"--seeds", "1"});
  }
  append(step.words, {"--seed", fmt::format("{}", input.seed), "--threads", "1", "--json"});
  return {std::move(step)};
}

std::vector<RunStep> stats_steps(const RunInput& input) {
  RunStep step{"stats", {"stats", input.treebank.at("train")}, kScoresFile, {}};
  append(step.words, words_of(input.options));
  append(step.words, {"--json"});
  return {std::move(step)};
}

}  // namespace

std::vector<RunStep> steps_of(const RunInput& input) {
  switch (input.command) {
    case PartCommand::kTrain:
      return train_steps(input);
    case PartCommand::kSchemes:
      return schemes_steps(input);
    case PartCommand::kStats:
      break;
  }
  return stats_steps(input);
}

std::string gold_of(const RunInput& input) {
  return input.test.empty() ? input.treebank.at("test") : in_folder(input, kTestFile);
}

std::vector<std::string> needed_parts(PartCommand command) {
  if (command == PartCommand::kStats) return {"train"};
  return {"train", "dev", "test"};
}

std::vector<std::string> reserved_options(PartCommand command) {
  switch (command) {
    case PartCommand::kTrain:
      return {"dev",    "force", "help",   "json", "log",
              "output", "quiet", "resume", "seed", "threads"};
    case PartCommand::kSchemes:
      return {"dev", "help", "json", "plot", "quiet", "seed", "test", "threads"};
    case PartCommand::kStats:
      break;
  }
  return {"by", "csv", "help", "json", "markdown", "quiet", "validate"};
}

}  // namespace panarc
