#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "cli/experiment_progress.h"
#include "cli/run_command.h"
#include "support/groups.h"

namespace panarc {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kSweep = R"(title = "Sweep"
treebanks = ["sample"]
seeds = 2
[[part]]
title = "Strategies"
by = "quarter"
[part.options]
epochs = 2
fast = true
[part.sweep]
strategy = ["greedy", "greedyn"]
[[part]]
title = "Counts"
command = "stats"
)";

class ExperimentCommand : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments) const {
    return test::run_panarc(directory_, "experiment " + arguments);
  }
  void write(const std::string& text) const { test::write_bytes(directory_ / "sweep.toml", text); }
  [[nodiscard]] bool exists(const std::string& file) const { return fs::exists(directory_ / file); }

  test::TemporaryDirectory directory_;
};

TEST_F(ExperimentCommand, RunsASweepAndReportsIt) {
  write(kSweep);
  const auto first = run("$D/sweep.toml -o $D/out --jobs 2");
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("panarc: 5 of 5: "));
  EXPECT_THAT(first.out, AllOf(HasSubstr("Strategies        runs    LAS\n"),
                               HasSubstr("\nstrategy=greedyn     2  ")));
  for (const char* file : {"report.md", "report.html", "results.csv"}) {
    EXPECT_TRUE(exists(std::string("out/") + file)) << file;
  }
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(directory_ / "out/runs")) {
    ++folders;
    EXPECT_TRUE(fs::exists(entry.path() / "result.json"));
    const bool trained = entry.path().filename().string().starts_with("strategy");
    for (const char* file :
         {"model", "train.log", "epochs.jsonl", "scores.json", "parsed.conllu"}) {
      EXPECT_EQ(fs::exists(entry.path() / file), trained || file == std::string("scores.json"));
    }
  }
  EXPECT_EQ(folders, 5U);
  const auto again = run("$D/sweep.toml -o $D/out --report --json");
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, IsEmpty());
  const auto json = nlohmann::json::parse(again.out);
  const auto& trained = json.at("parts").at(0).at("runs").at(0);
  EXPECT_EQ(trained.at("setting"), "strategy=greedy");
  EXPECT_EQ(trained.at("epochs").size(), 2U);
  EXPECT_EQ(trained.at("groups").size(), 4U);
  EXPECT_GT(trained.at("figures").at("LAS"), 70);
  EXPECT_GT(trained.at("figures").at("words_per_second"), 1000);
  EXPECT_GT(trained.at("epochs").at(1).at("cpu_seconds"), 0);
  double right = 0;
  double words = 0;
  for (const auto& sentence : trained.at("sentences")) {
    right += sentence.at(0).get<double>();
    words += sentence.at(1).get<double>();
  }
  EXPECT_NEAR(100 * right / words, trained.at("figures").at("LAS"), 1e-9);
}

TEST_F(ExperimentCommand, PrintsCommandsThatMakeARunAgain) {
  write(kSweep);
  const auto result = run("$D/sweep.toml -o $D/out --dry-run");
  EXPECT_EQ(result.status, 0);
  EXPECT_FALSE(exists("out"));
  EXPECT_THAT(result.out, HasSubstr("# strategy=greedy, sample, seed 1\npanarc train "));
  EXPECT_THAT(result.out, HasSubstr(" --epochs 2 --fast --strategy greedy --seed 1 --threads 1 "));
  EXPECT_EQ(run("$D/sweep.toml -o $D/out -q --no-models").status, 0);
  for (const auto& entry : fs::directory_iterator(directory_ / "out/runs")) {
    EXPECT_FALSE(fs::exists(entry.path() / "model"));
    EXPECT_TRUE(fs::exists(entry.path() / "commands.sh"));
  }
  EXPECT_THAT(run("$D/sweep.toml -o $D/out --dry-run").out, HasSubstr("seed 1 (done)"));
}

TEST_F(ExperimentCommand, ChecksOptionsBeforeAnythingRuns) {
  const auto message = [&](const std::string& options) {
    write("title = \"T\"\ntreebanks = [\"sample\"]\n[[part]]\ntitle = \"P\"\n[part.options]\n" +
          options);
    const auto result = run("$D/sweep.toml -o $D/out");
    EXPECT_EQ(result.status, 1);
    EXPECT_FALSE(exists("out"));
    return result.err;
  };
  EXPECT_THAT(
      message("fast = true\nbeem = 8\n"),
      AllOf(HasSubstr("sweep.toml:7:"), HasSubstr("unknown option --beem; did you mean --beam?")));
  EXPECT_THAT(message("beam = 0\n"), AllOf(HasSubstr("sweep.toml:6:"), HasSubstr("--beam")));
  EXPECT_THAT(message("strategy = \"earlier\"\n"), HasSubstr("--strategy"));
  EXPECT_THAT(message("system = \"arc-eager-span\"\n"), HasSubstr("--span"))
      << "what makes no sense together is known, too";
  EXPECT_THAT(message("features = \"none.txt\"\n"), HasSubstr("--features"));
  EXPECT_EQ(run("$D/none.toml").status, 1);
  EXPECT_EQ(run("").status, 2);
  EXPECT_EQ(run("$D/sweep.toml --dry-run --report").status, 2);
}

TEST_F(ExperimentCommand, GoesOnWhenARunFails) {
  fs::create_directory(directory_ / "bad");
  for (const char* part : {"train", "dev", "test"}) {
    test::write_bytes(directory_ / fmt::format("bad/{}.conllu", part), "no treebank\n\n");
  }
  write(
      "title = \"T\"\ntreebanks = [\"bad\", \"sample\"]\n[[part]]\ntitle = \"P\"\n"
      "[part.options]\nepochs = 1\nfast = true\n");
  const auto result = run("$D/sweep.toml -o $D/out --quiet");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("default, bad, seed 1 failed: train ended with status 1: "));
  EXPECT_THAT(result.err, HasSubstr("bad/train.conllu:1"));
  EXPECT_THAT(result.out, HasSubstr("default     1  ")) << "the other one";
}

TEST_F(ExperimentCommand, TriesOutTheExperimentsOfThePapers) {
  TEST_TAKES_LONG();
  for (const char* name : {"goldberg2012", "aufrant2017", "bjorkelund2015", "wisniewski2018"}) {
    const auto result = run(
        fmt::format("{}/experiments/{}.toml --quick -q -o $D/{}", PANARC_SOURCE_DIR, name, name));
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_THAT(result.out, testing::Not(HasSubstr(" -\n"))) << "every setting has a score";
    EXPECT_TRUE(exists(std::string(name) + "/report.html"));
  }
}

TEST(ExperimentProgress, ShowsHowFarSettingsAre) {
  std::vector<PlannedRun> runs(4);
  for (PlannedRun& run : runs) run.part = "P";
  runs[0].setting = runs[1].setting = "a";
  runs[2].setting = runs[3].setting = "b";
  runs[0].state = RunState::kDone;
  runs[0].treebank = "tb";
  runs[0].seconds = 1.5;
  runs[1].state = RunState::kRunning;
  runs[2].state = RunState::kFailed;
  runs[2].message = "why";
  EXPECT_EQ(cli::progress_table(runs, 65, 20, 80),
            "part  setting  done  running  failed  left\n"
            "P     a           1        1       0     0\n"
            "      b           0        0       1     1\n"
            "1 of 4 runs done, 1 running, 1 failed, 1:05 left\n");
  const std::string last = "1 of 4 runs done, 1 running, 1 failed\n";
  EXPECT_EQ(cli::progress_table(runs, {}, 3, 80), last) << "too few lines";
  EXPECT_EQ(cli::progress_table(runs, {}, 20, 40), last) << "too few columns";
  EXPECT_EQ(cli::progress_line(runs, runs[0], 3700),
            "2 of 4: a, tb, seed 1: 1.5 s, 1:01:40 left\n");
  EXPECT_EQ(cli::progress_line(runs, runs[2], {}), "2 of 4: b, , seed 1 failed: why\n");
}

/// `panarc experiment ../sweep.toml -o out` in a directory, with an option more, if any. It prints
/// into the files `out.txt` and `log`.
pid_t start_sweep(const std::string& directory, const char* option = nullptr) {
  const pid_t process = fork();
  if (process != 0) return process;
  if (chdir(directory.c_str()) != 0) _exit(126);
  dup2(open("out.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
  dup2(open("log", O_WRONLY | O_CREAT | O_APPEND, 0666), STDERR_FILENO);
  execl(PANARC_COMMAND, "panarc", "experiment", "../sweep.toml", "-o", "out", "--jobs", "2", option,
        nullptr);
  _exit(127);
}

int end_of(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return status;
}

bool is_of_time(const std::string& key) {
  return key.ends_with("seconds") || key.ends_with("_per_second") || key.ends_with("_peak_bytes");
}

/// Removes what depends on time.
void remove_times(nlohmann::json& json) {
  if (json.is_object()) {
    std::vector<std::string> times;
    for (const auto& entry : json.items()) {
      if (is_of_time(entry.key())) times.push_back(entry.key());
    }
    for (const std::string& key : times) json.erase(key);
  }
  for (nlohmann::json& value : json) {
    if (value.is_structured()) remove_times(value);
  }
}

class ExperimentInterruption : public ExperimentCommand {
 protected:
  ExperimentInterruption() {
    write(R"(title = "Sweep"
treebanks = ["sample"]
seeds = 2
[[part]]
title = "Strategies"
by = "quarter"
[part.options]
epochs = 3
[part.sweep]
strategy = ["greedy", "greedyn", "maxvNDrestartSO"]
[[part]]
title = "Counts"
command = "stats"
)");
    for (const char* name : {"whole", "cut"}) fs::create_directory(directory_ / name);
  }

  [[nodiscard]] nlohmann::json results(const std::string& name) const {
    EXPECT_EQ(end_of(start_sweep(directory_ / name, "--json")), 0);
    nlohmann::json json = nlohmann::json::parse(test::read_bytes(directory_ / (name + "/out.txt")));
    remove_times(json);
    return json;
  }

  /// The models of all runs, one after the other.
  [[nodiscard]] std::string models(const std::string& name) const {
    std::map<std::string, std::string> models;
    for (const auto& entry : fs::directory_iterator(directory_ / (name + "/out/runs"))) {
      if (!fs::exists(entry.path() / "model")) continue;
      models[entry.path().filename().string()] = test::read_bytes(entry.path() / "model");
      // There are no checkpoints, and no files that are not whole.
      for (const auto& file : fs::directory_iterator(entry.path())) {
        EXPECT_FALSE(file.path().filename().string().starts_with("model.")) << file.path();
      }
    }
    std::string all;
    for (const auto& [run, model] : models) all += run + model;
    return all;
  }
};

/// PANARC_KILLS is how often the sweep is killed; a few times unless told otherwise.
TEST_F(ExperimentInterruption, ByKillLeadsToTheSameResults) {
  TEST_TAKES_LONG();
  const char* variable = std::getenv("PANARC_KILLS");
  const int kills = variable == nullptr ? 4 : std::atoi(variable);
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(end_of(start_sweep(directory_ / "whole")), 0);
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
  Random random(static_cast<std::uint64_t>(start.time_since_epoch().count()));
  int killed = 0;
  for (int i = 0; i < kills; ++i) {
    const pid_t process = start_sweep(directory_ / "cut");
    // So that the last of them comes about when the sweep would be over.
    std::this_thread::sleep_for(2 * random.real() / kills * whole);
    kill(process, SIGKILL);
    if (WIFSIGNALED(end_of(process))) ++killed;
  }
  EXPECT_GT(killed, 0);
  RecordProperty("killed", killed);
  EXPECT_EQ(end_of(start_sweep(directory_ / "cut")), 0) << test::read_bytes(directory_ / "cut/log");
  EXPECT_EQ(results("cut"), results("whole"));
  EXPECT_TRUE(models("cut") == models("whole"));
  EXPECT_THAT(test::read_bytes(directory_ / "cut/log"), testing::Not(HasSubstr("failed")));
}

TEST_F(ExperimentInterruption, BySignalEndsTheProcessesOfRuns) {
  const pid_t process = start_sweep(directory_ / "cut");
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  kill(process, SIGTERM);
  const int status = end_of(process);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
  EXPECT_EQ(end_of(start_sweep(directory_ / "cut")), 0) << test::read_bytes(directory_ / "cut/log");
}

}  // namespace
}  // namespace panarc
