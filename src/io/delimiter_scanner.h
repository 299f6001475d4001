#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace panarc {

/// Finds the tabs and line feeds of a text. A field has about seven bytes, so searching for the end
/// of each costs more than looking at the text 16 bytes at a time.
class DelimiterScanner {
 public:
  explicit DelimiterScanner(std::string_view text) : data_(text.data()), size_(text.size()) {}

  /// The position of the next tab or line feed, or the size of the text.
  std::size_t next() {
    while (mask_ == 0) {
      if (position_ >= size_) return size_;
      base_ = position_;
      load();
    }
    const std::size_t found = base_ + static_cast<std::size_t>(std::countr_zero(mask_));
    mask_ &= mask_ - 1;
    return found;
  }

 private:
  static constexpr std::size_t kWidth = 16;

  void load() {
#ifdef __SSE2__
    if (position_ + kWidth <= size_) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data_ + position_));
      const __m128i tabs = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
      const __m128i feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
      mask_ = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(tabs, feeds)));
      position_ += kWidth;
      return;
    }
#endif
    for (std::uint32_t i = 0; i < kWidth && position_ < size_; ++i, ++position_) {
      const char c = data_[position_];
      if (c == '\t' || c == '\n') mask_ |= std::uint32_t{1} << i;
    }
  }

  const char* data_;
  std::size_t size_;
  std::size_t base_ = 0;
  std::size_t position_ = 0;
  std::uint32_t mask_ = 0;
};

}  // namespace panarc
