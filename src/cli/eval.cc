#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "base/json.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/table.h"
#include "cli/treebank_options.h"
#include "io/text.h"
#include "panarc/evaluate.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDescription = "Score a parsed treebank against the gold standard";

constexpr const char* kExamples = R"(
Both files must have the same sentences and words. The scores are those of the CoNLL 2018 shared
task, in percent: LAS ignores subtypes of relations, which LAS_full compares too; FEATS looks at
universal features only; any lemma is right where the gold lemma is `_`. UAS_no_punct and
LAS_no_punct leave out punctuation: the words with the gold tag PUNCT (upos), or those that are
written with punctuation marks only, as in the CoNLL-X and CoNLL 2007 shared tasks (unicode).

Examples:
  panarc eval gold.conllu parsed.conllu
  panarc eval --json gold.conllu parsed.conllu.zst
  panarc eval --punctuation unicode gold.conllx parsed.conllx
  some-parser < gold.conllu | panarc eval gold.conllu -
)";

struct EvalOptions {
  std::string gold;
  std::string system;
  TreebankOptions treebank;
  std::optional<Punctuation> punctuation;
  bool json = false;
};

void print_json(const Scores& scores, Punctuation punctuation) {
  Json json;
  Json counts;
  json["words"] = scores.words();
  for (const Metric metric : all_metrics()) {
    const std::string name(metric_name(metric));
    const Tally& tally = scores.tally(metric, punctuation);
    json[name] = tally.percentage();
    counts[name] = {{"correct", tally.correct}, {"gold", tally.gold}, {"system", tally.system}};
  }
  json["sentences"] = scores.sentences();
  json["words_without_gold_head"] = scores.words_without_gold_head();
  json["words_without_system_head"] = scores.words_without_system_head();
  json["punctuation"] = kPunctuationNames.of(punctuation);
  json["counts"] = std::move(counts);
  fmt::print("{}\n", dump_json(json));
}

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

void print_table(const Scores& scores, Punctuation punctuation) {
  Table table({"score", "%", "correct", "gold", "system"});
  for (const Metric metric : all_metrics()) {
    const Tally& tally = scores.tally(metric, punctuation);
    table.add_row({std::string(metric_name(metric)), fmt::format("{:.2f}", tally.percentage()),
                   fmt::format("{}", tally.correct), fmt::format("{}", tally.gold),
                   fmt::format("{}", tally.system)});
  }
  const std::uint64_t left_out =
      scores[Metric::kUas].gold - scores.tally(Metric::kUasNoPunct, punctuation).gold;
  fmt::print("{}\npunctuation: {} ({} left out of _no_punct)\n", table.text(),
             how_recognised(punctuation), counted(left_out, "word"));
}

void warn_of_missing_heads(std::uint64_t words, const std::string& file, const char* consequence) {
  if (words == 0) return;
  fmt::print(stderr, "panarc: warning: {} has {} without a head; {} {} the attachment scores\n",
             file, counted(words, "word"), words == 1 ? "it is" : "they are", consequence);
}

void run(const EvalOptions& options) {
  TreebankReader gold(options.gold, options.treebank.reader_options());
  TreebankReader system(options.system, options.treebank.reader_options());
  const Scores scores = evaluate(gold, system);
  if (!options.treebank.quiet) {
    warn_of_missing_heads(scores.words_without_gold_head(), options.gold, "left out of");
    warn_of_missing_heads(scores.words_without_system_head(), options.system,
                          "counted as wrong in");
  }
  const Punctuation punctuation = options.punctuation.value_or(scores.punctuation());
  if (options.json) {
    print_json(scores, punctuation);
  } else {
    print_table(scores, punctuation);
  }
}

}  // namespace

void add_eval(Program& program) {
  Command& command = program.add("eval", kDescription, kExamples);
  auto options = std::make_shared<EvalOptions>();
  add_text(command, "GOLD", options->gold, "", "The treebank as it should be").require();
  add_text(command, "SYSTEM", options->system, "", "The same words, annotated by a parser")
      .require();
  add_flag(command, "--json", options->json,
           "Print JSON: the scores, and the counts they are made of under `counts`");
  add_choice(command, "--punctuation", options->punctuation, kPunctuationNames,
             "How punctuation is recognised [upos if GOLD has the tag PUNCT, else unicode]");
  // Sentences that are skipped in one file alone would set the two out of step, so the other
  // options of readers and the filters are not offered.
  add_format_argument(command, "--format", options->treebank.format,
                      "Format of both files [by their names, else by their first sentences]");
  add_encoding_argument(command, options->treebank);
  add_quiet_argument(command, options->treebank);
  command.run = [options] {
    check_standard_input("GOLD and SYSTEM", {options->gold, options->system});
    run(*options);
    return 0;
  };
}

}  // namespace panarc::cli
