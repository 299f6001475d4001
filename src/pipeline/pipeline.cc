#include "panarc/pipeline.h"

#include <algorithm>
#include <utility>

#include "io/model_file.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "pipeline/annotator.h"
#include "pipeline/card.h"
#include "tag/tag_model.h"

namespace panarc {
namespace {

/// Number of sentences read at a time, if that is faster.
constexpr std::size_t kSentencesAhead = 32;

Pipeline pipeline_in(const std::shared_ptr<const ModelFile>& file, const ParserOptions& options) {
  Parser parser(AnyModel::load(file), options, file->name());
  std::optional<Tagger> tagger;
  if (TagModel::is_in(*file, kTaggerPrefix)) {
    tagger = Tagger(std::make_shared<const TagModel>(TagModel::load(file, kTaggerPrefix)));
  }
  std::optional<Segmenter> segmenter;
  if (Segmenter::is_in(*file, kSegmenterPrefix)) {
    segmenter = Segmenter::load(file, kSegmenterPrefix);
  }
  return Pipeline(std::move(parser), std::move(tagger), std::move(segmenter))
      .with_card(card_in(*file));
}

}  // namespace

Pipeline Pipeline::load(const std::string& path, const ParserOptions& options) {
  return pipeline_in(std::make_shared<const ModelFile>(ModelFile::open(path)), options);
}

Pipeline Pipeline::from_memory(std::span<const std::byte> bytes, const ParserOptions& options,
                               const std::string& name) {
  return pipeline_in(std::make_shared<const ModelFile>(ModelFile::from_memory(bytes, name)),
                     options);
}

Pipeline::Pipeline(Parser parser, std::optional<Tagger> tagger, std::optional<Segmenter> segmenter)
    : parser_(std::move(parser)), tagger_(std::move(tagger)), segmenter_(std::move(segmenter)) {}

Pipeline Pipeline::with_parser(Parser parser) const {
  return {std::move(parser), tagger_, segmenter_};
}

Pipeline Pipeline::with_segmenter(Segmenter segmenter) const {
  Pipeline other = *this;
  other.segmenter_ = std::move(segmenter);
  return other;
}

Pipeline Pipeline::with_card(std::string card) const {
  Pipeline other = *this;
  other.card_ = std::move(card);
  return other;
}

void Pipeline::tag(Sentence& sentence) const {
  if (!tagger_) return;
  chooses_tags(parser_) ? tagger_->tag(sentence) : tagger_->fill(sentence);
}

std::vector<Constraint> Pipeline::annotate(Sentence& sentence, const ParseRequest& request) const {
  if (sentence.empty()) return {};
  Annotator annotator(*this);
  annotator.read(sentence, request);
  return annotator.finder().set_best(sentence, request);
}

std::vector<ScoredTree> Pipeline::best(Sentence& sentence, const ParseRequest& request) const {
  if (sentence.empty()) return {};
  Annotator annotator(*this);
  annotator.read(sentence, request);
  return annotator.finder().trees(sentence, request);
}

void Pipeline::annotate(std::span<Sentence> sentences) const {
  Annotator annotator(*this);
  const bool reads_ahead = annotator.reads_ahead();
  std::vector<Sentence*> ahead;
  while (!sentences.empty()) {
    const auto batch = sentences.first(std::min(sentences.size(), kSentencesAhead));
    sentences = sentences.subspan(batch.size());
    ahead.clear();
    for (Sentence& sentence : batch) {
      if (!sentence.empty()) ahead.push_back(&sentence);
    }
    if (reads_ahead) annotator.read_ahead(ahead, {});
    for (Sentence* const sentence : ahead) {
      annotator.read(*sentence, {}, reads_ahead);
      annotator.finder().set_best(*sentence, {});
    }
  }
}

std::vector<Sentence> Pipeline::read(std::string_view text, const TextOptions& options) const {
  if (!segmenter_) throw no_segmenter(*this);
  TextReader reader = TextReader::from_text(text, *segmenter_, options);
  std::vector<Sentence> sentences;
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(std::move(sentence));
  annotate(sentences);
  return sentences;
}

void Pipeline::add_to(ModelFileWriter& writer) const {
  parser_.model().add_to(writer);
  if (tagger_) tagger_->model().add_to(writer, kTaggerPrefix);
  if (segmenter_) segmenter_->add_to(writer, kSegmenterPrefix);
  add_card(card_, writer);
}

void Pipeline::save(const std::string& path) const {
  ModelFileWriter writer;
  add_to(writer);
  writer.write(path);
}

std::string Pipeline::bytes() const {
  ModelFileWriter writer;
  add_to(writer);
  return writer.bytes();
}

}  // namespace panarc
