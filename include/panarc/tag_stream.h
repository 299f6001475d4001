#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>

#include "panarc/tagger.h"
#include "panarc/treebank.h"

namespace panarc {

/// Tags treebanks of any size, and writes the sentences in input order. Changes only the columns of
/// the tagger. The result is the same for any number of threads, and memory is bounded, as for
/// ParseStream.
class TagStream {
 public:
  /// The writer must outlive the stream.
  /// `stop` is as in ParseStreamOptions.
  TagStream(const Tagger& tagger, TreebankWriter& writer, std::size_t threads = 1,
            const std::stop_token& stop = {});
  ~TagStream();
  TagStream(const TagStream&) = delete;
  TagStream& operator=(const TagStream&) = delete;
  TagStream(TagStream&&) = delete;
  TagStream& operator=(TagStream&&) = delete;

  /// Tags a treebank. All must have the same format.
  void tag(const Input& input, ReaderOptions options = {});
  /// For callbacks of the reader: writes text at its place among the sentences.
  void pass_on(std::string_view text);

  [[nodiscard]] std::uint64_t sentences() const;
  [[nodiscard]] std::uint64_t words() const;

 private:
  class Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace panarc
