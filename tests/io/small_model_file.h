#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "io/model_file.h"
#include "panarc/error.h"
#include "treebank/test_text.h"

namespace panarc::test {

// Where the parts of the head are.
inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kCountAt = 12;
inline constexpr std::size_t kFileSizeAt = 16;
inline constexpr std::size_t kTableAt = 24;
inline constexpr std::size_t kEntrySize = 64;
inline constexpr std::size_t kOffsetInEntry = 40;
inline constexpr std::size_t kSizeInEntry = 48;

inline constexpr std::array kWeights{0.5F, -2.0F, 3.25F};

inline ModelFileWriter small_writer() {
  ModelFileWriter writer;
  writer.add("options", "{}");
  writer.add("empty", "");
  writer.add("weights.labels", std::as_bytes(std::span(kWeights)));
  return writer;
}

template <class T>
void put(std::string& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

inline std::size_t entry_at(std::size_t section) { return kTableAt + section * kEntrySize; }

/// Gives the head the checksum it should have, so that what is tested comes after it.
inline void seal(std::string& bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + kCountAt, sizeof(count));
  const std::size_t end = kTableAt + count * kEntrySize;
  if (end + sizeof(std::uint64_t) > bytes.size()) return;
  put(bytes, end, model_checksum(std::as_bytes(std::span(bytes)).first(end)));
}

/// A pipe with the given bytes in it, which have to be few enough for its buffer.
class FilledPipe {
 public:
  explicit FilledPipe(std::string_view bytes) {
    if (::pipe(ends_.data()) != 0 ||
        ::write(ends_[1], bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      ADD_FAILURE() << "no pipe";
    }
    ::close(ends_[1]);
  }
  ~FilledPipe() { ::close(ends_[0]); }
  FilledPipe(const FilledPipe&) = delete;
  FilledPipe& operator=(const FilledPipe&) = delete;
  FilledPipe(FilledPipe&&) = delete;
  FilledPipe& operator=(FilledPipe&&) = delete;

  [[nodiscard]] int descriptor() const { return ends_[0]; }
  [[nodiscard]] std::string path() const { return fmt::format("/dev/fd/{}", ends_[0]); }

 private:
  std::array<int, 2> ends_{};
};

/// What is wrong with a file; empty if nothing is.
inline std::string message_of_model(const std::string& path) {
  try {
    const ModelFile file = ModelFile::open(path);
    for (const std::string_view name : file.section_names()) static_cast<void>(file.section(name));
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, path);
    return error.message();
  }
  return "";
}

/// What reading a model from memory complains of.
inline std::string message_of_memory(std::string_view bytes) {
  try {
    ModelFile::from_memory(std::as_bytes(std::span(bytes)), "memory");
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, "memory");
    return error.message();
  }
  return "";
}

/// Puts models into a directory of their own.
class ModelFileTest : public testing::Test {
 protected:
  std::string message_of_bytes(std::string_view bytes) {
    // Some file systems flush a file that is written over, which takes its time.
    std::filesystem::remove(path_);
    write_bytes(path_, bytes);
    return message_of_model(path_);
  }

  std::string message_of_sealed(std::string bytes) {
    seal(bytes);
    return message_of_bytes(bytes);
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_ / "x.model";
};

}  // namespace panarc::test
