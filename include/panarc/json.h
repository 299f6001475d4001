#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "panarc/analysis.h"
#include "panarc/evaluate.h"
#include "panarc/experiment.h"
#include "panarc/oracle.h"
#include "panarc/parser.h"
#include "panarc/pipeline.h"
#include "panarc/train.h"
#include "panarc/validate.h"

/// As JSON, whatever has a form for people. Each function gives one line without a line break, as
/// the option --json of a command prints it; docs/file-formats.md and docs/commands.md explain the
/// keys. Bytes that are not UTF-8, such as in file names, become U+FFFD.

namespace panarc {

// Sentences and trees

/// A sentence with the columns that it has:
///
///     {"sent_id":"1","text":"It works.","words":[{"id":1,"form":"It","upos":"PRON","head":2,
///      "deprel":"nsubj"},...]}
///
/// What `panarc parse` writes into comments and MISC are numbers here: `rank` and `score` of the
/// tree, `confidence` of a word.
std::string to_json(const Sentence& sentence);

/// A sentence with a tree of Parser::best(), with its score, and with confidence values and unmet
/// constraints if there are any. `rank` counts from 1; 0 leaves it out.
std::string to_json(const Sentence& sentence, const ScoredTree& tree, std::size_t rank = 0);

// Scores and analyses

/// All scores, with the counts behind them. `punctuation` is as scores.punctuation() by default.
std::string to_json(const Scores& scores, std::optional<Punctuation> punctuation = std::nullopt);

/// With two systems, the difference between them as a whole is tested by `test`; what is in
/// `analysis.total.p_value` comes from the caller.
std::string to_json(const Analysis& analysis,
                    SignificanceTest test = SignificanceTest::kRandomization);

std::string to_json(const CrossValidation& result);

/// The words of a sentence that differ, and how.
std::string to_json(const ComparedSentence& sentence);

/// How much differs between two annotations with these names, and the most frequent confusions.
std::string to_json(const Agreement& agreement, std::string_view a, std::string_view b,
                    std::size_t most_confusions);

// Treebanks

struct NamedCounts {
  std::string file;
  TreebankCounts counts;
};
/// The figures of several files together, then those of each.
std::string to_json(std::span<const NamedCounts> files);

std::string to_json(const ValidationProblem& problem);

// Models

/// A model file of this name.
std::string to_json(const ModelContents& contents, std::string_view name);

// Oracles

/// Reads a query from a line of JSON, e.g.
///
///     {"system":"arc-eager","root":"last","heads":[2,0,2],"after":["SHIFT","LEFT"]}
///
/// Further fields are `single_root` and `constraints` (true or false), `span` (a number), `labels`
/// and `spans`. For each word,
/// - `heads` has a head, null if unknown, a list of allowed heads, "<" or ">" if only the side is
///   known, or an object with any of `any` (allowed heads: one, a list, or an object mapping heads
///   to the labels of their arcs), `none` (forbidden heads) and `side`, e.g.
///   `{"any":{"2":["nsubj","obj"],"0":null},"none":3,"side":"<"}`;
/// - `labels` has a name, null, or a list of allowed names.
/// `spans` lists the first and last words of subtrees: `[[1,3],[2,3]]`.
///
/// Throws Error that names the field.
OracleQuery oracle_query_from_json(std::string_view line);

std::string to_json(const OracleAnswer& answer);
std::string to_json(const DerivationLattice& lattice);

/// The answer to one line of a batch; an error in the line is returned as `{"error":"..."}`.
std::string answer_json(OracleService& service, std::string_view line);

/// What was verified in so many seconds.
std::string to_json(const VerifyReport& report, double seconds);

}  // namespace panarc
