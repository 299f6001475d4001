#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_command.h"

namespace panarc {
namespace {

using test::run_panarc;
using test::word_line;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kSample = PANARC_SOURCE_DIR "/data/sample/";
constexpr const char* kTest = " '" PANARC_SOURCE_DIR "/data/sample/test.conllu'";

class ParseCommand : public testing::Test {
 protected:
  ParseCommand() {
    const auto result =
        run_panarc(directory_, fmt::format("train -q '{}train.conllu' -o $D/m --epochs 3 --beam 4 "
                                           "--strategy early --features small",
                                           kSample));
    EXPECT_EQ(result.status, 0) << result.err;
  }

  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return run_panarc(directory_, "parse " + arguments, input);
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return test::read_bytes(directory_ / name);
  }
  void write(const std::string& name, std::string_view bytes) const {
    test::write_bytes(directory_ / name, bytes);
  }

  test::TemporaryDirectory directory_;
};

/// The text with HEAD and DEPREL of all words replaced.
std::string without_tree(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields;
    std::istringstream columns(line);
    for (std::string field; std::getline(columns, field, '\t');) fields.push_back(field);
    if (fields.size() == 10 && fields[0].find_first_of(".-") == std::string::npos) {
      fields[6] = fields[7] = "*";
    }
    for (const std::string& field : fields) out += field + "|";
    out += "\n";
  }
  return out;
}

std::string sample(const std::string& name) {
  return test::read_bytes(std::string(kSample) + name);
}

TEST_F(ParseCommand, SaysThatItReplacedTheHeadsOfAHalfAnnotatedTreebank) {
  const std::string half = word_line("1", "2") + word_line("2", "0") + word_line("3", "_") + "\n";
  const auto result = run("$D/m", half);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("2 of 3 words had a head, which was replaced; --fill keeps"));
  EXPECT_THAT(run("$D/m --threads 2", half + half).err, HasSubstr("4 of 6 words had a head"));
  EXPECT_THAT(run("$D/m -q", half).err, Not(HasSubstr("replaced")));
  EXPECT_THAT(run("$D/m --fill", half).err, Not(HasSubstr("replaced")));
  const std::string none = word_line("1", "_") + word_line("2", "_") + "\n";
  EXPECT_THAT(run("$D/m", none).err, Not(HasSubstr("replaced")));
}

TEST_F(ParseCommand, ParsesFilesAndStandardInput) {
  const auto from_file = run(std::string("$D/m") + kTest);
  EXPECT_EQ(from_file.status, 0) << from_file.err;
  EXPECT_THAT(from_file.err, IsEmpty());
  EXPECT_EQ(run("$D/m", sample("test.conllu")).out, from_file.out);
  EXPECT_EQ(run("$D/m -", sample("test.conllu")).out, from_file.out);
  EXPECT_EQ(run("$D/m -o $D/out.conllu", sample("test.conllu")).out, "");
  EXPECT_EQ(file("out.conllu"), from_file.out);
  const auto twice = run(std::string("$D/m -") + kTest, sample("test.conllu"));
  EXPECT_EQ(twice.out, from_file.out + from_file.out);
  write("parsed.conllu", from_file.out);
  const auto scores = run_panarc(directory_, fmt::format("eval {} $D/parsed.conllu", kTest));
  EXPECT_THAT(scores.out, testing::ContainsRegex("LAS +[678]"));
}

TEST_F(ParseCommand, ChangesNothingButTheTree) {
  const std::string text = sample("test.conllu");
  const auto result = run("$D/m", text);
  EXPECT_NE(result.out, text);
  EXPECT_EQ(without_tree(result.out), without_tree(text));
  const std::string odd =
      "\n# a comment\n#another\n# sent_id = 1\n"
      "0.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
      "1\tdo\tdo\tAUX\tVB\tA=b\t_\t_\t2:aux\tX=y|Z\n"
      "2\tn't\tnot\tPART\tRB\t_\t_\t_\t_\t_\n"
      "2.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "3\tgo out\tgo\tVERB\t_\t_\t2\tdep\t_\t_\n";
  for (const std::string& input : {odd, odd + "\n", odd + "\n\n# the end\n"}) {
    const auto parsed = run("$D/m", input);
    EXPECT_EQ(parsed.status, 0) << parsed.err;
    EXPECT_EQ(without_tree(parsed.out), without_tree(input));
    EXPECT_EQ(parsed.out.back(), input.back());
    EXPECT_THAT(parsed.out, Not(HasSubstr("VB\tA=b\t_\t_\t2:aux")));
  }
}

TEST_F(ParseCommand, KeepsLineEndingsAndFormats) {
  const std::string windows = "1\tdo\tdo\tAUX\tVB\tA=b\t0\troot\t_\tX=y\r\n\r\n";
  EXPECT_EQ(run("$D/m", windows).out, windows);
  const std::string conllx = "1\tdo\tdo\tAUX\tVB\tA=b\t_\t_\t_\t_\n\n";
  write("a.conllx", conllx);
  EXPECT_EQ(run("$D/m $D/a.conllx").out, "1\tdo\tdo\tAUX\tVB\tA=b\t0\troot\t_\t_\n\n");
  write("b.conllu", windows);
  const auto mixed = run("$D/m $D/a.conllx $D/b.conllu");
  EXPECT_EQ(mixed.status, 1);
  EXPECT_THAT(mixed.err, HasSubstr("b.conllu: the format"));
  EXPECT_EQ(run("$D/m $D/b.conllu --format conllx").status, 0);
}

TEST_F(ParseCommand, GivesTheSameOutputForAnyNumberOfThreads) {
  const std::string text = sample("train.conllu") + sample("test.conllu");
  write("in.conllu", text);
  const std::string expected = run("$D/m $D/in.conllu").out;
  EXPECT_EQ(without_tree(expected), without_tree(text));
  for (const std::string threads : {"2", "3", "7"}) {
    EXPECT_TRUE(run("$D/m $D/in.conllu --threads " + threads).out == expected) << threads;
  }
  const std::string k_best = run("$D/m $D/in.conllu --k-best 3").out;
  EXPECT_TRUE(run("$D/m $D/in.conllu --k-best 3 --threads 3").out == k_best);
}

TEST_F(ParseCommand, WritesTheBestTrees) {
  const std::string one = sample("test.conllu").substr(0, sample("test.conllu").find("\n\n") + 2);
  const auto result = run("$D/m --k-best 3", one);
  EXPECT_EQ(result.status, 0) << result.err;
  std::istringstream lines(result.out);
  std::vector<std::string> ranks;
  std::vector<double> scores;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# panarc_rank = ")) ranks.push_back(line.substr(16));
    if (line.starts_with("# panarc_score = ")) scores.push_back(std::stod(line.substr(17)));
  }
  EXPECT_THAT(ranks, testing::ElementsAre("1", "2", "3"));
  ASSERT_EQ(scores.size(), 3);
  EXPECT_GE(scores[0], scores[1]);
  EXPECT_GE(scores[1], scores[2]);
  // A word has one tree only.
  const std::string word = "1\tGo\tgo\tVERB\tVB\t_\t_\t_\t_\t_\n";
  const auto few = run("$D/m --k-best 50 --delexicalized", word);
  EXPECT_THAT(few.out, HasSubstr("# panarc_rank = 1\n"));
  EXPECT_LT(few.out.size(), 50 * word.size());
  EXPECT_TRUE(few.out.ends_with("_\n"));
}

TEST_F(ParseCommand, TakesAnotherBeam) {
  const std::string text = sample("train.conllu");
  const std::string four = run("$D/m", text).out;
  EXPECT_EQ(run("$D/m --beam 4", text).out, four);
  EXPECT_NE(run("$D/m --beam 1", text).out, four);
  EXPECT_NE(run("$D/m --delexicalized", text).out, four);
}

TEST_F(ParseCommand, ReportsBadInputAndKeepsWhatCameBefore) {
  const std::string good = word_line("1", "0", "root") + "\n";
  const std::string bad = "1\tx\n\n";
  const std::string two_good = good + good;
  const std::string bad_inside = good + bad + good;
  const std::string bad_around = bad + good + bad;
  for (const std::string threads : {"1", "2"}) {
    const auto result = run("$D/m --threads " + threads, good + bad_inside);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("panarc: <stdin>:5: found 2 columns"));
    EXPECT_EQ(result.out, two_good);
    const auto skipped = run("$D/m --on-error skip --threads " + threads, bad_inside);
    EXPECT_EQ(skipped.status, 0);
    EXPECT_EQ(skipped.out, two_good);
    EXPECT_THAT(skipped.err, HasSubstr("warning"));
    const auto kept = run("$D/m -q --on-error keep --threads " + threads, bad_around);
    EXPECT_EQ(kept.out, bad_around);
    EXPECT_THAT(kept.err, IsEmpty());
  }
}

TEST_F(ParseCommand, LeavesTheOutputAloneWhenSomethingGoesWrong) {
  write("out.conllu", "old");
  EXPECT_EQ(run("$D/m -o $D/out.conllu", word_line("1", "0") + "\nx\n").status, 1);
  EXPECT_EQ(file("out.conllu"), "old");
  EXPECT_EQ(run("$D/m - $D/missing.conllu -o $D/out.conllu", word_line("1", "0") + "\n").status, 1);
  EXPECT_EQ(file("out.conllu"), "old");
  for (const auto& entry : std::filesystem::directory_iterator(directory_ / "")) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "out.conllu" || name == "m" || name.starts_with('.')) << name;
  }
}

TEST_F(ParseCommand, ReplacesItsInputOnlyIfForced) {
  write("a.conllu", sample("test.conllu"));
  const std::string expected = run("$D/m $D/a.conllu").out;
  const auto refused = run("$D/m $D/a.conllu -o $D/a.conllu");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("a.conllu is an input, and would be replaced; --force"));
  EXPECT_EQ(file("a.conllu"), sample("test.conllu"));
  EXPECT_EQ(run("$D/m $D/a.conllu -o $D/a.conllu --force").status, 0);
  EXPECT_EQ(file("a.conllu"), expected);
}

TEST_F(ParseCommand, ReadsTheModelFromStandardInput) {
  const std::string expected = run(std::string("$D/m") + kTest).out;
  const auto result = run(std::string("-") + kTest, file("m"));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, expected);
}

TEST_F(ParseCommand, AnswersBeforeTheInputEnds) {
  // What is read from the output is what makes the input go on.
  const std::string script =
      "mkfifo $D/in $D/out; \"$PANARC\" parse $D/m --threads 2 <$D/in >$D/out & "
      "exec 3>$D/in 4<$D/out; "
      "for i in 1 2 3; do printf '1\\tgo\\tgo\\tVERB\\tVB\\t_\\t_\\t_\\t_\\t_\\n\\n' >&3; "
      "read -r line <&4; read -r blank <&4; echo \"$line\"; done; exec 3>&-; wait";
  write("script", script);
  const std::string command =
      fmt::format("D='{}' PANARC='{}' timeout 20 bash '{}' > '{}'", directory_ / "", PANARC_COMMAND,
                  directory_ / "script", directory_ / "answers");
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string answer = "1\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n";
  EXPECT_EQ(file("answers"), answer + answer + answer);
}

TEST_F(ParseCommand, RefusesDamagedModels) {
  const std::string model = file("m");
  std::string damaged = model;
  damaged[damaged.size() / 2] ^= 1;
  write("damaged", damaged);
  write("short", model.substr(0, model.size() / 2));
  for (const auto& [name, message] :
       {std::pair("damaged", "checksum"), std::pair("short", "truncated"),
        std::pair("missing", "No such file")}) {
    const auto result = run(fmt::format("$D/{} -o $D/out.conllu", name), word_line("1", "0"));
    EXPECT_EQ(result.status, 1) << name;
    EXPECT_THAT(result.err, HasSubstr(message)) << name;
    EXPECT_THAT(result.err, HasSubstr(name));
    EXPECT_FALSE(std::filesystem::exists(directory_ / "out.conllu"));
  }
}

TEST_F(ParseCommand, RefusesConstraintsUnlessToldToIgnoreThem) {
  const std::string marked =
      "1\tgo\tgo\tVERB\tVB\t_\t2\tfixed\t_\tConstraint=Head,Label\n"
      "2\ton\ton\tADV\tRB\t_\t_\t_\t_\t_\n\n";
  for (const std::string threads : {"1", "2"}) {
    const auto refused = run("$D/m --threads " + threads, marked);
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("panarc: <stdin>:1: word 1 has a constraint mark"));
    EXPECT_THAT(refused.out, IsEmpty());
    const auto ignored = run("$D/m --ignore-constraints --threads " + threads, marked);
    EXPECT_EQ(ignored.status, 0) << ignored.err;
    EXPECT_THAT(ignored.out, Not(HasSubstr("\t2\tfixed")));
    EXPECT_EQ(without_tree(ignored.out), without_tree(marked));
  }
}

TEST_F(ParseCommand, WarnsOfColumnsThatTheInputLacks) {
  const std::string untagged = "1\tgo\t_\t_\t_\t_\t_\t_\t_\t_\n\n";
  const std::string foreign = "1\tgo\tgo\tZZ\tZZ\t_\t_\t_\t_\t_\n\n";
  const std::string good = "1\tgo\tgo\tVERB\tVB\t_\t_\t_\t_\t_\n\n";
  for (const std::string threads : {"1", "2"}) {
    const std::string arguments = "$D/m --threads " + threads;
    EXPECT_THAT(run(arguments, untagged).err,
                HasSubstr("panarc: warning: 100% of the words have no UPOS, which the model looks "
                          "at: expect poor trees\n"));
    EXPECT_THAT(run(arguments, foreign + good).err,
                HasSubstr("panarc: warning: 50% of the words have a UPOS tag that did not occur in "
                          "the training data: expect poor trees\n"));
    EXPECT_THAT(run(arguments, foreign).err, HasSubstr("of the words have an XPOS tag"));
    EXPECT_THAT(run(arguments, good).err, IsEmpty());
    // Many words have no features, but not all words of a text.
    EXPECT_THAT(run(arguments, sample("test.conllu") + untagged).err, Not(HasSubstr("have no")));
    std::string no_features;
    for (int i = 0; i < 100; ++i) no_features += good;
    EXPECT_THAT(run(arguments, no_features).err, HasSubstr("100% of the words have no FEATS"));
    EXPECT_THAT(run(arguments + " -q", untagged).err, IsEmpty());
  }
}

TEST_F(ParseCommand, DoesNotWarnOfColumnsThatTheModelFills) {
  const auto trained = run_panarc(
      directory_, fmt::format("train -q '{}train.conllu' -o $D/p --pipeline --jackknife 2 "
                              "--epochs 1 --fast --max-words 6 --threads 1",
                              kSample));
  ASSERT_EQ(trained.status, 0) << trained.err;
  // The lemma of an underscore is one.
  const auto result = run("$D/p --text --language en", "_ _ _ letters\n");
  EXPECT_THAT(result.out, HasSubstr("\n1\t_\t_\t"));
  EXPECT_THAT(result.err, Not(HasSubstr("no LEMMA")));
}

TEST_F(ParseCommand, ReadsPlainTextOnlyWhereItIsAskedTo) {
  const auto refused = run("$D/m", "It rains.\nWe stay at home.\n");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("<stdin>:1: found 1 column in"));
  EXPECT_THAT(refused.err, HasSubstr("is this plain text, which `panarc parse --text` reads, or"));
  const std::string arguments = "$D/m --text --language en -o $D/out ";
  const auto treebank = run(arguments + kTest);
  EXPECT_EQ(treebank.status, 0) << treebank.err;
  EXPECT_THAT(treebank.err,
              HasSubstr("test.conllu: looks like a treebank; to parse one, leave out --text\n"));
  EXPECT_THAT(run(arguments + "-q" + kTest).err, IsEmpty());
  write("text", "# Rain\n\nIt rains.\n");
  EXPECT_THAT(run(arguments + "$D/text").err, Not(HasSubstr("like a treebank")));
}

TEST_F(ParseCommand, TextWhoseWordsAreDividedNeedsNoSegmenter) {
  EXPECT_THAT(run("$D/m --text", "It rains .\n").err, HasSubstr("--lines words"));
  const auto result = run("$D/m --text --lines words -q", "It rains .\nWe do n't .\n");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("# text = It rains .\n1\tIt\t"));
  EXPECT_THAT(result.out, HasSubstr("# sent_id = 2\n# text = We do n't .\n"));
  EXPECT_EQ(run("$D/m --lines words").status, 2) << "it is about text";
}

TEST_F(ParseCommand, PrintsTheSpeed) {
  EXPECT_THAT(run("$D/m --verbose", word_line("1", "0") + "\n").err,
              HasSubstr("parsed 1 sentence, 1 word"));
  EXPECT_THAT(run("$D/m --threads 2 -v", word_line("1", "0") + "\n").err, HasSubstr("1 word in"));
  EXPECT_THAT(run("$D/m -q", word_line("1", "0") + "\n").err, IsEmpty());
}

TEST_F(ParseCommand, ReadsAndWritesCompressed) {
  write("a.conllu", sample("test.conllu"));
  ASSERT_EQ(run_panarc(directory_, "convert $D/a.conllu -o $D/a.conllu.zst").status, 0);
  ASSERT_EQ(run("$D/m $D/a.conllu.zst --threads 2 -o $D/b.conllu.gz").status, 0);
  EXPECT_EQ(run_panarc(directory_, "convert $D/b.conllu.gz").out, run("$D/m $D/a.conllu").out);
}

TEST_F(ParseCommand, ReportsWrongUsage) {
  EXPECT_EQ(run("").status, 2);
  EXPECT_EQ(run("$D/m --beam 0").status, 2);
  EXPECT_EQ(run("$D/m --k-best 0").status, 2);
  EXPECT_EQ(run("$D/m --k-best 100000").status, 2);
  EXPECT_EQ(run("$D/m --threads 0").status, 2);
  EXPECT_EQ(run("$D/m -q -v").status, 2);
  EXPECT_THAT(run("$D/m --seed 3").err, HasSubstr("--seed cannot be used without --select"));
  EXPECT_EQ(run("$D/m --select-by random").status, 2);
  EXPECT_THAT(run("$D/m --select 0").err, HasSubstr("expected a whole number of 1 or more"));
  EXPECT_THAT(run("$D/m --beam 0").err, HasSubstr("expected a whole number from 1 to 10000"));
  for (const std::string encoding : {"bogus", "''"}) {
    const auto refused = run("$D/m --encoding " + encoding);
    EXPECT_EQ(refused.status, 2) << encoding;
    EXPECT_THAT(refused.err, HasSubstr("expected a name that `iconv -l` lists")) << encoding;
  }
  for (const std::string wrong :
       {"--language xx", "--language ''", "--ignore-constraints", "--on-conflict relax"}) {
    EXPECT_EQ(run("$D/m --text " + wrong).status, 2) << wrong;
  }
  EXPECT_EQ(run("- -").status, 2);
  EXPECT_EQ(run("$D/m - -").status, 2);
  EXPECT_EQ(run("$D/m -o ''").status, 2);
  const auto itself = run("$D/m -o $D/m", word_line("1", "0"));
  EXPECT_EQ(itself.status, 2);
  EXPECT_THAT(itself.err, HasSubstr("it is the model"));
  EXPECT_THAT(run("--help").out, HasSubstr("Examples:"));
}

// The last configuration of each sentence has the heads that are written without --trace.
TEST_F(ParseCommand, TracesDerivations) {
  const auto parsed = run(fmt::format("$D/m {} -q", kTest));
  ASSERT_EQ(parsed.status, 0) << parsed.err;
  const auto traced = run(fmt::format("$D/m {} -q --trace --json", kTest));
  ASSERT_EQ(traced.status, 0) << traced.err;
  std::vector<std::string> heads;
  std::istringstream lines(traced.out);
  for (std::string line; std::getline(lines, line);) {
    const auto step = nlohmann::json::parse(line);
    EXPECT_EQ(step["final"], !step.contains("taken"));
    EXPECT_TRUE(step["final"] || step["scores"].contains(step["taken"]));
    EXPECT_FALSE(step.contains("costs"));
    if (!step["final"]) continue;
    for (const auto& head : step["heads"]) heads.push_back(head.dump());
  }
  std::vector<std::string> written;
  std::istringstream trees(parsed.out);
  for (std::string line; std::getline(trees, line);) {
    std::vector<std::string> fields;
    std::istringstream columns(line);
    for (std::string field; std::getline(columns, field, '\t');) fields.push_back(field);
    if (fields.size() == 10 && fields[0].find_first_of(".-") == std::string::npos) {
      written.push_back(fields[6]);
    }
  }
  EXPECT_EQ(heads, written);
}

TEST_F(ParseCommand, TracesShowCostsAndWhatTrainingWouldLearn) {
  const auto drawn = run("$D/m --trace --gold --strategy early",
                         word_line("1", "2", "nsubj") + word_line("2", "0", "root") + "\n");
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("\narc-eager, left-to-right\n\nstep 0"));
  EXPECT_THAT(drawn.out, HasSubstr("taken, best, optimal"));
  EXPECT_THAT(drawn.out, HasSubstr("early (beam, static oracle, early update"));
  EXPECT_THAT(drawn.out, HasSubstr("from step 0: "));
  EXPECT_EQ(run("$D/m --trace --k-best 2").status, 2);
  EXPECT_EQ(run("$D/m --gold").status, 2);
  EXPECT_EQ(run("$D/m --trace --strategy early").status, 2);
}

}  // namespace
}  // namespace panarc
