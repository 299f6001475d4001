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
/// and `spans`. Of each word,
/// - `heads` has a head, null where it is not known, a list of allowed heads, "<" or ">" where only
///   its side is known, or an object with any of `any` (allowed heads: one, a list, or an object
///   of heads with the labels of their arcs), `none` (forbidden heads) and `side`, e.g.
///   `{"any":{"2":["nsubj","obj"],"0":null},"none":3,"side":"<"}`;
/// - `labels` has a name, null, or a list of allowed names.
/// `spans` lists the words that are one subtree, by the first and the last: `[[1,3],[2,3]]`.
///
/// Throws Error that names the field.
OracleQuery oracle_query_from_json(std::string_view line);

/// Sets the allowed labels of every word, one list per word; no lists: none are known. Throws Error
/// if there is another number of them.
void set_labels(std::vector<KnownWord>& words, std::span<const std::vector<std::string>> labels);

/// One line, without its end.
std::string to_json(const OracleAnswer& answer);
std::string to_json(const DerivationLattice& lattice);

/// The answer to one line of a batch; what is wrong with the line comes back as `{"error":"..."}`.
std::string answer_json(OracleService& service, std::string_view line);

}  // namespace panarc
