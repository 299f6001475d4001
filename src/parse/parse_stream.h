#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"
#include "panarc/treebank.h"

namespace panarc {

struct ParseStreamOptions {
  std::size_t threads = 1;
  /// Otherwise that of the model. At least `k_best` in any case.
  std::optional<std::size_t> beam = std::nullopt;
  /// If it is not 0, a sentence is written once for each of its best trees, up to so many, with
  /// comments that tell the tree's rank and score.
  std::size_t k_best = 0;
};

/// Parses treebanks of any size, and writes their sentences in the order in which they are read.
/// Nothing but HEAD and DEPREL is changed. The outcome is the same for any number of threads.
///
/// Memory is bounded by a few sentences a thread. What has been parsed is passed on when the input
/// makes a pause, so that a program can hold a conversation through two pipes; and when the input
/// turns out to be bad.
class ParseStream {
 public:
  /// Model and writer must outlive the stream.
  ParseStream(const Model& model, TreebankWriter& writer, const ParseStreamOptions& options);
  ~ParseStream();
  ParseStream(const ParseStream&) = delete;
  ParseStream& operator=(const ParseStream&) = delete;
  ParseStream(ParseStream&&) = delete;
  ParseStream& operator=(ParseStream&&) = delete;

  /// Parses a file (`-`: standard input). All files must have the same format.
  void parse(const std::string& path, ReaderOptions options = {});

  /// From a callback of the reader: writes text in its place among the sentences.
  void pass_on(std::string_view text);

  [[nodiscard]] std::uint64_t sentences() const;
  [[nodiscard]] std::uint64_t words() const;

 private:
  class Pipeline;
  std::unique_ptr<Pipeline> pipeline_;
};

}  // namespace panarc
