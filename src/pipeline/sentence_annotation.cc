#include "pipeline/sentence_annotation.h"

#include "model/any_model.h"

namespace panarc {

Error no_segmenter(const Pipeline& pipeline) {
  return {{pipeline.parser().name(), 0, 0},
          "the model has no segmenter, which text needs: train one with `panarc train --pipeline`, "
          "use ICU's rules with --language, or --lines words for text whose words are separated by "
          "spaces"};
}

bool chooses_tags(const Parser& parser) { return !parser.model().tags().empty(); }

SentenceAnnotation::SentenceAnnotation(const Pipeline& pipeline, const ParseStreamOptions& options)
    : pipeline_(pipeline),
      replaces_tags_(chooses_tags(pipeline.parser())),
      parse_(pipeline.parser(), options) {
  if (pipeline_.tagger()) tags_.emplace(pipeline_.tagger()->model());
}

void SentenceAnnotation::tag(std::span<Sentence* const> sentences) {
  if (!tags_) return;
  if (replaces_tags_) {
    tags_->tag(sentences);
  } else {
    tags_->fill(sentences);
  }
}

void SentenceAnnotation::read_ahead(std::span<Sentence* const> sentences) {
  tag(sentences);
  if (parse_.reads_ahead()) parse_.read_ahead(sentences);
}

void SentenceAnnotation::run(Sentence& sentence, const Emit& emit, const Warn& warn) {
  if (!reads_ahead() && !sentence.empty()) {
    Sentence* const one = &sentence;
    tag(std::span(&one, 1));
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    words_with_heads_ += sentence.head(word) != kNoHead ? 1 : 0;
  }
  parse_.run(sentence, emit, warn);
}

}  // namespace panarc
