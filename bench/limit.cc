#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "evaluate/comparison.h"
#include "model/model.h"
#include "panarc/evaluate.h"
#include "parse/model_parser.h"
#include "sample.h"
#include "scorer/linear/linear_weights.h"
#include "search/beam.h"
#include "task/parsing_task.h"
#include "transition/systems.h"

/// What the machine gives for random look-ups in the table of a model, and what the parser makes of
/// it: bench_limit [MODEL FILE]
///
/// A parser with a linear model does little but look up features. The features that it would look
/// up in a file, if it kept no sums, are recorded and shuffled: frequent ones stay frequent, and
/// those that are not in the table are still not there, but which comes next cannot be foreseen.
/// They are then looked up in batches as large as the features of a configuration, in the parser's
/// own way: first the places in the index, then the rows, then the sums. If that is all there is to
/// do for every configuration, it shows how many words per second are possible. It is not a bound
/// that cannot be crossed: a parser that keeps sums looks up less.

namespace panarc {
namespace {

using Table = LinearWeights::Table;
using Score = Table::Score;
using TableScorer = LinearScorer<FeaturePlan, Table>;

const LinearWeights& weights_of(const Model& model) {
  return dynamic_cast<const LinearWeights&>(model.weights());
}

/// CPU time of this thread: others may use the machine at the same time.
double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The time of one run at best.
template <class Run>
double best_seconds(Run&& run) {
  constexpr int kLeastRuns = 7;
  constexpr double kLeastSeconds = 1;
  double best = std::numeric_limits<double>::infinity();
  const double start = cpu_seconds();
  for (int i = 0; i < kLeastRuns || cpu_seconds() - start < kLeastSeconds; ++i) {
    const double begin = cpu_seconds();
    run();
    best = std::min(best, cpu_seconds() - begin);
  }
  return best;
}

/// What a parser goes through in a file.
struct Trace {
  std::uint64_t words = 0;
  /// How many transitions the best derivations have.
  std::uint64_t transitions = 0;
  /// Configurations that are scored: with a beam, those of all hypotheses.
  std::uint64_t configurations = 0;
  /// Features that the parser looks up, since it keeps sums of others.
  std::uint64_t lookups = 0;
  /// The features of the configurations of the best derivations.
  std::vector<std::uint64_t> keys;

  [[nodiscard]] double per_configuration() const {
    return static_cast<double>(keys.size()) / static_cast<double>(transitions);
  }
  [[nodiscard]] double features_per_word() const {
    return per_configuration() * static_cast<double>(configurations) / static_cast<double>(words);
  }
};

void append_keys(const FeaturePlan& plan, const ParseState& state, const EncodedSentence& words,
                 FeaturePlan::Scratch& scratch, std::vector<std::uint64_t>& keys) {
  plan.gather(state, words, scratch);
  std::size_t size = keys.size();
  keys.resize(size + plan.key_count());
  for (std::size_t group = 0; group < plan.group_count(); ++group) {
    size += plan.keys(group, scratch, keys.data() + size);
  }
  keys.resize(size);
}

template <TransitionSystem S>
Trace trace_of(const Model& model, const std::vector<Sentence>& sentences) {
  const ModelOptions& options = model.options();
  const FeaturePlan& plan = weights_of(model).plan();
  const ParsingTask<S> task(classes_of(options, model.labels()), options.transitions);
  TableScorer scorer(plan, weights_of(model).table(), TableScorer::keep_for(options.beam));
  Beam<ParsingTask<S>> beam(task, options.beam);
  const WordEncoder encoder(plan.columns(), model.words());
  EncodedSentence words;
  FeaturePlan::Scratch scratch;
  ParseState state;
  Trace trace;
  for (const Sentence& sentence : sentences) {
    encoder.encode(sentence, words);
    scorer.begin(words);
    for (beam.start(words); !beam.is_final(); beam.advance()) {
      trace.configurations += beam.open().size();
      beam.expand(scorer.score(beam.open_states()));
    }
    const std::vector<Transition> derivation = beam.derivations().read(beam.top().derivation);
    state.reset(words.words(), options.transitions);
    for (const Transition transition : derivation) {
      append_keys(plan, state, words, scratch, trace.keys);
      state.advance<S>(transition);
    }
    trace.words += static_cast<std::uint64_t>(words.words());
    trace.transitions += derivation.size();
  }
  trace.lookups = scorer.lookups();
  return trace;
}

/// Calls `look_up` for batches of keys, after their places in the index and their rows were asked
/// for.
template <class LookUp>
void in_batches(const Table& table, std::span<const std::uint64_t> keys, std::size_t batch,
                LookUp&& look_up) {
  for (std::size_t first = 0; first < keys.size(); first += batch) {
    const auto part = keys.subspan(first, std::min(batch, keys.size() - first));
    for (const std::uint64_t key : part) table.prefetch(key);
    for (const std::uint64_t key : part) table.prefetch_row(key);
    look_up(part);
  }
}

/// The time of a look-up that only reads the beginning of a row: that of memory.
double seconds_to_touch(const Table& table, std::span<const std::uint64_t> keys,
                        std::size_t batch) {
  const unsigned shift = 64 + Table::kTagBits - table.key_bits();
  const std::uint32_t* const index = table.index().data();
  const std::uint32_t* const rows = table.words().data();
  const double seconds = best_seconds([&] {
    std::uint32_t sum = 0;
    in_batches(table, keys, batch, [&](std::span<const std::uint64_t> part) {
      for (const std::uint64_t key : part) sum += rows[index[key >> shift]];
    });
    benchmark::DoNotOptimize(sum);
  });
  return seconds / static_cast<double>(keys.size());
}

/// The time of a look-up with what it is for: adding the weights.
double seconds_to_add(const Table& table, std::span<const std::uint64_t> keys, std::size_t batch) {
  std::vector<Score> scores(table.classes());
  const double seconds = best_seconds([&] {
    in_batches(table, keys, batch, [&](std::span<const std::uint64_t> part) {
      std::fill(scores.begin(), scores.end(), Score{});
      for (const std::uint64_t key : part) table.add(key, scores.data());
      benchmark::DoNotOptimize(scores.data());
      benchmark::ClobberMemory();
    });
  });
  return seconds / static_cast<double>(keys.size());
}

struct TableCounts {
  std::size_t features = 0;
  std::size_t weights = 0;
  /// How many look-ups of a trace find something, and how many are different.
  std::size_t found = 0;
  std::size_t distinct = 0;
};

TableCounts count(const Table& table, const std::vector<std::uint64_t>& trace) {
  TableCounts counts;
  std::unordered_set<std::uint64_t> known;
  table.for_each([&](std::uint64_t key, std::span<const QuantizedWeight> row) {
    ++counts.features;
    counts.weights += row.size();
    known.insert(key);
  });
  const std::uint64_t mask = ~std::uint64_t{0} << (64 - table.key_bits());
  for (const std::uint64_t key : trace) counts.found += known.count(key & mask);
  counts.distinct = std::unordered_set<std::uint64_t>(trace.begin(), trace.end()).size();
  return counts;
}

struct ParseSpeed {
  double words_per_second = 0;
  double lookups_per_word = 0;
};

/// One thread, from sentences in memory to trees in memory.
ParseSpeed measure_parser(const Model& model, const std::vector<Sentence>& sentences,
                          std::uint64_t words, std::uint64_t lookups) {
  ModelParser parser(model);
  const auto run = [&] {
    for (const Sentence& sentence : sentences) {
      parser.read(sentence);
      benchmark::DoNotOptimize(parser.find(sentence, {}).front().score);
    }
  };
  run();
  const auto count = static_cast<double>(words);
  return {count / best_seconds(run), static_cast<double>(lookups) / count};
}

/// Returns whether the model goes with this program and this file.
double las(const Model& model, const std::vector<Sentence>& sentences) {
  ModelParser parser(model);
  SentenceComparison comparison;
  Scores scores;
  for (const Sentence& sentence : sentences) {
    Sentence parsed = sentence;
    parser.parse(parsed);
    comparison.compare(sentence, parsed);
    scores.add(comparison);
  }
  return scores.percentage(Metric::kLas);
}

std::string line(const char* name, const std::string& value) {
  return fmt::format("  {:<28}{}\n", name, value);
}

void report(const Model& model, const std::string& model_name,
            const std::vector<Sentence>& sentences, const std::string& file_name) {
  Trace trace;
  with_system(model.options().system,
              [&](auto system) { trace = trace_of<decltype(system)>(model, sentences); });
  if (trace.keys.empty()) throw Error("there is nothing to look up in " + file_name);
  const Table& table = weights_of(model).table();
  const TableCounts counts = count(table, trace.keys);
  const auto batch = static_cast<std::size_t>(std::max(1.0, trace.per_configuration() + 0.5));
  const double in_order = seconds_to_add(table, trace.keys, batch);
  std::shuffle(trace.keys.begin(), trace.keys.end(), std::mt19937_64(1));
  const double touch = seconds_to_touch(table, trace.keys, batch);
  const double add = seconds_to_add(table, trace.keys, batch);
  const ParseSpeed parser = measure_parser(model, sentences, trace.words, trace.lookups);
  const double features = trace.features_per_word();
  const double limit = 1 / (add * features);

  const auto words = static_cast<double>(trace.words);
  const auto lookups = static_cast<double>(trace.keys.size());
  const double table_bytes = 4 * static_cast<double>(table.index().size() + table.words().size());
  fmt::print("The limit of look-ups: {}, {}\n", model_name, file_name);
  fmt::print("{}",
             line("parser", fmt::format("{}, beam {}, {} templates, {} classes",
                                        model.options().system, model.options().beam,
                                        weights_of(model).plan().key_count(), table.classes())));
  fmt::print("{}", line("table", fmt::format("{:.1f} MB, {} features, {:.1f} weights each",
                                             table_bytes / 1e6, counts.features,
                                             static_cast<double>(counts.weights) /
                                                 static_cast<double>(counts.features))));
  fmt::print("{}", line("file",
                        fmt::format("{} sentences, {} words, {:.2f} transitions a word, LAS {:.1f}",
                                    sentences.size(), trace.words,
                                    static_cast<double>(trace.transitions) / words,
                                    las(model, sentences))));
  fmt::print(
      "{}",
      line("look-ups", fmt::format("{} on the best derivations, {} different, {:.1f}% in the table",
                                   trace.keys.size(), counts.distinct,
                                   100 * static_cast<double>(counts.found) / lookups)));
  fmt::print("{}", line("batch", fmt::format("{}", batch)));
  fmt::print("{}", line("features a word",
                        fmt::format("{:.1f}, in {:.2f} configurations", features,
                                    static_cast<double>(trace.configurations) / words)));
  fmt::print("{}",
             line("looked up a word",
                  fmt::format("{:.1f} ({:.1f}%), thanks to sums that are kept",
                              parser.lookups_per_word, 100 * parser.lookups_per_word / features)));
  const auto lookup_line = [&](const char* name, double seconds) {
    return line(name, fmt::format("{:5.1f} ns: {:.0f} words a second", seconds * 1e9,
                                  1 / (seconds * features)));
  };
  fmt::print("{}", lookup_line("a look-up, touching only", touch));
  fmt::print("{}", lookup_line("a look-up", add));
  fmt::print("{}", lookup_line("the same, not shuffled", in_order));
  fmt::print("{}", line("limit", fmt::format("{:.0f} words a second", limit)));
  fmt::print("{}",
             line("the parser", fmt::format("{:.0f} words a second", parser.words_per_second)));
  fmt::print("{}", line("FRACTION OF THE LIMIT",
                        fmt::format("{:.1f}%", 100 * parser.words_per_second / limit)));
}

/// Reports on the model that is kept under this name beside the program, after training it if there
/// is none. It is always loaded from a file, as in use: where its bytes are matters.
template <class Train>
void report_trained(const std::string& name, Train&& train_model,
                    const std::vector<Sentence>& sentences, const std::string& file_name) {
  namespace fs = std::filesystem;
  const fs::path path =
      fs::read_symlink("/proc/self/exe").parent_path() / ("limit-" + name + ".model");
  if (fs::exists(path)) {
    fmt::print("Using {}; remove it to train again.\n", path.string());
  } else {
    train_model().save(path.string());
  }
  report(Model::load(path.string()), "fast model", sentences, file_name);
}

void report_on_treebank(const std::string& folder) {
  const auto read = [&](const char* part) {
    return read_treebank(std::filesystem::path(folder) / part);
  };
  // Treebanks of one name in several folders are kept apart.
  std::string name = std::filesystem::absolute(folder).lexically_normal().string();
  std::replace(name.begin(), name.end(), '/', '-');
  report_trained(
      name,
      [&] {
        return train_model(read("train.conllu"), read("dev.conllu"), standard_plan(Trained::kFast));
      },
      read("test.conllu"), "test set of " + folder);
}

void report_on_sample() {
  report_trained(
      "sample", [] { return train_on_sample(standard_plan(Trained::kFast)); }, sample("test"),
      "test set of the sample treebank");
}

int run(int argc, char** argv) {
  if (argc == 3) {
    report(Model::load(argv[1]), argv[1], read_treebank(argv[2]), argv[2]);
  } else if (argc != 1) {
    fmt::print(stderr, "usage: {} [MODEL FILE]\n", argv[0]);
    return 2;
  } else if (const char* const folder = std::getenv("PANARC_BENCH_TREEBANK")) {
    report_on_treebank(folder);
  } else {
    report_on_sample();
  }
  return 0;
}

}  // namespace
}  // namespace panarc

int main(int argc, char** argv) {
  try {
    return panarc::run(argc, argv);
  } catch (const std::exception& error) {
    std::fputs((std::string("bench_limit: ") + error.what() + "\n").c_str(), stderr);
    return 1;
  }
}
