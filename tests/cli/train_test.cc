#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/train_command.h"
#include "io/model_file.h"

namespace panarc {
namespace {

using nlohmann::json;
using test::dev;
using test::fast_training;
using test::json_lines;
using test::sample_file;
using test::short_training;
using test::word_line;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Train = test::TrainCommand;

TEST_F(Train, PrintsATableAndASummary) {
  const auto result = run(short_training() + dev());
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("epoch    updates  loss/sentence"));
  EXPECT_THAT(result.out, HasSubstr("dev UAS  dev LAS"));
  EXPECT_THAT(result.out, HasSubstr("\n    2  "));
  EXPECT_THAT(result.out, HasSubstr("  *\n"));
  EXPECT_THAT(result.out, HasSubstr("best epoch "));
  EXPECT_THAT(result.out, HasSubstr("MB, trained in"));
  EXPECT_THAT(result.err, IsEmpty());  // no progress where there is no terminal
  EXPECT_TRUE(exists("m"));
  EXPECT_FALSE(exists("m.checkpoint"));
}

TEST_F(Train, ShowsProgressOnATerminalWithoutColourToo) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal == -1 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) {
    GTEST_SKIP() << "there are no pseudo-terminals here";
  }
  const std::string name = ::ptsname(terminal);
  const int held = ::open(name.c_str(), O_RDWR | O_NOCTTY);
  ::setenv("NO_COLOR", "1", 1);
  static_cast<void>(run(fmt::format("{}>$D/out 2>{}; true", short_training(), name)));
  ::unsetenv("NO_COLOR");
  std::array<char, 4096> shown{};
  const ssize_t size = ::read(terminal, shown.data(), shown.size());
  ASSERT_GT(size, 0);
  EXPECT_THAT(std::string(shown.data(), static_cast<std::size_t>(size)),
              HasSubstr("epoch 1  100%"));
  ::close(held);
  ::close(terminal);
}

TEST_F(Train, PrintsJson) {
  const auto result = run(short_training() + dev() + "--json --quiet");
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<json> lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 3);
  EXPECT_EQ(lines[0]["epoch"], 1);
  EXPECT_GT(lines[0]["updates"], 0);
  EXPECT_GT(lines[0]["dev"]["UAS"], 50);
  EXPECT_EQ(lines[0]["best"], true);
  for (const char* key : {"loss", "completed", "used", "features", "seconds", "cpu_seconds",
                          "label_updates", "resumed"}) {
    EXPECT_TRUE(lines[1].contains(key)) << key;
  }
  EXPECT_EQ(lines[2]["epochs"], 2);
  EXPECT_EQ(lines[2]["dev"]["LAS"],
            lines[lines[2]["best_epoch"].get<std::size_t>() - 1]["dev"]["LAS"]);
  EXPECT_EQ(lines[2]["bytes"], std::filesystem::file_size(directory_ / "m"));
}

TEST_F(Train, PrintsADiagnosis) {
  const std::string diagnosis = "--batch 1 --diagnose ";
  const auto table = run(short_training() + dev() + diagnosis);
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("to the end    used  lowered  divergence  dev UAS"));
  const std::vector<json> lines =
      json_lines(run(short_training() + dev() + diagnosis + "--json").out);
  EXPECT_GT(lines[0]["lowered"], 0);
  EXPECT_GT(lines[0]["divergence"], 0);
  // Without development data there is nothing to compare with.
  const auto alone = json_lines(run(short_training() + diagnosis + "--json").out);
  EXPECT_TRUE(alone[0].contains("lowered"));
  EXPECT_FALSE(alone[0].contains("divergence"));
}

TEST_F(Train, IsQuiet) {
  const auto result = run(short_training() + dev() + "-q --max-words 10");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Train, DoesWithoutADevelopmentSet) {
  const auto result = run(short_training());
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, Not(HasSubstr("dev")));
  EXPECT_THAT(result.out, Not(HasSubstr("*")));
  EXPECT_THAT(result.err, HasSubstr("without --dev nothing is scored, and the last epoch is kept"));
  EXPECT_EQ(info()["training"]["best_epoch"], 2);
  EXPECT_THAT(run(short_training() + "-q").err, IsEmpty());
}

TEST_F(Train, GivesTheSameFileForTheSameSeed) {
  ASSERT_EQ(run(short_training() + dev() + "-q --threads 1").status, 0);
  const std::string first = file("m");
  ASSERT_EQ(run(short_training() + dev() + "-q --threads 2").status, 0);
  EXPECT_TRUE(file("m") == first);
  ASSERT_EQ(run(short_training() + dev() + "-q --seed 2").status, 0);
  EXPECT_FALSE(file("m") == first);
}

TEST_F(Train, TakesTheDefaultsOfTheMostAccurateParser) {
  const auto result = run(sample_file("train") + "-q -o $D/m --epochs 1 --max-words 6");
  ASSERT_EQ(result.status, 0) << result.err;
  const json about = info();
  EXPECT_EQ(about["parser"]["system"], "arc-eager");
  EXPECT_GT(about["parser"]["beam"], 1);
  EXPECT_EQ(about["parser"]["single_root"], true);
  EXPECT_THAT(about["training"]["strategy"], HasSubstr("beam, dynamic oracle"));
}

TEST_F(Train, ReportsWhatItDid) {
  ASSERT_EQ(run(sample_file("dev") + "" + short_training() + "-q --dev " + sample_file("test") +
                "--strategy early --beam 3 --seed 7 --max-words 10")
                .status,
            0);
  const json training = info()["training"];
  EXPECT_EQ(training["training"]["files"], json({"dev.conllu", "train.conllu"}));
  EXPECT_GT(training["training"]["words"], training["training"]["sentences"]);
  EXPECT_EQ(training["dev"]["file"], "test.conllu");
  EXPECT_EQ(training["dev"]["sentences"], 60);
  EXPECT_EQ(training["strategy"], "beam, static oracle, early update, one update per sentence");
  EXPECT_EQ(training["options"]["seed"], 7);
  EXPECT_EQ(training["options"]["oracle"], "static");
  EXPECT_EQ(training["options"]["violation"], "early");
  EXPECT_EQ(training["epochs"].size(), 2);
  EXPECT_FALSE(training["epochs"][0].contains("seconds"));
  EXPECT_FALSE(training["options"].contains("threads"));
  EXPECT_TRUE(training["scores"].contains("LAS"));
}

TEST_F(Train, TakesOptionsOfTheParser) {
  const auto parser_after = [&](const std::string& arguments) {
    const auto result = run(short_training() + "-q --max-words 8 " + arguments);
    EXPECT_EQ(result.status, 0) << arguments << result.err;
    return info()["parser"];
  };
  EXPECT_EQ(parser_after("--system arc-hybrid --root first")["root"], "first");
  EXPECT_EQ(parser_after("--system swap --swap-oracle lazy")["root"], "first");
  EXPECT_EQ(parser_after("--several-roots")["single_root"], false);
  EXPECT_EQ(parser_after("--single-root")["single_root"], true);
  EXPECT_EQ(parser_after("--system arc-eager-span --span 3")["span"], 3);
  EXPECT_EQ(parser_after("--labels parallel")["label_mode"], "parallel");
  EXPECT_EQ(parser_after("--labels none")["label_mode"], "none");
  EXPECT_EQ(parser_after("--delexicalized")["delexicalized"], true);
  EXPECT_EQ(parser_after("--pseudo-projective head+path")["pseudo_projective"], "head+path");
}

TEST_F(Train, ChoosesTheBeamByTheStrategy) {
  const auto beam_after = [&](const std::string& arguments) {
    EXPECT_EQ(run(sample_file("dev") + "-o $D/m -q --epochs 1 --max-words 5 " + arguments).status,
              0)
        << arguments;
    return info()["parser"]["beam"].get<int>();
  };
  EXPECT_EQ(beam_after("--strategy greedy"), 1);
  EXPECT_EQ(beam_after("--strategy greedy --beam 4"), 4);
  EXPECT_EQ(beam_after("--fast"), 1);
  EXPECT_GT(beam_after("--fast --strategy maxv"), 1);
  EXPECT_EQ(beam_after("--beam 5"), 5);
}

TEST_F(Train, TakesEveryStrategyAndPart) {
  for (const std::string arguments :
       {"greedy",
        "goldberg",
        "greedyn",
        "early",
        "maxv",
        "full",
        "earlyND",
        "maxvND",
        "earlyNDrestart",
        "maxvNDrestart",
        "earlyNDrestartSO",
        "maxvNDrestartSO",
        "goldberg --explore-after 1 --explore-rate 0.5",
        "early --oracle dynamic --positive random",
        "early --negative random --time-limit 20 --reset-every 5",
        "earlyND --restart --explore 0.3",
        "goldberg --explore 0,0.5,0.9",
        "maxv --cost-sensitive",
        "maxvNDrestartSO --no-restart",
        "earlyND --violation full",
        "early --cost closed-form",
        "greedy --learner passive-aggressive --aggressiveness 0.05"}) {
    const auto result = run(
        fmt::format("{} -q --epochs 1 --max-words 7 --strategy {}", fast_training(), arguments));
    EXPECT_EQ(result.status, 0) << arguments << result.err;
  }
}

TEST_F(Train, TakesOtherNumbers) {
  const auto result =
      run(short_training() + dev() +
          "-q --patience 1 --batch 3 --rare-count 2 --rare-rate 0.1 --prune 0.25 --min-changes 2 "
          "--max-words 7");
  ASSERT_EQ(result.status, 0) << result.err;
  const json options = info()["training"]["options"];
  EXPECT_EQ(options["patience"], 1);
  EXPECT_EQ(options["batch"], 3);
  EXPECT_EQ(options["rare_count"], 2);
  EXPECT_EQ(options["rare_rate"], 0.1);
  EXPECT_EQ(options["prune"], 0.25);
  EXPECT_EQ(options["min_changes"], 2);
}

TEST_F(Train, TakesTemplatesFromAFile) {
  test::write_bytes(directory_ / "good.txt", "s0.upos b0.upos  # two\n");
  ASSERT_EQ(run(short_training() + "-q --features $D/good.txt").status, 0);
  EXPECT_EQ(info()["templates"], json({"s0.upos", "b0.upos"}));
  EXPECT_EQ(info()["training"]["features"], "good.txt");
  test::write_bytes(directory_ / "bad.txt", "s0.upos\n  s0.nonsense\n");
  const auto bad = run(short_training() + "--features $D/bad.txt");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("bad.txt:2:"));
  EXPECT_EQ(run(short_training() + "-q --features small,$D/good.txt").status, 0);
  EXPECT_EQ(run(short_training() + "-q --features rich,zn11-morphology").status, 0);
  EXPECT_THAT(run(short_training() + "--features small,,rich").err,
              HasSubstr("--features: found \"\", expected "));
  EXPECT_THAT(run(short_training() + "--features small,nothing").err,
              HasSubstr("--features: found \"nothing\", expected "));
  const auto missing = run(short_training() + "--features nothing");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("--features: found \"nothing\", expected "));
  EXPECT_THAT(missing.err, HasSubstr("zn11"));
  test::write_bytes(directory_ / "words.txt", "s0.form\n");
  EXPECT_EQ(run(short_training() + "--features $D/words.txt --delexicalized").status, 2);
}

TEST_F(Train, RefusesWhatMakesNoSense) {
  expect_refused("--strategy greedyn --oracle static", "--strategy: a static oracle");
  expect_refused("--oracle static --explore 0.5", "static oracle");
  expect_refused("--strategy early --explore 0.5", "static oracle");
  expect_refused("--strategy earlyND --explore 0.5", "--explore: without restart");
  expect_refused("--strategy earlyND --explore-after 2", "--explore-after: nothing is explored");
  expect_refused("--strategy early --positive random", "no choice");
  expect_refused("--strategy greedy --negative random", "no choice");
  expect_refused("--strategy maxvND --positive random", "only early updates choose");
  expect_refused("--strategy greedy --violation max", "local");
  expect_refused("--swap-oracle lazy",
                 "--swap-oracle: arc-eager has no swap oracle: expected swap");
  expect_refused("--system swap --swap-oracle lazy --strategy greedyn", "swap oracles");
  expect_refused("--system swap --swap-oracle nd-all --explore 1", "swap oracles");
  expect_refused("--system swap --swap-oracle lazy --oracle dynamic", "static");
  expect_refused("--system swap --swap-oracle nd-sw --oracle static", "not a static");
  expect_refused("--system swap --swap-oracle lazy --cost exact", "no costs");
  expect_refused("--system swap --root last", "ROOT first only");
  expect_refused("--system covington --cost closed-form", "no closed form");
  expect_refused("--system swap --pseudo-projective head", "non-projective trees by itself");
  expect_refused("--labels none --pseudo-projective head", "relations");
  expect_refused("--span 3", "takes no span");
  expect_refused("--system arc-eager-span", "needs a span of 1 or more");
  expect_refused("--explore 0,0.5 --explore-after 1", "--explore-after: explore has a rate for");
  expect_refused("--diagnose", "--diagnose: it parses a sentence before and after");
  expect_refused("--system swap --swap-oracle nd-all --cost-sensitive",
                 "--cost-sensitive: with a swap oracle no costs are computed");
  expect_refused("--aggressiveness 0.1", "--aggressiveness: for passive-aggressive");
  expect_refused("--patience 3", "--patience: there is no development set");
  expect_refused("--single-root --several-roots", "cannot be used with --");
  expect_refused("--restart --no-restart", "cannot be used with --");
  expect_refused("--delexicalized --lexicalized", "cannot be used with --");
  expect_refused("--lexicalized", "--lexicalized cannot be used without --from");
}

TEST_F(Train, WritesALog) {
  const auto result = run(short_training() + dev() + "--json --log $D/log.jsonl");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(test::read_bytes(directory_ / "log.jsonl"), result.out);
  const auto input = run(short_training() + "--force --log " + sample_file("train"));
  EXPECT_EQ(input.status, 2);
  EXPECT_THAT(input.err, HasSubstr("--log: "));
  EXPECT_EQ(run(short_training() + "--force --log $D/none/log.jsonl").status, 1);
}

TEST_F(Train, RefusesUnknownNamesAndNumbers) {
  expect_refused("--schemes kase", "found \"kase\", expected all or some of mark");
  expect_refused("--strategy best", "expected greedy|goldberg");
  expect_refused("--system shift-reduce", "arc-eager");
  expect_refused("--oracle magic", "static|dynamic");
  expect_refused("--explore 1.5", "from 0 to 1");
  expect_refused("--explore 0,half", "found \"half\" in column 3, expected a number from 0 to 1");
  expect_refused("--rare-rate -1", "from 0 to 1");
  expect_refused("--beam 0", "from 1 to");
  expect_refused("--epochs 0", "1 or more");
  expect_refused("--threads none", "whole number");
  expect_refused("--prune -1", "0 or more");
  expect_refused("--seed 18446744073709551616", "to 18446744073709551615");
  expect_refused("--seed -1", "expected a whole number");
  expect_refused("--epochs 2147483648", "to 2147483647");
  expect_refused("--max-words 99999999999999999999", "expected a whole number");
  expect_refused("--no-such-option", "unknown option --no-such-option");
  expect_refused("--beem 3", "unknown option --beem; did you mean --beam?");
  expect_refused("--beem 3", "(see panarc train --help)");
}

TEST_F(Train, ReportsWhatTheDataOrTheOptionsLack) {
  const std::string tree = word_line("1", "0", "root") + "\n";
  const std::string no_labels = word_line("1", "0", "_") + "\n";
  const auto unlabelled = run("- -o $D/m", no_labels);
  EXPECT_EQ(unlabelled.status, 2);
  EXPECT_THAT(unlabelled.err, HasSubstr("panarc: --labels: "));
  EXPECT_THAT(unlabelled.err, HasSubstr("`none`"));
  EXPECT_EQ(run("- -o $D/m -q --labels none", no_labels).status, 0);
  test::write_bytes(directory_ / "dev.conllu", word_line("1", "_") + "\n");
  const auto headless = run("- --dev $D/dev.conllu -o $D/n", tree);
  EXPECT_EQ(headless.status, 1);
  EXPECT_THAT(headless.err, HasSubstr("dev.conllu: no word of the development data has a head"));
  EXPECT_FALSE(exists("n"));
  test::write_bytes(directory_ / "vectors", "a 1 2\n");
  const auto unused = run("- --embeddings $D/vectors -o $D/n", tree);
  EXPECT_EQ(unused.status, 2);
  EXPECT_THAT(unused.err, HasSubstr("panarc: --embeddings: no template looks at them"));
}

TEST_F(Train, NeedsSomethingToTrainOn) {
  const auto nothing = run("- -o $D/m");
  EXPECT_EQ(nothing.status, 1);
  EXPECT_THAT(nothing.err, HasSubstr("no sentence to train on"));
  const auto headless = run("- -o $D/m", word_line("1", "_") + "\n");
  EXPECT_EQ(headless.status, 1);
  EXPECT_THAT(headless.err, HasSubstr("has a head"));
  test::write_bytes(directory_ / "empty.conllu", "");
  const auto no_dev = run("- --dev $D/empty.conllu -o $D/m", word_line("1", "0") + "\n");
  EXPECT_EQ(no_dev.status, 1);
  EXPECT_THAT(no_dev.err, HasSubstr("empty.conllu: contains no sentences"));
}

TEST_F(Train, ReportsWhatItLeavesOut) {
  const std::string good = word_line("1", "2") + word_line("2", "0", "root") + "\n";
  const std::string partial = word_line("1", "_") + word_line("2", "0", "root") + "\n";
  const std::string bad = "1\tx\n\n";
  const std::string all = good + partial + bad + good;
  EXPECT_EQ(run("- -o $D/m", all).status, 1);
  const auto skipped = run("- -o $D/m --on-error skip", all);
  EXPECT_EQ(skipped.status, 0) << skipped.err;
  EXPECT_THAT(skipped.err, HasSubstr("warning: <stdin>:7"));
  EXPECT_THAT(skipped.err, HasSubstr("left out 1 sentence that could not be read"));
  EXPECT_EQ(info()["training"]["training"]["sentences"], 3);
  const std::string with_partial = good + partial + good;
  for (const std::string arguments : {"--strategy early", "--system swap --swap-oracle nd-all"}) {
    const auto result = run("- -o $D/m --epochs 2 " + arguments, with_partial);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(info()["training"]["training"]["sentences"], 3);
  }
  const auto filtered = run("- -o $D/m --max-words 1", good + word_line("1", "0") + "\n");
  EXPECT_EQ(filtered.status, 0);
  EXPECT_THAT(filtered.err, HasSubstr("left out 1 sentence because of the filters"));
}

TEST_F(Train, TakesTheOptionsOfAnotherModel) {
  ASSERT_EQ(
      run(short_training() + "-q --system arc-hybrid --labels parallel --features small").status,
      0);
  const auto result = run(sample_file("dev") + "-q --epochs 1 --from $D/m -o $D/n");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(info("n")["parser"], info("m")["parser"]);
  EXPECT_EQ(info("n")["training"]["from"], "m");
  const std::string again = sample_file("dev") + "-q --from $D/m -o $D/n ";
  EXPECT_EQ(run(again + "--system swap").status, 2);
  EXPECT_EQ(run(again + "--labels joint").status, 2);
  EXPECT_EQ(run(sample_file("dev") + "-o $D/n --from $D/missing").status, 1);
}

TEST_F(Train, ExplainsItself) {
  const auto help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("Examples:"));
  EXPECT_THAT(help.out, HasSubstr("maxvNDrestartSO         beam, dynamic oracle"));
}

}  // namespace
}  // namespace panarc
