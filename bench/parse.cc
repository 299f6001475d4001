#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

#include "sample_models.h"

/// What parsing the test set of the sample treebank takes.

namespace panarc {
namespace {

const Model& greedy_model() {
  static const Model model = train_on_sample(fast_plan());
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
      search->parse(sentence, 1, parses);
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

}  // namespace
}  // namespace panarc
