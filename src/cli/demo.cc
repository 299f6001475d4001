#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/draw.h"
#include "cli/table.h"
#include "oracle/oracle.h"
#include "oracle/swap_oracle.h"
#include "oracle/verify.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "treebank/embedded.h"
#include "treebank/projectivity.h"
#include "treebank/statistics.h"

namespace panarc::cli {

namespace {

constexpr const char* kDescription = "A tour on the built-in sample treebank, in under a minute";

void heading(std::string_view title) { fmt::print("\n== {} ==\n\n", title); }

std::vector<Sentence> read_all(const EmbeddedFile& file) {
  std::vector<Sentence> sentences;
  auto reader = TreebankReader::from_text(file.bytes, std::string(file.name));
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

std::vector<Sentence> show_treebank() {
  heading("The sample treebank");
  std::vector<Sentence> all;
  Table table({"part", "sentences", "words", "non-projective"});
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.name.starts_with("data/sample/")) continue;
    TreebankStatistics statistics;
    for (Sentence& sentence : read_all(file)) {
      statistics.add(sentence);
      all.push_back(std::move(sentence));
    }
    table.add_row({std::string(file.name), fmt::format("{}", statistics.sentences()),
                   fmt::format("{}", statistics.words()),
                   fmt::format("{}", statistics.sentences() - statistics.projective_sentences())});
  }
  fmt::print("{}", table.text());
  return all;
}

const Sentence& first_of_length(const std::vector<Sentence>& sentences, bool projective, Node least,
                                Node most) {
  const auto found =
      std::find_if(sentences.begin(), sentences.end(), [&](const Sentence& sentence) {
        return sentence.size() >= least && sentence.size() <= most &&
               is_projective(sentence.heads()) == projective;
      });
  if (found == sentences.end()) throw Error("the sample treebank lacks a sentence for the demo");
  return *found;
}

std::string forms_of(const Sentence& sentence, std::span<const Node> nodes) {
  std::vector<std::string_view> forms;
  forms.reserve(nodes.size());
  for (const Node node : nodes) forms.push_back(node == kRoot ? "ROOT" : sentence.form(node));
  return fmt::format("{}", fmt::join(forms, " "));
}

/// Shows a derivation with the costs of all transitions; `choose` takes one of those of least cost.
template <TransitionSystem S, class Choose>
void show_derivation(const Sentence& sentence, Choose choose) {
  heading(fmt::format("A derivation in {}, with the exact cost of every transition", S::kName));
  fmt::print("{}\n", draw_tree(sentence));
  const Gold gold(sentence.heads());
  Oracle<S> oracle;
  Configuration c(sentence.size(), {.root = default_root<S>(), .single_root = true});
  Table table({"stack", "buffer", "costs", "taken"}, Table::Content::kText);
  while (!S::is_final(c)) {
    const Costs costs = oracle.costs(c, gold);
    std::vector<std::string> shown;
    for (const Action action : costs.legal) {
      shown.push_back(fmt::format("{} {}", action_name(action), costs.of(action)));
    }
    const Action taken = choose(c, costs);
    table.add_row({forms_of(sentence, c.stack()), forms_of(sentence, c.buffer()),
                   fmt::format("{}", fmt::join(shown, ", ")), std::string(action_name(taken))});
    apply<S>(c, taken);
  }
  fmt::print("{}", table.text());
}

void show_verification() {
  heading("All oracles against exhaustive search, sentences of up to 4 words");
  for_each_system([](auto system) {
    const VerifyReport report =
        verify_system(decltype(system)::kName, {.max_length = 4, .golds = 200});
    fmt::print("{:<24} {:>10} costs compared  {}\n", report.system, report.comparisons,
               report.counter_example ? *report.counter_example : "exact");
  });
}

void run() {
  const std::vector<Sentence> sentences = show_treebank();
  constexpr Node kShortest = 5;
  constexpr Node kLongest = 7;
  show_derivation<ArcEager>(
      first_of_length(sentences, true, kShortest, kLongest),
      [](const Configuration& /*c*/, const Costs& costs) { return *costs.optimal().begin(); });
  // Of the many derivations of a non-projective tree, one with the fewest swaps.
  const Sentence& crossing = first_of_length(sentences, false, kShortest, kLongest);
  SwapGuide fewest_swaps(crossing.heads(), SwapOracle::kMinimal);
  show_derivation<Swap>(crossing, [&](const Configuration& c, const Costs& /*costs*/) {
    return *fewest_swaps.permissible(c).begin();
  });
  show_verification();
  fmt::print("\nNext: panarc --help, or the guide in docs/.\n");
}

}  // namespace

void add_demo(CLI::App& app) { app.add_subcommand("demo", kDescription)->callback(run); }

}  // namespace panarc::cli
