#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstddef>
#include <random>
#include <string>

#include "io/utf8.h"
#include "panarc/treebank.h"
#include "treebank/projectivity.h"

namespace {

using panarc::Node;
using panarc::Sentence;
using panarc::TreebankReader;
using panarc::TreebankWriter;

// Some 20 MB of CoNLL-U that looks like UD English, or with `letter` like any other language.
std::string synthetic_treebank(const std::string& letter) {
  constexpr std::size_t kSize = 20'000'000;
  constexpr const char* kTags[] = {"NOUN", "VERB", "PUNCT", "ADP", "DET", "PROPN"};
  constexpr const char* kRelations[] = {"nsubj", "obl", "punct", "case", "det", "nmod:poss"};
  constexpr const char* kFeats[] = {"_", "Number=Sing", "Definite=Def|PronType=Art",
                                    "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin"};
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto word = [&] {
    std::string text;
    for (std::size_t i = 1 + below(9); i > 0; --i) text += letter;
    return text;
  };
  std::string text;
  for (int id = 1; text.size() < kSize; ++id) {
    text += fmt::format("# sent_id = s{}\n# text = {} {} {}\n", id, word(), word(), word());
    const std::size_t words = 1 + below(40);
    for (std::size_t w = 1; w <= words; ++w) {
      const std::size_t head = below(w);
      const std::string form = word();
      const char* relation = kRelations[below(6)];
      text += fmt::format("{}\t{}\t{}\t{}\tXX\t{}\t{}\t{}\t{}:{}\t{}\n", w, form, form,
                          kTags[below(6)], kFeats[below(4)], head, relation, head, relation,
                          below(6) == 0 ? "SpaceAfter=No" : "_");
    }
    text += '\n';
  }
  return text;
}

const std::string& ascii() {
  static const std::string text = synthetic_treebank("e");
  return text;
}

const std::string& greek() {
  static const std::string text = synthetic_treebank("λ");
  return text;
}

void set_bytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(text.size()));
}

// Calls visit(sentence) for all of the text, once an iteration.
template <class Visit>
void read_all(benchmark::State& state, const std::string& text, Visit visit) {
  Sentence sentence;
  while (state.KeepRunning()) {
    TreebankReader reader = TreebankReader::from_text(text);
    while (reader.next(sentence)) visit(sentence);
  }
  set_bytes(state, text);
}

void read(benchmark::State& state) {
  read_all(state, ascii(), [](Sentence& s) { benchmark::DoNotOptimize(s.size()); });
}
BENCHMARK(read)->Unit(benchmark::kMillisecond);

void read_greek(benchmark::State& state) {
  read_all(state, greek(), [](Sentence& s) { benchmark::DoNotOptimize(s.size()); });
}
BENCHMARK(read_greek)->Unit(benchmark::kMillisecond);

void read_and_check_projectivity(benchmark::State& state) {
  read_all(state, ascii(),
           [](Sentence& s) { benchmark::DoNotOptimize(panarc::is_projective(s.heads())); });
}
BENCHMARK(read_and_check_projectivity)->Unit(benchmark::kMillisecond);

void read_and_write(benchmark::State& state) {
  TreebankWriter writer("/dev/null");
  read_all(state, ascii(), [&](Sentence& s) { writer.write(s); });
}
BENCHMARK(read_and_write)->Unit(benchmark::kMillisecond);

void read_change_every_head_and_write(benchmark::State& state) {
  TreebankWriter writer("/dev/null");
  read_all(state, ascii(), [&](Sentence& s) {
    for (Node word = 1; word <= s.size(); ++word) {
      s.set_head(word, word - 1);
      s.set_deprel(word, "dep");
    }
    writer.write(s);
  });
}
BENCHMARK(read_change_every_head_and_write)->Unit(benchmark::kMillisecond);

void write_unchanged(benchmark::State& state) {
  Sentence sentence;
  TreebankReader reader = TreebankReader::from_text(ascii());
  for (int i = 0; i < 100; ++i) reader.next(sentence);
  std::string out;
  while (state.KeepRunning()) {
    out.clear();
    sentence.append_to(out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(out.size()));
}
BENCHMARK(write_unchanged);

void validate_utf8(benchmark::State& state) {
  const std::string& text = state.range(0) == 0 ? ascii() : greek();
  while (state.KeepRunning()) benchmark::DoNotOptimize(panarc::find_invalid_utf8(text));
  set_bytes(state, text);
}
BENCHMARK(validate_utf8)->ArgName("greek")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
