#include "io/byte_source.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "io/file_descriptor.h"
#include "panarc/error.h"

namespace panarc {

namespace {

constexpr std::size_t kInputChunk = std::size_t{1} << 17;

class FileSource : public ByteSource {
 public:
  explicit FileSource(FileDescriptor file) : file_(std::move(file)) {}

  std::size_t read(std::span<char> to) override { return file_.read(to); }
  [[nodiscard]] bool would_wait() const override { return file_.would_wait(); }

 private:
  FileDescriptor file_;
};

// The compressed bytes of a file, a chunk at a time.
class CompressedInput {
 public:
  explicit CompressedInput(FileDescriptor file) : file_(std::move(file)), buffer_(kInputChunk) {}

  // The next chunk; empty at the end.
  std::span<char> next() { return std::span(buffer_).first(file_.read(buffer_)); }

  [[nodiscard]] bool would_wait() const { return file_.would_wait(); }

  [[noreturn]] void fail(std::string_view message) const {
    throw Error({file_.name(), 0, 0}, std::string(message));
  }

 private:
  FileDescriptor file_;
  std::vector<char> buffer_;
};

class GzipSource : public ByteSource {
 public:
  explicit GzipSource(FileDescriptor file) : input_(std::move(file)) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw Error("zlib: out of memory");
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<char> to) override {
    const auto size = static_cast<uInt>(std::min<std::size_t>(to.size(), kInputChunk));
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = size;
    while (stream_.avail_out == size) {
      if (stream_.avail_in == 0) {
        const std::span<char> chunk = input_.next();
        if (chunk.empty()) {
          if (in_member_) input_.fail("truncated gzip data");
          return 0;
        }
        stream_.next_in = reinterpret_cast<Bytef*>(chunk.data());
        stream_.avail_in = static_cast<uInt>(chunk.size());
      }
      in_member_ = true;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        // Files joined with cat have several members.
        in_member_ = false;
        inflateReset(&stream_);
      } else if (status != Z_OK) {
        input_.fail("corrupt gzip data");
      }
    }
    return size - stream_.avail_out;
  }
  [[nodiscard]] bool would_wait() const override {
    return stream_.avail_in == 0 && input_.would_wait();
  }

 private:
  CompressedInput input_;
  z_stream stream_{};
  bool in_member_ = true;  // an empty file is not a gzip file
};

class ZstandardSource : public ByteSource {
 public:
  explicit ZstandardSource(FileDescriptor file) : input_(std::move(file)) {
    if (stream_ == nullptr) throw Error("zstd: out of memory");
    // By default, no more than 128 MiB are allowed for what `zstd --long` makes. Memory is
    // allocated as the file says, but used only as far as the text goes.
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, bounds.upperBound);
  }

  std::size_t read(std::span<char> to) override {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !pending_output_) {
        const std::span<char> chunk = input_.next();
        if (chunk.empty()) {
          if (in_frame_) input_.fail("truncated zstd data");
          return 0;
        }
        in_ = {chunk.data(), chunk.size(), 0};
      }
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(status) != 0) fail(ZSTD_getErrorCode(status));
      in_frame_ = status != 0;
      pending_output_ = in_frame_ && out.pos == out.size;
    }
    return out.pos;
  }
  [[nodiscard]] bool would_wait() const override {
    return in_.pos == in_.size && !pending_output_ && input_.would_wait();
  }

 private:
  [[noreturn]] void fail(ZSTD_ErrorCode code) const {
    if (code == ZSTD_error_frameParameter_windowTooLarge || code == ZSTD_error_memory_allocation) {
      input_.fail(
          "decompressing it needs more memory than there is: expected a smaller window "
          "(compress it again with zstd, without --long and --ultra)");
    }
    input_.fail("corrupt zstd data");
  }

  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  CompressedInput input_;
  std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
  ZSTD_inBuffer in_{};
  bool in_frame_ = true;
  bool pending_output_ = false;  // the output was full; there may be more without any input
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

  std::size_t read(std::span<char> to) override {
    const std::size_t count = bytes_.copy(to.data(), to.size());
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view bytes_;
};

}  // namespace

Compression compression_of(std::string_view path) {
  if (path.ends_with(".gz")) return Compression::kGzip;
  if (path.ends_with(".zst")) return Compression::kZstandard;
  return Compression::kNone;
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  FileDescriptor file = open_input(path);
  switch (compression_of(path)) {
    case Compression::kGzip:
      return std::make_unique<GzipSource>(std::move(file));
    case Compression::kZstandard:
      return std::make_unique<ZstandardSource>(std::move(file));
    case Compression::kNone:
      break;
  }
  return std::make_unique<FileSource>(std::move(file));
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

}  // namespace panarc
