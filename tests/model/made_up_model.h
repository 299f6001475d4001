#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "parse/model_parser.h"
#include "scorer/linear/linear_weights.h"
#include "support/sample.h"
#include "transition/systems.h"

namespace panarc::test {

inline constexpr const char* kFeatures =
    "s0.form+b0.form s0.upos+b0.upos s0.label+b0.upos distance";

/// A model with made up weights for the features of the sample.
inline Model::Parts parts_of(ModelOptions options, std::uint64_t seed = 1) {
  Model::Parts parts;
  parts.options = std::move(options);
  parts.labels = {{"root", "amod", "nsubj", "obj"}, 1};
  std::vector<std::uint64_t> known;
  std::mt19937_64 random(seed);
  with_system(parts.options.system, [&](auto system) {
    using S = decltype(system);
    const auto classes = TransitionClasses::of<S>(parts.options.labels, parts.labels.set());
    TrainingTable table(classes.size());
    const FeaturePlan plan(templates_of(parts.options));
    FeaturePlan::Scratch scratch;
    std::vector<std::uint64_t> keys(plan.key_count());
    EncodedSentence words;
    for (const Sentence& sentence : sample("dev", 10)) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        known.push_back(word_hash(Attribute::kForm, sentence.form(word)));
      }
      WordEncoder(plan.columns()).encode(sentence, words);
      ParseState state(sentence.size(), parts.options.transitions);
      while (!S::is_final(state.configuration())) {
        plan.gather(state, words, scratch);
        for (std::size_t group = 0; group < plan.group_count(); ++group) {
          const std::size_t count = plan.keys(group, scratch, keys.data());
          for (std::size_t i = 0; i < count; ++i) {
            const auto cls = static_cast<std::uint32_t>(random() % classes.size());
            table.change({keys[i], cls, static_cast<float>(random() % 100) / 9}, 1);
          }
        }
        const ActionSet legal = legal_actions<S>(state.configuration());
        auto action = legal.begin();
        std::advance(action, static_cast<int>(random() % static_cast<unsigned>(legal.size())));
        const bool labelled = added_arc<S>(state.configuration(), *action).has_value();
        state.template advance<S>({*action, labelled ? 0 : kNoLabel});
      }
    }
    const float scale = quantization_scale(table, 2);
    parts.weights = std::make_shared<const LinearWeights>(
        LinearFeatures{templates_of(parts.options), nullptr}, freeze_quantized(table, 2, {}, scale),
        classes.size(), scale);
  });
  parts.words = std::make_shared<const WordSet>(known);
  parts.report = "{\n \"made\": \"up\"\n}";
  return parts;
}

inline ModelOptions options_of(const std::string& system = "arc-eager") {
  ModelOptions options;
  options.system = system;
  with_system(system, [&](auto s) { options.transitions.root = default_root<decltype(s)>(); });
  options.transitions.single_root = true;
  options.features = kFeatures;
  options.beam = 4;
  return options;
}

/// What a model makes of the sample, as text.
inline std::string parse_sample(const Model& model) {
  ModelParser parser(model);
  std::string text;
  for (Sentence& sentence : sample("dev", 10)) {
    parser.parse(sentence);
    sentence.append_to(text);
  }
  return text;
}

}  // namespace panarc::test
