#include "panarc/parse_stream.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "panarc/error.h"
#include "parse/sentence_parse.h"
#include "parse/treebank_source.h"

namespace panarc {
namespace {

const ParseStreamOptions& checked(const Parser& parser, const ParseStreamOptions& options) {
  if (options.k_best > kWidestBeam) {
    throw Error(fmt::format("{} trees per sentence are too many: expected 1 to {}", options.k_best,
                            kWidestBeam));
  }
  if (options.select > 0 && options.k_best > 0) {
    throw Error("sentences are selected by their best tree: k_best cannot be used with it");
  }
  if (wants_confidence(options)) check_calibrated(parser.model(), parser.name());
  return options;
}

}  // namespace

class ParseStream::Pipeline {
 public:
  Pipeline(const Parser& parser, TreebankWriter& writer, const ParseStreamOptions& options)
      : stream_(
            [&] {
              auto work = std::make_unique<SentenceParse>(parser, checked(parser, options));
              works_.push_back(work.get());
              return work;
            },
            writer,
            {options.threads, options.select, options.select_by, options.seed, options.on_unmet}) {}

  void parse(const std::string& path, ReaderOptions options) {
    TreebankSource source(path, std::move(options), stream_);
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

  [[nodiscard]] SentenceStream& stream() { return stream_; }

 private:
  std::vector<const SentenceParse*> works_;  // those of the stream
  SentenceStream stream_;
};

ParseStream::ParseStream(const Parser& parser, TreebankWriter& writer,
                         const ParseStreamOptions& options)
    : pipeline_(std::make_unique<Pipeline>(parser, writer, options)) {}
ParseStream::~ParseStream() = default;

void ParseStream::parse(const std::string& path, ReaderOptions options) {
  pipeline_->parse(path, std::move(options));
}

void ParseStream::pass_on(std::string_view text) { pipeline_->stream().pass_on(text); }
void ParseStream::finish() { pipeline_->stream().finish(); }
std::uint64_t ParseStream::sentences() const { return pipeline_->stream().sentences(); }
std::uint64_t ParseStream::words() const { return pipeline_->stream().words(); }
std::vector<ColumnUse> ParseStream::columns() const { return pipeline_->columns(); }

}  // namespace panarc
