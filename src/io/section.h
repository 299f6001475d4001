#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace panarc {

static_assert(std::endian::native == std::endian::little,
              "model files are little-endian and used in place: this host would misread them");
static_assert(sizeof(std::size_t) >= sizeof(std::uint64_t),
              "sizes in model files have 64 bits: this host could not hold them");

/// What a message about the contents of a section mentions. Either may be empty.
struct SectionPlace {
  std::string file;
  std::string section;

  /// Throws Error.
  [[noreturn]] void fail(const std::string& message) const;
};

/// Numbers of fixed size, the same on every host. Not bool: a byte of 2 would not be a valid one.
template <class T>
concept SectionScalar = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, float> ||
                        std::same_as<T, double>;

/// Throws Error unless the bytes are a whole number of elements, properly aligned.
void check_array(std::span<const std::byte> bytes, std::size_t element_size,
                 std::size_t element_alignment, const SectionPlace& place);

/// The bytes as an array, in place. Every bit pattern must be a valid T.
template <class T>
std::span<const T> as_array(std::span<const std::byte> bytes, const SectionPlace& place = {}) {
  static_assert(std::is_trivially_copyable_v<T>);
  check_array(bytes, sizeof(T), alignof(T), place);
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

/// Builds a section of small values: little-endian, one after the other, without padding.
class SectionWriter {
 public:
  template <SectionScalar T>
  void write(T value) {
    append(std::as_bytes(std::span(&value, 1)));
  }

  /// The length in 32 bits, then the bytes. Throws Error if it is too long for that.
  void write_string(std::string_view text);

  /// The number of strings in 32 bits, then each as in write_string().
  void write_strings(std::span<const std::string> strings);

  /// The number of values in 64 bits, then each of them.
  template <SectionScalar T>
  void write_all(std::span<const T> values) {
    write(static_cast<std::uint64_t>(values.size()));
    append(std::as_bytes(values));
  }

  /// What was written so far; valid until the next write.
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  void append(std::span<const std::byte> bytes);
  void write_length(std::size_t length, const char* of_what);

  std::vector<std::byte> bytes_;
};

/// Reads what SectionWriter wrote. Throws Error when reading beyond the end of the section.
class SectionReader {
 public:
  /// Does not copy: `bytes` must outlive it.
  explicit SectionReader(std::span<const std::byte> bytes, SectionPlace place = {})
      : bytes_(bytes), place_(std::move(place)) {}

  template <SectionScalar T>
  T read() {
    T value{};
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }

  /// What write_all() wrote.
  template <SectionScalar T>
  std::vector<T> read_all() {
    const auto count = read<std::uint64_t>();
    check_count(count, sizeof(T));
    const auto from = take(static_cast<std::size_t>(count) * sizeof(T));
    std::vector<T> values(static_cast<std::size_t>(count));
    if (!from.empty()) std::memcpy(values.data(), from.data(), from.size());
    return values;
  }

  /// Part of the section, and valid as long.
  std::string_view read_string();
  std::vector<std::string> read_strings();

  /// Throws Error if anything is left.
  void finish() const;

 private:
  std::span<const std::byte> take(std::size_t count);
  /// Throws Error if there are fewer values of this size.
  void check_count(std::uint64_t count, std::size_t size) const;

  std::span<const std::byte> bytes_;
  SectionPlace place_;
};

}  // namespace panarc
