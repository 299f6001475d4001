#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// What programs around the library need besides: files that appear whole, lines of text, and text
/// that is safe to print.

namespace panarc {

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
  struct State;
  std::unique_ptr<State> state_;
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
