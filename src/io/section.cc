#include "io/section.h"

#include <fmt/format.h>

#include <limits>

#include "panarc/error.h"

namespace panarc {

void SectionPlace::fail(const std::string& message) const {
  throw Error({file, 0, 0},
              section.empty() ? message : fmt::format("section \"{}\" {}", section, message));
}

void check_array(std::span<const std::byte> bytes, std::size_t element_size,
                 std::size_t element_alignment, const SectionPlace& place) {
  if (bytes.size() % element_size != 0) {
    place.fail(fmt::format("has {} bytes, expected a multiple of {}", bytes.size(), element_size));
  }
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % element_alignment != 0) {
    place.fail(fmt::format("does not lie on a multiple of {} bytes", element_alignment));
  }
}

void SectionWriter::append(std::span<const std::byte> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

void SectionWriter::write_length(std::size_t length, const char* of_what) {
  if (length > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(fmt::format("{} {} are too many for a model file", length, of_what));
  }
  write(static_cast<std::uint32_t>(length));
}

void SectionWriter::write_string(std::string_view text) {
  write_length(text.size(), "bytes of text");
  append(std::as_bytes(std::span(text)));
}

void SectionWriter::write_strings(std::span<const std::string> strings) {
  write_length(strings.size(), "strings");
  for (const std::string& text : strings) write_string(text);
}

std::span<const std::byte> SectionReader::take(std::size_t count) {
  if (count > bytes_.size()) {
    place_.fail(fmt::format("ends too early: {} bytes left, expected {}", bytes_.size(), count));
  }
  const std::span<const std::byte> taken = bytes_.first(count);
  bytes_ = bytes_.subspan(count);
  return taken;
}

void SectionReader::check_count(std::uint64_t count, std::size_t size) const {
  if (count > bytes_.size() / size) {
    place_.fail(fmt::format("cannot hold {} values in {} bytes", count, bytes_.size()));
  }
}

std::string_view SectionReader::read_string() {
  const std::span<const std::byte> text = take(read<std::uint32_t>());
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

std::vector<std::string> SectionReader::read_strings() {
  const std::size_t count = read<std::uint32_t>();
  // Every string has at least a length field: do not reserve more memory than there can be strings.
  if (count > bytes_.size() / sizeof(std::uint32_t)) {
    place_.fail(fmt::format("cannot hold {} strings in {} bytes", count, bytes_.size()));
  }
  std::vector<std::string> strings;
  strings.reserve(count);
  for (std::size_t i = 0; i < count; ++i) strings.emplace_back(read_string());
  return strings;
}

void SectionReader::finish() const {
  if (!bytes_.empty()) {
    place_.fail(fmt::format("has {} bytes more than it should", bytes_.size()));
  }
}

}  // namespace panarc
