#include "io/byte_sink.h"

#define ZLIB_CONST  // const input
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <vector>

#include "io/byte_source.h"
#include "io/output_file.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {

namespace {

constexpr std::size_t kOutputChunk = std::size_t{1} << 17;

class FileSink : public ByteSink {
 public:
  explicit FileSink(const std::string& path) : file_(path) {}

  void write(std::string_view bytes) override { file_.write(bytes); }
  void flush() override {}
  void finish() override { file_.commit(); }

 private:
  OutputFile file_;
};

class GzipSink : public ByteSink {
 public:
  explicit GzipSink(const std::string& path) : file_(path), buffer_(kOutputChunk) {
    constexpr int kGzip = 16 + MAX_WBITS;
    constexpr int kMemoryLevel = 8;  // zlib's default
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw Error("zlib: out of memory");
    }
  }
  ~GzipSink() override { deflateEnd(&stream_); }
  GzipSink(const GzipSink&) = delete;
  GzipSink& operator=(const GzipSink&) = delete;

  void write(std::string_view bytes) override {
    // zlib counts in 32 bits.
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kOutputChunk))) {
      compress(bytes.substr(0, kOutputChunk), Z_NO_FLUSH);
    }
  }
  void flush() override { compress({}, Z_SYNC_FLUSH); }
  void finish() override {
    compress({}, Z_FINISH);
    file_.commit();
  }

 private:
  void compress(std::string_view bytes, int mode) {
    stream_.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, mode);
      file_.write({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  OutputFile file_;
  std::vector<char> buffer_;
  z_stream stream_{};
};

class ZstandardSink : public ByteSink {
 public:
  explicit ZstandardSink(const std::string& path) : file_(path), buffer_(kOutputChunk) {
    if (stream_ == nullptr) throw Error("zstd: out of memory");
    ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_checksumFlag, 1);
  }

  void write(std::string_view bytes) override { compress(bytes, ZSTD_e_continue); }
  void flush() override { compress({}, ZSTD_e_flush); }
  void finish() override {
    compress({}, ZSTD_e_end);
    file_.commit();
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* stream) const { ZSTD_freeCCtx(stream); }
  };

  void compress(std::string_view bytes, ZSTD_EndDirective mode) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    bool done = false;
    while (!done) {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(stream_.get(), &out, &in, mode);
      if (ZSTD_isError(left) != 0) {
        throw Error({file_.name(), 0, 0}, std::string("zstd: ") + ZSTD_getErrorName(left));
      }
      file_.write({buffer_.data(), out.pos});
      done = mode == ZSTD_e_continue ? in.pos == in.size : left == 0;
    }
  }

  OutputFile file_;
  std::vector<char> buffer_;
  std::unique_ptr<ZSTD_CCtx, Free> stream_{ZSTD_createCCtx()};
};

}  // namespace

std::unique_ptr<ByteSink> open_sink(const std::string& path) {
  switch (compression_of(path)) {
    case Compression::kGzip:
      return std::make_unique<GzipSink>(path);
    case Compression::kZstandard:
      return std::make_unique<ZstandardSink>(path);
    case Compression::kNone:
      break;
  }
  return std::make_unique<FileSink>(path);
}

FileWriter::FileWriter(const std::string& path) : sink_(open_sink(path)) {}
FileWriter::~FileWriter() = default;
FileWriter::FileWriter(FileWriter&&) noexcept = default;
FileWriter& FileWriter::operator=(FileWriter&&) noexcept = default;

void FileWriter::write(std::string_view bytes) { sink_->write(bytes); }
void FileWriter::flush() { sink_->flush(); }
void FileWriter::finish() { sink_->finish(); }

}  // namespace panarc
