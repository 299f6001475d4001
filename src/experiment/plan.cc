#include "experiment/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/child_process.h"
#include "io/file_content.h"
#include "panarc/error.h"

namespace panarc {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIdDigits = 8;

/// A name that is valid in any file system, and needs no quotes in a shell.
std::string file_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '_' || c == '=';
    if (plain) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  constexpr std::size_t kLongest = 80;
  if (name.size() > kLongest) name.resize(kLongest);
  return name;
}

std::string joined(const std::vector<RunStep>& steps) {
  std::string text;
  for (const RunStep& step : steps) {
    for (const std::string& word : step.words) text += word + '\0';
    text += '\n';
  }
  return text;
}

class Planner {
 public:
  Planner(const ExperimentFile& file, const ExperimentSetup& setup) : file_(file), setup_(setup) {
    plan_.sample = (fs::path(setup.output) / "sample").string();
    // What will be there once the sample is written.
    for (const auto& [name, path] : sample_parts(plan_.sample)) {
      hashes_[path] = content_hash(sample_bytes(name));
    }
    find_folders();
  }

  Plan plan() {
    for (const ExperimentPart& part : file_.parts) {
      plan_.parts.emplace_back();
      const std::vector<std::uint64_t> seeds =
          setup_.quick && part.seeds.size() > file_.quick_seeds.size() ? file_.quick_seeds
                                                                       : part.seeds;
      for (const Setting& setting : part.settings) {
        const ExperimentOptions options =
            setup_.quick ? with_options(setting.options, part.quick) : setting.options;
        check(part, setting, options);
        for (const std::string& treebank : treebanks_of(part)) {
          for (const std::uint64_t seed : seeds) add(part, setting.name, options, treebank, seed);
        }
      }
    }
    return std::move(plan_);
  }

 private:
  /// Finds the existing folders, by the end of their name.
  void find_folders() {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder_of_runs(setup_.output), failure)) {
      const std::string name = entry.path().filename().string();
      if (name.size() > kIdDigits) folders_[name.substr(name.size() - kIdDigits)] = name;
    }
  }

  [[nodiscard]] std::vector<std::string> treebanks_of(const ExperimentPart& part) const {
    return setup_.quick ? std::vector<std::string>{kSampleTreebank} : part.treebanks;
  }

  const TreebankParts& find(const std::string& name, const ExperimentPart& part) {
    auto found = treebanks_.find(name);
    if (found == treebanks_.end()) {
      const std::string directory = setup_.treebanks.empty()
                                        ? fs::path(setup_.file).parent_path().string()
                                        : setup_.treebanks;
      const bool built_in =
          name == kSampleTreebank && (setup_.quick || !fs::exists(fs::path(directory) / name));
      found =
          treebanks_
              .emplace(name, built_in ? sample_parts(plan_.sample) : find_treebank(directory, name))
              .first;
    }
    for (const std::string& needed : needed_parts(part.command)) {
      if (found->second.contains(needed)) continue;
      throw Error(part.place, fmt::format("the treebank {} has no {}.conllu", name, needed));
    }
    return found->second;
  }

  /// Throws Error at an invalid option, as the command itself would.
  void check(const ExperimentPart& part, const Setting& setting, const ExperimentOptions& options) {
    check_reserved(options, reserved_options(part.command));
    check_reserved(part.test, {"help", "output"});
    if (!setup_.check) return;
    RunInput input{part.command, options, part.test, {}, 1, "RUN"};
    for (const std::string& needed : needed_parts(part.command)) {
      input.treebank[needed] = needed + ".conllu";
    }
    for (const RunStep& step : steps_of(input)) {
      const std::string wrong = setup_.check(step.words);
      if (wrong.empty()) continue;
      const ExperimentOptions& of_step = step.name == "convert" ? part.test : options;
      throw Error(place_in(of_step, wrong, setting.place), wrong);
    }
  }

  static void check_reserved(const ExperimentOptions& options,
                             const std::vector<std::string>& reserved) {
    for (const ExperimentOption& option : options) {
      if (std::find(reserved.begin(), reserved.end(), option.name) == reserved.end()) continue;
      throw Error(
          option.place,
          fmt::format("found the option {}, which the runs of an experiment set", option.name));
    }
  }

  /// The place of the option that a message mentions.
  static Place place_in(const ExperimentOptions& options, const std::string& message,
                        const Place& otherwise) {
    for (const ExperimentOption& option : options) {
      const std::size_t found = message.find("--" + option.name);
      if (found == std::string::npos) continue;
      const std::size_t end = found + 2 + option.name.size();
      if (end == message.size() || std::string_view(": ;,").find(message[end]) != std::string::npos)
        return option.place;
    }
    return otherwise;
  }

  void add(const ExperimentPart& part, const std::string& setting, const ExperimentOptions& options,
           const std::string& treebank, std::uint64_t seed) {
    RunInput input{part.command, options, part.test, {}, seed, "RUN"};
    const TreebankParts& files = find(treebank, part);
    // Commands are the same wherever the files are.
    for (const auto& [name, path] : files)
      input.treebank[name] = fmt::format("{}/{}", treebank, name);
    const std::string commands = joined(steps_of(input));
    const auto [known, added] = runs_.emplace(commands, plan_.runs.size());
    plan_.parts.back().push_back({setting, treebank, seed, known->second});
    if (!added) return;
    const std::string id = fmt::format("{:016x}", content_hash(commands)).substr(0, kIdDigits);
    std::string name =
        fmt::format("{}-{}-{}-{}", file_name(setting), file_name(treebank), seed, id);
    const auto folder = folders_.find(id);
    if (folder != folders_.end()) name = folder->second;
    input.treebank = files;
    input.folder = (fs::path(folder_of_runs(setup_.output)) / name).string();
    plan_.runs.push_back(make_run(part, setting, treebank, input));
    plan_.runs.back().fingerprint = fingerprint(commands, input);
  }

  Run make_run(const ExperimentPart& part, const std::string& setting, const std::string& treebank,
               const RunInput& input) {
    Run run;
    run.planned.part = part.title;
    run.planned.setting = setting;
    run.planned.treebank = treebank;
    run.planned.seed = input.seed;
    run.planned.folder = input.folder;
    run.command = part.command;
    run.steps = steps_of(input);
    if (part.command == PartCommand::kTrain) run.gold = gold_of(input);
    for (const RunStep& step : run.steps) {
      std::vector<std::string> words{"panarc"};
      words.insert(words.end(), step.words.begin(), step.words.end());
      run.planned.commands.push_back(shell_line(words));
    }
    std::error_code failure;
    const auto size = fs::file_size(input.treebank.at("train"), failure);
    run.training_bytes = failure ? 1 : static_cast<double>(size);
    return run;
  }

  std::uint64_t hash_of(const std::string& path) {
    const auto found = hashes_.find(path);
    if (found != hashes_.end()) return found->second;
    return hashes_[path] = content_hash(read_file(path));
  }

  /// Options may also name files, such as templates: these count by their contents.
  std::string fingerprint(const std::string& commands, const RunInput& input) {
    std::string text = fmt::format("{}\n{}", version(), commands);
    for (const std::string& part : needed_parts(input.command)) {
      text += fmt::format("{:016x}\n", hash_of(input.treebank.at(part)));
    }
    for (const ExperimentOption& option : input.options) {
      for (const std::string& value : option.values) {
        std::error_code failure;
        if (fs::is_regular_file(value, failure)) text += fmt::format("{:016x}\n", hash_of(value));
      }
    }
    return fmt::format("{:016x}", content_hash(text));
  }

  const ExperimentFile& file_;
  const ExperimentSetup& setup_;
  Plan plan_;
  std::map<std::string, std::uint64_t> hashes_;  // of contents, by path
  std::map<std::string, TreebankParts> treebanks_;
  std::map<std::string, std::string> folders_;
  std::map<std::string, std::size_t> runs_;  // by their commands
};

}  // namespace

std::string folder_of_runs(const std::string& output) {
  return (fs::path(output) / "runs").string();
}

Plan plan_runs(const ExperimentFile& file, const ExperimentSetup& setup) {
  return Planner(file, setup).plan();
}

}  // namespace panarc
