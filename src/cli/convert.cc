#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/treebank_options.h"
#include "panarc/error.h"
#include "panarc/io.h"
#include "panarc/scheme.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kConvertDescription =
    "Convert treebanks: formats, filters, annotation schemes, pseudo-projective trees";

constexpr const char* kConvertExamples = R"(
Without options, the output is the input, byte for byte. Files ending in .gz or .zst are read and
written compressed; - is standard input or output.

Examples:
  panarc convert train.conllu -o train.conllu.zst
  panarc convert train.conllx --to conllu -o train.conllu
  panarc convert train.conllu --projective-only --max-words 80 -o short.conllu
  panarc convert train.conllu --projectivize head+path -o projective.conllu
  panarc convert train.conllu --scheme case,mark -o functional.conllu
  panarc convert train.conllu --scheme case --references 100 -o both.conllu
  cat *.conllu | panarc convert - --on-error skip -o clean.conllu
)";

/// The encoding is detected in each sentence instead of being given.
struct AnyEncoding {};
using Encoding = std::variant<AnyEncoding, PseudoProjective>;

struct ConvertOptions {
  std::vector<std::string> inputs{"-"};
  OutputOptions output;
  TreebankOptions treebank;
  std::optional<Format> to;
  std::optional<PseudoProjective> projectivize;
  std::optional<Encoding> deprojectivize;
  std::vector<Scheme> applied;
  std::vector<Scheme> undone;
  /// At most how many trees of the rules are written per sentence; 0: only the one with the rules
  /// applied everywhere.
  std::size_t references = 0;
};

/// What was done, to be reported at the end.
struct Report {
  std::size_t filtered = 0;
  std::size_t lifted = 0;
  std::size_t lifted_sentences = 0;
  std::size_t lost = 0;
  std::size_t lost_sentences = 0;
  std::size_t restored = 0;
  std::size_t sites = 0;
  std::size_t reversed = 0;
  std::size_t incomplete = 0;
  std::size_t references = 0;

  void print() const {
    if (filtered > 0) {
      print_message("the filters left out {}", counted(filtered, "sentence"));
    }
    if (lifted > 0) {
      print_message("lifted {} in {}; decoding them again gives a different head for {} in {}",
                    counted(lifted, "arc"), counted(lifted_sentences, "sentence"),
                    counted(lost, "word"), counted(lost_sentences, "sentence"));
    }
    if (sites > 0) {
      print_message("applied the rules in {}, which changed the heads of {}",
                    counted(sites, "place"), counted(reversed, "word"));
    } else if (reversed > 0) {
      print_message("undid the rules, which changed the heads of {}", counted(reversed, "word"));
    }
    if (references > 0) print_message("wrote {}", counted(references, "tree"));
    if (incomplete > 0) {
      print_message("did not change {} without a complete tree", counted(incomplete, "sentence"));
    }
    if (restored > 0) {
      print_message("put back {}", counted(restored, "lifted arc"));
    }
  }
};

std::size_t count_differences(const Heads& a, const Heads& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

/// The line of whatever keeps a tree from being encoded: a word without a head, or with a relation
/// that is already encoded; the first line if the problem is the tree as a whole.
std::uint64_t line_of_problem(const Sentence& sentence) {
  for (Node word = 1; word <= sentence.size(); ++word) {
    const bool encoded = encoded_relation(sentence.deprel(word)) != sentence.deprel(word);
    if (encoded || sentence.head(word) == kNoHead) return sentence.line(word);
  }
  return sentence.line();
}

void encode(Sentence& sentence, PseudoProjective scheme, Report& report) {
  LabeledTree tree = labeled_tree(sentence);
  std::size_t lifted = 0;
  try {
    lifted = projectivize(tree, scheme);
  } catch (const Error& error) {
    throw Error({sentence.file(), line_of_problem(sentence), 0}, error.what());
  }
  if (lifted == 0) return;
  report.lifted += lifted;
  ++report.lifted_sentences;
  LabeledTree decoded = tree;
  deprojectivize(decoded, scheme);
  const std::size_t lost = count_differences(decoded.heads, sentence.heads());
  report.lost += lost;
  if (lost > 0) ++report.lost_sentences;
  set_tree(sentence, tree);
}

void decode(Sentence& sentence, const Encoding& wanted, Report& report) {
  LabeledTree tree = labeled_tree(sentence);
  const std::optional<PseudoProjective> scheme = std::holds_alternative<PseudoProjective>(wanted)
                                                     ? std::get<PseudoProjective>(wanted)
                                                     : pseudo_projective_scheme(tree);
  if (!scheme) return;
  report.restored += deprojectivize(tree, *scheme);
  set_tree(sentence, tree);
}

bool is_complete(const Sentence& sentence) {
  const Heads& heads = sentence.heads();
  return std::find(heads.begin() + 1, heads.end(), kNoHead) == heads.end();
}

/// Only complete trees are changed.
void change_scheme(Sentence& sentence, const ConvertOptions& options, Report& report) {
  if (!is_complete(sentence)) {
    ++report.incomplete;
    return;
  }
  LabeledTree tree = labeled_tree(sentence);
  const std::vector<Scheme> last_first(options.undone.rbegin(), options.undone.rend());
  for (const Scheme scheme : last_first) undo_scheme(tree, scheme);
  for (const Scheme scheme : options.applied) {
    const std::vector<Node> sites = scheme_sites(tree, scheme);
    report.sites += sites.size();
    apply_scheme(tree, scheme, sites);
  }
  report.reversed += count_differences(tree.heads, sentence.heads());
  set_tree(sentence, tree);
}

/// Encodes or decodes a sentence as requested; false if that fails and it is to be left out.
bool convert(Sentence& sentence, const ConvertOptions& options, Report& report) {
  try {
    if (!options.undone.empty() || !options.applied.empty()) {
      change_scheme(sentence, options, report);
    }
    if (options.projectivize) encode(sentence, *options.projectivize, report);
    if (options.deprojectivize) decode(sentence, *options.deprojectivize, report);
    return true;
  } catch (const Error& error) {
    if (options.treebank.on_error == BadSentencePolicy::kFail) throw;
    if (!options.treebank.quiet) print_warning(error.what());
    return options.treebank.on_error == BadSentencePolicy::kKeep;
  }
}

/// Writes a sentence once for each tree that results from applying the rules at some of the places.
void write_references(const Sentence& sentence, const ConvertOptions& options, Report& report,
                      TreebankWriter& writer) {
  if (options.to.value_or(sentence.format()) != Format::kConllu) {
    throw Error(
        {sentence.file(), sentence.line(), 0},
        "references are numbered in comments, which CoNLL-X does not have; use --to conllu");
  }
  const bool complete = is_complete(sentence);
  report.incomplete += complete ? 0 : 1;
  const std::vector<LabeledTree> trees =
      complete
          ? trees_of(scheme_choices(labeled_tree(sentence), options.applied), options.references)
          : std::vector{labeled_tree(sentence)};
  report.references += trees.size();
  for (std::size_t i = 0; i < trees.size(); ++i) {
    Sentence reference = sentence;
    set_tree(reference, trees[i]);
    if (trees.size() > 1) number_reference(reference, i + 1);
    writer.write(reference);
  }
}

void run(const ConvertOptions& options) {
  check_files("IN", options.inputs, options.output, options.treebank.quiet);
  TreebankWriter writer(options.output.file, options.to);
  Report report;
  Sentence sentence;
  std::optional<Format> first_format;
  for (const std::string& input : options.inputs) {
    TreebankReader reader(input, options.treebank.reader_options(
                                     [&](std::string_view raw) { writer.write_text(raw); }));
    while (reader.next(sentence)) {
      if (!options.treebank.filter(sentence)) {
        ++report.filtered;
        continue;
      }
      if (!first_format) first_format = sentence.format();
      if (!options.to && sentence.format() != *first_format) {
        throw Error({input, 0, 0},
                    "the format differs from that of the first file; use --to conllu or "
                    "--to conllx");
      }
      if (options.references > 0) {
        write_references(sentence, options, report, writer);
      } else if (convert(sentence, options, report)) {
        writer.write(sentence);
      }
    }
    writer.finish_input(reader.trailing());
  }
  writer.finish();
  if (!options.treebank.quiet) report.print();
}

}  // namespace

void add_convert(Program& program) {
  Command& command = program.add("convert", kConvertDescription, kConvertExamples);
  auto& options = command.with<ConvertOptions>(run);
  add_texts(command, "IN", options.inputs, "Treebanks, one after the other [-]");
  add_output_arguments(command, options.output);
  add_reader_arguments(command, options.treebank, KeepsBadSentences::kYes);
  add_format_argument(command, "--to", options.to, "Format of the output [that of the input]");
  add_filter_arguments(command, options.treebank.filter);
  add_choice(command, "--projectivize", options.projectivize, kPseudoProjectiveNames,
             "Lift non-projective arcs and encode them in the relations (Nivre & Nilsson 2005)");
  Choices<Encoding> encodings;
  for (const auto& [scheme, name] : kPseudoProjectiveNames) {
    // The baseline encodes nothing.
    if (scheme != PseudoProjective::kBaseline) encodings.emplace_back(name, scheme);
  }
  encodings.emplace_back("auto", AnyEncoding{});
  add_choice(command, "--deprojectivize", options.deprojectivize, encodings,
             "Put lifted arcs back; auto detects the encoding")
      .exclude({"--projectivize"});
  add_scheme_list(
      command, "--scheme", options.applied,
      fmt::format("Apply rules that depart from Universal Dependencies: all, or some of {}, "
                  "separated by commas (Wisniewski et al. 2018)",
                  kSchemeNames.list()));
  add_scheme_list(command, "--undo-scheme", options.undone, "Undo these rules");
  add_whole(command, "--references", options.references, "N", 1,
            "Write up to N trees that the rules make of each sentence, as references for train",
            TreeChoices::kMostAlternatives)
      .need("--scheme")
      .exclude({"--undo-scheme", "--projectivize", "--deprojectivize"});
  add_quiet_argument(command, options.treebank);
}

}  // namespace panarc::cli
