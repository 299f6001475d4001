#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace panarc {

/// How a lemma is made of a form: characters are taken off both ends, others are put there, and the
/// case of letters changes. Few such scripts make most lemmas of a language, so that a lemma can be
/// chosen like a tag. Where form and lemma have no letter in common, the script is the lemma.
class LemmaScript {
 public:
  /// The script that makes `lemma` of `form`; both must be UTF-8, and the lemma not empty.
  static LemmaScript between(std::string_view form, std::string_view lemma);

  /// Reads what text() has written. Throws Error if it is nothing of the kind.
  static LemmaScript parse(std::string_view text);
  /// `lower 0 - 2 -` takes two characters off the end of a form in lower case.
  [[nodiscard]] std::string text() const;

  /// Whether a form has the characters that are to be taken off, and any left after that.
  [[nodiscard]] bool applies_to(std::string_view form) const;
  /// The lemma. The script must apply to the form.
  [[nodiscard]] std::string apply(std::string_view form) const;

  friend bool operator==(const LemmaScript&, const LemmaScript&) = default;

 private:
  /// What becomes of the letters of the form.
  enum class Case : std::uint8_t { kLower, kKeep, kTitle, kUpper, kWhole };

  static std::optional<Case> case_named(std::string_view name);

  Case case_ = Case::kLower;
  std::uint32_t front_off_ = 0;
  std::uint32_t back_off_ = 0;
  std::string front_;
  std::string back_;  // or the lemma itself
};

}  // namespace panarc
