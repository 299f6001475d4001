#include "pipeline/sentence_annotation.h"

namespace panarc {

SentenceAnnotation::SentenceAnnotation(const Pipeline& pipeline, const ParseStreamOptions& options)
    : pipeline_(pipeline), parse_(pipeline.parser(), options) {
  if (pipeline_.tagger()) tags_.emplace(pipeline_.tagger()->model());
}

void SentenceAnnotation::read_ahead(std::span<Sentence* const> sentences) {
  if (tags_) tags_->fill(sentences);
  if (parse_.reads_ahead()) parse_.read_ahead(sentences);
}

void SentenceAnnotation::run(Sentence& sentence, const Emit& emit, const Warn& warn) {
  if (tags_ && !reads_ahead()) tags_->fill(sentence);
  parse_.run(sentence, emit, warn);
}

}  // namespace panarc
