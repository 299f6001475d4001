#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// How a multiword token becomes words, so that it can be done to other tokens: each word is a part
/// of the token, by the number of characters left out before and after it, or a text of its own,
/// or begins with one and goes on with a part of the token.
///
/// As text, words are separated by spaces: `<0,3> <-3,0>` are all but the last three characters,
/// and the last three (a negative number counts from the end of the token); `à le` are two texts.
class SplitRule {
 public:
  /// What has led from a token to its words.
  static SplitRule between(std::string_view token, std::span<const std::string_view> words);
  /// The rule that a text stands for. Throws Error if it is none.
  static SplitRule parse(std::string_view text);

  [[nodiscard]] std::string text() const;
  /// Whether parse() takes its text. It takes no cuts that are far from the ends of a token, so
  /// that between() may have made a rule that is of no use.
  [[nodiscard]] bool can_be_read() const;

  /// The words of a token; none if the rule cannot be applied to it. What is not taken from the
  /// token begins with a capital letter if the token does.
  [[nodiscard]] std::vector<std::string> apply(std::string_view token) const;

  /// How many characters at the end of a token are cut off from its first word, if all words are
  /// parts of the token; 0 otherwise. Tokens with the same ending may be split in the same way.
  [[nodiscard]] std::size_t ending() const;

  friend bool operator==(const SplitRule&, const SplitRule&) = default;

 private:
  struct Word {
    std::string literal;
    bool copies = false;
    std::int32_t front = 0;  ///< characters left out before it; below 0, kept at the end
    std::int32_t back = 0;   ///< characters left out after it

    friend bool operator==(const Word&, const Word&) = default;
  };

  std::vector<Word> words_;
};

}  // namespace panarc
