#pragma once

#include <string>
#include <string_view>

#include "panarc/oracle.h"

namespace panarc {

/// Reads a query from a line of JSON, e.g.
/// `{"system":"arc-eager","root":"last","heads":[2,0,2],"after":["SHIFT","LEFT"]}`; heads may be
/// null, a list of heads, "<" or ">". Throws Error that names the field.
OracleQuery oracle_query_from_json(std::string_view line);

/// One line, without its end.
std::string to_json(const OracleAnswer& answer);

/// The answer to one line of a batch; what is wrong with the line comes back as `{"error":"..."}`.
std::string answer_json(OracleService& service, std::string_view line);

}  // namespace panarc
