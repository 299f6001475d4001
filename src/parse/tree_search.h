#pragma once

#include <memory>
#include <vector>

#include "feature/encoder.h"
#include "panarc/sentence.h"
#include "scorer/linear/frozen_table.h"
#include "search/beam.h"
#include "transition/systems.h"

namespace panarc {

/// A tree with its score; element 0 of heads and labels is unused.
struct Parse {
  Heads heads;
  std::vector<Label> labels;
  double score = 0;
};

/// Finds the best trees of sentences. Keeps its memory between calls; one a thread.
class TreeSearch {
 public:
  TreeSearch() = default;
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;
  TreeSearch(TreeSearch&&) = delete;
  TreeSearch& operator=(TreeSearch&&) = delete;
  virtual ~TreeSearch() = default;

  /// Up to `count` different trees, from the best to the worst; at least one.
  virtual void parse(const EncodedSentence& words, std::size_t count,
                     std::vector<Parse>& parses) = 0;

  /// How many features were looked up in the table of weights so far.
  [[nodiscard]] virtual std::uint64_t lookups() const = 0;
};

template <TransitionSystem S, class Table>
class SystemSearch final : public TreeSearch {
 public:
  SystemSearch(const TransitionClasses& classes, const FeaturePlan& plan, const Table& table,
               const SystemOptions& options, std::size_t beam)
      : classes_(classes),
        scorer_(plan, table, keep_for<Table>(beam)),
        beam_(classes_, scorer_, beam),
        options_(options) {}

  void parse(const EncodedSentence& words, std::size_t count, std::vector<Parse>& parses) override {
    for (beam_.start(words.words(), options_); !beam_.is_final(); beam_.advance()) {
      beam_.expand(words);
    }
    std::size_t found = 0;
    for (const Hypothesis& hypothesis : beam_.hypotheses()) {
      if (found == count) break;
      if (parses.size() == found) parses.emplace_back();
      read(hypothesis, parses[found]);
      // Several derivations may lead to one tree.
      const bool is_new = std::none_of(
          parses.begin(), parses.begin() + static_cast<int>(found), [&](const Parse& other) {
            return other.heads == parses[found].heads && other.labels == parses[found].labels;
          });
      if (is_new) ++found;
    }
    parses.resize(found);
  }

  [[nodiscard]] std::uint64_t lookups() const override { return scorer_.lookups(); }

 private:
  static void read(const Hypothesis& hypothesis, Parse& parse) {
    const Configuration& c = hypothesis.state.configuration();
    parse.heads.assign(c.heads().begin(), c.heads().end());
    parse.labels.resize(parse.heads.size());
    for (Node word = 1; word <= c.words(); ++word) {
      parse.labels[static_cast<std::size_t>(word)] = c.label(word);
    }
    parse.score = hypothesis.score;
  }

  TransitionClasses classes_;
  Scorer<Table> scorer_;
  Beam<S, Table> beam_;
  SystemOptions options_;
};

/// The search of the system with this name.
template <class Table>
std::unique_ptr<TreeSearch> make_search(std::string_view system, LabelMode mode, LabelSet labels,
                                        const FeaturePlan& plan, const Table& table,
                                        const SystemOptions& options, std::size_t beam) {
  std::unique_ptr<TreeSearch> search;
  with_system(system, [&](auto s) {
    using S = decltype(s);
    search = std::make_unique<SystemSearch<S, Table>>(TransitionClasses::of<S>(mode, labels), plan,
                                                      table, options, beam);
  });
  return search;
}

}  // namespace panarc
