#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "derive/row_scorer.h"
#include "oracle/references.h"
#include "oracle/system_service.h"
#include "panarc/derivation.h"
#include "parse/model_parser.h"
#include "task/any_parsing_task.h"

namespace panarc {

/// Labels and their numbers.
class LabelNumbers {
 public:
  explicit LabelNumbers(const std::vector<std::string>& names);
  /// The number of a label, which is added if it is new.
  Label number(std::string_view name);
  [[nodiscard]] const std::string& name(Label label) const {
    return names_[static_cast<std::size_t>(label)];
  }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, Label> numbers_;
};

/// A trained parser, for one sentence.
struct DerivationParser {
  DerivationParser(const Model& of, std::size_t width)
      : model(of), beam(width), finder(of, width) {}

  Model model;
  std::size_t beam;
  ModelParser finder;
  std::unique_ptr<RowScorer> scorer;
};

/// What is fixed for a whole derivation. Sentence, nodes and what is known are in reading order.
struct DerivationParts {
  std::string system;
  SystemOptions options;
  Direction direction = Direction::kLeftToRight;
  LabelNumbers labels{{}};
  /// Null without a parser.
  std::unique_ptr<DerivationParser> parser;
  std::unique_ptr<SystemService> service;
  std::unique_ptr<AnyParsingTask> task;
  EncodedSentence words;
  std::string sent_id;
  /// In text order, by number.
  std::vector<std::string> forms;
  std::optional<References> known;
  /// By number, see ParsingGuide::set_tags(); empty if none are known.
  std::vector<Label> tags;

  [[nodiscard]] const std::vector<std::string>& tag_names() const;
  [[nodiscard]] std::string name_of(Transition transition) const;
  /// The transition that a text stands for in a state; it may lack a label. Throws Error; `number`
  /// is that of the transition, for messages.
  [[nodiscard]] Transition parse(std::string_view text, std::size_t number,
                                 const ParseState& state);
  [[nodiscard]] Node in_text(Node node) const;

  /// Throw Error, saying what is missing.
  [[nodiscard]] DerivationParser& needed_parser() const;
  [[nodiscard]] const References& needed_known() const;

  /// The costs of some transitions in a state; empty if nothing is known.
  struct Found {
    std::vector<int> costs;
    bool exact = true;
  };
  [[nodiscard]] std::optional<Found> costs(const ParseState& state,
                                           const std::vector<OfferedTransition>& offers) const;
  [[nodiscard]] const double* row(const ParseState& state) const;
  /// The transitions that may be taken in a state that is not final; without a parser, all scores
  /// are 0.
  [[nodiscard]] std::vector<OfferedTransition> offers(const ParseState& state) const;
};

DerivationParts parts_of(const Parser& parser, const Sentence& sentence, const KnownSentence& known,
                         const DerivationOptions& options);
DerivationParts parts_of(const OracleQuery& query);

/// A search from a state, as the parser would do it.
struct DerivationBeam {
  BeamSearch search;
  /// The derivation that wins.
  std::vector<Transition> transitions;
};
DerivationBeam search_from(const ParseState& state, const DerivationParts& parts);

/// See Derivation::updates().
std::vector<DerivationUpdate> updates_of(const DerivationParts& parts,
                                         const UpdateOptions& options);

}  // namespace panarc
