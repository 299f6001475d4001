#include <benchmark/benchmark.h>

#include <random>

#include "oracle/oracle.h"
#include "transition/systems.h"
#include "treebank/projectivity.h"

/// What the costs of all transitions in a configuration take, on average along a derivation that
/// follows the oracle three times out of four and strays otherwise.

namespace panarc {
namespace {

/// A random tree that is projective: each word of a span picks a head by splitting it.
void random_projective(std::mt19937& random, Heads& heads, Node left, Node right, Node head) {
  if (left > right) return;
  const Node word = std::uniform_int_distribution<Node>(left, right)(random);
  heads[static_cast<std::size_t>(word)] = head;
  // The dependents of a word are spread over a few children on each side, as in natural trees.
  const auto children = [&](Node from, Node to) {
    while (from <= to) {
      const Node end = std::uniform_int_distribution<Node>(from, to)(random);
      random_projective(random, heads, from, end, word);
      from = end + 1;
    }
  };
  children(left, word - 1);
  children(word + 1, right);
}

enum class Trees { kProjective, kNonProjective };

Heads random_tree(std::mt19937& random, int words, Trees trees) {
  Heads heads(static_cast<std::size_t>(words) + 1, kNoHead);
  random_projective(random, heads, 1, words, kRoot);
  if (trees == Trees::kProjective) return heads;
  // Moving one leaf elsewhere makes an arc cross others, as a few do in non-projective treebanks.
  for (;;) {
    Heads moved = heads;
    const Node word = std::uniform_int_distribution<Node>(1, words)(random);
    const bool leaf = std::find(heads.begin(), heads.end(), word) == heads.end();
    const Node head = std::uniform_int_distribution<Node>(1, words)(random);
    if (!leaf || head == word) continue;
    moved[static_cast<std::size_t>(word)] = head;
    if (!is_projective(moved)) return moved;
  }
}

template <TransitionSystem S>
void costs_along_derivations(benchmark::State& state, SystemOptions options, Trees trees) {
  const auto words = static_cast<int>(state.range(0));
  std::mt19937 random(7);
  if (S::kSpan) options.span = 7;
  Oracle<S> oracle;
  oracle.set_search_limit(kTrainingSearchLimit);
  std::int64_t configurations = 0;
  std::int64_t exact = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Gold gold(random_tree(random, words, trees),
                    {.longest_arc = options.span, .root = options.root});
    Configuration c(words, options);
    state.ResumeTiming();
    while (!S::is_final(c)) {
      const Costs costs = oracle.costs(c, gold);
      ++configurations;
      exact += costs.exact ? 1 : 0;
      const ActionSet choices = random() % 4 == 0 ? costs.legal : costs.optimal();
      auto choice = choices.begin();
      for (auto skip = random() % static_cast<unsigned>(choices.size()); skip > 0; --skip) ++choice;
      apply<S>(c, *choice);
    }
  }
  state.SetItemsProcessed(configurations);
  state.counters["per_configuration"] =
      benchmark::Counter(static_cast<double>(configurations),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["exact"] = static_cast<double>(exact) / static_cast<double>(configurations);
}

const int registered = [] {
  for_each_system([](auto system) {
    using S = decltype(system);
    for (const Trees trees : {Trees::kProjective, Trees::kNonProjective}) {
      for (const bool single_root : {false, true}) {
        const std::string name = std::string(S::kName) +
                                 (trees == Trees::kProjective ? "/projective" : "/non-projective") +
                                 (single_root ? "/single-root" : "");
        const SystemOptions options{.root = default_root<S>(), .single_root = single_root};
        auto* const benchmark =
            benchmark::RegisterBenchmark(name.c_str(), [options, trees](benchmark::State& state) {
              costs_along_derivations<S>(state, options, trees);
            });
        benchmark->Arg(25);
        if (!single_root) benchmark->Arg(10)->Arg(50)->Arg(100);
      }
    }
  });
  return 0;
}();

}  // namespace
}  // namespace panarc
