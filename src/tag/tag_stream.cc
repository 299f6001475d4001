#include "panarc/tag_stream.h"

#include <utility>
#include <vector>

#include "parse/sentence_stream.h"
#include "parse/treebank_source.h"
#include "tag/tag_model.h"

namespace panarc {
namespace {

class SentenceTagging final : public SentenceWork {
 public:
  explicit SentenceTagging(const Tagger& tagger) : tagger_(tagger), worker_(tagger_.model()) {}

  [[nodiscard]] bool reads_ahead() const override { return worker_.reads_ahead(); }
  void read_ahead(std::span<Sentence* const> sentences) override { worker_.tag(sentences); }
  void run(Sentence& sentence, const Emit& emit, const Warn& /*warn*/) override {
    if (!reads_ahead()) worker_.tag(sentence);
    emit(sentence, {});
  }

 private:
  Tagger tagger_;
  TagModel::Worker worker_;
};

}  // namespace

class TagStream::Threads {
 public:
  Threads(const Tagger& tagger, TreebankWriter& writer, std::size_t threads)
      : stream([&] { return std::make_unique<SentenceTagging>(tagger); }, writer,
               {.threads = threads}) {}

  SentenceStream stream;
};

TagStream::TagStream(const Tagger& tagger, TreebankWriter& writer, std::size_t threads)
    : threads_(std::make_unique<Threads>(tagger, writer, threads)) {}
TagStream::~TagStream() = default;

void TagStream::tag(const std::string& path, ReaderOptions options) {
  TreebankSource source(path, std::move(options), threads_->stream);
  threads_->stream.run(source);
}

void TagStream::pass_on(std::string_view text) { threads_->stream.pass_on(text); }
std::uint64_t TagStream::sentences() const { return threads_->stream.sentences(); }
std::uint64_t TagStream::words() const { return threads_->stream.words(); }

}  // namespace panarc
