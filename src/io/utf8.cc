#include "io/utf8.h"

#include <fmt/format.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace panarc {

namespace {

constexpr std::size_t kCheckedBytes = 16;

#ifdef __SSE2__
// Continues from the beginning of a character, a block at a time, while there are only well-formed
// characters of one or two bytes: few treebanks have much else. Returns where the next character
// begins.
std::size_t skip_short_characters(const unsigned char* data, std::size_t i, std::size_t size) {
  const auto all = [](unsigned char byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  const auto bits = [](__m128i bytes) { return static_cast<unsigned>(_mm_movemask_epi8(bytes)); };
  unsigned open = 0;  // whether the last byte has begun a character
  for (; i + kCheckedBytes <= size; i += kCheckedBytes) {
    // As signed numbers, ASCII bytes are greater than all others.
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + i));
    const unsigned others = bits(bytes);
    if ((others | open) == 0) continue;
    const unsigned later = bits(_mm_cmplt_epi8(bytes, all(0xC0)));
    const unsigned first =
        bits(_mm_and_si128(_mm_cmpgt_epi8(bytes, all(0xC1)), _mm_cmplt_epi8(bytes, all(0xE0))));
    constexpr unsigned kAll = (1U << kCheckedBytes) - 1;
    if ((first | later) != others || later != (((first << 1U) | open) & kAll)) break;
    open = first >> (kCheckedBytes - 1);
  }
  return i - open;
}
#else
// Skips characters of one byte alone: tags, relations and numbers, in any language.
std::size_t skip_short_characters(const unsigned char* data, std::size_t i, std::size_t size) {
  for (; i + kCheckedBytes <= size; i += kCheckedBytes) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080U;
    std::uint64_t words[2];
    std::memcpy(words, data + i, sizeof words);
    if (((words[0] | words[1]) & kHighBits) != 0) break;
  }
  return i;
}
#endif

// The length of the well-formed multi-byte character that `text` begins with, or 0.
std::size_t multibyte_length(const unsigned char* text, std::size_t available) {
  const unsigned char first = text[0];
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (available < length) return 0;
  const unsigned char second = text[1];
  // Overlong forms, surrogates and anything beyond U+10FFFF show in the second byte.
  if (!is_continuation(static_cast<char>(second))) return 0;
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!is_continuation(static_cast<char>(text[i]))) return 0;
  }
  return length;
}

// The length of the first character of `text`, if it can be shown; otherwise 0. C0 and C1 controls
// and DEL cannot.
std::size_t visible_length(std::string_view text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  if (bytes[0] < 0x80) return bytes[0] >= 0x20 && bytes[0] != 0x7F ? 1 : 0;
  const std::size_t length = multibyte_length(bytes, text.size());
  return length == 2 && bytes[0] == 0xC2 && bytes[1] < 0xA0 ? 0 : length;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  const auto* data = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t i = 0;
  while (i < text.size()) {
    i = skip_short_characters(data, i, text.size());
    const std::size_t end = std::min(i + kCheckedBytes, text.size());
    while (i < end) {
      if (data[i] < 0x80) {
        ++i;
        continue;
      }
      const std::size_t length = multibyte_length(data + i, text.size() - i);
      if (length == 0) return i;
      i += length;
    }
  }
  return text.size();
}

std::size_t count_characters(std::string_view text) {
  return text.size() -
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

char32_t take_character(std::string_view& text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  const std::size_t length = bytes[0] < 0x80 ? 1 : multibyte_length(bytes, text.size());
  text.remove_prefix(std::max<std::size_t>(length, 1));
  constexpr char32_t kReplacement = 0xFFFD;
  if (length == 0) return kReplacement;
  // The first byte has as many leading ones as there are bytes, then a zero; 0 if it is alone.
  char32_t character = length == 1 ? bytes[0] : bytes[0] & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) character = (character << 6U) | (bytes[i] & 0x3FU);
  return character;
}

std::u32string decode_utf8(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) characters += take_character(text);
  return characters;
}

void append_utf8(std::string& text, char32_t character) {
  std::array<char, U8_MAX_LENGTH> bytes{};
  std::size_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, static_cast<UChar32>(character));
  text.append(bytes.data(), size);
}

std::string encode_utf8(std::u32string_view characters) {
  std::string text;
  for (const char32_t character : characters) append_utf8(text, character);
  return text;
}

std::string visible(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = visible_length(text);
    if (length == 0) {
      result += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  // The input may have ten megabytes where a word is expected.
  constexpr std::size_t kMax = 60;
  if (text.size() <= kMax) return fmt::format("\"{}\"", visible(text));
  std::size_t end = kMax;
  while (end > 0 && is_continuation(text[end])) --end;
  return fmt::format("\"{}...\"", visible(text.substr(0, end)));
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

bool is_ascii(std::string_view text) {
  // No early end, so that the compiler can look at many bytes at once.
  unsigned char bits = 0;
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return bits < 0x80U;
}

std::string lower_case(std::string_view text) {
  if (is_ascii(text)) {
    std::string result(text);
    for (char& c : result) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
  }
  const auto size = static_cast<std::int32_t>(text.size());
  std::string result;
  icu::UnicodeString::fromUTF8({text.data(), size})
      .toLower(icu::Locale::getRoot())
      .toUTF8String(result);
  return result;
}

}  // namespace panarc
