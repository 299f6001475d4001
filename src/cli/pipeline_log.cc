#include "cli/pipeline_log.h"

namespace panarc::cli {

namespace {

std::string name_of(PipelinePart part) {
  switch (part) {
    case PipelinePart::kSegmenter:
      return "segmenter";
    case PipelinePart::kTagger:
      return "tagger";
    case PipelinePart::kPredictedTags:
      return "predicted tags";
    case PipelinePart::kParser:
      return "parser";
  }
  return {};
}

}  // namespace

PipelineProgress PipelineLog::progress() {
  PipelineProgress progress;
  progress.on_part = [this](PipelinePart part) { begin(part); };
  progress.on_segmenter_epoch = [this](const SegmenterEpoch& epoch) { segmenter_.write(epoch); };
  progress.on_segmenter = [this](const SegmenterResult& result) {
    log_.print(segmenter_.summary(result));
  };
  progress.tagger = tagger_.progress();
  progress.parser = parser_.progress();
  progress.members = members_.progress();
  return progress;
}

std::string PipelineLog::summary(const Parser& parser) const {
  const TrainArguments& arguments = log_.arguments();
  return arguments.members().empty() ? parser_.summary() : votes_text(arguments, parser);
}

void PipelineLog::begin(PipelinePart part) {
  const bool predicts = part == PipelinePart::kPredictedTags;
  if (predicts) log_.print(tagger_.summary());
  log_.begin_part(name_of(part));
  log_.print((predicts ? "predicting the tags that the parser learns from" : name_of(part)) + "\n");
}

}  // namespace panarc::cli
