#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// How much the votes of the members of an ensemble count.
struct VoteWeights {
  /// By member, for words whose tag has no weights of its own.
  std::vector<double> members;
  /// By the tag (UPOS) of the dependent, then by member.
  std::map<std::string, std::vector<double>, std::less<>> by_tag = {};

  [[nodiscard]] std::span<const double> of(std::string_view tag) const {
    const auto found = by_tag.find(tag);
    return found == by_tag.end() ? members : found->second;
  }

  friend bool operator==(const VoteWeights&, const VoteWeights&) = default;
};

}  // namespace panarc
