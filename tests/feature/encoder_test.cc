#include "feature/encoder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace panarc {
namespace {

/// A sentence of one word.
Sentence word(std::string_view form, std::string_view lemma = "_", std::string_view upos = "_",
              std::string_view xpos = "_", std::string_view feats = "_") {
  return Sentence::from_text(
      fmt::format("1\t{}\t{}\t{}\t{}\t{}\t0\troot\t_\t_\n\n", form, lemma, upos, xpos, feats));
}

std::uint64_t encode(const Sentence& sentence, const WordColumn& column, Node node = 1) {
  EncodedSentence encoded;
  WordEncoder({column}).encode(sentence, encoded);
  return encoded.value(node, 0);
}

std::uint64_t suffix(std::string_view form, std::uint8_t number) {
  return encode(word(form), {Attribute::kSuffix, number, ""});
}
std::uint64_t prefix(std::string_view form, std::uint8_t number) {
  return encode(word(form), {Attribute::kPrefix, number, ""});
}
std::uint64_t shape(std::string_view form) {
  return encode(word(form), {Attribute::kShape, 0, ""});
}
std::uint64_t feature(std::string_view feats, const std::string& name) {
  return encode(word("a", "_", "_", "_", feats), {Attribute::kFeats, 0, name});
}

TEST(WordEncoder, WordsThatAreWrittenAlikeAreTheSame) {
  const WordColumn form{Attribute::kForm, 0, ""};
  EXPECT_EQ(encode(word("house"), form), encode(word("house", "x", "NOUN"), form));
  EXPECT_NE(encode(word("house"), form), encode(word("House"), form));
  EXPECT_EQ(encode(word("house"), form), word_hash(Attribute::kForm, "house"));
}

TEST(WordEncoder, AttributesThatAreWrittenAlikeDiffer) {
  const Sentence sentence = word("x", "x", "x", "x", "x");
  std::set<std::uint64_t> values;
  for (const Attribute attribute : {Attribute::kForm, Attribute::kLemma, Attribute::kUpos,
                                    Attribute::kXpos, Attribute::kFeats}) {
    values.insert(encode(sentence, {attribute, 0, ""}));
  }
  values.insert(encode(sentence, {Attribute::kSuffix, 1, ""}));
  values.insert(encode(sentence, {Attribute::kPrefix, 1, ""}));
  values.insert(encode(sentence, {Attribute::kShape, 0, ""}));
  EXPECT_EQ(values.size(), 8U);
  EXPECT_EQ(values.count(0), 0U);
}

TEST(WordEncoder, AnUnderscoreIsNothing) {
  const Sentence sentence = word("_");
  for (const Attribute attribute :
       {Attribute::kLemma, Attribute::kUpos, Attribute::kXpos, Attribute::kFeats}) {
    EXPECT_EQ(encode(sentence, {attribute, 0, ""}), 0U);
    EXPECT_NE(encode(word("a", "b", "c", "d", "e=f"), {attribute, 0, ""}), 0U);
  }
  // As a word, it is one.
  EXPECT_NE(encode(sentence, {Attribute::kForm, 0, ""}), 0U);
  EXPECT_NE(suffix("_", 1), 0U);
}

TEST(WordEncoder, SuffixesAreCharacters) {
  EXPECT_EQ(suffix("walking", 3), suffix("king", 3));
  EXPECT_NE(suffix("walking", 3), suffix("walked", 3));
  EXPECT_EQ(suffix("ing", 3), suffix("king", 3));
  EXPECT_EQ(suffix("ng", 3), 0U);
  // é has two bytes, 語 three, 😀 four.
  EXPECT_EQ(suffix("allé", 1), suffix("é", 1));
  EXPECT_EQ(suffix("日本語", 2), suffix("本語", 2));
  EXPECT_EQ(suffix("語", 2), 0U);
  EXPECT_EQ(suffix("a😀b", 2), suffix("😀b", 2));
  EXPECT_EQ(suffix("é", 2), 0U);
}

TEST(WordEncoder, PrefixesAreCharacters) {
  EXPECT_EQ(prefix("unkind", 2), prefix("undone", 2));
  EXPECT_EQ(prefix("un", 2), prefix("undone", 2));
  EXPECT_EQ(prefix("u", 2), 0U);
  EXPECT_EQ(prefix("été", 1), prefix("é", 1));
  EXPECT_EQ(prefix("日本語", 2), prefix("日本", 2));
  EXPECT_EQ(prefix("日", 2), 0U);
  EXPECT_EQ(prefix("😀😀b", 2), prefix("😀😀", 2));
  EXPECT_EQ(prefix("ab", 5), 0U);
}

TEST(WordEncoder, ShapesAreRunsOfKinds) {
  EXPECT_EQ(shape("Word"), shape("Xx"));
  EXPECT_EQ(shape("word"), shape("a"));
  EXPECT_NE(shape("word"), shape("Word"));
  EXPECT_EQ(shape("12.5"), shape("9.81"));
  EXPECT_NE(shape("12.5"), shape("12,5"));
  EXPECT_EQ(shape("McDonald"), shape("XxXx"));
  // Letters beyond ASCII are of one kind, however many bytes they have.
  EXPECT_EQ(shape("日本語"), shape("é"));
  EXPECT_NE(shape("é"), shape("e"));
  // What comes after eight runs does not count.
  EXPECT_EQ(shape("aA1aA1aA1a"), shape("aA1aA1aA"));
  EXPECT_NE(shape("aA1aA1aA"), shape("aA1aA1a"));
}

TEST(WordEncoder, FeatsAsAWholeOrByName) {
  EXPECT_EQ(feature("Case=Nom|Number=Sing", "Case"), feature("Case=Nom", "Case"));
  EXPECT_EQ(feature("Case=Nom|Number=Sing", "Number"), feature("Number=Sing", "Number"));
  EXPECT_NE(feature("Case=Nom", "Case"), feature("Case=Acc", "Case"));
  EXPECT_EQ(feature("Number=Sing", "Case"), 0U);
  EXPECT_EQ(feature("_", "Case"), 0U);
  EXPECT_EQ(feature("SubCase=Nom", "Case"), 0U);
  EXPECT_NE(feature("Case=Nom|Number=Sing", ""), feature("Case=Nom", ""));
  EXPECT_EQ(feature("_", ""), 0U);
}

TEST(WordEncoder, UnknownFormsAndLemmasAreOneWord) {
  const std::vector<std::uint64_t> hashes{word_hash(Attribute::kForm, "known"),
                                          word_hash(Attribute::kLemma, "know")};
  const WordSet known(hashes);
  const std::vector<WordColumn> columns{{Attribute::kForm, 0, ""},
                                        {Attribute::kLemma, 0, ""},
                                        {Attribute::kSuffix, 2, ""},
                                        {Attribute::kUpos, 0, ""}};
  const WordEncoder encoder(columns, known);
  const WordEncoder all(columns);
  EncodedSentence encoded;
  EncodedSentence expected;
  encoder.encode(word("known", "know", "VERB"), encoded);
  all.encode(word("known", "know", "VERB"), expected);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(encoded.value(1, i), expected.value(1, i));
  }
  encoder.encode(word("unknown", "unknow", "VERB"), encoded);
  EXPECT_EQ(encoded.value(1, 0), kUnknownWord);
  EXPECT_EQ(encoded.value(1, 1), kUnknownWord);
  // The rest of the word can still be seen.
  EXPECT_EQ(encoded.value(1, 2), expected.value(1, 2));
  EXPECT_EQ(encoded.value(1, 3), expected.value(1, 3));
  // A form is not known as a lemma, and no lemma is not an unknown one.
  encoder.encode(word("know", "_"), encoded);
  EXPECT_EQ(encoded.value(1, 0), kUnknownWord);
  EXPECT_EQ(encoded.value(1, 1), 0U);
}

TEST(WordEncoder, RootIsUnlikeAnyWordAndANodeThatIsNotThereHasNothing) {
  const Sentence sentence = word("a", "b", "c", "d", "e=f");
  const std::vector<WordColumn> columns{{Attribute::kForm, 0, ""}, {Attribute::kUpos, 0, ""}};
  EncodedSentence encoded;
  WordEncoder(columns).encode(sentence, encoded);
  EXPECT_EQ(encoded.words(), 1);
  EXPECT_EQ(encoded.missing(), 2);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(encoded.value(encoded.missing(), i), 0U);
    EXPECT_NE(encoded.value(kRoot, i), 0U);
    EXPECT_NE(encoded.value(kRoot, i), encoded.value(1, i));
    EXPECT_NE(encoded.value(kRoot, i), kUnknownWord);
  }
}

TEST(WordEncoder, ASentenceLeavesNothingToTheNext) {
  const std::vector<WordColumn> columns{{Attribute::kUpos, 0, ""}};
  const WordEncoder encoder(columns);
  EncodedSentence encoded;
  encoder.encode(Sentence::from_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n"
                                     "2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n\n"),
                 encoded);
  EXPECT_EQ(encoded.words(), 2);
  encoder.encode(word("a"), encoded);
  EXPECT_EQ(encoded.words(), 1);
  EXPECT_EQ(encoded.value(1, 0), 0U);
  EXPECT_EQ(encoded.value(encoded.missing(), 0), 0U);
}

}  // namespace
}  // namespace panarc
