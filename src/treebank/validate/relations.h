#pragma once

#include <string_view>

namespace panarc::validation {

/// Whether a text has the form of a relation in DEPREL: `nsubj`, `nsubj:pass`.
bool is_basic_relation(std::string_view text);

/// Whether a text has the form of a relation in DEPS. After the relation, there may be a subtype, a
/// case marker or conjunction, and a morphological case: `obl`, `obl:arg:in_front_of:gen`. Marker
/// and conjunction may be in any script.
bool is_enhanced_relation(std::string_view text);

}  // namespace panarc::validation
