#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "cli/run_command.h"

namespace panarc {
namespace {

using test::run_panarc;
using test::word_line;
using testing::HasSubstr;
using testing::IsEmpty;

class Convert : public testing::Test {
 protected:
  [[nodiscard]] test::CommandResult run(const std::string& arguments,
                                        std::string_view input = "") const {
    return run_panarc(directory_, "convert " + arguments, input);
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return test::read_bytes(directory_ / name);
  }
  void write(const std::string& name, std::string_view bytes) const {
    test::write_bytes(directory_ / name, bytes);
  }

  test::TemporaryDirectory directory_;
};

const std::string& good() {
  static const std::string text = "# c\n" + word_line("1", "2") + word_line("2", "0") + "\n";
  return text;
}

const std::string& crossing() {
  static const std::string text = word_line("1", "3", "obl") + word_line("2", "4", "nmod") +
                                  word_line("3", "0", "root") + word_line("4", "3", "obj") + "\n";
  return text;
}

TEST_F(Convert, CopiesStandardInputToStandardOutput) {
  const auto result = run("", good() + "\n\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, good() + "\n\n");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Convert, RefusesToReplaceItsInputByWhateverName) {
  write("a.conllu", good());
  std::filesystem::create_symlink(directory_ / "a.conllu", directory_ / "soft.conllu");
  std::filesystem::create_hard_link(directory_ / "a.conllu", directory_ / "hard.conllu");
  for (const char* output :
       {"a.conllu", "../$(basename $D)/a.conllu", "soft.conllu", "hard.conllu"}) {
    const auto result = run(std::string("--max-words 0 $D/a.conllu -o $D/") + output);
    EXPECT_EQ(result.status, 2) << output;
    EXPECT_THAT(result.err, HasSubstr("a.conllu is an input, and would be replaced; --force"));
    EXPECT_EQ(file("a.conllu"), good());
  }
}

TEST_F(Convert, JoinsFilesAndReplacesItsInputIfForced) {
  write("a.conllu", good().substr(0, good().size() - 2));
  EXPECT_EQ(run("$D/a.conllu $D/a.conllu -o $D/a.conllu --force").status, 0);
  EXPECT_EQ(file("a.conllu"), good() + good().substr(0, good().size() - 2));
}

TEST_F(Convert, KeepsAByteOrderMarkInsideAFile) {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string text = mark + good() + mark + good();
  EXPECT_EQ(run("", text).out, text);
  EXPECT_EQ(run("--on-error keep -q", text + mark + "1\tx\n\n").out, text + mark + "1\tx\n\n");
  write("a.conllu", mark + good());
  EXPECT_EQ(run("$D/a.conllu $D/a.conllu").out, mark + good() + good());
}

TEST_F(Convert, SkipsOrKeepsWhatCannotBeEncoded) {
  const std::string headless = word_line("1", "_") + "\n";
  EXPECT_EQ(run("--projectivize head", headless + good()).status, 1);
  const auto skipped = run("--projectivize head --on-error skip", headless + good());
  EXPECT_EQ(skipped.status, 0);
  EXPECT_EQ(skipped.out, good());
  EXPECT_THAT(skipped.err, HasSubstr("warning"));
  EXPECT_EQ(run("--projectivize head --on-error keep", headless + good()).out, headless + good());
}

TEST_F(Convert, LeavesLabelsAloneThatNothingEncodes) {
  const std::string odd = word_line("1", "0", "↑root") + "\n";
  EXPECT_EQ(run("--deprojectivize auto", odd).out, odd);
  EXPECT_EQ(run("--deprojectivize head", odd).out, odd);
}

TEST_F(Convert, DoesNotMixFormatsUnasked) {
  write("a.conllu", good());
  write("b.conllx", word_line("1", "0"));
  const auto mixed = run("$D/a.conllu $D/b.conllx");
  EXPECT_EQ(mixed.status, 1);
  EXPECT_THAT(mixed.err, HasSubstr("--to"));
  EXPECT_EQ(run("$D/a.conllu $D/b.conllx --to conllu").status, 0);
}

TEST_F(Convert, ReadsAndWritesCompressed) {
  write("a.conllu", good());
  EXPECT_EQ(run("$D/a.conllu -o $D/a.conllu.gz").status, 0);
  EXPECT_EQ(run("$D/a.conllu.gz -o $D/a.conllu.zst").status, 0);
  EXPECT_NE(file("a.conllu.zst"), good());
  EXPECT_EQ(run("$D/a.conllu.zst").out, good());
}

TEST_F(Convert, LeavesTheOutputAloneWhenTheInputIsBad) {
  write("out.conllu", "old");
  const auto result = run("- -o $D/out.conllu", good() + "1\tx\n\n");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("panarc: <stdin>:5: found 2 columns"));
  EXPECT_EQ(file("out.conllu"), "old");
  const auto files = std::filesystem::directory_iterator(directory_ / "");
  for (const auto& entry : files) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "out.conllu" || name.starts_with('.')) << name;
  }
}

TEST_F(Convert, SkipsOrKeepsBadSentences) {
  const std::string bad = "1\tx\n\n";
  const auto skipped = run("--on-error skip", good() + bad + good());
  EXPECT_EQ(skipped.status, 0);
  EXPECT_EQ(skipped.out, good() + good());
  EXPECT_THAT(skipped.err, HasSubstr("warning: <stdin>:5: found 2 columns"));
  const auto kept = run("--on-error keep --quiet", good() + bad + good());
  EXPECT_EQ(kept.out, good() + bad + good());
  EXPECT_THAT(kept.err, IsEmpty());
}

TEST_F(Convert, SkipsASentenceWithABadConstraint) {
  const std::string bad = "1\ta\ta\tX\t_\t_\t0\troot\t_\tConstraint=Up\n\n";
  EXPECT_EQ(run("--to conllx", bad + good()).status, 1);
  const auto skipped = run("--to conllx --on-error skip", bad + good());
  EXPECT_EQ(skipped.status, 0);
  EXPECT_EQ(skipped.out, good().substr(good().find('\n') + 1));
  EXPECT_THAT(skipped.err, HasSubstr("warning: <stdin>:1:22: MISC \"Constraint=Up\""));
}

TEST_F(Convert, Filters) {
  const auto result = run("--projective-only", crossing() + good());
  EXPECT_EQ(result.out, good());
  EXPECT_THAT(result.err, HasSubstr("left out 1 sentence\n"));
  EXPECT_EQ(run("--max-words 2 -q", crossing() + good()).out, good());
  EXPECT_EQ(run("--max-roots 0 -q", crossing() + good()).out, "");
}

TEST_F(Convert, ChangesFormatBothWays) {
  const std::string conllx = "1\ta\tA\tN\tn\tF=g\t0\troot\t1\t_\n\n";
  const std::string conllu = "1\ta\tA\tN\tn\tF=g\t0\troot\t_\tConstraint=Head\n\n";
  EXPECT_EQ(run("--to conllu", conllx).out, conllu);
  EXPECT_EQ(run("--format conllu --to conllx", conllu).out, conllx);
}

TEST_F(Convert, ReadsOtherEncodings) {
  const std::string line = "1\tcaf{}\tw\tX\t_\t_\t0\troot\t_\t_\n\n";
  const std::string latin1 = fmt::format(fmt::runtime(line), "\xE9");
  EXPECT_THAT(run("", latin1).err, HasSubstr("--encoding ISO-8859-1"));
  const auto converted = run("--encoding ISO-8859-1", latin1);
  EXPECT_EQ(converted.status, 0);
  EXPECT_EQ(converted.out, fmt::format(fmt::runtime(line), "é"));
  EXPECT_THAT(run("--encoding nonsense", latin1).err, HasSubstr("\"nonsense\""));
}

TEST_F(Convert, ProjectivizesAndBack) {
  for (const std::string scheme : {"head", "path", "head+path"}) {
    const auto there = run("--projectivize " + scheme, crossing() + good());
    EXPECT_EQ(there.status, 0);
    EXPECT_THAT(there.out, HasSubstr("↑"));
    EXPECT_THAT(there.err, HasSubstr("lifted 1 arc in 1 sentence;"));
    EXPECT_EQ(run("--projective-only -q", there.out).out, there.out);
    EXPECT_EQ(run("--deprojectivize " + scheme, there.out).out, crossing() + good());
    EXPECT_EQ(run("--deprojectivize auto", there.out).out, crossing() + good());
    const auto twice = run("--projectivize " + scheme, there.out);
    EXPECT_EQ(twice.status, 1);
    EXPECT_THAT(twice.err, HasSubstr("<stdin>:2: relation"));
  }
}

TEST_F(Convert, ChangesTheSchemeAndBack) {
  const std::string there = word_line("1", "2", "case") + word_line("2", "0", "root") + "\n";
  const std::string back = word_line("1", "0", "root") + word_line("2", "1", "case:alt") + "\n";
  for (const std::string rules : {"case", "all", "mark,case"}) {
    const auto result = run("--scheme " + rules, there);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.out, back);
    EXPECT_EQ(result.err,
              "panarc: applied the rules in 1 place, which changed the heads of 2 words\n");
    EXPECT_EQ(run("--undo-scheme " + rules, back).out, there);
  }
  EXPECT_EQ(run("--scheme det", there).out, there);
  const auto references = run("--scheme case --references 9", there);
  const auto with_comment = [](const std::string& text, int number) {
    return fmt::format("# reference_number = {}\n{}", number, text);
  };
  EXPECT_EQ(references.out, with_comment(there, 1) + with_comment(back, 2));
  EXPECT_EQ(references.err, "panarc: wrote 2 trees\n");
  EXPECT_EQ(run("--references 9", there).status, 2);
  EXPECT_EQ(run("--scheme case --references 9 --to conllx", there).status, 1);
  const std::string partial = word_line("1", "_", "case") + word_line("2", "0", "root") + "\n";
  EXPECT_EQ(run("--scheme case", partial).out, partial);
  EXPECT_THAT(run("--scheme case", partial).err, HasSubstr("without a complete tree"));
  EXPECT_EQ(run("--scheme case,kase", there).status, 2);
  EXPECT_THAT(run("--scheme case,kase", there).err, HasSubstr("found \"kase\", expected all"));
}

TEST_F(Convert, TellsWrongUsage) {
  EXPECT_EQ(run("--to xml").status, 2);
  EXPECT_THAT(run("--to xml").err, HasSubstr("expected conllu|conllx"));
  EXPECT_EQ(run("--no-such-option").status, 2);
  EXPECT_EQ(run("--projectivize head --deprojectivize head").status, 2);
  EXPECT_EQ(run("--max-words many").status, 2);
  EXPECT_EQ(run("- -").status, 2);
  EXPECT_EQ(run("-o ''").status, 2);
  EXPECT_THAT(run("-o ''").err, HasSubstr("--output: the name is empty"));
  EXPECT_EQ(run("$D/missing.conllu").status, 1);
  EXPECT_THAT(run("$D/missing.conllu").err, HasSubstr("No such file"));
  EXPECT_THAT(run("--help").out, HasSubstr("Examples:"));
}

TEST_F(Convert, CopiesSharedTreebanks) {
  const auto files = test::shared_treebanks();
  if (files.empty()) GTEST_SKIP() << test::kNoTreebanks;
  for (const auto& path : files) {
    ASSERT_EQ(run(fmt::format("'{}' -o $D/copy.conllu", path.string())).status, 0) << path;
    EXPECT_TRUE(file("copy.conllu") == test::read_bytes(path)) << path;
  }
}

}  // namespace
}  // namespace panarc
