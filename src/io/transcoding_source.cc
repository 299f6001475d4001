#include "io/transcoding_source.h"

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

namespace panarc {

namespace {

constexpr std::size_t kEncodedChunk = std::size_t{1} << 16;

class TranscodingSource : public ByteSource {
 public:
  TranscodingSource(std::unique_ptr<ByteSource> source, std::string encoding, std::string name)
      : source_(std::move(source)),
        encoding_(std::move(encoding)),
        name_(std::move(name)),
        converter_(iconv_open("UTF-8", encoding_.c_str())),
        input_(kEncodedChunk),
        output_(kEncodedChunk) {
    // What iconv_open returns for an error is a number in the place of a pointer.
    if (reinterpret_cast<std::intptr_t>(converter_) == -1) {
      throw Error(
          {name_, 0, 0},
          fmt::format("cannot convert from the encoding {}: expected a name that `iconv -l` lists",
                      in_quotes(encoding_)));
    }
  }
  ~TranscodingSource() override { iconv_close(converter_); }
  TranscodingSource(const TranscodingSource&) = delete;
  TranscodingSource& operator=(const TranscodingSource&) = delete;
  TranscodingSource(TranscodingSource&&) = delete;
  TranscodingSource& operator=(TranscodingSource&&) = delete;

  std::size_t read(std::span<char> to) override {
    while (output_begin_ == output_end_) {
      if (!has_input_) {
        if (at_end_) return 0;
        fill();
      }
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
  // Reads more behind what is left of the input, which is the beginning of a character.
  void fill() {
    const std::size_t count = source_->read(std::span(input_).subspan(input_size_));
    at_end_ = count == 0;
    if (at_end_ && input_size_ > 0) fail("ends inside a character");
    input_size_ += count;
  }

  void convert() {
    char* from = input_.data();
    std::size_t from_left = input_size_;
    char* to = output_.data();
    std::size_t to_left = output_.size();
    // Without an input, a character is given out that might have been changed by the next one.
    const std::size_t result =
        iconv(converter_, at_end_ ? nullptr : &from, &from_left, &to, &to_left);
    const int reason = result == static_cast<std::size_t>(-1) ? errno : 0;
    output_begin_ = 0;
    output_end_ = output_.size() - to_left;
    line_ += static_cast<std::uint64_t>(std::count(output_.data(), to, '\n'));
    // What stands before a bad byte is passed on first.
    if (reason == EILSEQ && output_end_ == 0) {
      fail(fmt::format("byte 0x{:02X} is not valid {}", static_cast<unsigned char>(*from),
                       encoding_));
    }
    std::memmove(input_.data(), from, from_left);
    input_size_ = from_left;
    has_input_ = reason == E2BIG || reason == EILSEQ;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error({name_, line_, 0}, message);
  }

  std::unique_ptr<ByteSource> source_;
  std::string encoding_;
  std::string name_;
  iconv_t converter_;
  std::vector<char> input_;
  std::size_t input_size_ = 0;
  bool has_input_ = false;  // there is more in input_ than the beginning of a character
  bool at_end_ = false;     // the source has no more
  std::vector<char> output_;
  std::size_t output_begin_ = 0;
  std::size_t output_end_ = 0;
  std::uint64_t line_ = 1;  // where the input stands
};

bool is_utf8(const std::string& encoding) {
  return strcasecmp(encoding.c_str(), "UTF-8") == 0 || strcasecmp(encoding.c_str(), "UTF8") == 0;
}

}  // namespace

std::unique_ptr<ByteSource> transcode(std::unique_ptr<ByteSource> source,
                                      const std::string& encoding, const std::string& name) {
  if (is_utf8(encoding)) return source;
  return std::make_unique<TranscodingSource>(std::move(source), encoding, name);
}

}  // namespace panarc
