#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"

namespace panarc::validation {

/// The lines of a file up to a blank one, or one of white space alone, which is the last of them.
/// The end of the file may come before that.
struct Block {
  std::uint64_t first_line = 0;
  std::vector<std::string_view> lines;
  bool has_end = false;  ///< the last line is blank
};

/// Reads any text block by block, in memory bounded by the longest one. CR LF and CR end a line as
/// LF does.
class BlockReader {
 public:
  /// `name` is that of the file in messages.
  BlockReader(std::unique_ptr<ByteSource> source, std::string name);

  /// Stores the next block, valid until the next call; false at the end. Throws Error if it is too
  /// long, or if the file is not text.
  bool next(Block& block);

  /// The first line so far that ends with CR LF or CR; 0 if there is none.
  [[nodiscard]] std::uint64_t first_return() const { return first_return_; }

 private:
  static constexpr std::size_t kMaxBlock = std::size_t{1} << 28;

  void fill();
  void check_beginning();
  std::size_t unify_line_ends(std::span<char> bytes);

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;   // of the block
  std::size_t end_ = 0;     // of what has been read
  std::uint64_t line_ = 1;  // the number of the line at begin_
  bool at_end_ = false;
  bool after_return_ = false;
  std::uint64_t first_return_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> bounds_;  // of lines, from begin_
};

}  // namespace panarc::validation
