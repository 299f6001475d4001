#pragma once

#include <array>
#include <span>
#include <vector>

#include "panarc/treebank.h"
#include "text/char_class.h"

namespace panarc {

/// What boundary decisions see of a character: a code and a class.
struct Sign {
  char32_t code = 0;
  CharClass cls = CharClass::kOutside;
};

/// How characters are treated. Those seen in training stand for themselves. Of others only the kind
/// is known: all letters of a class are the same, and punctuation is treated like known punctuation
/// with the same use.
class Alphabet {
 public:
  /// Knows all characters.
  Alphabet();
  /// Knows only these.
  explicit Alphabet(std::vector<char32_t> known);
  /// Knows the characters in the tokens of a training text, except those that occur only once.
  static Alphabet of(std::span<const Sentence> sentences);
  /// The one that knows all.
  static const Alphabet& unlimited();

  [[nodiscard]] Sign sign(char32_t character) const {
    return character < kTable ? table_[character] : find_sign(character);
  }
  [[nodiscard]] bool knows(char32_t character) const;
  /// The characters that are known, in order; empty for unlimited().
  [[nodiscard]] std::span<const char32_t> known() const { return known_; }

 private:
  /// Most texts consist of characters below this.
  static constexpr char32_t kTable = 0x2100;
  using Classes = std::array<bool, kCharClasses>;

  void fill_table();
  [[nodiscard]] Sign find_sign(char32_t character) const;
  [[nodiscard]] Sign sign_of_unknown(char32_t character) const;

  std::vector<char32_t> known_;
  bool knows_all_ = false;
  Classes seen_{};  // classes of known characters
  std::vector<Sign> table_;
};

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
