#include "scorer/network/recurrent_network.h"

#include <utility>

namespace panarc {
namespace {

std::size_t label_count(const TransitionClasses& classes) {
  return classes.mode() == LabelMode::kNone ? 0 : static_cast<std::size_t>(classes.labels().count);
}

}  // namespace

RecurrentNetwork::RecurrentNetwork(RecurrentShape shape)
    : shape_(std::move(shape)),
      view_(shape_.system),
      words_(layout_, shape_.vocabulary, shape_.sizes),
      states_(layout_, shape_.sizes, words_.outputs(), view_, label_count(shape_.classes)) {
  for (const NetworkVocabulary::Column& column : shape_.vocabulary.columns()) {
    columns_.push_back({column.attribute, 0, ""});
  }
}

}  // namespace panarc
