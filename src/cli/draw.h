#pragma once

#include <string>

#include "panarc/oracle.h"

namespace panarc::cli {

/// A configuration and the costs of its transitions, for people to read.
std::string draw_configuration(const OracleQuery& query, const OracleAnswer& answer);

}  // namespace panarc::cli
