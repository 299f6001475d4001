#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "panarc/sentence.h"
#include "panarc/tree.h"

namespace panarc {

struct ParserOptions {
  /// How many hypotheses are kept at a time; otherwise as the model says.
  std::optional<std::size_t> beam = std::nullopt;
  /// Leaves out what the model knows of single words, and looks at their categories only.
  bool delexicalized = false;
};

/// A tree that a parser has found; element 0 of heads and relations is unused. Scores of trees of
/// the same sentence can be compared.
struct ScoredTree {
  Heads heads;
  std::vector<std::string> relations;
  double score = 0;
};

/// A trained parser. It keeps its memory between sentences and is not to be shared between threads;
/// share() makes others that use the same model.
class Parser {
 public:
  /// Reads a model that `panarc train` has written. Throws Error if it cannot be used.
  static Parser load(const std::string& path, const ParserOptions& options = {});

  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  /// Another parser of the same model, for another thread. The model is in memory once.
  [[nodiscard]] Parser share() const;

  /// Sets HEAD and DEPREL of all words.
  void parse(Sentence& sentence);

  /// Up to `count` different trees, from the best to the worst; none if there are no words. The
  /// beam has at least `count` hypotheses for it, and if that makes it wider than it is in parse(),
  /// it may find another best tree.
  std::vector<ScoredTree> best(const Sentence& sentence, std::size_t count);

  /// The name of the transition system, e.g. "arc-eager".
  [[nodiscard]] const std::string& system() const;
  [[nodiscard]] std::size_t beam() const;
  /// The relations that it knows, as they were encoded for training.
  [[nodiscard]] const std::vector<std::string>& relations() const;

 private:
  struct State;
  explicit Parser(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace panarc
