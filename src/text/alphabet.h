#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "panarc/sentence.h"
#include "text/char_class.h"

namespace panarc {

/// What boundaries see of a character: a code, and a class.
struct Sign {
  char32_t code = 0;
  CharClass cls = CharClass::kOutside;
};

/// What characters are taken for. Those that were learnt from are what they are. Of others nothing
/// is known but their kind: letters are all one for each class, and punctuation is taken for
/// what was seen of the same use.
class Alphabet {
 public:
  /// Knows all characters.
  Alphabet();
  /// Knows these.
  explicit Alphabet(std::vector<char32_t> known);
  /// Of what the tokens of a training text have; what occurs once is as good as new.
  static Alphabet of(std::span<const Sentence> sentences);
  /// The one that knows all.
  static const Alphabet& unlimited();

  [[nodiscard]] Sign sign(char32_t character) const {
    return character < kTable ? table_[character] : find_sign(character);
  }
  [[nodiscard]] bool knows(char32_t character) const;
  /// In order; nothing if it knows all.
  [[nodiscard]] std::span<const char32_t> known() const { return known_; }

 private:
  /// Most texts consist of these.
  static constexpr char32_t kTable = 0x2100;
  using Classes = std::array<bool, kCharClasses>;

  void fill_table();
  [[nodiscard]] Sign find_sign(char32_t character) const;
  [[nodiscard]] Sign sign_of_unknown(char32_t character) const;

  std::vector<char32_t> known_;
  bool knows_all_ = false;
  Classes seen_{};  // classes of what is known
  std::vector<Sign> table_;
};

}  // namespace panarc
