#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/table.h"
#include "cli/treebank_options.h"
#include "panarc/analysis.h"
#include "panarc/draw.h"
#include "panarc/io.h"
#include "panarc/json.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kDiffDescription = "Compare two annotations of the same text";

constexpr const char* kDiffExamples = R"(
Both files must have the same sentences and words. The trees of A that differ from those of B are
drawn, with the words that differ marked and followed by the values in A and B, as in `HEAD 3 → 5`.
Then comes a summary: how many sentences and words differ, and in what; the labels that are confused
most often; and measures of agreement, in percent. Cohen's kappa of the labels is 1 for full
agreement, and 0 for chance agreement. The exit status is 0 whether or not the files differ.

Examples:
  panarc diff anna.conllu ben.conllu | less -R
  panarc diff --summary gold.conllu parsed.conllu
  panarc diff anna.conllu ben.conllu --where 'deprel == "advcl"'
  panarc diff anna.conllu ben.conllu --html -o differences.html
  some-parser < gold.conllu | panarc diff --json gold.conllu -
)";

struct DiffOptions {
  std::string a;
  std::string b;
  OutputOptions output;
  std::shared_ptr<const WordQuery> where;
  TreebankOptions treebank;
  std::optional<std::size_t> width;
  std::size_t top = 20;
  bool summary = false;
  bool json = false;
  bool html = false;
};

using Visit = std::function<void(const ComparedSentence&)>;

/// Whether a sentence is to be shown if it differs.
bool is_wanted(const DiffOptions& options, const ComparedSentence& sentence) {
  return !options.where || !options.where->find(sentence.a).empty();
}

/// The pairs of labels that are confused most often.
std::vector<LabelConfusion> top_confusions(const Agreement& agreement, std::size_t top) {
  std::vector<LabelConfusion> confusions = agreement.confusions();
  confusions.resize(std::min(confusions.size(), top));
  return confusions;
}

std::string summary_json(const Agreement& agreement, const DiffOptions& options) {
  return to_json(agreement, options.a, options.b, options.top);
}

std::string number(std::uint64_t count) { return fmt::format("{}", count); }

/// How much differs, and in what.
std::string counts_text(const Agreement& agreement) {
  static constexpr auto kTitles = names_of<DifferenceKind>({
      {DifferenceKind::kHead, "  head only"},
      {DifferenceKind::kLabel, "  label only"},
      {DifferenceKind::kHeadAndLabel, "  head and label"},
      {DifferenceKind::kUpos, "  UPOS"},
      {DifferenceKind::kXpos, "  XPOS"},
      {DifferenceKind::kFeats, "  FEATS"},
      {DifferenceKind::kLemma, "  LEMMA"},
  });
  Table table({"", "different", "all"});
  table.add_row(
      {"sentences", number(agreement.different_sentences()), number(agreement.sentences())});
  table.add_row({"words", number(agreement.different_words()), number(agreement.words())});
  for (const auto& [kind, title] : kTitles) {
    table.add_row({std::string(title), number(agreement.count(kind))});
  }
  return table.text();
}

std::string measures_text(const Agreement& agreement) {
  Table table({"agreement", "%", "same", "words"});
  const auto add = [&](const char* name, const Tally& tally) {
    const bool defined = tally.gold > 0;
    table.add_row({name, defined ? fmt::format("{:.2f}", tally.percentage()) : "-",
                   number(tally.correct), number(tally.gold)});
  };
  add("UAS", agreement.uas());
  add("LAS", agreement.las());
  add("LAS_full", agreement.las_full());
  add("labels", agreement.labels());
  const auto kappa = agreement.kappa();
  return fmt::format("{}\nCohen's kappa of labels: {}\n", table.text(),
                     kappa ? fmt::format("{:.4f}", *kappa) : "undefined");
}

std::string confusions_text(const std::vector<LabelConfusion>& confusions) {
  if (confusions.empty()) return {};
  Table table({"label in A", "label in B", "words"}, Table::Content::kText);
  for (const LabelConfusion& confusion : confusions) {
    table.add_row(
        {terminal_text(confusion.a), terminal_text(confusion.b), number(confusion.count)});
  }
  return '\n' + table.text();
}

std::string summary_text(const Agreement& agreement, std::size_t top) {
  return fmt::format("{}\n{}{}", counts_text(agreement), measures_text(agreement),
                     confusions_text(top_confusions(agreement, top)));
}

std::vector<WordNote> notes_of(const ComparedSentence& sentence) {
  std::vector<WordNote> notes;
  for (const WordDifference& difference : sentence.words) {
    WordNote& note = notes.emplace_back(WordNote{difference.word, {}});
    for (const FieldDifference& field : difference.fields) {
      note.parts.push_back(fmt::format("{} {} → {}", field_name(field.field), field.a, field.b));
    }
  }
  return notes;
}

void print_text(const DiffOptions& options, TreebankReader& a, TreebankReader& b,
                FileWriter& sink) {
  const TextStyle style = style_for(options.output.file, options.width);
  const auto draw = [&](const ComparedSentence& sentence) {
    if (sentence.words.empty() || !is_wanted(options, sentence)) return;
    sink.write(fmt::format("{}{}\n", sentence_heading(sentence.a, sentence.number, style),
                           draw_numbered_tree(sentence.a, style, notes_of(sentence))));
  };
  const Agreement agreement = compare(a, b, options.summary ? Visit() : draw);
  sink.write(summary_text(agreement, options.top));
}

// Sentences are written as they come, so the object is put together by hand.
void print_json(const DiffOptions& options, TreebankReader& a, TreebankReader& b,
                FileWriter& sink) {
  if (options.summary) {
    sink.write(summary_json(compare(a, b), options) + '\n');
    return;
  }
  bool first = true;
  const Agreement agreement = compare(a, b, [&](const ComparedSentence& sentence) {
    if (sentence.words.empty() || !is_wanted(options, sentence)) return;
    sink.write(std::exchange(first, false) ? "{\"differences\":[\n" : ",\n");
    sink.write(to_json(sentence));
  });
  sink.write(first ? "{\"differences\":[],\n" : "\n],\n");
  sink.write(summary_json(agreement, options).substr(1) + '\n');
}

void print_page(const DiffOptions& options, TreebankReader& a, TreebankReader& b,
                FileWriter& sink) {
  TreePage page(fmt::format("{} and {}", title_of(options.a), title_of(options.b)),
                [&sink](std::string_view text) { sink.write(text); });
  const Agreement agreement = compare(a, b, [&](const ComparedSentence& sentence) {
    if (is_wanted(options, sentence)) page.add(sentence);
  });
  page.finish(summary_json(agreement, options));
}

void run(const DiffOptions& options) {
  check_files("A and B", {options.a, options.b}, options.output, options.treebank.quiet);
  TreebankReader a(options.a, options.treebank.reader_options());
  TreebankReader b(options.b, options.treebank.reader_options());
  FileWriter sink(options.output.file);
  const bool by_name = !options.json && !options.summary;
  if (options.html || (by_name && has_extension(options.output.file, ".html"))) {
    print_page(options, a, b, sink);
  } else if (options.json) {
    print_json(options, a, b, sink);
  } else {
    print_text(options, a, b, sink);
  }
  sink.finish();
}

}  // namespace

void add_diff(Program& program) {
  Command& command = program.add("diff", kDiffDescription, kDiffExamples);
  auto& options = command.with<DiffOptions>(run);
  add_text(command, "A", options.a, "", "A treebank").require();
  add_text(command, "B", options.b, "", "The same words, annotated differently").require();
  add_query(
      command, "--where",
      [&options](const auto& query, const std::string&) { options.where = query; },
      "Show only sentences with a word for which this holds in A; the summary covers all")
      .exclude({"--summary"});
  add_flag(command, "--summary", options.summary, "Print only the summary");
  add_flag(command, "--json", options.json,
           "Print JSON: the words that differ under `differences`, and the summary");
  add_flag(command, "--html", options.html,
           "Write a page that shows both trees of each sentence [if OUT ends in .html]")
      .exclude({"--json", "--summary"});
  add_output_arguments(command, options.output, "Where to write [-]");
  add_whole(command, "--top", options.top, "N", 0, "Print the N most frequent confusions [20]");
  add_width_argument(command, options.width).exclude({"--json", "--html", "--summary"});
  // Sentences skipped in only one of the files would put the two out of step, so bad sentences are
  // errors.
  add_format_argument(command, "--format", options.treebank.format,
                      "Format of both files [from their names, else from their first sentences]");
  add_encoding_argument(command, options.treebank);
  add_quiet_argument(command, options.treebank);
}

}  // namespace panarc::cli
