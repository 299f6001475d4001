#include "io/model_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL  // header-only
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "io/file_descriptor.h"
#include "io/file_kind.h"
#include "io/output_file.h"
#include "io/text.h"
#include "panarc/error.h"

namespace panarc {

namespace {

std::array<char, kModelMagic.size()> magic_bytes() {
  std::array<char, kModelMagic.size()> bytes{};
  std::ranges::copy(kModelMagic, bytes.begin());
  return bytes;
}

// How the file starts. Magic and version will stay in place in all future versions.
struct Start {
  std::array<char, kModelMagic.size()> magic = magic_bytes();
  std::uint32_t version = kModelFormatVersion;
  std::uint32_t section_count = 0;
  std::uint64_t file_size = 0;
};
static_assert(sizeof(Start) == 24 && std::is_trivially_copyable_v<Start>);
constexpr std::size_t kVersionEnd = offsetof(Start, version) + sizeof(Start::version);

// The table follows, with an entry per section, and then the checksum of everything before.
struct Entry {
  std::array<char, kMaxSectionName> name{};  // padded with zeros
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(Entry) == 64 && std::is_trivially_copyable_v<Entry>);

using Checksum = std::uint64_t;

// Far above any model, and far below where sums of sizes and offsets could overflow.
constexpr std::uint64_t kMaxFileSize = std::uint64_t{1} << 48;

constexpr std::uint64_t head_size(std::uint64_t section_count) {
  return sizeof(Start) + section_count * sizeof(Entry) + sizeof(Checksum);
}

constexpr std::uint64_t align(std::uint64_t offset) {
  return (offset + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

bool is_section_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxSectionName &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-") ==
             std::string_view::npos;
}

template <class T>
std::string_view object_bytes(const T& object) {
  return {reinterpret_cast<const char*>(&object), sizeof(object)};
}

template <class T>
T object_at(std::span<const std::byte> bytes, std::size_t offset) {
  T object{};
  std::memcpy(&object, bytes.subspan(offset, sizeof(T)).data(), sizeof(T));
  return object;
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::uint64_t model_checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

void ModelFileWriter::add(std::string_view name, std::span<const std::byte> bytes) {
  if (!is_section_name(name)) {
    throw Error(fmt::format("\"{}\" cannot be the name of a section of a model", name));
  }
  if (std::ranges::find(sections_, name, &Section::name) != sections_.end()) {
    throw Error(fmt::format("the model has a section \"{}\" already", name));
  }
  if (sections_.size() == kMaxSections) {
    throw Error(fmt::format("a model cannot have more than {} sections", kMaxSections));
  }
  sections_.push_back({std::string(name), {bytes.begin(), bytes.end()}});
}

void ModelFileWriter::add(std::string_view name, std::string_view text) {
  add(name, std::as_bytes(std::span(text)));
}

std::string ModelFileWriter::head() const {
  std::string table;
  std::uint64_t end = head_size(sections_.size());
  for (const Section& section : sections_) {
    Entry entry;
    std::ranges::copy(section.name, entry.name.begin());
    entry.offset = align(end);
    entry.size = section.bytes.size();
    entry.checksum = model_checksum(section.bytes);
    table += object_bytes(entry);
    end = entry.offset + entry.size;
  }
  Start start;
  start.section_count = static_cast<std::uint32_t>(sections_.size());
  start.file_size = end;
  std::string head(object_bytes(start));
  head += table;
  const Checksum checksum = model_checksum(std::as_bytes(std::span(head)));
  head += object_bytes(checksum);
  return head;
}

void ModelFileWriter::emit(const std::function<void(std::string_view)>& write) const {
  static constexpr std::array<char, kSectionAlignment> kPadding{};
  const std::string start = head();
  write(start);
  std::uint64_t end = start.size();
  for (const Section& section : sections_) {
    const std::uint64_t offset = align(end);
    write({kPadding.data(), offset - end});
    write(as_text(section.bytes));
    end = offset + section.bytes.size();
  }
}

std::string ModelFileWriter::bytes() const {
  std::string bytes;
  emit([&bytes](std::string_view part) { bytes += part; });
  return bytes;
}

void ModelFileWriter::write(const std::string& path) const {
  OutputFile file(path);
  emit([&file](std::string_view part) { file.write(part); });
  file.commit();
}

// Opens a file and trusts nothing in it: a value is used only after it has been checked, and the
// table of sections after its checksum has been.
class ModelFile::Loader {
 public:
  explicit Loader(const std::string& path) : file_(open_input(path)), name_(file_->name()) {
    struct stat status {};
    if (::fstat(file_->get(), &status) != 0) throw_system_error(name_, "open");
    // Standard input may be a file that has been partly read.
    if (S_ISREG(status.st_mode) && path != "-") size_ = static_cast<std::uint64_t>(status.st_size);
  }
  Loader(std::span<const std::byte> bytes, std::string name)
      : memory_(bytes), name_(std::move(name)), size_(bytes.size()) {}

  ModelFile load() {
    MemoryRegion region = read_all();
    check_contents(region.bytes());
    return {name_, start_.version, std::move(region), std::move(sections_)};
  }

 private:
  MemoryRegion read_all() {
    std::vector<std::byte> head(sizeof(Start));
    check_start(std::span(head).first(read(head)));
    head.resize(head_size(start_.section_count));
    const std::size_t count = read(std::span(head).subspan(sizeof(Start)));
    if (sizeof(Start) + count < head.size()) fail_truncated(sizeof(Start) + count);
    check_table(head);
    check_size();
    MemoryRegion region = MemoryRegion::allocate(start_.file_size, name_);
    const std::span<std::byte> bytes = region.writable_bytes();
    std::ranges::copy(head, bytes.begin());
    const std::size_t end = head.size() + read(bytes.subspan(head.size()));
    if (end < bytes.size()) fail_truncated(end);
    std::array<std::byte, 1> more{};
    if (read(more) != 0) fail("goes on after the end of the model");
    region.protect(name_);
    return region;
  }

  // Reads as many bytes as available, up to the size of `to`.
  std::size_t read(std::span<std::byte> to) {
    std::size_t count = 0;
    while (count < to.size()) {
      const std::span<std::byte> rest = to.subspan(count);
      const std::size_t part = read_part(rest);
      if (part == 0) break;
      count += part;
    }
    return count;
  }

  std::size_t read_part(std::span<std::byte> to) {
    if (file_) return file_->read({reinterpret_cast<char*>(to.data()), to.size()});
    const std::size_t size = std::min(to.size(), memory_.size());
    std::ranges::copy(memory_.first(size), to.begin());
    memory_ = memory_.subspan(size);
    return size;
  }

  // `bytes` are fewer than a Start if the file is too short.
  void check_start(std::span<const std::byte> bytes) {
    if (bytes.empty()) fail("is empty: expected a panarc model");
    const std::size_t magic = std::min(bytes.size(), kModelMagic.size());
    if (as_text(bytes.first(magic)) != kModelMagic.substr(0, magic)) {
      fail("is not a panarc model");
    }
    if (bytes.size() < kVersionEnd) fail_truncated(bytes.size());
    const auto version = object_at<std::uint32_t>(bytes, offsetof(Start, version));
    if (version > kModelFormatVersion) {
      fail(fmt::format(
          "written by a newer version of panarc (format {}, this program knows up to {})", version,
          kModelFormatVersion));
    }
    if (version == 0) fail("altered: there is no format 0");
    if (bytes.size() < sizeof(Start)) fail_truncated(bytes.size());
    start_ = object_at<Start>(bytes, 0);
    if (start_.section_count > kMaxSections || start_.file_size > kMaxFileSize ||
        start_.file_size < head_size(start_.section_count)) {
      fail(fmt::format("altered: {} sections in {} bytes are not possible", start_.section_count,
                       start_.file_size));
    }
  }

  // `head` is everything that the checksum of the table covers, and that checksum.
  void check_table(std::span<const std::byte> head) {
    const std::size_t end = head.size() - sizeof(Checksum);
    if (object_at<Checksum>(head, end) != model_checksum(head.first(end))) {
      fail("altered: the table of sections does not match its checksum");
    }
    std::uint64_t section_end = head.size();
    for (std::size_t i = 0; i < start_.section_count; ++i) {
      const auto entry = object_at<Entry>(head, sizeof(Start) + i * sizeof(Entry));
      add_section(entry, section_end);
      section_end = entry.offset + entry.size;
    }
    if (section_end != start_.file_size) {
      fail(fmt::format("altered: the sections end at {}, the file at {}", section_end,
                       start_.file_size));
    }
  }

  // Every section starts at the first possible place after the one before, so there are no overlaps
  // and no unused bytes.
  void add_section(const Entry& entry, std::uint64_t previous_end) {
    const std::string_view field(entry.name.data(), entry.name.size());
    const std::string_view name = field.substr(0, field.find('\0'));
    if (!is_section_name(name) ||
        field.find_first_not_of('\0', name.size()) != std::string_view::npos) {
      fail(fmt::format("altered: section {} has no valid name", sections_.size() + 1));
    }
    if (std::ranges::find(sections_, name, &Section::name) != sections_.end()) {
      fail(fmt::format("altered: there are two sections \"{}\"", name));
    }
    const std::uint64_t offset = align(previous_end);
    if (entry.offset != offset) {
      fail(fmt::format("altered: section \"{}\" is said to start at {}, expected {}", name,
                       entry.offset, offset));
    }
    if (offset > start_.file_size || entry.size > start_.file_size - offset) {
      fail(fmt::format("altered: section \"{}\" of {} bytes is said to end after the file", name,
                       entry.size));
    }
    sections_.push_back({std::string(name), entry.offset, entry.size, entry.checksum});
  }

  // The file's own statement of its size. Checked after the checksum of the table, which covers it,
  // so that an altered size is not taken for a truncated file.
  void check_size() const {
    if (!size_) {
      if (start_.file_size > kMaxStreamedModel) {
        fail(fmt::format("has {} bytes, which is too much to read from anything but a file",
                         start_.file_size));
      }
      return;
    }
    if (*size_ < start_.file_size) fail_truncated(*size_);
    if (*size_ > start_.file_size) fail("goes on after the end of the model");
  }

  void check_contents(std::span<const std::byte> bytes) const {
    std::uint64_t end = head_size(sections_.size());
    for (const Section& section : sections_) {
      const std::span<const std::byte> padding = bytes.subspan(end, section.offset - end);
      if (std::ranges::any_of(padding, [](std::byte b) { return b != std::byte{0}; })) {
        fail(fmt::format("altered: the bytes before section \"{}\" are not zero", section.name));
      }
      if (model_checksum(bytes.subspan(section.offset, section.size)) != section.checksum) {
        fail(fmt::format("altered: section \"{}\" does not match its checksum", section.name));
      }
      end = section.offset + section.size;
    }
  }

  [[noreturn]] void fail(const std::string& message) const { throw Error({name_, 0, 0}, message); }

  [[noreturn]] void fail_truncated(std::uint64_t size) const {
    fail(start_.file_size == 0
             ? "truncated: ends after " + counted(size, "byte")
             : fmt::format("truncated: ends after {} of {} bytes", size, start_.file_size));
  }

  std::optional<FileDescriptor> file_;
  std::span<const std::byte> memory_;  // if there is no file: what is left to read
  std::string name_;
  std::optional<std::uint64_t> size_;  // none for streams
  Start start_;
  std::vector<Section> sections_;
};

ModelFile::ModelFile(std::string name, std::uint32_t version, MemoryRegion region,
                     std::vector<Section> sections)
    : name_(std::move(name)),
      version_(version),
      region_(std::move(region)),
      sections_(std::move(sections)) {}

ModelFile ModelFile::open(const std::string& path) { return Loader(path).load(); }

ModelFile ModelFile::from_memory(std::span<const std::byte> bytes, const std::string& name) {
  return Loader(bytes, name).load();
}

const ModelFile::Section* ModelFile::find(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, &Section::name);
  return found == sections_.end() ? nullptr : &*found;
}

std::vector<std::string_view> ModelFile::section_names() const {
  std::vector<std::string_view> names;
  for (const Section& section : sections_) names.emplace_back(section.name);
  return names;
}

bool ModelFile::has(std::string_view section) const { return find(section) != nullptr; }

std::span<const std::byte> ModelFile::section(std::string_view section) const {
  const Section* found = find(section);
  if (found == nullptr) {
    throw Error({name_, 0, 0}, fmt::format("the model has no section \"{}\"", section));
  }
  return region_.bytes().subspan(found->offset, found->size);
}

std::string_view ModelFile::text(std::string_view section) const {
  return as_text(this->section(section));
}

}  // namespace panarc
