#pragma once

#include <string_view>

namespace panarc {

/// The inventory of Universal Dependencies, version 2.

/// Whether a tag is one of the 17.
bool is_universal_tag(std::string_view tag);

/// Whether a relation without subtype is one of the 37.
bool is_universal_relation(std::string_view relation);

/// Whether a text has the form of a relation in DEPREL: `nsubj`, `nsubj:pass`.
bool is_basic_relation(std::string_view text);

/// Whether a text has the form of a relation in DEPS. After the relation, there may be a subtype, a
/// case marker or conjunction, and a morphological case: `obl`, `obl:arg:in_front_of:gen`. Marker
/// and conjunction may be in any script.
bool is_enhanced_relation(std::string_view text);

/// A relation without its subtype: `nsubj` of `nsubj:pass`.
constexpr std::string_view base_relation(std::string_view relation) {
  return relation.substr(0, relation.find(':'));
}

}  // namespace panarc
