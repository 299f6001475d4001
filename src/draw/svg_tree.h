#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "panarc/sentence.h"

namespace panarc {

/// Trees below each other in one SVG document: the words with their tags, multiword tokens as
/// brackets under them, arcs with their relations above. Everything is kept until written, since a
/// document begins with its size.
class SvgTrees {
 public:
  /// Adds a tree; some of its words, in order, may be marked. If there are several sentences, they
  /// have headings.
  void add(const Sentence& sentence, std::uint64_t number, std::span<const Node> marked = {});

  [[nodiscard]] std::string document() const;

 private:
  struct Drawing {
    std::string heading;
    std::string body;
    double width = 0;
    double height = 0;
  };

  std::vector<Drawing> drawings_;
};

}  // namespace panarc
