#pragma once

#include <string_view>
#include <utility>

#include "panarc/treebank.h"
#include "parse/sentence_stream.h"

namespace panarc {

/// Options of a reader that also tells a stream when it waits for input.
template <class Options>
Options telling(Options options, SentenceStream& stream) {
  options.on_wait = [&stream, others = std::move(options.on_wait)] {
    stream.on_wait();
    if (others) others();
  };
  return options;
}

/// The sentences of a treebank, for a stream.
class TreebankSource final : public StreamSource {
 public:
  TreebankSource(const Input& input, ReaderOptions options, SentenceStream& stream)
      : reader_(input, telling(std::move(options), stream)) {}

  bool next(Sentence& sentence) override { return reader_.next(sentence); }
  [[nodiscard]] std::string_view trailing() const override { return reader_.trailing(); }

 private:
  TreebankReader reader_;
};

}  // namespace panarc
