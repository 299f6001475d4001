#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace panarc {

/// How a lemma is made from a form: remove characters at both ends, add others there, and change
/// the case. A few such scripts produce most lemmas of a language, so a lemma can be chosen like a
/// tag. If none of this makes the lemma from the form, the script is the lemma.
class LemmaScript {
 public:
  /// The script that turns `form` into `lemma`; both must be UTF-8, and the lemma not empty.
  static LemmaScript between(std::string_view form, std::string_view lemma);

  /// Reads what text() has written. Throws Error if it is invalid.
  static LemmaScript parse(std::string_view text);
  /// E.g. `lower 0 - 2 -`, which lower-cases a form and removes its last two characters.
  [[nodiscard]] std::string text() const;

  /// Whether a form has all the characters to be removed, and at least one more.
  [[nodiscard]] bool applies_to(std::string_view form) const;
  /// The lemma. The script must apply to the form.
  [[nodiscard]] std::string apply(std::string_view form) const;

  friend bool operator==(const LemmaScript&, const LemmaScript&) = default;

 private:
  /// What happens to the letters of the form.
  enum class Case : std::uint8_t { kLower, kKeep, kTitle, kUpper, kWhole };

  static std::optional<Case> case_named(std::string_view name);

  Case case_ = Case::kLower;
  std::uint32_t front_off_ = 0;
  std::uint32_t back_off_ = 0;
  std::string front_;
  std::string back_;  // or the lemma itself
};

}  // namespace panarc
