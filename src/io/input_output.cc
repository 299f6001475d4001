#include <algorithm>
#include <cstddef>
#include <istream>
#include <ostream>
#include <utility>

#include "io/byte_sink.h"
#include "io/byte_source.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {
namespace {

/// Returns what a stream has, and waits for no more than one line: whoever writes the next may be
/// waiting for an answer.
class IstreamSource final : public ByteSource {
 public:
  explicit IstreamSource(std::istream& stream) : bytes_(*stream.rdbuf()) {}

  std::size_t read(std::span<char> to) override {
    const std::streamsize ready = bytes_.in_avail();
    if (ready > 0) {
      const auto most = std::min(ready, static_cast<std::streamsize>(to.size()));
      return static_cast<std::size_t>(bytes_.sgetn(to.data(), most));
    }
    std::size_t count = 0;
    while (count < to.size()) {
      const int byte = bytes_.sbumpc();
      if (byte == std::char_traits<char>::eof()) break;
      to[count++] = static_cast<char>(byte);
      if (byte == '\n') break;
    }
    return count;
  }

  [[nodiscard]] bool would_wait() const override { return bytes_.in_avail() <= 0; }

 private:
  std::streambuf& bytes_;
};

class FunctionSource final : public ByteSource {
 public:
  explicit FunctionSource(std::function<std::size_t(std::span<char> to)> read)
      : read_(std::move(read)) {}

  std::size_t read(std::span<char> to) override { return read_(to); }
  /// Nobody knows.
  [[nodiscard]] bool would_wait() const override { return true; }

 private:
  std::function<std::size_t(std::span<char> to)> read_;
};

class OstreamSink final : public ByteSink {
 public:
  explicit OstreamSink(std::ostream& stream) : stream_(stream) {}

  void write(std::string_view bytes) override {
    stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    check();
  }
  void flush() override {
    stream_.flush();
    check();
  }
  void finish() override { flush(); }

 private:
  void check() const {
    if (!stream_) throw Error("the output stream does not take what is written to it");
  }

  std::ostream& stream_;
};

class FunctionSink final : public ByteSink {
 public:
  explicit FunctionSink(std::function<void(std::string_view bytes)> write)
      : write_(std::move(write)) {}

  void write(std::string_view bytes) override {
    if (!bytes.empty()) write_(bytes);
  }
  void flush() override {}
  void finish() override {}

 private:
  std::function<void(std::string_view bytes)> write_;
};

}  // namespace

Input::Input(const std::string& path, Kind /*kind*/)
    : name_(path == "-" ? "<stdin>" : path), open_([path] { return open_source(path); }) {}

Input::Input(std::istream& stream, std::string name)
    : name_(std::move(name)),
      open_([&stream] { return std::make_unique<IstreamSource>(stream); }) {}

Input::Input(std::function<std::size_t(std::span<char> to)> read, std::string name, Kind /*kind*/)
    : name_(std::move(name)),
      open_([read = std::move(read)] { return std::make_unique<FunctionSource>(read); }) {}

Input Input::from_text(std::string_view text, std::string name) {
  Input input(std::string(), Kind::kFile);
  input.name_ = std::move(name);
  input.open_ = [text] { return memory_source(text); };
  return input;
}

std::unique_ptr<ByteSource> Input::open() const { return open_(); }

Output::Output(const std::string& path, Kind /*kind*/)
    : open_([path] { return open_sink(path); }) {}

Output::Output(std::ostream& stream)
    : open_([&stream] { return std::make_unique<OstreamSink>(stream); }) {}

Output::Output(std::function<void(std::string_view bytes)> write, Kind /*kind*/)
    : open_([write = std::move(write)] { return std::make_unique<FunctionSink>(write); }) {}

std::unique_ptr<ByteSink> Output::open() const { return open_(); }

}  // namespace panarc
