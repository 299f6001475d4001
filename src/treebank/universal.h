#pragma once

#include <string_view>

namespace panarc {

/// The inventory of Universal Dependencies, version 2.

/// Whether a tag is one of the 17.
bool is_universal_tag(std::string_view tag);

/// Whether a relation without subtype is one of the 37.
bool is_universal_relation(std::string_view relation);

/// A relation without its subtype: `nsubj` of `nsubj:pass`.
constexpr std::string_view base_relation(std::string_view relation) {
  return relation.substr(0, relation.find(':'));
}

}  // namespace panarc
