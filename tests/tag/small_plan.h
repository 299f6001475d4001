#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/sample.h"
#include "tag/train_network_tagger.h"

namespace panarc::test {

inline constexpr TagNetworkSizes kSmallTagNetwork{
    .form = 16, .character = 8, .character_units = 8, .units = 20, .layers = 1, .hidden = 12};

/// A tagger that is trained in a second.
inline NetworkTaggerPlan small_tagger_plan(int epochs = 2) {
  NetworkTaggerPlan plan;
  plan.sizes = kSmallTagNetwork;
  plan.network.sizes.units = kSmallTagNetwork.units;
  plan.network.sizes.layers = kSmallTagNetwork.layers;
  plan.network.optimizer.rate = 0.01;
  plan.network.dropout = 0.1;
  plan.batch_words = 120;
  plan.epochs = epochs;
  plan.patience = 0;
  return plan;
}

inline NetworkTagger train_small_tagger(const NetworkTaggerPlan& plan, std::size_t sentences = 60) {
  return train_network_tagger(sample("train", sentences), sample("dev", 30), plan);
}

/// The sentences with what a tagger says of them.
inline std::vector<Sentence> tagged(const NetworkTagger& tagger, std::vector<Sentence> sentences) {
  std::vector<Sentence*> all;
  for (Sentence& sentence : sentences) all.push_back(&sentence);
  NetworkTagger::Worker(tagger).tag(all);
  return sentences;
}

inline std::string text_of(const std::vector<Sentence>& sentences) {
  std::string text;
  for (const Sentence& sentence : sentences) sentence.append_to(text);
  return text;
}

inline std::string bytes_of(const NetworkTagger& tagger) {
  ModelFileWriter writer;
  tagger.add_to(writer, "");
  return writer.bytes();
}

inline NetworkTagger tagger_from(const std::string& bytes) {
  const auto file = std::make_shared<const ModelFile>(
      ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a model"));
  return NetworkTagger::load(file, "", nullptr);
}

}  // namespace panarc::test
