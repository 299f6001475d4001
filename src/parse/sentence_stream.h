#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interface.h"
#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/treebank.h"

namespace panarc {

/// What is done to the sentences of a stream; one per thread.
class SentenceWork : public Interface {
 public:
  /// Takes a sentence, and the confidence of its words if known; element 0 is unused.
  using Emit = std::function<void(const Sentence&, const std::vector<double>& confidence)>;
  /// Takes what is wrong with a sentence that the stream goes on after.
  using Warn = std::function<void(const Error&)>;

  /// Whether many sentences at a time are faster than one by one.
  [[nodiscard]] virtual bool reads_ahead() const { return false; }
  /// The sentences that come next, none of them empty. They may be changed.
  virtual void read_ahead(std::span<Sentence* const> /*sentences*/) {}
  /// Emits the sentence, or several sentences.
  virtual void run(Sentence& sentence, const Emit& emit, const Warn& warn) = 0;
};

/// Where the sentences of a stream come from.
class StreamSource : public Interface {
 public:
  virtual bool next(Sentence& sentence) = 0;
  /// After the end: what follows the last sentence.
  [[nodiscard]] virtual std::string_view trailing() const { return {}; }
};

/// Several threads process the sentences; they are written in input order. See ParseStream.
class SentenceStream {
 public:
  struct Options {
    std::size_t threads = 1;
    /// See ParseStreamOptions.
    std::size_t select = 0;
    SelectBy select_by = SelectBy::kPerWord;
    std::uint64_t seed = 1;
    std::function<void(const Error&)> on_warning = {};
  };

  /// The writer must outlive the stream. `make_work` is called once per thread, immediately.
  SentenceStream(const std::function<std::unique_ptr<SentenceWork>()>& make_work,
                 TreebankWriter& writer, const Options& options);
  ~SentenceStream();
  SentenceStream(const SentenceStream&) = delete;
  SentenceStream& operator=(const SentenceStream&) = delete;

  /// All sentences must have the same format.
  void run(StreamSource& source);
  /// Writes the selected sentences, if a selection was asked for.
  void finish();

  /// The source must call this before it waits for input.
  void on_wait();
  /// For the source: writes text at its place among the sentences.
  void pass_on(std::string_view text);

  [[nodiscard]] std::uint64_t sentences() const;
  [[nodiscard]] std::uint64_t words() const;

 private:
  class Threads;
  std::unique_ptr<Threads> threads_;
};

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
