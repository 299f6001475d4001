#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// How a multiword token becomes words, in a form that can be applied to other tokens. Each word is
/// a part of the token, given by the number of characters left out before and after it; or a fixed
/// text; or a fixed text followed by a part of the token.
///
/// As text, words are separated by spaces: `<0,3> <-3,0>` are all but the last three characters,
/// and the last three (negative numbers count from the end of the token); `à le` are two fixed
/// texts.
class SplitRule {
 public:
  /// The rule that turns a token into its words.
  static SplitRule between(std::string_view token, std::span<const std::string_view> words);
  /// Reads a rule from text. Throws Error if it is not one.
  static SplitRule parse(std::string_view text);

  [[nodiscard]] std::string text() const;
  /// Whether parse() accepts its text. It rejects cuts far from the ends of a token, so between()
  /// may make a rule that cannot be used.
  [[nodiscard]] bool can_be_read() const;

  /// The words of a token; none if the rule does not apply to it. If the token is capitalised and
  /// its first word begins with fixed text, so is that word.
  [[nodiscard]] std::vector<std::string> apply(std::string_view token) const;

  /// The number of characters at the end of a token that its first word lacks, if all words are
  /// parts of the token; otherwise 0. Tokens with the same ending may be split in the same way.
  [[nodiscard]] std::size_t ending() const;

  friend bool operator==(const SplitRule&, const SplitRule&) = default;

 private:
  struct Word {
    std::string literal;
    bool copies = false;
    std::int32_t front = 0;  ///< characters left out before it; if negative, counted from the end
    std::int32_t back = 0;   ///< characters left out after it

    friend bool operator==(const Word&, const Word&) = default;
  };

  std::vector<Word> words_;
};

}  // namespace panarc
