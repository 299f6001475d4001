#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// How a multiword token becomes words, in a form that can be applied to other tokens. One word is
/// the stem: it may be longer or shorter in other tokens. The others, and what the stem lacks of
/// the token, are the same in all of them, or have the same length.
///
/// As text, words are separated by spaces. A word is a fixed text, or a part of the token, or such
/// a part between fixed texts. `<0,3> <-3,0>` are all but the last three characters, and the last
/// three; `<0,-1> <1,0>` are the first character, and all others; `<0,6>endo lo` replaces the last
/// six characters by fixed text; `à le` are two fixed texts. The first number is where a part
/// begins, counted from the end of the token if it is negative. The second one is how many
/// characters are left out after it or, if it is negative, how many there are up to its end.
class SplitRule {
 public:
  /// Which letters of the token its stem takes over, if they are not the same: the longest run that
  /// both have, if it is long enough, or those that both begin or end with.
  enum class Common : std::uint8_t { kLongest, kBeginning, kEnding };
  /// The rule that turns a token into its words, of which `stem` is the number of one.
  static SplitRule between(std::string_view token, std::span<const std::string_view> words,
                           std::size_t stem, Common common = Common::kLongest);
  /// Reads a rule from text. Throws Error if it is not one.
  static SplitRule parse(std::string_view text);

  [[nodiscard]] std::string text() const;
  /// Whether parse() accepts its text. It rejects cuts far from the ends of a token, so between()
  /// may make a rule that cannot be used.
  [[nodiscard]] bool can_be_read() const;

  /// The words of a token; none if the rule does not apply to it. If the token is capitalised and
  /// its first word begins with fixed text, so is that word.
  [[nodiscard]] std::vector<std::string> apply(std::string_view token) const;

  /// How many characters of a token come before and after those that its stem takes over. Tokens
  /// that begin and end alike may be split in the same way.
  struct Affixes {
    std::size_t front = 0;
    std::size_t back = 0;

    friend bool operator==(const Affixes&, const Affixes&) = default;
  };
  /// What surrounds the stem; nothing if there is no stem, only fixed text.
  [[nodiscard]] std::optional<Affixes> affixes() const;

  friend bool operator==(const SplitRule&, const SplitRule&) = default;

 private:
  struct Word {
    std::string before;  ///< fixed text
    bool copies = false;
    std::int32_t begin = 0;
    std::int32_t end = 0;
    std::string after;  ///< more fixed text, after the part of the token

    friend bool operator==(const Word&, const Word&) = default;
  };

  static Word take_word(std::string_view text, std::string_view rule);

  std::vector<Word> words_;
};

}  // namespace panarc
