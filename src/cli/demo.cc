#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/table.h"
#include "cli/train_progress.h"
#include "panarc/draw.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/io.h"
#include "panarc/oracle.h"
#include "panarc/parser.h"
#include "panarc/pipeline.h"
#include "panarc/train.h"
#include "panarc/treebank.h"
#include "panarc/validate.h"

namespace panarc::cli {

namespace {

constexpr const char* kDemoDescription = "Train, parse and score on the built-in sample treebank";

constexpr const char* kDemoExamples = R"(
Takes a few seconds and needs no files.

Examples:
  panarc demo
)";

void heading(std::string_view title) { fmt::print("\n== {} ==\n\n", title); }

/// The parts of the sample treebank.
struct Sample {
  std::vector<Sentence> train;
  std::vector<Sentence> dev;
  std::vector<Sentence> test;
};

std::vector<Sentence> read_part(std::string_view part) {
  std::vector<Sentence> sentences;
  auto reader = TreebankReader::from_text(sample_treebank(part), fmt::format("{}.conllu", part));
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

Sample read_sample() {
  heading("The sample treebank");
  Sample sample;
  Table table({"part", "sentences", "words", "non-projective"});
  const auto read = [&](std::string_view name, std::vector<Sentence>& part) {
    part = read_part(name);
    TreebankStatistics statistics;
    for (const Sentence& sentence : part) statistics.add(sentence);
    table.add_row({fmt::format("data/sample/{}.conllu", name),
                   fmt::format("{}", statistics.sentences()), fmt::format("{}", statistics.words()),
                   fmt::format("{}", statistics.sentences() - statistics.projective_sentences())});
  };
  read("train", sample.train);
  read("dev", sample.dev);
  read("test", sample.test);
  fmt::print("{}", table.text());
  return sample;
}

std::string forms_of(const Sentence& sentence, std::span<const Node> nodes) {
  std::vector<std::string_view> forms;
  forms.reserve(nodes.size());
  for (const Node node : nodes) forms.push_back(node == kRoot ? "ROOT" : sentence.form(node));
  return fmt::format("{}", fmt::join(forms, " "));
}

const Sentence& first_of_length(const std::vector<Sentence>& sentences, Node least, Node most) {
  SentenceFilter is_projective;
  is_projective.projective_only = true;
  const auto found =
      std::find_if(sentences.begin(), sentences.end(), [&](const Sentence& sentence) {
        return sentence.size() >= least && sentence.size() <= most && is_projective(sentence);
      });
  if (found == sentences.end()) throw Error("the sample treebank lacks a sentence for the demo");
  return *found;
}

/// Shows what the parser is to learn: the transitions that cost nothing.
void show_derivation(const std::string& system, const Sentence& sentence) {
  heading(fmt::format("A derivation in {}, with the exact cost of every transition", system));
  fmt::print("{}\n", draw_tree(sentence));
  OracleQuery query;
  query.system = system;
  query.single_root = true;
  query.words = nothing_known(sentence);
  for (Node word = 1; word <= sentence.size(); ++word) {
    query.words[static_cast<std::size_t>(word)].heads = {{sentence.head(word)}};
  }
  OracleService oracle;
  Table table({"stack", "buffer", "costs", "taken"}, Table::Content::kText);
  for (OracleAnswer at = oracle.answer(query); !at.final; at = oracle.answer(query)) {
    std::vector<std::string> shown;
    for (const auto& [transition, cost] : at.costs) {
      shown.push_back(fmt::format("{} {}", transition, cost));
    }
    const auto taken = std::find_if(at.costs.begin(), at.costs.end(),
                                    [](const auto& priced) { return priced.second == 0; });
    table.add_row({forms_of(sentence, at.stack), forms_of(sentence, at.buffer),
                   fmt::format("{}", fmt::join(shown, ", ")), taken->first});
    query.after.push_back(taken->first);
  }
  fmt::print("{}", table.text());
}

Parser train_parser(const Sample& sample) {
  const TrainOptions defaults = with_defaults({});
  heading(fmt::format("Training a parser: {}, a beam of {}", *defaults.system, *defaults.beam));
  const EpochTable table(true, true);
  fmt::print("{}", table.header());
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport& report) {
    fmt::print("{}", table.row(report));
    std::fflush(stdout);
  };
  return train(sample.train, sample.dev, {}, progress).parser;
}

/// What the treebank has where the parser differs; empty if they agree.
std::string corrections(const Sentence& gold, const Sentence& parsed) {
  std::vector<std::string> all;
  for (Node word = 1; word <= gold.size(); ++word) {
    if (gold.head(word) == parsed.head(word) && gold.deprel(word) == parsed.deprel(word)) continue;
    const Node head = gold.head(word);
    all.push_back(fmt::format("{} is {} of {}", gold.form(word), gold.deprel(word),
                              head == kRoot ? "ROOT" : gold.form(head)));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

void show_parses(const Parser& parser, const std::vector<Sentence>& test) {
  heading("Sentences that it has not seen");
  constexpr std::size_t kShown = 3;
  constexpr Node kShortest = 7;
  constexpr Node kLongest = 11;
  std::size_t shown = 0;
  for (const Sentence& gold : test) {
    if (gold.size() < kShortest || gold.size() > kLongest) continue;
    Sentence parsed = gold;
    parser.parse(parsed);
    const std::string wrong = corrections(gold, parsed);
    fmt::print("{}{}{}\n", shown == 0 ? "" : "\n", draw_tree(parsed),
               wrong.empty() ? "as in the treebank" : "in the treebank, " + wrong);
    if (++shown == kShown) return;
  }
}

void show_scores(const Parser& parser, const std::vector<Sentence>& test) {
  heading("Scores on the held-out part");
  std::vector<Sentence> parsed = test;
  for (Sentence& sentence : parsed) parser.parse(sentence);
  const Scores scores = evaluate(test, parsed);
  Table table({"score", "%", "correct", "words"});
  for (const Metric metric : {Metric::kUas, Metric::kLas, Metric::kClas}) {
    const Tally& tally = scores[metric];
    table.add_row({std::string(metric_name(metric)), fmt::format("{:.2f}", tally.percentage()),
                   fmt::format("{}", tally.correct), fmt::format("{}", tally.gold)});
  }
  fmt::print("{}", table.text());
}

/// Everything before the parser is learnt too, and the parser learns from predicted tags.
void show_text(const Sample& sample) {
  heading("From text to trees, with one model");
  const Pipeline pipeline = train_pipeline(sample.train, sample.dev);
  const char* const text =
      "The old man sat on a bench, and his dog slept. We didn't know that the shop was closed!";
  fmt::print("{}\n", text);
  for (const Sentence& sentence : pipeline.read(text)) fmt::print("\n{}", draw_tree(sentence));
  const PipelineScores scores = score_pipeline(pipeline, sample.test);
  fmt::print("\nOn the text of the held-out part:");
  for (const Metric metric : {Metric::kSentences, Metric::kWords, Metric::kUpos, Metric::kLemma,
                              Metric::kUas, Metric::kLas}) {
    fmt::print(" {} {:.2f}{}", metric_name(metric), scores.text.percentage(metric),
               metric == Metric::kLas ? "\n" : ",");
  }
}

void run() {
  const Sample sample = read_sample();
  constexpr Node kShortest = 5;
  constexpr Node kLongest = 7;
  show_derivation(describe_option("system").standard,
                  first_of_length(sample.train, kShortest, kLongest));
  const Parser parser = train_parser(sample);
  show_parses(parser, sample.test);
  show_scores(parser, sample.test);
  show_text(sample);
  fmt::print(
      "\nNext: panarc train --help, panarc parse --help, or the guide in docs/. To get from text "
      "to trees\n"
      "in your own language, you need a treebank and two commands:\n\n"
      "  panarc train TRAIN.conllu --dev DEV.conllu --pipeline -o MODEL\n"
      "  panarc parse MODEL TEXT.txt --text\n");
}

}  // namespace

void add_demo(Program& program) {
  program.add("demo", kDemoDescription, kDemoExamples).run = [] {
    run();
    return 0;
  };
}

}  // namespace panarc::cli
