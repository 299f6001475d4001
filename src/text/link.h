#pragma once

#include <cstddef>
#include <cstdint>

#include "text/characters.h"

namespace panarc {

/// The address of a page, such as `https://example.org/a?b=c`, `www.example.org` or `example.com`,
/// or of a mailbox, such as `someone@example.org`. It is at the beginning of a token. Few treebanks
/// have enough of them to learn from.
struct Link {
  std::uint32_t end = 0;  ///< it extends at least up to this element; 0 if there is none
  bool is_page = false;   ///< and may go on
};

/// How many elements decide whether a link begins, or goes on.
inline constexpr std::size_t kLinkAhead = 100;

/// The link that a token begins with, in a text that is visible up to `high`.
Link find_link(const Characters& text, std::size_t token, std::size_t high);

/// Whether the element `next` belongs to the link that its token begins with. Punctuation at the
/// end of a link does not: it belongs to the sentence.
bool is_in_link(const Link& link, const Characters& text, std::size_t token, std::size_t next,
                std::size_t high);

/// Whether a link begins with `next`, after a bracket or a quotation mark.
bool is_before_link(const Characters& text, std::size_t next, std::size_t high);

}  // namespace panarc
