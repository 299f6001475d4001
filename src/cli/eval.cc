#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cli/analysis_tables.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/table.h"
#include "cli/treebank_options.h"
#include "panarc/draw.h"
#include "panarc/evaluate.h"
#include "panarc/io.h"
#include "panarc/json.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kEvalDescription = "Score a parsed treebank against the gold standard";

constexpr const char* kEvalExamples = R"(
Both files must have the same text. Where they divide it into different words or sentences, words
are aligned as by the script of the CoNLL 2018 shared task, and scores are F1. The scores are those
of the shared task, in percent: LAS ignores subtypes of relations, LAS_full compares them too; FEATS
looks at universal features only; any lemma is right where the gold lemma is `_`. UAS_no_punct and
LAS_no_punct leave out punctuation: words with the gold tag PUNCT (upos), or words that consist of
punctuation marks only, as in the CoNLL-X and CoNLL 2007 shared tasks (unicode).

With --by, --where, --ignore, --confusion or --compare, errors are counted instead, group by group,
in the words that a condition selects. Attributes are those of the gold standard, unless they begin
with `system.` or `other.`: form, lemma, upos, xpos, feats, feats.Case, deprel, relation
(without subtype), misc.Key, direction, length, depth, children, quarter, words, id, head,
head.upos, projective, known, right, right_head, right_label, sentence.

--html writes all of this as a page: the scores, the groups and a matrix of the confusions. A click
on any figure shows the sentences behind it, with their trees. --by and --confusion are then deprel
unless they are given.

Examples:
  panarc eval gold.conllu parsed.conllu
  panarc eval --json gold.conllu parsed.conllu.zst
  panarc eval --punctuation unicode gold.conllx parsed.conllx
  some-parser < gold.conllu | panarc eval gold.conllu -
  panarc eval gold.conllu parsed.conllu --by relation,direction
  panarc eval gold.conllu parsed.conllu --by length:1:2:3:7 --where 'upos != "PUNCT"'
  panarc eval gold.conllu parsed.conllu --confusion deprel --examples 3
  panarc eval gold.conllu a.conllu --compare b.conllu --significance bootstrap
  panarc eval gold.conllu parsed.conllu --html -o errors.html
)";

constexpr const char* kAnalysis = "Analysis";

struct EvalOptions {
  std::string gold;
  std::string system;
  TreebankOptions treebank;
  std::optional<Punctuation> punctuation;
  TableFormat format = TableFormat::kText;
  AnalysisOptions analysis;
  AnalysisView view{.top = 50};
  std::string compare;
  std::string known_words;
  bool html = false;
  OutputOptions output;

  [[nodiscard]] bool analyses() const {
    return !analysis.by.empty() || !analysis.where.empty() || !analysis.ignore.empty() ||
           !analysis.confusion.empty() || !compare.empty();
  }
};

std::string how_recognised(Punctuation punctuation) {
  switch (punctuation) {
    case Punctuation::kUpos:
      return "UPOS is PUNCT";
    case Punctuation::kUnicode:
      return "all characters of FORM are punctuation in Unicode";
    case Punctuation::kNone:
      break;
  }
  return "none";
}

/// The scores to show, in their order.
std::vector<Metric> shown_metrics(bool same_segmentation) {
  std::vector<Metric> metrics;
  for (const bool segmentation : {true, false}) {
    // How text is divided is of no interest where it is divided as in the gold standard.
    if (segmentation && same_segmentation) continue;
    for (const Metric metric : all_metrics()) {
      if (is_segmentation(metric) == segmentation) metrics.push_back(metric);
    }
  }
  return metrics;
}

Table table_of(const Scores& scores, Punctuation punctuation) {
  Table table({"score", "%", "correct", "gold", "system"});
  for (const Metric metric : shown_metrics(scores.same_segmentation())) {
    const Tally& tally = scores.tally(metric, punctuation);
    table.add_row({std::string(metric_name(metric)), fmt::format("{:.2f}", tally.percentage()),
                   fmt::format("{}", tally.correct), fmt::format("{}", tally.gold),
                   fmt::format("{}", tally.system)});
  }
  return table;
}

void print_scores(const Scores& scores, Punctuation punctuation, TableFormat format) {
  print_table(table_of(scores, punctuation), format);
  if (format != TableFormat::kText) return;
  const std::uint64_t left_out =
      scores[Metric::kUas].gold - scores.tally(Metric::kUasNoPunct, punctuation).gold;
  fmt::print("\npunctuation: {} ({} left out of _no_punct)\n", how_recognised(punctuation),
             counted(left_out, "word"));
}

void warn_of_missing_heads(std::uint64_t words, const std::string& file, const char* consequence) {
  if (words == 0) return;
  print_warning("{} has {} without a head; {} {} the attachment scores", file,
                counted(words, "word"), words == 1 ? "it is" : "they are", consequence);
}

void check(const EvalOptions& options) {
  check_standard_input("GOLD, SYSTEM and --compare",
                       {options.gold, options.system, options.compare});
  if (!options.compare.empty() && options.gold == "-") {
    throw UsageError("--compare reads GOLD twice: expected a file, not standard input");
  }
  check_output_name(options.output.file);
  check_inputs_are_kept(options.output.file,
                        {options.gold, options.system, options.compare, options.known_words},
                        options.output.force);
  if (options.html && options.output.file == "-" && ::isatty(STDOUT_FILENO) == 1) {
    throw UsageError("--html", "a page is of no use in a terminal; write it to a file with -o");
  }
  for (const std::string& input : {options.gold, options.system, options.compare}) {
    if (options.html && input == "-") {
      throw UsageError("--html reads treebanks twice: expected files, not standard input");
    }
  }
  check_criteria(options.analysis, options.view);
}

Analysis analysis_of(const EvalOptions& options) {
  const ReaderOptions reading = options.treebank.reader_options();
  TreebankReader gold(options.gold, reading);
  TreebankReader system(options.system, reading);
  if (options.compare.empty()) return analyse(gold, system, options.analysis);
  TreebankReader gold_again(options.gold, reading);
  TreebankReader other(options.compare, reading);
  Analysis analysis = analyse(gold, system, gold_again, other, options.analysis);
  // All words together are tested once, as the user asked.
  analysis.total.p_value = p_value(analysis.both, options.view.test);
  return analysis;
}

Scores scores_of(const EvalOptions& options, const std::string& file) {
  TreebankReader gold(options.gold, options.treebank.reader_options());
  TreebankReader system(file, options.treebank.reader_options());
  return evaluate(gold, system);
}

AnalysisFacts facts_of(const EvalOptions& options, const Analysis& analysis) {
  AnalysisFacts facts;
  facts.files = {options.gold, options.system};
  if (!options.compare.empty()) facts.files.push_back(options.compare);
  std::vector<Scores> scores;
  bool same_segmentation = true;
  for (std::size_t i = 1; i < facts.files.size(); ++i) {
    scores.push_back(scores_of(options, facts.files[i]));
    same_segmentation = same_segmentation && scores.back().same_segmentation();
  }
  const Punctuation punctuation = options.punctuation.value_or(scores.front().punctuation());
  for (const Metric metric : shown_metrics(same_segmentation)) {
    auto& tallies = facts.scores.emplace_back(metric_name(metric), std::vector<Tally>{}).second;
    for (const Scores& one : scores) tallies.push_back(one.tally(metric, punctuation));
  }
  const auto add_condition = [&](const char* name, const std::string& expression) {
    if (!expression.empty()) facts.conditions.push_back(fmt::format("{} {}", name, expression));
  };
  add_condition("where", options.analysis.where);
  add_condition("except where", options.analysis.ignore);
  facts.confusion = options.analysis.confusion;
  if (!options.compare.empty()) facts.significance = significance_text(analysis, options.view);
  return facts;
}

void write_page(EvalOptions options) {
  if (options.analysis.by.empty()) options.analysis.by = {"deprel"};
  if (options.analysis.confusion.empty()) options.analysis.confusion = "deprel";
  FileWriter sink(options.output.file);
  AnalysisPage page(fmt::format("{} against {}", title_of(options.system), title_of(options.gold)),
                    [&sink](std::string_view text) { sink.write(text); });
  options.analysis.visit = [&page](const AnalysedSentence& sentence) { page.add(sentence); };
  const Analysis analysis = analysis_of(options);
  page.finish(analysis, facts_of(options, analysis));
  sink.finish();
}

void show_scores(const EvalOptions& options) {
  const Scores scores = scores_of(options, options.system);
  if (!options.treebank.quiet) {
    warn_of_missing_heads(scores.words_without_gold_head(), options.gold, "left out of");
    warn_of_missing_heads(scores.words_without_system_head(), options.system,
                          "counted as wrong in");
  }
  const Punctuation punctuation = options.punctuation.value_or(scores.punctuation());
  if (options.format == TableFormat::kJson) {
    fmt::print("{}\n", to_json(scores, punctuation));
  } else {
    print_scores(scores, punctuation, options.format);
  }
}

void run(const EvalOptions& arguments) {
  EvalOptions options = arguments;
  if (!options.compare.empty()) options.view.systems = 2;
  if (!options.known_words.empty()) {
    TreebankReader training(options.known_words, options.treebank.reader_options());
    options.analysis.known_words =
        std::make_shared<const std::unordered_set<std::string>>(forms_of(training));
  }
  check(options);
  if (options.html) {
    write_page(options);
  } else if (options.analyses()) {
    print_analysis(analysis_of(options), options.view, options.format);
  } else {
    show_scores(options);
  }
}

void add_analysis_arguments(Command& command, EvalOptions& options) {
  AnalysisOptions& analysis = options.analysis;
  add_list(
      command, "--by", analysis.by, "ATTRIBUTES",
      "Group words by these, separated by commas; numbers can be divided into classes by where "
      "each begins, as in length:1:2:3:7")
      .in_group(kAnalysis);
  add_text(command, "--where", analysis.where, "EXPR", "Count only words for which this holds")
      .in_group(kAnalysis);
  add_text(command, "--ignore", analysis.ignore, "EXPR", "Leave out words for which this holds")
      .in_group(kAnalysis);
  add_text(command, "--confusion", analysis.confusion, "ATTRIBUTE",
           "Count which values the system has in place of those of the gold standard")
      .in_group(kAnalysis);
  add_whole(command, "--examples", analysis.examples, "N", 0,
            "Print N sentences per group and confusion, with the wrong word marked "
            "[nsubj>obj] [0]")
      .in_group(kAnalysis)
      .exclude({"--html"});
  add_whole(command, "--top", options.view.top, "N", 1,
            "Print at most N groups and confusions [50]")
      .in_group(kAnalysis)
      .exclude({"--html"});
  add_text(command, "--compare", options.compare, "OTHER",
           "Another parser's output: compare which is right where")
      .in_group(kAnalysis);
  add_choice(command, "--significance", options.view.test, kSignificanceTestNames,
             "Test of the overall difference from OTHER [randomization]")
      .in_group(kAnalysis)
      .need("--compare");
  add_text(command, "--known-words", options.known_words, "TREEBANK",
           "The parser's training data, for the attribute `known`")
      .in_group(kAnalysis);
}

}  // namespace

void add_eval(Program& program) {
  Command& command = program.add("eval", kEvalDescription, kEvalExamples);
  command.other_names = {"evaluate", "score"};
  auto& options = command.with<EvalOptions>(run);
  add_text(command, "GOLD", options.gold, "", "The treebank as it should be").require();
  add_text(command, "SYSTEM", options.system, "", "The same text, annotated by a parser").require();
  add_table_formats(
      command, options.format,
      "Print JSON: the scores, and the counts behind them under `counts`; or the analysis");
  add_flag(command, "--html", options.html,
           "Write a page of the errors and the sentences behind them")
      .exclude({"--json", "--markdown", "--csv"});
  add_output_arguments(command, options.output, "Where to write the page [-]").need("--html");
  add_choice(command, "--punctuation", options.punctuation, kPunctuationNames,
             "How punctuation is recognised [upos if GOLD has the tag PUNCT, else unicode]");
  // Sentences skipped in only one of the files would put the two out of step, so the other options
  // of readers and the filters are not offered.
  add_format_argument(command, "--format", options.treebank.format,
                      "Format of both files [from their names, else from their first sentences]");
  add_encoding_argument(command, options.treebank);
  add_quiet_argument(command, options.treebank);
  add_analysis_arguments(command, options);
}

}  // namespace panarc::cli
