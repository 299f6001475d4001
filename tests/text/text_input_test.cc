#include "text/text_input.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/texts.h"

namespace panarc {
namespace {

/// The characters of a text that comes byte by byte, each as its code and the number of bytes that
/// had been read when it was given out.
std::string when_given_out(std::string_view text) {
  class ByteByByte final : public ByteSource {
   public:
    ByteByByte(std::string_view text, std::size_t& count) : text_(text), count_(count) {}
    std::size_t read(std::span<char> to) override {
      if (count_ == text_.size()) return 0;
      to.front() = text_[count_++];
      return 1;
    }

   private:
    std::string_view text_;
    std::size_t& count_;
  };
  std::size_t count = 0;
  TextInput input(std::make_unique<ByteByByte>(text, count), "text", {true, {}});
  std::string result;
  for (TextInput::Character character; input.next(character);) {
    result.append(character.bytes).append(std::to_string(count)).append(" ");
  }
  return result;
}

TEST(TextInput, GivesOutACharacterWhenItIsThere) {
  EXPECT_EQ(when_given_out("a\n"), "a1 \n2 ");
  EXPECT_EQ(when_given_out("é水😀b"), "é2 水5 😀9 b10 ");
}

TEST(TextInput, GivesOutWhatIsNoCharacter) {
  EXPECT_EQ(when_given_out("\x80"
                           "a\xE6\xB0"),
            "\uFFFD1 a2 \uFFFD4 \uFFFD4 ");
}

}  // namespace
}  // namespace panarc
