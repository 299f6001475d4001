#include "panarc/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kPlain =
    "# sent_id = p1\n"
    "# text = He can't see her, because of rain.\n"
    "1\tHe\the\tPRON\t_\tPronType=Prs\t4\tnsubj\t_\t_\n"
    "2-3\tcan't\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "2\tca\tcan\tAUX\t_\tMood=Ind|VerbForm=Fin\t4\taux\t_\t_\n"
    "3\tn't\tnot\tPART\t_\tPolarity=Neg\t4\tadvmod\t_\t_\n"
    "4\tsee\tsee\tVERB\t_\tVerbForm=Inf\t0\troot\t_\t_\n"
    "5\ther\tshe\tPRON\t_\tPronType=Prs\t4\tobj\t_\tSpaceAfter=No\n"
    "6\t,\t,\tPUNCT\t_\t_\t9\tpunct\t_\t_\n"
    "7\tbecause\tbecause\tADP\t_\tExtPos=ADP\t9\tcase\t_\t_\n"
    "8\tof\tof\tADP\t_\t_\t7\tfixed\t_\t_\n"
    "9\train\train\tNOUN\t_\t_\t4\tobl\t_\tSpaceAfter=No\n"
    "10\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_\n"
    "\n";

const std::string kEnhanced =
    "# sent_id = e1\n"
    "# text = Ann likes tea and Bob coffee.\n"
    "1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_\n"
    "2\tlikes\tlike\tVERB\t_\t_\t0\troot\t0:root\t_\n"
    "3\ttea\ttea\tNOUN\t_\t_\t2\tobj\t2:obj\t_\n"
    "4\tand\tand\tCCONJ\t_\t_\t5\tcc\t5.1:cc\t_\n"
    "5\tBob\tBob\tPROPN\t_\t_\t2\tconj\t5.1:nsubj\t_\n"
    "5.1\tlikes\tlike\tVERB\t_\t_\t_\t_\t2:conj:and\t_\n"
    "6\tcoffee\tcoffee\tNOUN\t_\t_\t5\torphan\t5.1:obj\tSpaceAfter=No\n"
    "7\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_\n"
    "\n";

// An interrupted word, `with out`, and a foreign name.
const std::string kParts =
    "# sent_id = w1\n"
    "# text = with out Le Monde\n"
    "1\twith\twithout\tADP\t_\tTypo=Yes\t3\tcase\t_\t_\n"
    "2\tout\t_\tX\t_\t_\t1\tgoeswith\t_\t_\n"
    "3\tLe\tle\tX\t_\tForeign=Yes\t0\troot\t_\t_\n"
    "4\tMonde\tmonde\tX\t_\tForeign=Yes\t3\tflat:foreign\t_\t_\n"
    "\n";

// `text` with the first occurrence of `from` replaced.
std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::vector<ValidationProblem> problems_of(const std::string& text,
                                           const ValidationOptions& options = {}) {
  std::vector<ValidationProblem> problems;
  Validator validator(options,
                      [&](const ValidationProblem& problem) { problems.push_back(problem); });
  validator.check_text(text, "f");
  validator.finish();
  return problems;
}

// The names of the tests that find something, each once.
std::set<std::string> tests_of(const std::string& text, const ValidationOptions& options = {}) {
  std::set<std::string> tests;
  for (const ValidationProblem& problem : problems_of(text, options)) {
    tests.emplace(problem.test->id);
  }
  return tests;
}

/// A sentence that one change makes wrong.
struct Case {
  const char* test;
  const std::string* sentence;
  const char* from;
  const char* to;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"empty-column", &kPlain, "\tsee\tsee\t", "\tsee\t\t"},
      {"empty-sentence", &kPlain, "\n\n", "\n\n\n"},
      {"invalid-line", &kPlain, "\n4\t", "\nx4\t"},
      {"invalid-utf", &kPlain, "\tshe\t", "\tsh\xFF\t"},
      {"invalid-whitespace", &kPlain, "VERB", "VE RB"},
      {"invalid-whitespace-mwt", &kPlain, "can't\t", "can 't\t"},
      {"invalid-word-id", &kPlain, "\n4\t", "\n04\t"},
      {"leading-whitespace", &kPlain, "\tshe\t", "\t she\t"},
      {"misplaced-comment", &kPlain, "\n4\t", "\n# late\n4\t"},
      {"misplaced-empty-node", &kEnhanced, "\n5.1\t", "\n6.1\t"},
      {"misplaced-word-interval", &kPlain, "2-3\tcan't", "1-3\tcan't"},
      {"missing-empty-line", &kPlain, "\n\n", "\n"},
      {"non-unix-newline", &kPlain, "\n\n", "\r\n\r\n"},
      {"number-of-columns", &kPlain, "\tVERB", "\tVERB\t_"},
      {"overlapping-word-intervals", &kPlain, "2-3\t", "2-4\tx\t_\t_\t_\t_\t_\t_\t_\t_\n2-3\t"},
      {"pseudo-empty-line", &kPlain, "\n\n", "\n\xC2\xA0\n"},
      {"repeated-whitespace", &kPlain, "\tshe\t", "\ts  e\t"},
      {"reversed-word-interval", &kPlain, "2-3\t", "3-2\t"},
      {"trailing-whitespace", &kPlain, "\tshe\t", "\tshe\xE3\x80\x80\t"},
      {"unicode-normalization", &kPlain, "\tshe\t", "\tshe\xCC\x81\t"},
      {"word-id-sequence", &kPlain, "\n4\t", "\n5\t"},
      {"word-interval-out", &kPlain, "2-3\t", "2-30\t"},

      {"deps-self-loop", &kEnhanced, "2:nsubj\t", "1:nsubj\t"},
      {"edeps-only-sometimes", &kEnhanced, "# sent_id",
       "# sent_id = e0\n# text = a\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n# sent_id"},
      {"empty-misc", &kPlain, "SpaceAfter=No", "SpaceAfter=No|"},
      {"empty-misc-key", &kPlain, "SpaceAfter=No", "SpaceAfter=No|=x"},
      {"empty-node-nonempty-field", &kEnhanced, "_\t2:conj", "dep\t2:conj"},
      {"empty-string-in-xpos", &kPlain, "VERB\t_", "VERB\t"},
      {"empty-text", &kPlain, "He can't see her, because of rain.", ""},
      {"head-self-loop", &kPlain, "4\tobj", "5\tobj"},
      {"invalid-deprel", &kPlain, "\tobj\t", "\tobj:X\t"},
      {"invalid-deps", &kEnhanced, "2:nsubj\t", "2\t"},
      {"invalid-edeprel", &kEnhanced, "2:nsubj\t", "2:nsubj:In\t"},
      {"invalid-ehead", &kEnhanced, "2:nsubj\t", "02:nsubj\t"},
      {"invalid-feature", &kPlain, "PronType=Prs", "pronType=Prs"},
      {"invalid-head", &kPlain, "4\tobj", "_\tobj"},
      {"invalid-parallel-id", &kPlain, "# text", "# parallel_id = C/1\n# text"},
      {"invalid-sent-id", &kPlain, "sent_id = p1", "sent_id = p 1"},
      {"misc-attr-typo", &kPlain, "SpaceAfter=No", "spaceafter=No"},
      {"misc-extra-space", &kPlain, "SpaceAfter=No", "SpaceAfter= No"},
      {"missing-sent-id", &kPlain, "sent_id", "id"},
      {"missing-spaceafter", &kPlain, "SpaceAfter=No", "_"},
      {"missing-text", &kPlain, "# text", "# txt"},
      {"multiple-newdoc", &kPlain, "# text", "# newdoc\n#newdoc d\n# text"},
      {"multiple-newpar", &kPlain, "# text", "# newpar\n#newpar p\n# text"},
      {"multiple-parallel-id", &kPlain, "# text",
       "# parallel_id = c/1\n# parallel_id = c/2\n# text"},
      {"multiple-roots", &kPlain, "4\tobj", "0\tobj"},
      {"multiple-sent-id", &kPlain, "# text", "# sent_id = p2\n# text"},
      {"multiple-text", &kPlain, "# text", "# text = x\n# text"},
      {"mwt-nonempty-field", &kPlain, "can't\t_", "can't\tcan't"},
      {"non-tree", &kPlain, "4\tobl", "8\tobl"},
      {"non-unique-parallel-id", &kPlain, "# sent_id",
       "# parallel_id = c/1\n# sent_id = p0\n# text = a\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"
       "# parallel_id = c/1\n# sent_id"},
      {"non-unique-sent-id", &kPlain, "# sent_id",
       "# sent_id = p1\n# text = a\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n# sent_id"},
      {"nospaceafter-yes", &kPlain, "SpaceAfter=No", "NoSpaceAfter=Yes"},
      {"parallel-id-alt", &kPlain, "# text", "# parallel_id = c/1/alt2\n# text"},
      {"parallel-id-part", &kPlain, "# text", "# parallel_id = c/1/alt1part2\n# text"},
      {"repeated-deps", &kEnhanced, "2:obj", "2:obj|2:obj"},
      {"repeated-feature", &kPlain, "VerbForm=Inf", "VerbForm=Fin|VerbForm=Inf"},
      {"repeated-feature-value", &kPlain, "VerbForm=Inf", "VerbForm=Inf,Inf"},
      {"repeated-misc", &kPlain, "SpaceAfter=No", "Gloss=a|Gloss=b|SpaceAfter=No"},
      {"slash-in-sent-id", &kPlain, "= p1", "= p/1/2"},
      {"spaceafter-empty-node", &kEnhanced, "2:conj:and\t_", "2:conj:and\tSpaceAfter=No"},
      {"spaceafter-mwt-node", &kPlain, "4\taux\t_\t_", "4\taux\t_\tSpaceAfter=No"},
      {"spaceafter-newdocpar", &kPlain, "# sent_id",
       "# sent_id = p0\n# text = a\n1\ta\ta\tX\t_\t_\t0\troot\t_\tSpaceAfter=No\n\n"
       "# newpar\n# sent_id"},
      {"spaceafter-value", &kPlain, "SpaceAfter=No", "SpaceAfter=Yes"},
      {"text-extra-chars", &kPlain, "rain.\n", "rain. Yes.\n"},
      {"text-form-mismatch", &kPlain, "text = He", "text = Ha"},
      {"text-trailing-whitespace", &kPlain, "rain.\n", "rain. \n"},
      {"unconnected-egraph", &kEnhanced, "5.1:obj", "6:obj"},
      {"unknown-ehead", &kEnhanced, "5.1:obj", "5.2:obj"},
      {"unknown-eudeprel", &kEnhanced, "5.1:obj", "5.1:dobj"},
      {"unknown-head", &kPlain, "4\tobj", "11\tobj"},
      {"unknown-udeprel", &kPlain, "\tobj\t", "\tdobj\t"},
      {"unknown-upos", &kPlain, "VERB", "V"},
      {"unsorted-deps", &kEnhanced, "2:obj", "2:obj|0:root"},
      {"unsorted-deps-2", &kEnhanced, "2:obj", "2:obj|2:iobj"},
      {"unsorted-feature-values", &kPlain, "VerbForm=Inf", "VerbForm=Inf,Fin"},
      {"unsorted-features", &kPlain, "Mood=Ind|VerbForm=Fin", "VerbForm=Fin|Mood=Ind"},

      {"0-is-not-root", &kPlain, "\troot\t", "\tdep\t"},
      {"edeps-identical-to-basic-trees", &kPlain, "root\t_", "root\t0:root"},
      {"empty-node-after-eorphan", &kEnhanced, "2:obj", "2:orphan"},
      {"enhanced-0-is-not-root", &kEnhanced, "0:root", "0:dep"},
      {"enhanced-root-is-not-0", &kEnhanced, "2:obj", "2:root"},
      {"eorphan-after-empty-node", &kEnhanced, "5.1:obj", "5.1:orphan"},
      {"fixed-gap", &kPlain, "4\tpunct", "7\tfixed"},
      {"fixed-without-extpos", &kPlain, "ExtPos=ADP", "_"},
      {"flat-foreign-upos-feats", &kParts, "\tX\t_\tForeign=Yes", "\tNOUN\t_\tForeign=Yes"},
      {"goeswith-edeps", &kParts, "goeswith\t_", "goeswith\t1:goeswith|3:dep"},
      {"goeswith-feats", &kParts, "X\t_\t_\t1", "X\t_\tCase=Acc\t1"},
      {"goeswith-gap", &kParts, "3\tflat:foreign", "1\tgoeswith"},
      {"goeswith-lemma", &kParts, "out\t_", "out\tout"},
      {"goeswith-missing-typo", &kParts, "Typo=Yes", "_"},
      {"goeswith-nospace", &kParts, "3\tcase\t_\t_", "3\tcase\t_\tSpaceAfter=No"},
      {"goeswith-upos", &kParts, "\tX\t_\t_\t1", "\tADV\t_\t_\t1"},
      {"leaf-aux-cop", &kPlain, "4\tadvmod", "2\tdep"},
      {"leaf-cc", &kEnhanced, "5\torphan", "4\tdep"},
      {"leaf-clf", &kPlain, "9\tcase\t_\t_\n8\tof\tof\tADP\t_\t_\t7\tfixed",
       "9\tclf\t_\t_\n8\tof\tof\tADP\t_\t_\t7\tdep"},
      {"leaf-det", &kEnhanced, "2\tconj", "2\tdet"},
      {"leaf-fixed", &kPlain, "4\tadvmod", "8\tdep"},
      {"leaf-goeswith", &kParts, "3\tflat:foreign", "2\tdep"},
      {"leaf-mark-case", &kPlain, "7\tfixed", "7\tdep"},
      {"leaf-punct", &kPlain, "4\tobj", "10\tobj"},
      {"obl-should-be-nmod", &kPlain, "4\tobl", "5\tobl"},
      {"orphan-parent", &kPlain, "4\tobl", "5\torphan"},
      {"pron-det-without-prontype", &kPlain, "PronType=Prs", "_"},
      {"punct-causes-nonproj", &kPlain, "4\tobj", "8\tobj"},
      {"punct-is-nonproj", &kPlain, "4\tpunct", "1\tpunct"},
      {"rel-upos-advmod", &kPlain, "PART", "VERB"},
      {"rel-upos-aux", &kPlain, "AUX", "VERB"},
      {"rel-upos-case", &kPlain, "ExtPos=ADP", "ExtPos=NUM"},
      {"rel-upos-cc", &kEnhanced, "CCONJ", "VERB"},
      {"rel-upos-cop", &kPlain, "4\tadvmod", "4\tcop"},
      {"rel-upos-det", &kPlain, "4\tadvmod", "4\tdet"},
      {"rel-upos-expl", &kPlain, "4\tobl", "4\texpl"},
      {"rel-upos-fixed", &kPlain, "ADP\t_\t_\t7", "PROPN\t_\t_\t7"},
      {"rel-upos-mark", &kPlain, "4\tobj", "4\tmark"},
      {"rel-upos-nummod", &kPlain, "4\tobj", "4\tnummod"},
      {"rel-upos-punct", &kPlain, ".\tPUNCT", ".\tSYM"},
      {"right-to-left-appos", &kPlain, "4\tnsubj", "4\tappos"},
      {"right-to-left-conj", &kPlain, "4\tnsubj", "4\tconj"},
      {"right-to-left-fixed", &kPlain, "4\tnsubj", "4\tfixed"},
      {"right-to-left-flat", &kPlain, "4\tnsubj", "4\tflat:name"},
      {"right-to-left-goeswith", &kPlain, "4\tnsubj", "4\tgoeswith"},
      {"root-is-not-0", &kPlain, "4\tobj", "4\troot"},
      {"too-many-objects", &kPlain, "4\tobl", "4\tobj"},
      {"too-many-subjects", &kPlain, "4\tobl", "4\tcsubj"},
      {"upos-rel-punct", &kPlain, "4\tpunct", "4\tdep"},
      {"verbform-fin-without-mood", &kPlain, "Mood=Ind|", ""},
  };
  return all;
}

TEST(Validate, AcceptsWhatIsRight) {
  for (const std::string* text : {&kPlain, &kEnhanced, &kParts}) {
    EXPECT_THAT(tests_of(*text), IsEmpty()) << *text;
  }
  EXPECT_THAT(tests_of(kPlain + kParts), IsEmpty());
  EXPECT_THAT(tests_of(""), IsEmpty());
}

TEST(Validate, FindsWhatIsWrong) {
  for (const Case& example : cases()) {
    EXPECT_THAT(tests_of(replaced(*example.sentence, example.from, example.to)),
                Contains(example.test));
  }
}

TEST(Validate, HasAnExampleOfEveryTest) {
  std::set<std::string> shown;
  for (const Case& example : cases()) shown.insert(example.test);
  std::set<std::string> all;
  for (const ValidationTest& test : validation_tests()) {
    EXPECT_TRUE(all.emplace(test.id).second) << test.id;
  }
  EXPECT_EQ(shown, all);
}

TEST(Validate, TellsThePlaceAndTheSentence) {
  const std::string bad = replaced(kPlain, "\tobj\t", "\tdobj\t");
  const std::vector<ValidationProblem> problems = problems_of(kEnhanced + bad);
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].test->id, "edeps-only-sometimes");
  EXPECT_EQ(problems[0].place.line, 14U);
  EXPECT_EQ(problems[1].test->id, "unknown-udeprel");
  EXPECT_EQ(problems[1].test->level, 2);
  EXPECT_EQ(problems[1].test->severity, Severity::kError);
  EXPECT_EQ(problems[1].place.file, "f");
  EXPECT_EQ(problems[1].place.line, 19U);
  EXPECT_EQ(problems[1].place.column, 33U);
  EXPECT_EQ(problems[1].sentence_id, "p1");
  EXPECT_THAT(problems[1].message, HasSubstr("\"dobj\""));
}

TEST(Validate, IgnoresTheCaseOfKeysThatAreMisspelt) {
  for (const char* key : {"LID", "L\u0130D", "glo\u017Fs"}) {
    const std::string text =
        replaced(kPlain, "\troot\t_\t_", "\troot\t_\t" + std::string(key) + "=x");
    EXPECT_THAT(tests_of(text), ElementsAre("misc-attr-typo")) << key;
  }
}

TEST(Validate, TestsOnWithoutARelation) {
  EXPECT_THAT(tests_of(replaced(kPlain, "7\tfixed", "7\t")),
              ElementsAre("empty-column", "invalid-deprel", "leaf-mark-case"));
}

TEST(Validate, GoesOnAfterBrokenSentences) {
  std::string text;
  for (const char* id : {"a", "b", "c"}) {
    text += replaced(replaced(kPlain, "p1", id), "\tVERB\t_", "\tVERB");
  }
  const std::vector<ValidationProblem> problems = problems_of(text);
  std::vector<std::string> places;
  for (const ValidationProblem& problem : problems) {
    places.push_back(problem.sentence_id + ' ' + std::string(problem.test->id));
  }
  EXPECT_THAT(places,
              ElementsAre("a number-of-columns", "b number-of-columns", "c number-of-columns"));
}

TEST(Validate, ReportsUpToALevelAndOnlyWhatIsWanted) {
  const std::string bad = replaced(replaced(replaced(kPlain, "VERB", "V"), "4\tpunct", "4\tdep"),
                                   "\tshe\t", "\tshe\xCC\x81\t");
  const auto up_to = [&](int level) {
    ValidationOptions options;
    options.level = level;
    return tests_of(bad, options);
  };
  EXPECT_THAT(up_to(1), ElementsAre("unicode-normalization"));
  EXPECT_THAT(up_to(2), ElementsAre("unicode-normalization", "unknown-upos"));
  EXPECT_THAT(up_to(3), ElementsAre("unicode-normalization", "unknown-upos", "upos-rel-punct"));
  ValidationOptions options;
  options.include = {"unknown-upos", "upos-rel-punct", "extra-empty-line"};
  EXPECT_THAT(tests_of(bad, options), ElementsAre("unknown-upos", "upos-rel-punct"));
  options.exclude = {"unknown-upos"};
  EXPECT_THAT(tests_of(bad, options), ElementsAre("upos-rel-punct"));
  options.exclude = {"unknown-upso"};
  try {
    problems_of(bad, options);
    ADD_FAILURE() << "an unknown name is accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown test \"unknown-upso\"; did you mean unknown-upos?");
  }
}

TEST(Validate, ReportsLineByLine) {
  std::string text = replaced(kPlain, "4\tnsubj", "4\tconj");
  text = replaced(text, "\tobj\t", "\tdobj\t");
  text = replaced(text, "SpaceAfter=No\n10", "_\n10");
  std::vector<std::uint64_t> lines;
  for (const ValidationProblem& problem : problems_of(text)) lines.push_back(problem.place.line);
  EXPECT_THAT(lines, ElementsAre(3, 8, 12));
}

TEST(Validate, AsksForFeaturesOnlyIfTheTreebankHasSome) {
  const std::string plain = "# sent_id = n1\n# text = it\n1\tit\tit\tPRON\t_\t_\t0\troot\t_\t_\n\n";
  EXPECT_THAT(tests_of(plain), IsEmpty());
  // The first feature may come later.
  const std::vector<ValidationProblem> problems = problems_of(plain + kPlain);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].test->id, "pron-det-without-prontype");
  EXPECT_EQ(problems[0].place.line, 3U);
  EXPECT_EQ(problems[0].sentence_id, "n1");
}

TEST(Validate, TakesReturnsForLineEnds) {
  std::string text = kPlain;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.replace(at, 1, "\r\n");
  }
  const std::vector<ValidationProblem> problems = problems_of(text);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].test->id, "non-unix-newline");
  EXPECT_EQ(problems[0].place.line, 1U);
  EXPECT_THAT(tests_of(replaced(kPlain, "\tsee\t", "\ts\ree\t")),
              ElementsAre("invalid-line", "non-unix-newline"));
}

TEST(Validate, TestsOnlyTheCommonColumnsOfCoNllX) {
  ValidationOptions options;
  options.format = Format::kConllx;
  options.exclude = {"missing-sent-id", "missing-text"};
  EXPECT_THAT(tests_of("1\ta\ta\tX\t_\t_\t0\troot\t0\troot\n\n", options), IsEmpty());
  EXPECT_THAT(tests_of("1\ta\ta\tY\t_\t_\t0\troot\t0\troot\n\n", options),
              ElementsAre("unknown-upos"));
}

TEST(Validate, QuotesLongValuesInPart) {
  const std::string longest(1'000'000, 'x');
  const std::string text = "1\ta\ta\t" + longest + "\t_\t" + longest + "\t0\t" + longest +
                           "\t0:" + longest + "\t" + longest + "|\n\n" + longest + "\n\n";
  for (const ValidationProblem& problem : problems_of(text)) {
    EXPECT_LT(problem.message.size(), 300U);
  }
}

}  // namespace
}  // namespace panarc
