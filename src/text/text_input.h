#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "panarc/error.h"

namespace panarc {

/// Reads characters one by one, and knows their positions.
class TextInput {
 public:
  struct Options {
    bool replace_invalid = false;
    std::function<void()> on_wait;
  };
  struct Character {
    char32_t code = 0;
    std::string_view bytes;  ///< valid until the next call
  };

  TextInput(std::unique_ptr<ByteSource> source, const std::string& name, Options options);

  /// False at the end. Throws Error where bytes are not UTF-8, unless they are replaced.
  bool next(Character& character);

 private:
  /// Makes sure that a whole character is there, if the source has one. Does not wait for more: the
  /// writer of the text may be waiting for an answer.
  void fill();
  void take_bad(Character& character);

  std::unique_ptr<ByteSource> source_;
  Options options_;
  Place place_;
  bool beyond_ascii_ = false;  // valid characters beyond ASCII have been seen
  bool at_end_ = false;
  std::string beginning_;  // the first bytes, which may tell what the file is
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace panarc
