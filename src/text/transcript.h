#pragma once

#include <vector>

#include "text/alphabet.h"

namespace panarc {

/// Writes words in another script, letter by letter.
class Transcript {
 public:
  /// One with case and one without, in scripts that an alphabet does not know.
  static std::vector<Transcript> unknown_to(const Alphabet& alphabet);

  /// The replacement of a character; `first` if it is the first of its token.
  [[nodiscard]] char32_t of(char32_t character, bool first) const;

 private:
  /// Letters that are consecutive in Unicode.
  struct Script {
    char32_t upper = 0;  ///< the first, or 0 if there is no case
    char32_t lower = 0;
    char32_t letters = 0;  ///< how many there are
    char32_t mark = 0;     ///< the first combining mark, or 0
    char32_t marks = 0;
    char32_t digit = 0;  ///< the first, or 0
  };

  explicit Transcript(const Script& script) : script_(script) {}
  static Transcript first_unknown(const Alphabet& alphabet, const Script& one,
                                  const Script& another);

  Script script_;
};

}  // namespace panarc
