#include "feature/user_features.h"

#include <string>
#include <string_view>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "panarc/error.h"
#include "task/encoded_sentence.h"
#include "task/parse_state.h"

namespace panarc {

Registry<UserFeatures>& user_features() {
  static Registry<UserFeatures> features("feature function", "register_features");
  return features;
}

void register_features(const std::string& name, std::shared_ptr<const UserFeatures> features) {
  user_features().add(name, std::move(features));
}

void FeatureValues::add(std::uint64_t value) {
  if (size_ == room_.size()) {
    throw Error("a feature function gives more than the " + std::to_string(size_) +
                " values that it promised");
  }
  room_[size_++] = value;
}

void FeatureValues::add(std::string_view text) { add(XXH3_64bits(text.data(), text.size())); }

ParseView::ParseView(const ParseState& state, const EncodedSentence& sentence)
    : ConfigurationView(state.configuration()), state_(&state), sentence_(&sentence) {}

namespace {

std::string_view text_of(const EncodedSentence& sentence, Node word,
                         std::string WordTexts::*column) {
  const bool is_word = word > kRoot && word <= sentence.words();
  const WordTexts* const texts = is_word ? sentence.texts(word) : nullptr;
  return texts == nullptr ? std::string_view() : std::string_view(texts->*column);
}

}  // namespace

std::string_view ParseView::form(Node word) const {
  return text_of(*sentence_, word, &WordTexts::form);
}
std::string_view ParseView::lemma(Node word) const {
  return text_of(*sentence_, word, &WordTexts::lemma);
}
std::string_view ParseView::upos(Node word) const {
  return text_of(*sentence_, word, &WordTexts::upos);
}
std::string_view ParseView::xpos(Node word) const {
  return text_of(*sentence_, word, &WordTexts::xpos);
}
std::string_view ParseView::feats(Node word) const {
  return text_of(*sentence_, word, &WordTexts::feats);
}

int ParseView::label(Node word) const { return attached(word) ? of_->label(word) : kNoLabel; }

namespace {

DependentsOnSide side(const ParseState& state, Node node, bool left) {
  if (node < kRoot || node > state.configuration().words()) return {};
  return left ? state.left(node) : state.right(node);
}

}  // namespace

Node ParseView::leftmost(Node node) const { return side(*state_, node, true).outermost; }
Node ParseView::rightmost(Node node) const { return side(*state_, node, false).outermost; }
int ParseView::left_dependents(Node node) const {
  return static_cast<int>(side(*state_, node, true).count);
}
int ParseView::right_dependents(Node node) const {
  return static_cast<int>(side(*state_, node, false).count);
}

}  // namespace panarc
