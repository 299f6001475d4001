#include "io/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "io/file_descriptor.h"
#include "io/small_model_file.h"
#include "panarc/error.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using test::FilledPipe;
using test::kEntrySize;
using test::kTableAt;
using test::kWeights;
using test::ModelFileTest;
using test::seal;
using test::small_writer;
using testing::ElementsAre;
using testing::StartsWith;

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
  // A pipe gives a little at a time.
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
