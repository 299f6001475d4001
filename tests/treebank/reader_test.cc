#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "panarc/error.h"
#include "panarc/treebank.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using test::round_trip;
using test::word_line;
using testing::HasSubstr;

std::size_t count_sentences(std::string_view text) {
  TreebankReader reader = TreebankReader::from_text(text);
  Sentence sentence;
  std::size_t count = 0;
  while (reader.next(sentence)) ++count;
  return count;
}

TEST(TreebankReader, CopiesEveryByte) {
  const std::string one = word_line("1", "0");
  const std::string unended = one.substr(0, one.size() - 1);
  const std::string mark = "\xEF\xBB\xBF";
  const std::vector<std::pair<std::string, std::size_t>> texts{
      {"", 0},
      {"\n", 0},
      {"\n\n\r\n", 0},
      {"# only a comment", 0},
      {mark, 0},
      {one, 1},
      {unended, 1},
      {one + "\n", 1},
      {one + "\r\n", 1},
      {unended + "\r\n\r\n" + unended + "\r", 2},
      {mark + one + "\n", 1},
      {mark + "# c\n" + one + "\n", 1},
      {mark + "\n\n", 0},
      {one + "\n" + mark + one + "\n", 2},
      {one + "\n" + mark + "# c\n" + one + "\n", 2},
      {one + "\n" + mark + "# c\n\n", 1},
      {one + "\n" + mark + "\r\n" + one, 2},
      {"\n\n\n" + one + "\n\n\n" + one + "\n\n\n", 2},
      {"# a\n\n# b\n" + one + "\n# c\n\n", 1},
      {"# tabs\tin\ta comment\n#\n" + one + "\n", 1},
      {"0.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n" + one + "1.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n" +
           "1.2\t_\t_\t_\t_\t_\t_\t_\t_\t_\n2-3\tx y\t_\t_\t_\t_\t_\t_\t_\t_\n" +
           word_line("2", "1") + word_line("3", "_") + "\n",
       1},
  };
  for (const auto& [text, sentences] : texts) {
    EXPECT_EQ(round_trip(text), text) << testing::PrintToString(text);
    EXPECT_EQ(count_sentences(text), sentences) << testing::PrintToString(text);
  }
}

// Text of sentences with everything that CoNLL-U allows, and how many.
struct Generated {
  std::string text;
  std::size_t sentences = 0;
};

Generated generate() {
  Generated result;
  if (*rc::gen::inRange(0, 4) == 0) result.text += "\xEF\xBB\xBF";
  const std::string end = *rc::gen::element<std::string>("\n", "\r\n");
  const auto value = [] {
    return *rc::gen::element<std::string>("_", "a", "naïve", "水", "A=b|C=d", "x y", "#", "1-2",
                                          std::string(40, 'q'));
  };
  const auto line = [&](const std::string& id, const std::string& head) {
    result.text += id + '\t' + value() + '\t' + value() + '\t' + value() + '\t' + value() + '\t' +
                   value() + '\t' + head + '\t' + value() + '\t' + value() + '\t' + value() + end;
  };
  const auto repeat = [](int most, const auto& action) {
    const int times = *rc::gen::inRange(0, most + 1);
    for (int i = 0; i < times; ++i) action();
  };
  result.sentences = *rc::gen::inRange<std::size_t>(0, 5);
  for (std::size_t s = 0; s < result.sentences; ++s) {
    repeat(2, [&] { result.text += end; });
    repeat(2, [&] { result.text += "# " + value() + end; });
    const int words = *rc::gen::inRange(1, 6);
    for (int word = 1; word <= words; ++word) {
      if (word < words && *rc::gen::inRange(0, 4) == 0) {
        line(fmt::format("{}-{}", word, word), "_");
      }
      const int head = *rc::gen::inRange(-1, word);
      line(std::to_string(word), head < 0 ? "_" : std::to_string(head));
      int empty = 0;
      repeat(2, [&] { line(fmt::format("{}.{}", word, ++empty), "_"); });
    }
    result.text += end;
  }
  repeat(2, [&] { result.text += end; });
  if (*rc::gen::inRange(0, 2) == 0) {
    while (result.text.ends_with('\n') || result.text.ends_with('\r')) result.text.pop_back();
  }
  return result;
}

RC_GTEST_PROP(TreebankReader, CopiesEveryByteOfGeneratedText, ()) {
  const Generated generated = generate();
  RC_ASSERT(round_trip(generated.text) == generated.text);
  RC_ASSERT(count_sentences(generated.text) == generated.sentences);
}

TEST(TreebankReader, CopiesSharedTreebanks) {
  const auto files = test::shared_treebanks();
  if (files.empty()) GTEST_SKIP() << test::kNoTreebanks;
  for (const auto& file : files) {
    const std::string bytes = test::read_bytes(file);
    EXPECT_EQ(round_trip(bytes) == bytes, true) << file;
  }
}

// The message of the error in `text`, and the line it tells.
struct Problem {
  std::string message;
  Place place;
};

Problem problem_in(std::string_view text, ReaderOptions options = {}) {
  options.on_error = OnError::kThrow;
  try {
    round_trip(text, options);
  } catch (const Error& error) {
    return {error.what(), error.place()};
  }
  return {"no error", {}};
}

TEST(TreebankReader, TellsWhatIsWrongAndWhere) {
  const std::string good = "# c\n" + word_line("1", "0") + "\n";
  struct Case {
    std::string bad;
    std::uint64_t line;
    std::uint64_t column;
    std::vector<std::string> words;
  };
  const std::vector<Case> cases{
      {"1\ta\tb\n", 4, 0, {"found 3 columns", "expected 10"}},
      {"1 a b c\n", 4, 0, {"found 1 column", "spaces"}},
      {"1\ta\tb", 4, 0, {"found 3 columns", "cut short"}},
      {word_line("1", "0") + "2\tx\tx\tX\tX\t_\t1\tdep\t_\t_\t_\n", 5, 0, {"found 11 columns"}},
      {"1\tw\t\tN\tN\t_\t0\troot\t_\t_\n", 4, 5, {"LEMMA is empty", "_"}},
      {"1\té\tw\tN\tN\t_\t0\troot\t_\t\n", 4, 22, {"MISC is empty"}},
      {word_line("1", "0") + word_line("3", "1"), 5, 1, {"ID \"3\"", "out of order", "expected 2"}},
      {word_line("1", "0") + word_line("1", "0"), 5, 1, {"out of order", "expected 2"}},
      {word_line("0", "0"), 4, 1, {"ID \"0\"", "expected 1"}},
      {word_line("x", "0"), 4, 1, {"ID \"x\" is not a number", "expected 1"}},
      {word_line("99999999999999999999", "0"), 4, 1, {"out of order"}},
      {word_line("1-", "0"), 4, 1, {"multiword", "begins with 1"}},
      {word_line("2-3", "_"), 4, 1, {"multiword", "begins with 1"}},
      {word_line("1-3", "_") + word_line("1", "0"), 4, 1, {"1-3", "after the last word, 1"}},
      {word_line("1-2", "_") + word_line("1", "0") + word_line("2-3", "_"), 6, 1, {"overlaps 1-2"}},
      {word_line("1", "0") + word_line("1.2", "_"), 5, 1, {"empty node", "expected 1.1"}},
      {"# c\n" + word_line("0.1", "_"), 5, 0, {"without words"}},
      {word_line("1", "5"), 4, 17, {"HEAD 5 is out of range", "1 word"}},
      {word_line("1", "99999999999999"), 4, 17, {"out of range"}},
      {word_line("1", "1"), 4, 17, {"word 1 is its own head"}},
      {word_line("1", "-1"), 4, 17, {"HEAD \"-1\" is not a number"}},
      {word_line("1", "2x"), 4, 17, {"HEAD \"2x\" is not a number"}},
      {word_line("1", "2") + word_line("2", "1"), 4, 17, {"cycle", "1 -> 2 -> 1"}},
      {word_line("1", "0") + "# c\n", 5, 1, {"comment inside a sentence"}},
      {"1\tw\tw\tN\tN\t_\t0\troot\t_\tA=b|Constraint=Up\n",
       4,
       22,
       {"MISC \"A=b|Constraint=Up\"", "expected Constraint= with a list of Head"}},
      {"# \xFF\n" + word_line("1", "0"), 4, 3, {"0xFF", "UTF-8"}},
      {std::string("1\tw\0\tw\tN\tN\t_\t0\troot\t_\t_\n", 24), 4, 4, {"NUL byte, expected text"}},
      {std::string("# \0\n", 4) + word_line("1", "0"), 4, 3, {"NUL byte"}},
      {"1\tw\xC3\tw\tN\tN\t_\t0\troot\t_\t_\n", 4, 4, {"0xC3", "UTF-8"}},
  };
  for (const Case& test : cases) {
    const Problem problem = problem_in(good + test.bad);
    EXPECT_EQ(problem.place.line, test.line) << problem.message;
    EXPECT_EQ(problem.place.column, test.column) << problem.message;
    EXPECT_EQ(problem.place.file, "text");
    for (const std::string& word : test.words) EXPECT_THAT(problem.message, HasSubstr(word));
  }
}

TEST(TreebankReader, TellsWhatIsNoText) {
  const std::string zeros(100, '\0');
  const std::vector<std::pair<std::string, std::string>> files{
      {"\x89panarc\n" + zeros, "text: is a model or checkpoint of panarc"},
      {"\x1F\x8B" + zeros, "text: is compressed with gzip"},
      {"\x28\xB5\x2F\xFD" + zeros, "text: is compressed with zstd"},
      {"\xFF\xFE"
       "1" +
           zeros,
       "text: is in UTF-16"},
      {"\xFE\xFF" + zeros, "text: is in UTF-16"},
      {"\xFF\xFE" + zeros, "text: is in UTF-32"},
  };
  for (const auto& [bytes, message] : files) {
    EXPECT_THAT(problem_in(bytes).message, HasSubstr(message));
  }
  EXPECT_THAT(problem_in("\x89panarc").message, HasSubstr("0x89"));
}

TEST(TreebankReader, OffersAnotherEncodingWhereNothingIsUtf8) {
  const std::string latin1 = "1\tcaf\xE9\tw\tN\tN\t_\t0\troot\t_\t_\n";
  EXPECT_THAT(problem_in(latin1).message, HasSubstr("--encoding ISO-8859-1"));
  EXPECT_THAT(problem_in("# café\n" + latin1).message,
              testing::AllOf(HasSubstr("0xE9"), testing::Not(HasSubstr("--encoding"))));
}

TEST(TreebankReader, ReadsOtherEncodings) {
  ReaderOptions options;
  options.encoding = "ISO-8859-1";
  const std::string latin1 = "1\tcaf\xE9\tw\tN\tN\t_\t0\troot\t_\t_\n\n";
  EXPECT_EQ(round_trip(latin1, options), "1\tcafé\tw\tN\tN\t_\t0\troot\t_\t_\n\n");
  options.encoding = "UTF-16";
  std::string wide = "\xFF\xFE";
  for (const char c : word_line("1", "0")) wide += {c, '\0'};
  EXPECT_EQ(round_trip(wide, options), word_line("1", "0"));
  options.encoding = "nonsense";
  EXPECT_THAT(problem_in(latin1, options).message, HasSubstr("\"nonsense\""));
}

TEST(TreebankReader, AllowsSeveralRootsUnlessToldOtherwise) {
  const std::string text = word_line("1", "0") + word_line("2", "0");
  EXPECT_EQ(problem_in(text).message, "no error");
  ReaderOptions options;
  options.single_root = true;
  const Problem problem = problem_in(text, options);
  EXPECT_THAT(problem.message, HasSubstr("word 2 is a second root after word 1"));
  EXPECT_EQ(problem.place.line, 2U);
}

TEST(TreebankReader, SkipsBadSentencesAndGoesOn) {
  const std::string bad = "# bad\n1\tx\n2\ty\n" + word_line("3", "17") + "\n";
  const std::string text = word_line("1", "0") + "\n" + bad + word_line("1", "0") + "\n";
  ReaderOptions options;
  options.on_error = OnError::kSkip;
  std::vector<std::string> problems;
  std::string raw;
  options.on_bad_sentence = [&](const BadSentence& sentence) {
    for (const Error& problem : sentence.problems) problems.emplace_back(problem.what());
    raw = sentence.raw;
    EXPECT_EQ(sentence.sentence.size(), 0);
  };
  TreebankReader reader = TreebankReader::from_text(text, "text", options);
  Sentence sentence;
  ASSERT_TRUE(reader.next(sentence));
  EXPECT_EQ(sentence.line(), 1U);
  ASSERT_TRUE(reader.next(sentence));
  EXPECT_EQ(sentence.line(), 8U);
  EXPECT_EQ(sentence.heads(), (Heads{kNoHead, 0}));
  EXPECT_FALSE(reader.next(sentence));
  EXPECT_EQ(reader.bad_sentences(), 1U);
  EXPECT_EQ(raw, bad);
  // Without them, the ID of the next line cannot be judged.
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_THAT(problems[0], HasSubstr("text:4: found 2 columns"));
  EXPECT_THAT(problems[1], HasSubstr("text:5: found 2 columns"));
}

TEST(TreebankReader, ReadsALineOfTenMegabytes) {
  std::string text = word_line("1", "0") + "\n";
  text.insert(2, 10'000'000, 'x');
  EXPECT_TRUE(round_trip(text) == text);
}

TEST(TreebankReader, ReadsASentenceOfAHundredThousandWords) {
  Heads heads(100'001, kNoHead);
  for (std::size_t word = 1; word < heads.size(); ++word) heads[word] = static_cast<Node>(word) - 1;
  const std::string text = test::sentence_text(heads);
  TreebankReader reader = TreebankReader::from_text(text);
  Sentence sentence;
  ASSERT_TRUE(reader.next(sentence));
  EXPECT_TRUE(sentence.heads() == heads);
  for (Node word = 1; word <= sentence.size(); ++word) sentence.set_head(word, 0);
  std::string written;
  sentence.append_to(written);
  EXPECT_EQ(Sentence::from_text(written).head(100'000), 0);
}

TEST(TreebankReader, RefusesASentenceBeyondItsLimit) {
  ReaderOptions options;
  options.max_sentence_bytes = 1'000'000;
  const std::string text = "1\t" + std::string(3'000'000, 'x');
  const Problem problem = problem_in(text, options);
  EXPECT_THAT(problem.message, HasSubstr("more than 1000000 bytes"));
  EXPECT_EQ(problem.place.line, 1U);
}

TEST(TreebankReader, QuotesLongValuesInPart) {
  const Problem problem = problem_in("1\t" + std::string(1'000'000, 'x') + "\n");
  EXPECT_LT(problem.message.size(), 300U);
}

TEST(TreebankReader, TellsTheFormatFromNameOrText) {
  const std::string x = "1\ta\ta\tN\tN\t_\t0\troot\t1\t_\n\n";
  const auto format = [](std::string_view text, const std::string& name) {
    TreebankReader reader = TreebankReader::from_text(text, name);
    Sentence sentence;
    reader.next(sentence);
    return sentence.format();
  };
  EXPECT_EQ(format(x, ""), Format::kConllx);
  EXPECT_EQ(format(x, "a.conll.gz"), Format::kConllx);
  EXPECT_EQ(format(x, "a.conllu.gz"), Format::kConllu);
  EXPECT_EQ(format(word_line("1", "0"), "a.conllx"), Format::kConllx);
  EXPECT_EQ(format(word_line("1", "0"), ""), Format::kConllu);
  EXPECT_EQ(format("# c\n" + x, ""), Format::kConllu);
  EXPECT_EQ(format("\xEF\xBB\xBF# c\n" + x, ""), Format::kConllu);
  // Ranges are ids in CoNLL-U only.
  ReaderOptions options;
  options.format = Format::kConllx;
  EXPECT_THAT(problem_in(word_line("1-2", "_"), options).message, HasSubstr("not a number"));
  EXPECT_THAT(problem_in("1\ta\ta\tN\tN\t_\t0\troot\tup\t_\n", options).message,
              HasSubstr("1:20: PHEAD \"up\": expected a number, _, or a list of Head"));
}

std::string open_error(const std::string& path) {
  try {
    TreebankReader reader(path);
    Sentence sentence;
    while (reader.next(sentence)) {
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, path);
    return error.what();
  }
  return "no error";
}

TEST(TreebankReader, TellsWhyAFileCannotBeRead) {
  const test::TemporaryDirectory directory;
  EXPECT_THAT(open_error(directory / "missing"), HasSubstr("No such file"));
  EXPECT_THAT(open_error(directory / ""), HasSubstr("is a directory"));
  const std::string secret = directory / "secret";
  test::write_bytes(secret, word_line("1", "0"));
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  // The superuser may read everything: become somebody else for a moment.
  constexpr uid_t kNobody = 65534;
  const bool superuser = geteuid() == 0;
  ASSERT_TRUE(!superuser || seteuid(kNobody) == 0);
  EXPECT_THAT(open_error(secret), HasSubstr("Permission denied"));
  ASSERT_TRUE(!superuser || seteuid(0) == 0);
}

TEST(TreebankReader, ReadsCompressedFilesAndTellsBrokenOnes) {
  const test::TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += word_line("1", "0", fmt::format("r{}", i * 7919)) + "\n";
  for (const std::string ending : {"gz", "zst"}) {
    const std::string path = directory / ("a.conllu." + ending);
    TreebankWriter writer(path);
    writer.write_text(text);
    writer.finish();
    const std::string bytes = test::read_bytes(path);
    EXPECT_LT(bytes.size(), text.size() / 2);

    TreebankReader reader(path);
    Sentence sentence;
    std::string read;
    while (reader.next(sentence)) sentence.append_to(read);
    EXPECT_TRUE(read == text) << ending;

    test::write_bytes(path, bytes + bytes);
    TreebankReader twice(path);
    std::size_t count = 0;
    while (twice.next(sentence)) ++count;
    EXPECT_EQ(count, 40'000U) << ending;

    for (const std::size_t size :
         {std::size_t{0}, std::size_t{5}, bytes.size() / 2, bytes.size() - 1}) {
      test::write_bytes(path, bytes.substr(0, size));
      EXPECT_THAT(open_error(path), HasSubstr("truncated")) << ending << ' ' << size;
    }
    test::write_bytes(path, text);
    EXPECT_THAT(open_error(path), HasSubstr("corrupt")) << ending;
    std::string corrupt = bytes;
    corrupt[bytes.size() / 2] = static_cast<char>(corrupt[bytes.size() / 2] ^ 0x55);
    test::write_bytes(path, corrupt);
    EXPECT_NE(open_error(path), "no error") << ending;
  }
}

}  // namespace
}  // namespace panarc
