#include "tag/tag_dictionary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/error.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array kXpos{Field::kXpos};

Sentence word(const std::string& form, const std::string& upos, const std::string& xpos) {
  return Sentence::from_text("1\t" + form + "\t_\t" + upos + "\t" + xpos + "\t_\t_\t_\t_\t_\n\n");
}

/// A dictionary that trusts every form.
TagDictionary dictionary_of(const TagSet& tags, const std::vector<Sentence>& sentences) {
  return {tags, sentences, {.fewest = 1, .share = 0}};
}

/// A dictionary read from a file; with other contents of `dictionary.keys`, if given.
TagDictionary reloaded(const TagDictionary& dictionary, const TagSet& tags,
                       const std::optional<std::string>& keys = {}) {
  ModelFileWriter whole;
  dictionary.save(whole, "");
  const std::string bytes = whole.bytes();
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a model");
  ModelFileWriter writer;
  for (const std::string_view name : file.section_names()) {
    writer.add(name, keys && name == "dictionary.keys" ? *keys : file.text(name));
  }
  const std::string changed = writer.bytes();
  return TagDictionary::load(std::make_shared<const ModelFile>(ModelFile::from_memory(
                                 std::as_bytes(std::span(changed)), "a model")),
                             "", tags);
}

TEST(TagDictionary, FindsFormsWithTheirUpos) {
  const std::vector<Sentence> training{word("saw", "NOUN", "NN"), word("saw", "VERB", "VBD")};
  const TagSet tags = TagSet::of(kXpos, training);
  const TagDictionary dictionary = dictionary_of(tags, training);
  for (const TagDictionary& same : {dictionary, reloaded(dictionary, tags)}) {
    EXPECT_THAT(same.find(word("saw", "VERB", "_"), 1, true), ElementsAre(Tag{1}));
    EXPECT_THAT(same.find(word("sawed", "VERB", "_"), 1, true), ElementsAre(Tag{1}));
    EXPECT_THAT(same.find(word("saw", "ADJ", "_"), 1, true), IsEmpty());
  }
}

TEST(TagDictionary, WithoutUposInTheTrainingDataFindsFormsWhateverTheirUpos) {
  const std::vector<Sentence> training{word("a", "_", "DT"), word("tree", "_", "NN")};
  const TagSet tags = TagSet::of(kXpos, training);
  const TagDictionary dictionary = dictionary_of(tags, training);
  for (const TagDictionary& same : {dictionary, reloaded(dictionary, tags)}) {
    EXPECT_THAT(same.find(word("a", "DET", "_"), 1, true), ElementsAre(Tag{0}));
    EXPECT_THAT(same.find(word("tree", "_", "_"), 1, true), ElementsAre(Tag{1}));
    EXPECT_THAT(same.find(word("b", "DET", "_"), 1, true), IsEmpty());
  }
}

TEST(TagDictionary, RefusesKeysThatCannotBe) {
  const std::vector<Sentence> training{word("a", "DET", "DT")};
  const TagSet xpos = TagSet::of(kXpos, training);
  const TagDictionary dictionary = dictionary_of(xpos, training);
  EXPECT_NO_THROW(reloaded(dictionary, xpos, "\1"));
  for (const std::string& keys : {std::string("\2"), std::string(), std::string("\1\1")}) {
    EXPECT_THROW(reloaded(dictionary, xpos, keys), Error);
  }
  const TagSet upos = TagSet::of(std::array{Field::kUpos}, training);
  EXPECT_THROW(reloaded(dictionary_of(upos, training), upos, "\1"), Error);
}

/// The scripts that a word may have, where the training data has lemmas of these words only.
std::vector<std::string> scripts_for(const Sentence& sentence) {
  std::vector<Sentence> training;
  for (const char* const text :
       {"trees\ttree\tNOUN", "cats\tcat\tNOUN", "slept\tsleep\tVERB", "crept\tcreep\tVERB"}) {
    training.push_back(Sentence::from_text("1\t" + std::string(text) + "\t_\t_\t_\t_\t_\t_\n\n"));
  }
  const TagSet tags = TagSet::of(std::array{Field::kLemma}, training);
  const TagDictionary dictionary = dictionary_of(tags, training);
  std::vector<std::span<const Tag>> candidates;
  TagCandidates finder;
  finder.find(tags, dictionary, sentence, candidates);
  std::vector<std::string> scripts;
  for (const Tag tag : candidates.front()) scripts.push_back(tags.tags()[tag]);
  return scripts;
}

TEST(TagCandidates, AreScriptsThatApply) {
  const std::string plural = "lower 0 - 1 -";
  const std::string past = "lower 0 - 2 ep";
  EXPECT_THAT(scripts_for(word("cats", "NOUN", "_")), ElementsAre(plural));
  EXPECT_THAT(scripts_for(word("swept", "VERB", "_")), ElementsAre(past)) << "as other verbs";
  EXPECT_THAT(scripts_for(word("is", "VERB", "_")), ElementsAre(plural))
      << "too short for the other";
  EXPECT_THAT(scripts_for(word("swept", "X", "_")), ElementsAre(plural, past)) << "X is unknown";
  EXPECT_THAT(scripts_for(word("is", "X", "_")), ElementsAre(plural));
  EXPECT_THAT(scripts_for(word("a", "X", "_")), IsEmpty());
}

}  // namespace
}  // namespace panarc
