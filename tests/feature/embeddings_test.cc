#include "feature/embeddings.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "feature/encoder.h"
#include "feature/plan.h"
#include "io/byte_sink.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

Embeddings read_text(std::string_view text, std::string_view name = "vectors.txt") {
  const test::TemporaryDirectory directory;
  test::write_bytes(directory / name, text);
  return Embeddings::read(directory / name);
}

std::vector<float> vector_of(const Embeddings& embeddings, std::string_view form) {
  const std::uint64_t number = embeddings.number(form);
  if (number == 0) return {};
  const auto vector = embeddings.vector(number);
  return {vector.begin(), vector.end()};
}

/// What is wrong with a file, after its directory.
std::string mistake(std::string_view text) {
  const std::string message = message_of([&] { read_text(text); });
  const std::size_t name = message.find("vectors.txt");
  return name == std::string::npos ? message : message.substr(name);
}

TEST(Embeddings, ReadsWordsAndTheirValues) {
  const Embeddings embeddings = read_text("the 0.5 -1 2e-1\ncat\t1\t2\t3\n");
  EXPECT_EQ(embeddings.size(), 2U);
  EXPECT_EQ(embeddings.dimension(), 3U);
  EXPECT_THAT(vector_of(embeddings, "the"), ElementsAre(0.5F, -1.0F, 0.2F));
  EXPECT_THAT(vector_of(embeddings, "cat"), ElementsAre(1.0F, 2.0F, 3.0F));
  EXPECT_THAT(vector_of(embeddings, "dog"), ElementsAre());
}

/// A word and its values as word2vec writes them.
std::string binary_word(std::string_view word, const std::vector<float>& values) {
  std::string bytes(word);
  bytes += ' ';
  for (const float value : values) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  return bytes;
}

TEST(Embeddings, ReadsTheBinaryFormatOfWord2vec) {
  // Values may have any byte in them: 0x0a, which ends lines, and 0x20, a blank.
  const float odd = std::bit_cast<float>(0x3f200a20U);
  for (const char* const end : {"", "\n"}) {
    const std::string text =
        "2 2\n" + binary_word("the", {odd, -1}) + end + binary_word("größe", {2, 3}) + end;
    const Embeddings embeddings = read_text(text, "vectors.bin");
    EXPECT_EQ(embeddings.size(), 2U);
    EXPECT_THAT(vector_of(embeddings, "the"), ElementsAre(odd, -1.0F));
    EXPECT_THAT(vector_of(embeddings, "größe"), ElementsAre(2.0F, 3.0F));
  }
}

TEST(Embeddings, ReportsWhatIsWrongWithABinaryFile) {
  const auto problem = [](const std::string& text) {
    return message_of([&] { read_text(text, "vectors.bin"); });
  };
  const std::string whole = "2 2\n" + binary_word("a", {1, 2}) + binary_word("b", {3, 4});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THAT(problem(whole.substr(0, size)), HasSubstr("found the end")) << size;
  }
  EXPECT_THAT(problem(whole + "x"), HasSubstr("found more after 2 words"));
  EXPECT_THAT(problem("the 0.5 1\n"), HasSubstr("binary format"));
  EXPECT_THAT(problem("0 5\n"), HasSubstr("binary format"));
  EXPECT_THAT(problem("99999999999 5\n"), HasSubstr("binary format"));
  EXPECT_THAT(problem("1 1\n" + binary_word("a", {std::nanf("")})), HasSubstr("nan"));
  EXPECT_THAT(problem("1 1\n" + std::string(70'000, 'a')), HasSubstr("a blank after it"));
}

TEST(Embeddings, TheFirstLineMayTellHowManyThereAre) {
  // Some programs leave a blank at the end of lines.
  const Embeddings embeddings = read_text("2 3\nthe 1 2 3 \r\ncat 4 5 6 \r\n\n");
  EXPECT_EQ(embeddings.size(), 2U);
  EXPECT_THAT(vector_of(embeddings, "cat"), ElementsAre(4.0F, 5.0F, 6.0F));
}

TEST(Embeddings, NumbersAndMarksAreWordsToo) {
  const Embeddings embeddings = read_text("\xEF\xBB\xBFno 1 2\n7 3 4\n. 5 6\nmañana 7 8\n");
  EXPECT_THAT(vector_of(embeddings, "no"), ElementsAre(1.0F, 2.0F));
  EXPECT_THAT(vector_of(embeddings, "7"), ElementsAre(3.0F, 4.0F));
  EXPECT_THAT(vector_of(embeddings, "."), ElementsAre(5.0F, 6.0F));
  EXPECT_THAT(vector_of(embeddings, "mañana"), ElementsAre(7.0F, 8.0F));
}

TEST(Embeddings, WordsMayHaveBlanksInThem) {
  const Embeddings embeddings = read_text("a 1 2\n. . . 3 4\n");
  EXPECT_THAT(vector_of(embeddings, ". . ."), ElementsAre(3.0F, 4.0F));
}

TEST(Embeddings, ReadsCompressedFiles) {
  const test::TemporaryDirectory directory;
  for (const char* name : {"vectors.gz", "vectors.zst"}) {
    const auto sink = open_sink(directory / name);
    sink->write("the 1 2\ncat 3 4\n");
    sink->finish();
    EXPECT_THAT(vector_of(Embeddings::read(directory / name), "cat"), ElementsAre(3.0F, 4.0F));
  }
}

TEST(Embeddings, OfAWordThatOccursTwiceTheFirstCounts) {
  const Embeddings embeddings = read_text("4 2\na 1 2\nb 3 4\na 5 6\nc 7 8\n");
  EXPECT_EQ(embeddings.size(), 3U);
  EXPECT_THAT(vector_of(embeddings, "a"), ElementsAre(1.0F, 2.0F));
  EXPECT_THAT(vector_of(embeddings, "c"), ElementsAre(7.0F, 8.0F));
}

TEST(Embeddings, AWordMayStandForUnknownOnes) {
  for (const std::string unknown : {"<UNK>", "<unk>", "*UNKNOWN*"}) {
    EXPECT_THAT(vector_of(read_text("a 1 2\n" + unknown + " 3 4\n"), "b"), ElementsAre(3.0F, 4.0F));
  }
  EXPECT_THAT(vector_of(read_text("<unk> 1 2\n<UNK> 3 4\n"), "b"), ElementsAre(3.0F, 4.0F));
}

TEST(Embeddings, TellsWhereAFileIsWrong) {
  EXPECT_EQ(mistake("a 1 2\nb 1\n"),
            "vectors.txt:2: found 1 value after the word \"b\": expected 2, as in line 1");
  EXPECT_EQ(mistake("a 1 2\nb 1 2 3\n"),
            "vectors.txt:2: found 3 values after the word \"b\": expected 2, as in line 1");
  EXPECT_EQ(mistake("1 2\na 1 2 3\n"),
            "vectors.txt:2: found 3 values after the word \"a\": expected 2, as in line 1");
  EXPECT_EQ(mistake("a 1 2\nñ 1 x2\n"),
            "vectors.txt:2:5: \"x2\" is not a number: expected a number from -1e+06 to 1e+06");
  for (const std::string value : {"nan", "-nan", "inf", "-inf", "1e39", "-1000001"}) {
    EXPECT_EQ(mistake("a 1 " + value), "vectors.txt:1:5: \"" + value +
                                           "\" is out of range: expected a number from -1e+06 to "
                                           "1e+06");
  }
  EXPECT_EQ(mistake("a\n"), "vectors.txt:1: found \"a\" alone: expected a word and its values");
  EXPECT_EQ(mistake(""),
            "vectors.txt: found no vectors: expected lines with a word and its values, separated "
            "by blanks");
  EXPECT_THAT(mistake("\n \n"), HasSubstr("found no vectors"));
  EXPECT_THAT(mistake("3 2\n"), HasSubstr("found no vectors"));
  EXPECT_EQ(mistake("3 2\na 1 2\n"), "vectors.txt:2: found 1 vector: expected 3, as line 1 says");
  EXPECT_THAT(mistake("0 2\n"), HasSubstr("found \"0\" as the number of words"));
  EXPECT_THAT(mistake("1 99999999999999999999\n"),
              HasSubstr("found \"99999999999999999999\" as the number of values"));
  EXPECT_THAT(message_of([] { Embeddings::read("/nonexistent/file"); }),
              HasSubstr("/nonexistent/file"));
}

TEST(Embeddings, AreTheSameInPlace) {
  std::vector<std::string> words;
  std::vector<float> values;
  for (int i = 0; i < 1000; ++i) {
    words.push_back(fmt::format("w{}", i));
    values.push_back(static_cast<float>(i));
    values.push_back(static_cast<float>(-i));
  }
  const Embeddings made(words, values);
  const Embeddings used = Embeddings::over(made.entries(), made.vectors());
  EXPECT_EQ(used.dimension(), 2U);
  EXPECT_EQ(used.size(), 1000U);
  EXPECT_EQ(used.fingerprint(), made.fingerprint());
  for (int i = 0; i < 1000; ++i) {
    const auto value = static_cast<float>(i);
    EXPECT_THAT(vector_of(used, fmt::format("w{}", i)), ElementsAre(value, -value));
  }
  EXPECT_EQ(used.number("w1000"), 0U);
}

TEST(Embeddings, FingerprintsDependOnWordsAndValues) {
  const auto fingerprint = [](std::string_view text) { return read_text(text).fingerprint(); };
  EXPECT_EQ(fingerprint("a 1 2\nb 3 4\n"), fingerprint("2 2\na 1 2\nb 3 4\n"));
  EXPECT_NE(fingerprint("a 1 2\nb 3 4\n"), fingerprint("a 1 2\nb 3 5\n"));
  EXPECT_NE(fingerprint("a 1 2\nb 3 4\n"), fingerprint("a 1 2\nc 3 4\n"));
}

TEST(Embeddings, RefusesDamagedArrays) {
  using Entry = Embeddings::Entry;
  const std::vector<Entry> entries = {{}, {3, 1}, {}, {7, 0}};
  const std::vector<float> vectors = {1, 2, 3, 4};
  EXPECT_EQ(Embeddings::over(entries, vectors).dimension(), 2U);
  const auto refused = [](std::vector<Entry> some_entries, std::vector<float> some_vectors) {
    return message_of([&] { Embeddings::over(some_entries, some_vectors); });
  };
  EXPECT_THAT(refused({}, vectors), HasSubstr("damaged: the size"));
  EXPECT_THAT(refused({{}, {3, 1}, {7, 0}}, vectors), HasSubstr("damaged: the size"));
  EXPECT_THAT(refused({{3, 1}, {7, 0}}, vectors), HasSubstr("damaged: the size"));
  // With so few empty places, a search would take long.
  EXPECT_THAT(refused({{}, {3, 1}, {7, 0}, {9, 2}}, {1, 2, 3, 4, 5, 6}),
              HasSubstr("damaged: the size"));
  EXPECT_THAT(refused({{}, {}}, vectors), HasSubstr("damaged: the number of values"));
  EXPECT_THAT(refused(entries, {}), HasSubstr("damaged: the number of values"));
  EXPECT_THAT(refused(entries, {1, 2, 3}), HasSubstr("damaged: the number of values"));
  EXPECT_THAT(refused({{}, {3, 2}, {}, {7, 0}}, vectors), HasSubstr("damaged: a word"));
  const float bad = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(refused(entries, {1, 2, 3, bad}), HasSubstr("damaged: a value"));
}

TEST(Embeddings, TheEncoderGivesTheNumbersOfVectors) {
  const Embeddings embeddings(std::vector<std::string>{"w1", "w3"}, {1, 2});
  const WordEncoder encoder({{Attribute::kForm, 0, ""}, {Attribute::kEmbedding, 0, ""}},
                            &embeddings);
  EncodedSentence words;
  encoder.encode(Sentence::from_text(test::sentence_text(std::vector<Node>{kNoHead, 0, 1, 1})),
                 words);
  EXPECT_EQ(words.value(1, 1), embeddings.number("w1"));
  EXPECT_EQ(words.value(2, 1), 0U);
  EXPECT_EQ(words.value(3, 1), embeddings.number("w3"));
  EXPECT_NE(words.value(kRoot, 0), 0U);
  EXPECT_EQ(words.value(kRoot, 1), 0U) << "ROOT has no vector";
  EXPECT_EQ(words.value(words.missing(), 1), 0U);
}

TEST(Embeddings, APlanWithoutVectorsDoesWithoutTheirTemplates) {
  const auto templates = parse_templates("s0.form s0.embedding b0.embedding", "test");
  EXPECT_TRUE(use_embeddings(templates));
  const FeaturePlan without(templates);
  EXPECT_EQ(without.vector_count(), 0U);
  EXPECT_EQ(without.columns().size(), 1U);
  const Embeddings embeddings(std::vector<std::string>{"a"}, {1, 2, 3});
  const FeaturePlan with(templates, &embeddings);
  EXPECT_EQ(with.key_count(), 1U);
  EXPECT_EQ(with.vector_count(), 2U);
  EXPECT_EQ(with.vector_keys(0).size(), 3U);
  EXPECT_NE(with.vector_keys(0).front(), with.vector_keys(1).front());
  EXPECT_FALSE(use_embeddings(parse_templates("s0.form", "test")));
}

}  // namespace
}  // namespace panarc
