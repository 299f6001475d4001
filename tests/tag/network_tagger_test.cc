#include "tag/network_tagger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <random>

#include "panarc/error.h"
#include "support/message_of.h"
#include "support/with_section.h"
#include "tag/small_plan.h"
#include "tag/tag_model.h"

namespace panarc {
namespace {

using test::bytes_of;
using test::sample;
using test::tagged;
using test::tagger_from;
using test::text_of;

/// A tagger for the tests that only use one.
const NetworkTagger& small_tagger() {
  static const NetworkTagger tagger = test::train_small_tagger(test::small_tagger_plan(4), 150);
  return tagger;
}

TEST(NetworkTagger, IsTheSameAfterSavingAndLoading) {
  const std::string bytes = bytes_of(small_tagger());
  const NetworkTagger loaded = tagger_from(bytes);
  EXPECT_EQ(bytes_of(loaded), bytes);
  EXPECT_EQ(text_of(tagged(loaded, sample("test"))),
            text_of(tagged(small_tagger(), sample("test"))));
  EXPECT_EQ(loaded.weights().fingerprint(), small_tagger().weights().fingerprint());
}

TEST(NetworkTagger, ReadsManySentencesAsItReadsOne) {
  const std::vector<Sentence> together = tagged(small_tagger(), sample("test"));
  NetworkTagger::Worker worker(small_tagger());
  std::vector<Sentence> alone = sample("test");
  for (Sentence& sentence : alone) {
    Sentence* const one = &sentence;
    worker.tag({&one, 1});
  }
  EXPECT_EQ(text_of(alone), text_of(together));
  worker.tag({});
}

/// What it is to fill has no effect on what it fills in.
TEST(NetworkTagger, DoesNotLookAtTheColumnsThatItFills) {
  std::vector<Sentence> sentences = sample("test");
  for (Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      for (const auto& column : small_tagger().columns()) {
        sentence.set(word, column.tags.columns().front(), "_");
      }
    }
  }
  EXPECT_EQ(text_of(tagged(small_tagger(), sentences)),
            text_of(tagged(small_tagger(), sample("test"))));
}

/// The tagger with one section replaced, or left out.
NetworkTagger altered(const std::string& section, std::optional<std::string> content) {
  return tagger_from(test::with_section(bytes_of(small_tagger()), section, content));
}

/// The sections by their names.
std::map<std::string, std::string> sections() {
  const std::string bytes = bytes_of(small_tagger());
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a model");
  std::map<std::string, std::string> all;
  for (const std::string_view name : file.section_names()) all[std::string(name)] = file.text(name);
  return all;
}

/// With the right checksum, so that it is not noticed by that.
TEST(NetworkTagger, AnyChangeIsAnErrorOrTags) {
  std::mt19937 random(7);
  int refused = 0;
  int accepted = 0;
  for (const auto& [name, original] : sections()) {
    for (int round = 0; round < 40; ++round) {
      std::string content = original;
      if (content.empty()) continue;
      switch (random() % 3) {
        case 0:
          content[random() % content.size()] ^= static_cast<char>(1U << random() % 8);
          break;
        case 1:
          content[random() % content.size()] = static_cast<char>(random());
          break;
        default:
          content.resize(random() % content.size());
      }
      try {
        tagged(altered(name, content), sample("test", 2));
        ++accepted;
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(accepted, 20);
}

TEST(NetworkTagger, WhatIsWrongWithItIsSaidOfItsFile) {
  ModelFileWriter whole;
  TagModel(small_tagger(), nullptr, "{}").add_to(whole, "");
  const std::string bytes = whole.bytes();
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "whole");
  for (const std::string_view changed : file.section_names()) {
    ModelFileWriter writer;
    for (const std::string_view name : file.section_names()) {
      writer.add(name, name == changed ? "????????" : file.text(name));
    }
    const std::string other = writer.bytes();
    const auto load = [&] {
      TagModel::load(std::make_shared<const ModelFile>(
                         ModelFile::from_memory(std::as_bytes(std::span(other)), "a file")),
                     "");
    };
    EXPECT_THAT(test::message_of(load), testing::StartsWith("a file: ")) << changed;
  }
}

TEST(NetworkTagger, SectionsThatMakeNoSenseAreAnError) {
  auto all = sections();
  for (const char* const section :
       {"network.parameters", "network.forms", "network.characters", "network.shape", "columns"}) {
    const std::string content = all.at(section);
    EXPECT_THROW(altered(section, content.substr(8)), Error) << section;
    EXPECT_THROW(altered(section, content.substr(1)), Error) << section;
    EXPECT_THROW(altered(section, std::nullopt), Error) << section;
    EXPECT_THROW(altered(section, content + content), Error) << section;
  }
  std::string parameters = all.at("network.parameters");
  for (const float value : {std::nanf(""), INFINITY, 1e30F}) {
    std::memcpy(parameters.data() + 400, &value, sizeof(value));
    EXPECT_THROW(altered("network.parameters", parameters), Error);
  }
  // No size may be 0, or so large that nobody has the memory for it.
  const std::string shape = all.at("network.shape");
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= shape.size();
       at += sizeof(std::uint32_t)) {
    for (const std::uint32_t size : {0U, 1000000U, ~0U}) {
      std::string other = shape;
      std::memcpy(other.data() + at, &size, sizeof(size));
      EXPECT_THROW(altered("network.shape", other), Error) << at;
    }
  }
}

}  // namespace
}  // namespace panarc
