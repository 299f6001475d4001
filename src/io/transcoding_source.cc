#include "io/byte_source.h"

#include <fmt/format.h>
#include <iconv.h>
#include <strings.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "io/utf8.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {

namespace {

constexpr std::size_t kEncodedChunk = std::size_t{1} << 16;

// iconv_open returns errors as a number cast to a pointer.
bool is_open(iconv_t converter) { return reinterpret_cast<std::intptr_t>(converter) != -1; }

// A space in an encoding. It has as many bytes as the shortest characters.
std::string encoded_space(const std::string& encoding) {
  iconv_t converter = iconv_open(encoding.c_str(), "UTF-8");
  if (!is_open(converter)) return " ";
  std::string bytes;
  // The first one may come with a byte order mark.
  for (int i = 0; i < 2; ++i) {
    char space = ' ';
    char* from = &space;
    std::size_t from_left = 1;
    bytes.assign(16, '\0');
    char* to = bytes.data();
    std::size_t to_left = bytes.size();
    iconv(converter, &from, &from_left, &to, &to_left);
    bytes.resize(bytes.size() - to_left);
  }
  iconv_close(converter);
  return bytes.empty() ? " " : bytes;
}

class TranscodingSource : public ByteSource {
 public:
  TranscodingSource(std::unique_ptr<ByteSource> source, std::string encoding, std::string name,
                    bool replace_invalid)
      : source_(std::move(source)),
        encoding_(std::move(encoding)),
        name_(std::move(name)),
        space_(replace_invalid ? encoded_space(encoding_) : ""),
        converter_(iconv_open("UTF-8", encoding_.c_str())),
        input_(kEncodedChunk),
        output_(kEncodedChunk) {
    if (!is_open(converter_)) {
      throw Error(
          {name_, 0, 0},
          fmt::format("cannot convert from the encoding {}: expected a name that `iconv -l` lists",
                      in_quotes(encoding_)));
    }
  }
  ~TranscodingSource() override { iconv_close(converter_); }
  TranscodingSource(const TranscodingSource&) = delete;
  TranscodingSource& operator=(const TranscodingSource&) = delete;

  std::size_t read(std::span<char> to) override {
    while (output_begin_ == output_end_) {
      if (finished_) return 0;
      if (!has_input_ && !at_end_) fill();
      convert();
    }
    const std::size_t count = std::min(to.size(), output_end_ - output_begin_);
    std::memcpy(to.data(), output_.data() + output_begin_, count);
    output_begin_ += count;
    return count;
  }
  [[nodiscard]] bool would_wait() const override {
    return output_begin_ == output_end_ && !has_input_ && source_->would_wait();
  }

 private:
  // Reads more input after the remainder, which is the beginning of a character.
  void fill() {
    std::memmove(input_.data(), input_.data() + input_begin_, input_end_ - input_begin_);
    input_end_ -= input_begin_;
    input_begin_ = 0;
    const std::size_t count = source_->read(std::span(input_).subspan(input_end_));
    at_end_ = count == 0;
    input_end_ += count;
  }

  void convert() {
    output_begin_ = output_end_ = 0;
    finished_ = at_end_ && input_begin_ == input_end_;
    // Without input, flushes a character that the next one might have changed.
    const int reason = run(finished_ ? 0 : input_end_ - input_begin_);
    const bool cut_off = at_end_ && reason == EINVAL;
    const bool bad = cut_off || reason == EILSEQ;
    line_ +=
        static_cast<std::uint64_t>(std::count(output_.data(), output_.data() + output_end_, '\n'));
    // Pass on what comes before a bad byte first.
    if (bad && output_end_ == 0) {
      if (space_.empty()) fail_at_bad_byte(cut_off);
      replace_bad_byte();
    }
    has_input_ = (reason == E2BIG || bad) && input_begin_ < input_end_;
  }

  // Converts this many bytes of the input or, if 0, flushes what was held back. Returns why it
  // stopped; 0 if they are used up.
  int run(std::size_t count) {
    char* from = input_.data() + input_begin_;
    std::size_t from_left = count;
    char* to = output_.data() + output_end_;
    std::size_t to_left = output_.size() - output_end_;
    const std::size_t result =
        iconv(converter_, count == 0 ? nullptr : &from, &from_left, &to, &to_left);
    const int reason = result == static_cast<std::size_t>(-1) ? errno : 0;
    input_begin_ += count - from_left;
    output_end_ = output_.size() - to_left;
    return reason;
  }

  void replace_bad_byte() {
    const std::size_t after = input_begin_ + std::min(space_.size(), input_end_ - input_begin_);
    // The converter may hold back the character before it. A space in its place flushes that one.
    // (Encodings whose characters have several bytes each hold nothing back.)
    if (space_.size() == 1) {
      input_[input_begin_] = space_.front();
      run(1);
      if (output_end_ > 0 && output_[output_end_ - 1] == ' ') --output_end_;
    }
    input_begin_ = after;
    std::ranges::copy(kReplacementBytes, output_.data() + output_end_);
    output_end_ += kReplacementBytes.size();
  }

  [[noreturn]] void fail_at_bad_byte(bool cut_off) const {
    if (cut_off) fail("ends inside a character");
    fail(fmt::format("byte 0x{:02X} is not valid {}",
                     static_cast<unsigned char>(input_[input_begin_]), encoding_));
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error({name_, line_, 0}, message);
  }

  std::unique_ptr<ByteSource> source_;
  std::string encoding_;
  std::string name_;
  std::string space_;  // in the encoding; empty if bad bytes are an error
  iconv_t converter_;
  std::vector<char> input_;
  std::size_t input_begin_ = 0;
  std::size_t input_end_ = 0;
  bool has_input_ = false;  // input_ has more than the beginning of a character
  bool at_end_ = false;     // no more from the source
  bool finished_ = false;   // all of it has been converted
  std::vector<char> output_;
  std::size_t output_begin_ = 0;
  std::size_t output_end_ = 0;
  std::uint64_t line_ = 1;  // current line of the input
};

bool is_utf8(const std::string& encoding) {
  return strcasecmp(encoding.c_str(), "UTF-8") == 0 || strcasecmp(encoding.c_str(), "UTF8") == 0;
}

}  // namespace

std::unique_ptr<ByteSource> transcode(std::unique_ptr<ByteSource> source,
                                      const std::string& encoding, const std::string& name,
                                      bool replace_invalid) {
  if (is_utf8(encoding)) return source;
  return std::make_unique<TranscodingSource>(std::move(source), encoding, name, replace_invalid);
}

void check_encoding(const std::string& encoding) { transcode(memory_source({}), encoding, ""); }

}  // namespace panarc
