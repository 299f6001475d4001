#include "pipeline/annotator.h"

#include <utility>

#include "model/any_model.h"
#include "parse/parser_state.h"
#include "tag/tagger_state.h"

namespace panarc {

Error no_segmenter(const Pipeline& pipeline) {
  return {{pipeline.parser().name(), 0, 0},
          "the model has no segmenter, which text needs: train one with `panarc train --pipeline`, "
          "use ICU's rules with --language, or --lines words for text whose words are separated by "
          "spaces"};
}

bool chooses_tags(const Parser& parser) { return !parser.model().tags().empty(); }

Annotator::Annotator(Pipeline pipeline)
    : pipeline_(std::move(pipeline)), finder_(pipeline_.parser().state().finder()) {
  if (pipeline_.tagger()) tags_.emplace(pipeline_.tagger()->state().worker());
}

void Annotator::tag(std::span<Sentence* const> sentences, const Interruption& interruption) {
  if (!tags_) return;
  chooses_tags(pipeline_.parser()) ? (*tags_)->tag(sentences, interruption)
                                   : (*tags_)->fill(sentences, interruption);
}

void Annotator::read_ahead(std::span<Sentence* const> sentences, const Interruption& interruption) {
  tag(sentences, interruption);
  finder_->set_interruption(interruption);
  if (finder_->reads_ahead()) finder_->read_ahead({sentences.begin(), sentences.end()});
}

void Annotator::read(Sentence& sentence, const ParseRequest& request, bool is_read_ahead) {
  const Interruption interruption = finder_->begin(sentence, request);
  Sentence* const one = &sentence;
  if (!is_read_ahead) tag(std::span(&one, 1), interruption);
  finder_->read(sentence);
}

}  // namespace panarc
