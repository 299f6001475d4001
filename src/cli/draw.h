#pragma once

#include <span>
#include <string>
#include <vector>

#include "panarc/oracle.h"
#include "panarc/sentence.h"

namespace panarc::cli {

/// A tree for the terminal: one word a line, arcs to its left, an arrow at the dependent. Arcs that
/// cross are drawn crossing.
std::string draw_tree(const Sentence& sentence);

/// A configuration and the costs of its transitions, for a person.
std::string draw_configuration(const OracleQuery& query, const OracleAnswer& answer);

/// The lines of a drawing of arcs over `heads` (element 0 is ROOT's, for which there is no line):
/// all of one width, to be followed by the words.
std::vector<std::string> draw_arcs(std::span<const Node> heads);

}  // namespace panarc::cli
