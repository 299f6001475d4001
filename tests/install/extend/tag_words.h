#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/extend.h"
#include "panarc/treebank.h"

/// Gives words their tags, from the first to the last. A step is the number of a tag.
class TagWords : public panarc::UserTask {
 public:
  TagWords(std::vector<panarc::Sentence> sentences, std::vector<std::string> tags)
      : sentences_(std::move(sentences)), tags_(std::move(tags)) {}

  std::string name() const override { return "tag-words"; }
  std::uint32_t steps() const override { return static_cast<std::uint32_t>(tags_.size()); }
  std::size_t inputs() const override { return sentences_.size(); }

  bool is_final(const panarc::TaskState& state) const override {
    return word(state) > sentences_[state.input].size();
  }
  std::vector<std::uint32_t> successors(const panarc::TaskState& /*state*/) const override {
    std::vector<std::uint32_t> all(tags_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }
  std::vector<std::uint64_t> features(const panarc::TaskState& state) const override {
    const std::string_view form = sentences_[state.input].form(word(state));
    const std::string_view end = form.substr(form.size() - std::min<std::size_t>(3, form.size()));
    const std::string_view last = state.steps.empty() ? "" : tags_[state.steps.back()];
    return {panarc::feature_id(1, {form}), panarc::feature_id(2, {end}),
            panarc::feature_id(3, {last}), panarc::feature_id(4, {last, end})};
  }
  int cost(const panarc::TaskState& state, std::uint32_t step) const override {
    return tags_[step] == sentences_[state.input].upos(word(state)) ? 0 : 1;
  }

 private:
  static panarc::Node word(const panarc::TaskState& state) {
    return static_cast<panarc::Node>(state.steps.size()) + 1;
  }

  std::vector<panarc::Sentence> sentences_;
  std::vector<std::string> tags_;
};
