#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/lattice.h"
#include "panarc/oracle.h"

namespace panarc {

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

/// Sets the allowed labels of every word, by word; element 0 is unused, and if there is no other,
/// none are known. Throws Error if the number of lists is wrong.
void set_labels(std::vector<KnownWord>& words, std::span<const std::vector<std::string>> labels);

/// One line, without the line break.
std::string to_json(const OracleAnswer& answer);
std::string to_json(const DerivationLattice& lattice);

/// The answer to one line of a batch; an error in the line is returned as `{"error":"..."}`.
std::string answer_json(OracleService& service, std::string_view line);

}  // namespace panarc
