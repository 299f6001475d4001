#include "panarc/pipeline.h"

#include <span>
#include <utility>

#include "parse/sentence_stream.h"
#include "tag/tagger_state.h"

namespace panarc {
namespace {

class SentenceTagging final : public SentenceWork {
 public:
  SentenceTagging(Tagger tagger, std::stop_token stop)
      : tagger_(std::move(tagger)), worker_(tagger_.state().worker()), stop_({}, std::move(stop)) {}

  [[nodiscard]] bool reads_ahead() const override { return worker_->reads_ahead(); }
  void read_ahead(std::span<Sentence* const> sentences) override { worker_->tag(sentences, stop_); }
  void run(Sentence& sentence, const Emit& emit, const Warn& /*warn*/) override {
    Sentence* const one = &sentence;
    if (!reads_ahead()) worker_->tag(std::span(&one, 1), stop_);
    emit(sentence, {});
  }

 private:
  Tagger tagger_;
  Pool<TagFiller>::Lease worker_;
  Interruption stop_;
};

}  // namespace

class TagStream::Threads {
 public:
  Threads(const Tagger& tagger, TreebankWriter& writer, std::size_t threads,
          const std::stop_token& stop)
      : stream([&] { return std::make_unique<SentenceTagging>(tagger, stop); }, writer,
               {.threads = threads}) {}

  SentenceStream stream;
};

TagStream::TagStream(const Tagger& tagger, TreebankWriter& writer, std::size_t threads,
                     const std::stop_token& stop)
    : threads_(std::make_unique<Threads>(tagger, writer, threads, stop)) {}
TagStream::~TagStream() = default;

void TagStream::tag(const Input& input, ReaderOptions options) {
  TreebankSource source(input, std::move(options), threads_->stream);
  threads_->stream.run(source);
}

void TagStream::pass_on(std::string_view text) { threads_->stream.pass_on(text); }
std::uint64_t TagStream::sentences() const { return threads_->stream.sentences(); }
std::uint64_t TagStream::words() const { return threads_->stream.words(); }

}  // namespace panarc
