#include "io/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "io/file_descriptor.h"
#include "panarc/error.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Where the parts of the head are.
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kCountAt = 12;
constexpr std::size_t kFileSizeAt = 16;
constexpr std::size_t kTableAt = 24;
constexpr std::size_t kEntrySize = 64;
constexpr std::size_t kOffsetInEntry = 40;
constexpr std::size_t kSizeInEntry = 48;

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

constexpr std::array kWeights{0.5F, -2.0F, 3.25F};

ModelFileWriter small_writer() {
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

std::size_t entry_at(std::size_t section) { return kTableAt + section * kEntrySize; }

// Gives the head the checksum it should have, so that what is tested comes after it.
void seal(std::string& bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + kCountAt, sizeof(count));
  const std::size_t end = kTableAt + count * kEntrySize;
  if (end + sizeof(std::uint64_t) > bytes.size()) return;
  put(bytes, end, model_checksum(std::as_bytes(std::span(bytes)).first(end)));
}

// A pipe with the given bytes in it, which have to be few enough for its buffer.
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

// What is wrong with a file; empty if nothing is.
std::string message_of(const std::string& path) {
  try {
    const ModelFile file = ModelFile::open(path);
    for (const std::string_view name : file.section_names()) static_cast<void>(file.section(name));
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, path);
    return error.message();
  }
  return "";
}

std::string message_of_memory(std::string_view bytes) {
  try {
    ModelFile::from_memory(std::as_bytes(std::span(bytes)), "memory");
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, "memory");
    return error.message();
  }
  return "";
}

class ModelFileTest : public testing::Test {
 protected:
  std::string message_of_bytes(std::string_view bytes) {
    // Some file systems flush a file that is written over, which takes its time.
    std::filesystem::remove(path_);
    test::write_bytes(path_, bytes);
    return message_of(path_);
  }

  std::string message_of_sealed(std::string bytes) {
    seal(bytes);
    return message_of_bytes(bytes);
  }

  test::TemporaryDirectory directory_;
  std::string path_ = directory_ / "x.model";
};

TEST_F(ModelFileTest, GivesBackWhatWasWritten) {
  small_writer().write(path_);
  const ModelFile file = ModelFile::open(path_);
  EXPECT_EQ(file.name(), path_);
  EXPECT_THAT(file.section_names(), ElementsAre("options", "empty", "weights.labels"));
  EXPECT_TRUE(file.has("options"));
  EXPECT_FALSE(file.has("option"));
  EXPECT_EQ(file.text("options"), "{}");
  EXPECT_TRUE(file.section("empty").empty());
  EXPECT_THAT(file.array<float>("weights.labels"), testing::ElementsAreArray(kWeights));
  EXPECT_EQ(file.reader("weights.labels").read<float>(), 0.5F);
  for (const std::string_view name : file.section_names()) {
    const auto address = reinterpret_cast<std::uintptr_t>(file.section(name).data());
    EXPECT_EQ(address % kSectionAlignment, 0U) << name;
  }
}

TEST_F(ModelFileTest, HasTheLayoutOfItsDocumentation) {
  const std::string bytes = small_writer().bytes();
  constexpr std::size_t kHead = kTableAt + 3 * kEntrySize + sizeof(std::uint64_t);
  EXPECT_EQ(bytes.size(), 256U + 64 + 3 * sizeof(float));
  EXPECT_THAT(bytes, StartsWith(std::string("\x89panarc\n\x01\0\0\0\x03\0\0\0", 16)));
  EXPECT_EQ(bytes.substr(kHead, 256 - kHead), std::string(256 - kHead, '\0'));
  EXPECT_EQ(bytes.substr(256, 64), "{}" + std::string(62, '\0'));
  std::string sealed = bytes;
  seal(sealed);
  EXPECT_EQ(sealed, bytes);
  EXPECT_EQ(model_checksum({}), 0x2D06800538D394C2U);  // as XXH3 has it
}

TEST_F(ModelFileTest, HasTheSameBytesEveryTime) {
  small_writer().write(path_);
  const std::string bytes = small_writer().bytes();
  EXPECT_EQ(test::read_bytes(path_), bytes);
  small_writer().write(path_);
  EXPECT_EQ(test::read_bytes(path_), bytes);
}

TEST_F(ModelFileTest, MayHaveNoSections) {
  ModelFileWriter().write(path_);
  EXPECT_TRUE(ModelFile::open(path_).section_names().empty());
}

TEST_F(ModelFileTest, KeepsACopyOfWhatIsAdded) {
  ModelFileWriter writer;
  {
    std::string text = "before";
    writer.add("text", text);
    text = "after!";
  }
  writer.write(path_);
  EXPECT_EQ(ModelFile::open(path_).text("text"), "before");
}

TEST_F(ModelFileTest, StaysWhereItIsWhenMoved) {
  static_assert(!std::is_copy_constructible_v<ModelFile> && !std::is_copy_assignable_v<ModelFile>);
  small_writer().write(path_);
  ModelFile first = ModelFile::open(path_);
  const std::string_view text = first.text("options");
  ModelFile second = std::move(first);
  EXPECT_EQ(second.text("options").data(), text.data());
  ModelFile third = ModelFile::open(path_);
  third = std::move(second);
  EXPECT_EQ(third.text("options").data(), text.data());
  EXPECT_EQ(text, "{}");
}

TEST_F(ModelFileTest, OutlivesTheReplacementOfItsFile) {
  small_writer().write(path_);
  const ModelFile file = ModelFile::open(path_);
  ModelFileWriter().write(path_);
  EXPECT_EQ(file.text("options"), "{}");
  std::filesystem::remove(path_);
  EXPECT_EQ(file.text("options"), "{}");
}

TEST_F(ModelFileTest, StaysAsItIsWhenItsFileIsChangedInPlace) {
  small_writer().write(path_);
  const ModelFile file = ModelFile::open(path_);
  test::write_bytes(path_, "");
  EXPECT_EQ(file.text("options"), "{}");
}

TEST_F(ModelFileTest, MayBeLargerThanAHugePage) {
  std::vector<std::uint32_t> numbers(1'500'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i * i);
  ModelFileWriter writer = small_writer();
  writer.add("numbers", std::as_bytes(std::span(numbers)));
  writer.add("last", "end");
  writer.write(path_);
  const ModelFile file = ModelFile::open(path_);
  EXPECT_TRUE(std::ranges::equal(file.array<std::uint32_t>("numbers"), numbers));
  EXPECT_EQ(file.text("last"), "end");
  // The same through a pipe, which gives a little at a time.
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  std::thread sender(
      [&writer, out = ends[1]] { FileDescriptor(out, "pipe").write_all(writer.bytes()); });
  const ModelFile piped = ModelFile::open(fmt::format("/dev/fd/{}", ends[0]));
  sender.join();
  ::close(ends[0]);
  EXPECT_TRUE(std::ranges::equal(piped.array<std::uint32_t>("numbers"), numbers));
}

TEST_F(ModelFileTest, MayComeFromStandardInput) {
  const int kept = ::dup(STDIN_FILENO);
  for (const std::string& bytes : {small_writer().bytes(), std::string()}) {
    const FilledPipe pipe(bytes);
    ASSERT_GE(::dup2(pipe.descriptor(), STDIN_FILENO), 0);
    if (bytes.empty()) {
      EXPECT_THAT([] { ModelFile::open("-"); },
                  testing::ThrowsMessage<Error>("<stdin>: is empty: expected a panarc model"));
    } else {
      EXPECT_EQ(ModelFile::open("-").text("options"), "{}");
    }
  }
  ASSERT_GE(::dup2(kept, STDIN_FILENO), 0);
  ::close(kept);
}

TEST_F(ModelFileTest, NamesTheSectionThatIsMissing) {
  small_writer().write(path_);
  const ModelFile file = ModelFile::open(path_);
  for (const std::string_view name : {"weights", "weights.labels2", ""}) {
    EXPECT_THAT([&] { static_cast<void>(file.section(name)); },
                testing::ThrowsMessage<Error>(
                    fmt::format("{}: the model has no section \"{}\"", path_, name)));
  }
  EXPECT_THAT([&] { static_cast<void>(file.array<double>("weights.labels")); },
              testing::ThrowsMessage<Error>(
                  path_ + ": section \"weights.labels\" has 12 bytes, expected a multiple of 8"));
}

TEST_F(ModelFileTest, TellsOfFilesThatAreNoModels) {
  EXPECT_THAT(message_of_bytes(""), HasSubstr("is empty"));
  for (const std::string_view bytes :
       {"p", "# sent_id = 1\n", "\x89PNG\r\n\x1a\n and more of it, enough for a head", "panarc\n",
        "\x28\xb5\x2f\xfd compressed"}) {
    EXPECT_EQ(message_of_bytes(bytes), "is not a panarc model") << bytes;
  }
  EXPECT_EQ(message_of("/dev/zero"), "is not a panarc model");
  EXPECT_THAT(message_of("/dev/null"), HasSubstr("is empty"));
  EXPECT_EQ(message_of(directory_ / ""), "is a directory: expected a file");
  EXPECT_EQ(message_of(directory_ / "none"), "cannot open: No such file or directory");
}

TEST_F(ModelFileTest, TellsOfOtherVersions) {
  std::string bytes = small_writer().bytes();
  put(bytes, kVersionAt, kModelFormatVersion + 1);
  const std::string newer =
      fmt::format("written by a newer version of panarc (format {}, this program knows up to {})",
                  kModelFormatVersion + 1, kModelFormatVersion);
  // Nothing after the version need be as it is now.
  EXPECT_EQ(message_of_bytes(bytes), newer);
  EXPECT_EQ(message_of_bytes(bytes.substr(0, kCountAt)), newer);
  put(bytes, kVersionAt, std::uint32_t{0});
  EXPECT_THAT(message_of_sealed(bytes), StartsWith("altered"));
}

TEST_F(ModelFileTest, NoticesEveryTruncation) {
  const std::string bytes = small_writer().bytes();
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    EXPECT_THAT(message_of_bytes(cut), StartsWith("truncated")) << size;
    EXPECT_THAT(message_of(FilledPipe(cut).path()), StartsWith("truncated")) << size;
    EXPECT_THAT(message_of_memory(cut), StartsWith("truncated")) << size;
  }
  EXPECT_EQ(message_of_bytes(bytes), "");
  EXPECT_EQ(message_of(FilledPipe(bytes).path()), "");
  EXPECT_EQ(message_of_memory(bytes), "");
  EXPECT_EQ(message_of_bytes(bytes + '\0'), "goes on after the end of the model");
  EXPECT_EQ(message_of(FilledPipe(bytes + '\0').path()), "goes on after the end of the model");
  EXPECT_EQ(message_of_memory(bytes + '\0'), "goes on after the end of the model");
}

TEST_F(ModelFileTest, NoticesEveryFlippedBit) {
  const std::string bytes = small_writer().bytes();
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const std::string message = message_of_bytes(flipped);
    EXPECT_EQ(message_of(FilledPipe(flipped).path()), message);
    if (bit < kVersionAt * 8) {
      EXPECT_EQ(message, "is not a panarc model") << bit;
    } else if (bit >= kCountAt * 8) {
      EXPECT_THAT(message, testing::AnyOf(StartsWith("altered"), StartsWith("truncated"))) << bit;
    } else {
      EXPECT_NE(message, "") << bit;
    }
  }
}

TEST_F(ModelFileTest, NamesTheSectionThatWasAltered) {
  std::string bytes = small_writer().bytes();
  bytes.back() = 'x';
  EXPECT_EQ(message_of_bytes(bytes),
            "altered: section \"weights.labels\" does not match its checksum");
  bytes = small_writer().bytes();
  bytes[300] = 'x';
  EXPECT_EQ(message_of_bytes(bytes), "altered: the bytes before section \"empty\" are not zero");
  bytes = small_writer().bytes();
  bytes[entry_at(1)] = 'x';
  EXPECT_EQ(message_of_bytes(bytes), "altered: the table of sections does not match its checksum");
}

TEST_F(ModelFileTest, RefusesSizesThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  for (const std::uint64_t size : {kMax, kMax - 63, std::uint64_t{1} << 63, std::uint64_t{1} << 49,
                                   std::uint64_t{0}, std::uint64_t{223}}) {
    std::string damaged = bytes;
    put(damaged, kFileSizeAt, size);
    EXPECT_EQ(message_of_sealed(damaged),
              fmt::format("altered: 3 sections in {} bytes cannot be", size));
  }
  for (const std::uint64_t size :
       {std::uint64_t{1} << 48, std::uint64_t{1} << 32, std::uint64_t{bytes.size() + 1}}) {
    std::string damaged = bytes;
    put(damaged, kFileSizeAt, size);
    EXPECT_THAT(message_of_sealed(damaged), StartsWith("altered: the sections end at 332,"));
  }
  for (const std::uint64_t size : {kMax, kMax - 319, kMax - 320, std::uint64_t{1} << 63,
                                   std::uint64_t{1} << 32, std::uint64_t{13}}) {
    std::string damaged = bytes;
    put(damaged, entry_at(2) + kSizeInEntry, size);
    EXPECT_EQ(
        message_of_sealed(damaged),
        fmt::format("altered: section \"weights.labels\" of {} bytes is said to end after the file",
                    size));
    // The whole file says it is as large.
    if (size > std::uint64_t{1} << 48) continue;
    put(damaged, kFileSizeAt, 320 + size);
    EXPECT_EQ(message_of_sealed(damaged),
              fmt::format("truncated: ends after 332 of {} bytes", 320 + size));
  }
  std::string damaged = bytes;
  put(damaged, entry_at(2) + kSizeInEntry, std::uint64_t{11});
  EXPECT_THAT(message_of_sealed(damaged), StartsWith("altered: the sections end at 331,"));
}

TEST_F(ModelFileTest, RefusesCountsThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  for (const std::uint32_t count :
       {std::numeric_limits<std::uint32_t>::max(), std::uint32_t{1} << 31, std::uint32_t{4097},
        std::uint32_t{4096}, std::uint32_t{5}}) {
    std::string damaged = bytes;
    put(damaged, kCountAt, count);
    EXPECT_EQ(message_of_sealed(damaged),
              fmt::format("altered: {} sections in 332 bytes cannot be", count));
  }
  for (const std::uint32_t count : {0U, 1U, 2U, 4U}) {
    std::string damaged = bytes;
    put(damaged, kCountAt, count);
    EXPECT_THAT(message_of_sealed(damaged), StartsWith("altered")) << count;
  }
}

TEST_F(ModelFileTest, RefusesOffsetsThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  // In the head, in another section, not aligned, with a gap, after the end.
  for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{192}, std::uint64_t{256},
                                     std::uint64_t{321}, std::uint64_t{384}, kMax, kMax - 63}) {
    std::string damaged = bytes;
    put(damaged, entry_at(2) + kOffsetInEntry, offset);
    EXPECT_EQ(
        message_of_sealed(damaged),
        fmt::format("altered: section \"weights.labels\" is said to start at {}, expected 320",
                    offset));
  }
  // The first section takes the whole file, and the next would start after it.
  std::string damaged = bytes;
  put(damaged, entry_at(0) + kSizeInEntry, std::uint64_t{76});
  put(damaged, entry_at(1) + kOffsetInEntry, std::uint64_t{384});
  EXPECT_EQ(message_of_sealed(damaged),
            "altered: section \"empty\" of 0 bytes is said to end after the file");
}

TEST_F(ModelFileTest, RefusesNamesThatCannotBe) {
  const std::string bytes = small_writer().bytes();
  for (const std::string_view name :
       {std::string_view(), std::string_view("Empty"), std::string_view("em\0ty", 5),
        std::string_view("em ty"), std::string_view("\xC3\xA9"), std::string_view("a/b")}) {
    std::string damaged = bytes;
    damaged.replace(entry_at(1), 5, std::string(5, '\0'));
    damaged.replace(entry_at(1), name.size(), name);
    EXPECT_EQ(message_of_sealed(damaged), "altered: section 2 has no valid name") << name;
  }
  std::string damaged = bytes;
  damaged.replace(entry_at(1), 7, "options");
  EXPECT_EQ(message_of_sealed(damaged), "altered: there are two sections \"options\"");
  // A name may fill its field.
  damaged = bytes;
  damaged.replace(entry_at(1), kMaxSectionName, std::string(kMaxSectionName, 'n'));
  EXPECT_EQ(message_of_sealed(damaged), "");
}

TEST_F(ModelFileTest, ReadsNoMoreFromAPipeThanIsSensible) {
  std::string bytes = small_writer().bytes();
  put(bytes, entry_at(2) + kSizeInEntry, kMaxStreamedModel);
  put(bytes, kFileSizeAt, 320 + kMaxStreamedModel);
  seal(bytes);
  EXPECT_THAT(message_of(FilledPipe(bytes).path()), HasSubstr("too much to read"));
  EXPECT_THAT(message_of_memory(bytes), StartsWith("truncated: ends after 332 of"));
  // A large claim alone costs nothing.
  put(bytes, entry_at(2) + kSizeInEntry, std::uint64_t{1} << 28);
  put(bytes, kFileSizeAt, 320 + (std::uint64_t{1} << 28));
  seal(bytes);
  EXPECT_EQ(message_of(FilledPipe(bytes).path()), "truncated: ends after 332 of 268435776 bytes");
}

TEST(ModelFileWriter, RefusesWhatCouldNotBeRead) {
  ModelFileWriter writer = small_writer();
  const std::string bytes = writer.bytes();
  for (const std::string& name :
       {std::string(), std::string("A"), std::string("a b"), std::string("a\0", 2),
        std::string(kMaxSectionName + 1, 'a'), std::string("options")}) {
    EXPECT_THROW(writer.add(name, ""), Error) << name;
  }
  EXPECT_EQ(writer.bytes(), bytes);
  const test::TemporaryDirectory directory;
  EXPECT_THROW(writer.write(directory / "missing/x.model"), Error);
  EXPECT_THROW(writer.write("/dev/full"), Error);
}

TEST_F(ModelFileTest, MayHaveAsManySectionsAsItCan) {
  ModelFileWriter writer;
  for (std::size_t i = 0; i < kMaxSections; ++i) {
    writer.add(fmt::format("s{}", i), fmt::format("{}", i));
  }
  EXPECT_THROW(writer.add("more", ""), Error);
  writer.write(path_);
  const ModelFile file = ModelFile::open(path_);
  EXPECT_EQ(file.section_names().size(), kMaxSections);
  EXPECT_EQ(file.text("s4095"), "4095");
}

RC_GTEST_FIXTURE_PROP(ModelFileTest, RefusesRandomBytes, (const std::string& bytes)) {
  RC_ASSERT(message_of_bytes(bytes) != "");
  RC_ASSERT(message_of_bytes(small_writer().bytes().substr(0, kCountAt) + bytes) != "");
}

// With the checksum of the table right, whatever it says: there is one file for the same sections,
// so that whatever can be read is what would be written.
RC_GTEST_FIXTURE_PROP(ModelFileTest, ReadsATableOnlyIfItIsWrittenSo, ()) {
  std::string bytes = small_writer().bytes();
  // Some changes make another good name.
  const auto value =
      rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::inRange('a', 'z'), rc::gen::just('\0'));
  const auto changes = *rc::gen::container<std::vector<std::pair<std::size_t, char>>>(
      *rc::gen::inRange(0, 4),
      rc::gen::pair(rc::gen::inRange<std::size_t>(kCountAt, entry_at(3)), value));
  for (const auto& [offset, byte] : changes) bytes[offset] = byte;
  seal(bytes);
  const bool is_read = message_of_bytes(bytes).empty();
  RC_CLASSIFY(is_read);
  if (!is_read) {
    RC_ASSERT(bytes != small_writer().bytes());
    return;
  }
  const ModelFile file = ModelFile::open(path_);
  ModelFileWriter writer;
  for (const std::string_view name : file.section_names()) writer.add(name, file.section(name));
  RC_ASSERT(writer.bytes() == bytes);
}

RC_GTEST_FIXTURE_PROP(ModelFileTest, GivesBackAnySections,
                      (const std::vector<std::string>& contents)) {
  ModelFileWriter writer;
  for (std::size_t i = 0; i < contents.size(); ++i) writer.add(fmt::format("s{}", i), contents[i]);
  writer.write(path_);
  const ModelFile file = ModelFile::open(path_);
  RC_ASSERT(file.section_names().size() == contents.size());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    RC_ASSERT(file.text(fmt::format("s{}", i)) == contents[i]);
  }
}

}  // namespace
}  // namespace panarc
