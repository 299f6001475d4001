#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

#include "panarc/parser.h"
#include "sample_models.h"
#include "treebank/projectivity.h"

/// What parsing the test set of the sample treebank takes.

namespace panarc {
namespace {

const Model& greedy_model() {
  static const Model model = train_on_sample(standard_plan(Trained::kFast));
  return model;
}

using GetModel = const Model& (*)();

/// From words that are numbers already to trees.
void encoded(benchmark::State& state, GetModel get_model) {
  const std::vector<EncodedSentence> sentences = encoded_sample(get_model());
  const auto search = search_of(get_model());
  std::vector<Parse> parses;
  std::int64_t words = 0;
  while (state.KeepRunning()) {
    for (const EncodedSentence& sentence : sentences) {
      search->parse(sentence, {}, parses);
      benchmark::DoNotOptimize(parses.data());
      words += sentence.words();
    }
  }
  state.SetItemsProcessed(words);
}
BENCHMARK_CAPTURE(encoded, greedy, greedy_model)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encoded, beam, beam_model)->Unit(benchmark::kMillisecond);

/// From the bytes of a file to the bytes of a file.
void text_to_text(benchmark::State& state, GetModel get_model) {
  const std::string_view text = sample_text("test");
  ModelParser parser(get_model());
  Sentence sentence;
  std::string out;
  std::int64_t words = 0;
  while (state.KeepRunning()) {
    out.clear();
    TreebankReader reader = TreebankReader::from_text(text);
    while (reader.next(sentence)) {
      parser.parse(sentence);
      sentence.append_to(out);
      words += sentence.size();
    }
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(words);
}
BENCHMARK_CAPTURE(text_to_text, greedy, greedy_model)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(text_to_text, beam, beam_model)->Unit(benchmark::kMillisecond);

/// What is known of the words in the benchmarks below.
enum class Given { kNothing, kHeads, kTrees, kChoices };

/// Constraints of three words in ten, or of all of them.
std::vector<KnownWord> constraints(const Sentence& sentence, Given given) {
  std::vector<KnownWord> known = nothing_known(sentence);
  for (Node word = 1; word <= sentence.size(); ++word) {
    KnownWord& at = known[static_cast<std::size_t>(word)];
    const Node head = sentence.head(word);
    if (given == Given::kTrees) {
      at = {.heads = {{head}}, .labels = {std::string(sentence.deprel(word))}};
    } else if (word * 3 % 10 < 3 && given == Given::kHeads) {
      at.heads = {{head}};
    } else if (word * 3 % 10 < 3 && given == Given::kChoices) {
      at.heads = {{head}, {word == 1 || head == word - 1 ? 0 : word - 1}};
    }
  }
  return known;
}

/// The projective sentences of the sample, from their words to trees.
void constrained(benchmark::State& state, GetModel get_model, Given given) {
  std::vector<Sentence> sentences;
  std::vector<std::vector<KnownWord>> known;
  TreebankReader reader = TreebankReader::from_text(sample_text("test"));
  for (Sentence sentence; reader.next(sentence);) {
    if (!is_projective(sentence.heads())) continue;
    known.push_back(given == Given::kNothing ? std::vector<KnownWord>()
                                             : constraints(sentence, given));
    sentences.push_back(sentence);
  }
  ModelParser parser(get_model());
  std::int64_t words = 0;
  while (state.KeepRunning()) {
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      parser.read(sentences[i]);
      benchmark::DoNotOptimize(
          parser.find(sentences[i], {.scores = false}, known[i], OnConflict::kError).data());
      words += sentences[i].size();
    }
  }
  state.SetItemsProcessed(words);
}
BENCHMARK_CAPTURE(constrained, greedy_by_nothing, greedy_model, Given::kNothing);
BENCHMARK_CAPTURE(constrained, greedy_by_heads, greedy_model, Given::kHeads);
BENCHMARK_CAPTURE(constrained, greedy_by_choices, greedy_model, Given::kChoices);
BENCHMARK_CAPTURE(constrained, greedy_by_trees, greedy_model, Given::kTrees);
BENCHMARK_CAPTURE(constrained, beam_by_nothing, beam_model, Given::kNothing);
BENCHMARK_CAPTURE(constrained, beam_by_heads, beam_model, Given::kHeads);
BENCHMARK_CAPTURE(constrained, beam_by_choices, beam_model, Given::kChoices);
BENCHMARK_CAPTURE(constrained, beam_by_trees, beam_model, Given::kTrees);

/// A sentence of 30 words again, with one head more or less.
void reparse(benchmark::State& state, GetModel get_model) {
  std::vector<Sentence::Word> words;
  TreebankReader reader = TreebankReader::from_text(sample_text("test"));
  std::vector<Sentence> sentences(4);
  for (Sentence& sentence : sentences) {
    if (!reader.next(sentence)) break;
    for (Node word = 1; word <= sentence.size() && words.size() < 30; ++word) {
      words.push_back({.form = sentence.form(word),
                       .lemma = sentence.lemma(word),
                       .upos = sentence.upos(word),
                       .xpos = sentence.xpos(word),
                       .feats = sentence.feats(word)});
    }
  }
  const Parser model(std::make_shared<const Model>(get_model()));
  SentenceParser parser(model, Sentence::from_words(words));
  std::vector<KnownWord> known(words.size() + 1);
  known[4].heads = {{5}};
  while (state.KeepRunning()) {
    known[20].heads.assign(known[20].heads.empty() ? 1 : 0, KnownArc{18, {}});
    benchmark::DoNotOptimize(parser.parse({.constraints = known}).score);
  }
}
BENCHMARK_CAPTURE(reparse, greedy, greedy_model);
BENCHMARK_CAPTURE(reparse, beam, beam_model);

}  // namespace
}  // namespace panarc
