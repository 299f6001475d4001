#pragma once

#include <string_view>
#include <utility>

#include "panarc/treebank.h"
#include "parse/sentence_stream.h"

namespace panarc {

/// The sentences of a treebank, for a stream that is told when the reader waits for input.
class TreebankSource final : public StreamSource {
 public:
  TreebankSource(const Input& input, ReaderOptions options, SentenceStream& stream)
      : reader_(input, telling(std::move(options), stream)) {}

  bool next(Sentence& sentence) override { return reader_.next(sentence); }
  [[nodiscard]] std::string_view trailing() const override { return reader_.trailing(); }

 private:
  static ReaderOptions telling(ReaderOptions options, SentenceStream& stream) {
    options.on_wait = [&stream, others = std::move(options.on_wait)] {
      stream.on_wait();
      if (others) others();
    };
    return options;
  }

  TreebankReader reader_;
};

}  // namespace panarc
