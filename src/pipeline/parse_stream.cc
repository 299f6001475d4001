#include "panarc/pipeline.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "panarc/error.h"
#include "parse/sentence_stream.h"
#include "pipeline/sentence_parse.h"

namespace panarc {
namespace {

const ParseStreamOptions& checked(const Parser& parser, const ParseStreamOptions& options) {
  if (options.k_best > kWidestBeam) {
    throw Error(fmt::format("{} trees per sentence are too many: expected 1 to {}", options.k_best,
                            kWidestBeam));
  }
  if (options.select > 0 && options.k_best > 0) {
    throw Error("sentences are selected by their best tree: k_best cannot be used with select");
  }
  if (wants_confidence(options)) check_calibrated(parser.model(), parser.name());
  return options;
}

/// The sentences of a text, for a stream.
class TextSource final : public StreamSource {
 public:
  TextSource(const Input& input, const Segmenter& segmenter, TextOptions options,
             SentenceStream& stream)
      : reader_(input, segmenter, telling(std::move(options), stream)) {}

  bool next(Sentence& sentence) override { return reader_.next(sentence); }

 private:
  TextReader reader_;
};

}  // namespace

class ParseStream::Threads {
 public:
  Threads(const Pipeline& pipeline, TreebankWriter& writer, const ParseStreamOptions& options)
      : pipeline_(pipeline),
        stream_(
            [&] {
              auto work =
                  std::make_unique<SentenceParse>(pipeline, checked(pipeline.parser(), options));
              works_.push_back(work.get());
              return work;
            },
            writer,
            {options.threads, options.select, options.select_by, options.seed,
             options.on_warning}) {}

  void parse(const Input& input, ReaderOptions options) {
    TreebankSource source(input, std::move(options), stream_);
    stream_.run(source);
  }

  void parse_text(const Input& input, TextOptions options) {
    if (!pipeline_.segmenter()) throw no_segmenter(pipeline_);
    options.first_id = stream_.sentences() + 1;
    TextSource source(input, *pipeline_.segmenter(), std::move(options), stream_);
    stream_.run(source);
  }

  [[nodiscard]] std::vector<ColumnUse> columns() const {
    std::vector<ColumnUse> all = works_.front()->columns().uses();
    for (std::size_t i = 1; i < works_.size(); ++i) {
      const std::vector<ColumnUse> part = works_[i]->columns().uses();
      for (std::size_t j = 0; j < all.size(); ++j) {
        all[j].missing += part[j].missing;
        all[j].unknown += part[j].unknown;
      }
    }
    return all;
  }

  [[nodiscard]] std::uint64_t words_with_heads() const {
    std::uint64_t words = 0;
    for (const SentenceParse* work : works_) words += work->words_with_heads();
    return words;
  }

  [[nodiscard]] SentenceStream& stream() { return stream_; }

 private:
  Pipeline pipeline_;
  std::vector<const SentenceParse*> works_;  // owned by the stream
  SentenceStream stream_;
};

ParseStream::ParseStream(const Pipeline& pipeline, TreebankWriter& writer,
                         const ParseStreamOptions& options)
    : threads_(std::make_unique<Threads>(pipeline, writer, options)) {}
ParseStream::~ParseStream() = default;

void ParseStream::parse(const Input& input, ReaderOptions options) {
  threads_->parse(input, std::move(options));
}
void ParseStream::parse_text(const Input& input, TextOptions options) {
  threads_->parse_text(input, std::move(options));
}

void ParseStream::pass_on(std::string_view text) { threads_->stream().pass_on(text); }
void ParseStream::finish() { threads_->stream().finish(); }
std::uint64_t ParseStream::sentences() const { return threads_->stream().sentences(); }
std::uint64_t ParseStream::words() const { return threads_->stream().words(); }
std::uint64_t ParseStream::words_with_heads() const { return threads_->words_with_heads(); }
std::vector<ColumnUse> ParseStream::columns() const { return threads_->columns(); }

}  // namespace panarc
