#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// What readers read from, and writers write to: files, streams of the standard library, or
/// functions. A reader takes any of these where it takes an Input:
///
///     panarc::TreebankReader file("english.conllu.zst");
///     panarc::TreebankReader stream(std::cin);
///     panarc::TreebankReader bytes([&](std::span<char> to) { return socket.read(to); });

namespace panarc {

class ByteSource;
class ByteSink;

/// Where bytes come from.
class Input {
 public:
  // NOLINTBEGIN(google-explicit-constructor): each of them is one
  /// A file. `-` is standard input; `.gz` and `.zst` are decompressed.
  template <class Path>
  requires std::convertible_to<const Path&, std::string> Input(const Path& path)
      : Input(std::string(path), Kind::kFile) {}
  /// A stream, which must outlive its use, and a name for messages.
  Input(std::istream& stream, std::string name = "");
  /// A function that puts some bytes into `to`, and returns how many: 0 at the end.
  template <class Read>
  requires std::is_invocable_r_v<std::size_t, Read&, std::span<char>> Input(Read read,
                                                                            std::string name = "")
      : Input(std::function<std::size_t(std::span<char> to)>(std::move(read)), std::move(name),
              Kind::kFunction) {}
  // NOLINTEND(google-explicit-constructor)
  /// Memory, which must outlive its use.
  static Input from_text(std::string_view text, std::string name = "");

  /// The name in messages.
  [[nodiscard]] const std::string& name() const { return name_; }

  // For internal use.
  [[nodiscard]] std::unique_ptr<ByteSource> open() const;

 private:
  enum class Kind { kFile, kFunction };
  Input(const std::string& path, Kind kind);
  Input(std::function<std::size_t(std::span<char> to)> read, std::string name, Kind kind);

  std::string name_;
  std::function<std::unique_ptr<ByteSource>()> open_;
};

/// Where bytes go.
class Output {
 public:
  // NOLINTBEGIN(google-explicit-constructor): each of them is one
  /// A file. `-` is standard output; `.gz` and `.zst` are compressed.
  template <class Path>
  requires std::convertible_to<const Path&, std::string> Output(const Path& path)
      : Output(std::string(path), Kind::kFile) {}
  /// A stream, which must outlive its use.
  Output(std::ostream& stream);
  /// A function that takes the bytes, piece by piece.
  template <class Write>
  requires std::invocable<Write&, std::string_view> Output(Write write)
      : Output(std::function<void(std::string_view bytes)>(std::move(write)), Kind::kFunction) {}
  // NOLINTEND(google-explicit-constructor)

  // For internal use.
  [[nodiscard]] std::unique_ptr<ByteSink> open() const;

 private:
  enum class Kind { kFile, kFunction };
  Output(const std::string& path, Kind kind);
  Output(std::function<void(std::string_view bytes)> write, Kind kind);

  std::function<std::unique_ptr<ByteSink>()> open_;
};

// What programs around the library need besides: files that appear whole, lines of text, and text
// that is safe to print.

/// Writes a file, which appears under its name only when finish() is called. `-` is standard
/// output; `.gz` and `.zst` are compressed. Permissions of a file that is replaced stay, and a
/// symbolic link is followed.
class FileWriter {
 public:
  explicit FileWriter(const std::string& path);
  ~FileWriter();
  FileWriter(FileWriter&&) noexcept;
  FileWriter& operator=(FileWriter&&) noexcept;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view bytes);

  /// Passes everything to the operating system, so that the reader of a pipe sees it now.
  void flush();

  /// Completes the file; without this call, no file is left behind.
  void finish();

 private:
  std::unique_ptr<ByteSink> sink_;
};

/// Removes the files that are being written and not complete. May be called from a signal handler,
/// but only in a process that is about to end. The library never calls it.
void remove_temporary_files() noexcept;

/// Removes what processes that were killed while they wrote to this path have left beside it. What
/// another process is writing stays. Writing to the path does this by itself.
void remove_abandoned_files(const std::string& path);

/// Reads a text line by line, in memory bounded by its longest line. `-` is standard input,
/// compressed files are decompressed. Throws Error if a line is too long.
class LineReader {
 public:
  static constexpr std::size_t kMostInLine = std::size_t{1} << 28;

  /// Lines may have up to `most` bytes.
  explicit LineReader(const std::string& path, std::size_t most = kMostInLine);
  ~LineReader();
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line, without its end (LF or CRLF), valid until the next call; nothing at the end.
  std::optional<std::string_view> next();

  /// Whether the next line is available without waiting for more input.
  [[nodiscard]] bool has_buffered_line() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether a file begins like CoNLL-U: the first line after any comments has nine tabs. Always
/// false for streams, which can be read only once. Throws Error if it cannot be read.
bool is_like_treebank(const std::string& path);

/// Throws Error if there is no encoding of this name; see ReaderOptions.
void check_encoding(const std::string& encoding);

/// The sample treebank that is built into the library, as CoNLL-U: `train`, `dev` or `test`. Throws
/// Error for another part.
std::string_view sample_treebank(std::string_view part);

/// A text with control characters and invalid UTF-8, which a terminal would obey or could not show,
/// written as `\xNN`.
std::string visible(std::string_view text);

/// A visible text in quotation marks, for messages; long texts are shortened.
std::string in_quotes(std::string_view text);

/// `1 word`, `2 words`.
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace panarc
