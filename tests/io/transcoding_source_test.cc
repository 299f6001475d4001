#include "io/byte_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/message_of.h"

namespace panarc {
namespace {

using test::message_of;
using testing::HasSubstr;

/// Gives its text in pieces of a few bytes, as a slow pipe does.
class SlowSource : public ByteSource {
 public:
  SlowSource(std::string_view text, std::size_t piece) : text_(text), piece_(piece) {}

  std::size_t read(std::span<char> to) override {
    const std::size_t count = text_.copy(to.data(), std::min(to.size(), piece_));
    text_.remove_prefix(count);
    return count;
  }
  [[nodiscard]] bool would_wait() const override { return true; }

 private:
  std::string_view text_;
  std::size_t piece_;
};

/// `text` read in pieces of `piece` bytes and taken in pieces of `room`.
std::string transcoded(std::string_view text, const std::string& encoding, std::size_t piece = 1000,
                       std::size_t room = 1000) {
  const auto source = transcode(std::make_unique<SlowSource>(text, piece), encoding, "text");
  std::string result;
  std::vector<char> to(room);
  while (const std::size_t count = source->read(to)) result.append(to.data(), count);
  return result;
}

TEST(Transcode, GivesUtf8) {
  EXPECT_EQ(transcoded("caf\xE9\n", "ISO-8859-1"), "café\n");
  EXPECT_EQ(transcoded("\x80", "windows-1252"), "€");
  EXPECT_EQ(transcoded({"\xFF\xFE"
                        "4l",
                        4},
                       "UTF-16"),
            "水");
  EXPECT_EQ(transcoded("\xC6\xFC\xCB\xDC\n", "EUC-JP"), "日本\n");
  EXPECT_EQ(transcoded("", "ISO-8859-1"), "");
}

TEST(Transcode, GivesTheLastCharacterThoughAnotherCouldHaveChangedIt) {
  EXPECT_EQ(transcoded("\x88\x66", "BIG5-HKSCS"), "Ê");
}

TEST(Transcode, GivesWhatStandsBeforeABadByte) {
  const auto source = transcode(std::make_unique<SlowSource>("good\xFF", 100), "ASCII", "text");
  std::vector<char> to(100);
  ASSERT_EQ(source->read(to), 4U);
  EXPECT_EQ(std::string(to.data(), 4), "good");
  EXPECT_THAT(message_of([&] { source->read(to); }), HasSubstr("0xFF"));
}

/// `text` read in pieces of `piece` bytes, with bytes that mean nothing replaced.
std::string replaced(std::string_view text, const std::string& encoding, std::size_t piece = 1000) {
  const auto source = transcode(std::make_unique<SlowSource>(text, piece), encoding, "text", true);
  std::string result;
  std::vector<char> to(1000);
  while (const std::size_t count = source->read(to)) result.append(to.data(), count);
  return result;
}

TEST(Transcode, ReplacesBadBytes) {
  for (const std::size_t piece : {1U, 2U, 3U, 1000U}) {
    EXPECT_EQ(replaced("a\xFF\xFE\nb\xFD", "ASCII", piece), "a\uFFFD\uFFFD\nb\uFFFD");
    EXPECT_EQ(replaced("\xC6\xFC\xFF\xCB\xDC\xC6", "EUC-JP", piece), "日\uFFFD本\uFFFD");
    EXPECT_EQ(replaced("\x81\x30", "GB18030", piece), "\uFFFD0");
    // Half of a pair of surrogates is two bytes; what follows is as it was.
    EXPECT_EQ(replaced({"a\0\0\xD8"
                        "b\0c",
                        7},
                       "UTF-16LE", piece),
              "a\uFFFDb\uFFFD");
    // A letter that might have got a mark, and letters of two bytes up to an escape sequence.
    EXPECT_EQ(replaced("a\x8A"
                       "b",
                       "CP1258", piece),
              "a\uFFFDb");
    EXPECT_EQ(replaced("\x1B$BF|\xFFK\\\x1B(B.", "ISO-2022-JP", piece), "日\uFFFD本.");
  }
}

TEST(Transcode, ReplacesManyBadBytes) {
  std::string expected;
  for (int i = 0; i < 300'000; ++i) expected += "\uFFFD";
  EXPECT_TRUE(replaced(std::string(300'000, '\xFF'), "ASCII", 100'000) == expected);
}

TEST(Transcode, LeavesUtf8Alone) {
  EXPECT_EQ(transcoded("caf\xE9", "utf-8"), "caf\xE9");
  EXPECT_EQ(transcoded("café", "UTF8"), "café");
}

RC_GTEST_PROP(Transcode, DoesNotDependOnThePiecesThatAreRead, (const std::string& bytes)) {
  std::string expected;
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80) {
      expected += c;
    } else {
      expected +=
          {static_cast<char>(0xC0U | (code >> 6U)), static_cast<char>(0x80U | (code & 0x3FU))};
    }
  }
  const auto piece = *rc::gen::inRange<std::size_t>(1, 10);
  const auto room = *rc::gen::inRange<std::size_t>(1, 10);
  RC_ASSERT(transcoded(bytes, "ISO-8859-1", piece, room) == expected);
  std::string wide;
  for (const char c : bytes) wide += {c, '\0'};
  RC_ASSERT(transcoded(wide, "UTF-16LE", piece, room) == expected);
}

TEST(Transcode, TakesMoreThanItsBuffers) {
  std::string bytes;
  std::string expected;
  for (int i = 0; i < 300'000; ++i) {
    bytes += "a\xE9";
    expected += "aé";
  }
  EXPECT_TRUE(transcoded(bytes, "ISO-8859-1", 100'000, 7000) == expected);
}

TEST(Transcode, TellsWhatItCannotConvert) {
  EXPECT_THAT(message_of([] { transcoded("", "no-such-encoding"); }),
              HasSubstr("text: cannot convert from the encoding \"no-such-encoding\""));
  EXPECT_THAT(message_of([] { transcoded("a\nb\xFF\n", "ASCII"); }),
              HasSubstr("text:2: byte 0xFF is not valid ASCII"));
  EXPECT_THAT(message_of([] {
                transcoded({"a\0b", 3}, "UTF-16LE");
              }),
              HasSubstr("text:1: ends inside a character"));
}

}  // namespace
}  // namespace panarc
