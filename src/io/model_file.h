#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/memory_region.h"
#include "io/section.h"

namespace panarc {

/// The version that this program writes, and the latest it reads.
inline constexpr std::uint32_t kModelFormatVersion = 1;
/// Sections start at multiples of this: a cache line, and enough for any type.
inline constexpr std::size_t kSectionAlignment = 64;
inline constexpr std::size_t kMaxSectionName = 40;
inline constexpr std::size_t kMaxSections = 4096;
/// The maximum read from a pipe, whose length is not known beforehand.
inline constexpr std::uint64_t kMaxStreamedModel = std::uint64_t{1} << 32;

/// The checksum of model files: XXH3 with 64 bits.
std::uint64_t model_checksum(std::span<const std::byte> bytes);

/// Prefixes of the section names of taggers and segmenters, in a separate file or with a parser.
inline constexpr const char* kTaggerPrefix = "tagger.";
inline constexpr const char* kSegmenterPrefix = "segmenter.";

/// Combines named sections into a model file, in the order they are added. The same sections always
/// give the same bytes.
class ModelFileWriter {
 public:
  /// Keeps a copy. A name has 1 to 40 lower-case letters, digits, `.`, `_` and `-`; it can be used
  /// only once. Throws Error otherwise.
  void add(std::string_view name, std::span<const std::byte> bytes);
  void add(std::string_view name, std::string_view text);

  /// The whole file.
  [[nodiscard]] std::string bytes() const;

  /// A regular file appears under its name when it is complete, and replaces an old one in one
  /// step; whoever has the old one open keeps it.
  void write(const std::string& path) const;

 private:
  struct Section {
    std::string name;
    std::vector<std::byte> bytes;
  };

  [[nodiscard]] std::string head() const;
  void emit(const std::function<void(std::string_view)>& write) const;

  std::vector<Section> sections_;
};

/// A model file, verified: when open() returns, every byte of it is as written. Whether the
/// sections make sense is for their readers to check.
///
/// The bytes are in memory of this process, on 2 MB pages if available, and nothing that happens to
/// the file can affect them. If the file were mapped, copying onto it would change a verified
/// model, and truncating it would end this program with SIGBUS. Reading 40 MB takes 7 to 12 ms
/// where mapping takes 2 to 4, verification included; but dependent random look-ups take 141 ns,
/// against 157 ns over a mapping on 4 KB pages.
class ModelFile {
 public:
  /// `-` is standard input. Throws Error, with the file as its place, unless it is a complete and
  /// unaltered model of a known version.
  static ModelFile open(const std::string& path);

  /// Reads a model from memory, which is copied; `name` is used as the file name in messages.
  static ModelFile from_memory(std::span<const std::byte> bytes, const std::string& name);

  /// The name of the file, for messages.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The format version of the file.
  [[nodiscard]] std::uint32_t version() const { return version_; }
  /// The size of the file in bytes.
  [[nodiscard]] std::size_t size() const { return region_.bytes().size(); }
  /// The names of the sections, in file order.
  [[nodiscard]] std::vector<std::string_view> section_names() const;
  [[nodiscard]] bool has(std::string_view section) const;

  // The results are valid as long as the file object, and stay in place when it is moved. These
  // throw Error if there is no such section.

  /// Starts at a multiple of 64 bytes.
  [[nodiscard]] std::span<const std::byte> section(std::string_view section) const;
  [[nodiscard]] std::string_view text(std::string_view section) const;
  /// A section as an array. Throws Error if its size is not a multiple of that of the elements.
  template <class T>
  [[nodiscard]] std::span<const T> array(std::string_view name) const {
    return as_array<T>(section(name), {name_, std::string(name)});
  }
  [[nodiscard]] SectionReader reader(std::string_view name) const {
    return SectionReader(section(name), {name_, std::string(name)});
  }

 private:
  struct Section {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t checksum = 0;
  };
  class Loader;

  ModelFile(std::string name, std::uint32_t version, MemoryRegion region,
            std::vector<Section> sections);

  [[nodiscard]] const Section* find(std::string_view name) const;

  std::string name_;
  std::uint32_t version_;
  MemoryRegion region_;
  std::vector<Section> sections_;
};

}  // namespace panarc
