#include "panarc/pipeline.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <sstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "io/file_descriptor.h"
#include "model/small_model.h"
#include "panarc/error.h"
#include "parse/model_parser.h"

namespace panarc {
namespace {

using testing::HasSubstr;

class ParseStreams : public testing::TestWithParam<std::size_t> {
 protected:
  ParseStreams() : model_(test::small_model()) {}

  [[nodiscard]] std::string place(const std::string& name) const { return directory_ / name; }

  /// What a stream makes of files.
  std::string parse(const std::vector<std::string>& paths, ParseStreamOptions options) {
    TreebankWriter writer(place("out"));
    ParseStream stream(parser_, writer, options);
    for (const std::string& path : paths) stream.parse(path);
    writer.finish();
    sentences_ = stream.sentences();
    words_ = stream.words();
    return test::read_bytes(place("out"));
  }

  /// What a stream makes of a file with bad sentences, which it passes on.
  std::string parse_what_is_good(const std::string& path) {
    TreebankWriter writer(place("out"));
    ParseStream stream(parser_, writer, {.threads = GetParam()});
    ReaderOptions options;
    options.on_error = OnError::kSkip;
    options.on_bad_sentence = [&](const BadSentence& sentence) { stream.pass_on(sentence.raw); };
    stream.parse(path, options);
    writer.finish();
    sentences_ = stream.sentences();
    return test::read_bytes(place("out"));
  }

  /// What a parser makes of text, without a stream.
  [[nodiscard]] std::string expected(const std::string& text) const {
    ModelParser parser(model_);
    std::string out;
    for (Sentence& sentence : test::read_sentences(text)) {
      parser.parse(sentence);
      sentence.append_to(out);
    }
    return out;
  }

  Model model_;
  Parser parser_{std::make_shared<const Model>(model_)};
  test::TemporaryDirectory directory_;
  std::uint64_t sentences_ = 0;
  std::uint64_t words_ = 0;
};

TEST_P(ParseStreams, KeepsTheOrder) {
  const std::string text = test::sample_text("train") + test::sample_text("test");
  test::write_bytes(place("in"), text);
  EXPECT_TRUE(parse({place("in")}, {.threads = GetParam()}) == expected(text));
  EXPECT_EQ(sentences_, 341);
  EXPECT_EQ(words_, 3387);
}

TEST_P(ParseStreams, JoinsFiles) {
  const std::string text = test::sample_text("test");
  test::write_bytes(place("a"), text.substr(0, text.size() - 1));
  test::write_bytes(place("b"), text + "# the end\n");
  EXPECT_TRUE(parse({place("a"), place("b")}, {.threads = GetParam()}) ==
              expected(text + text) + "# the end\n");
  test::write_bytes(place("nothing"), "");
  EXPECT_EQ(parse({place("nothing"), place("nothing")}, {.threads = GetParam()}), "");
  EXPECT_EQ(sentences_, 0);
}

/// A pipe with a name, and the end of it that the test has.
class NamedPipe {
 public:
  explicit NamedPipe(std::string path) : path_(std::move(path)) {
    EXPECT_EQ(mkfifo(path_.c_str(), 0600), 0);
    // Open both ways, it waits for nobody to open the other end.
    end_.emplace(open(path_.c_str(), O_RDWR | O_CLOEXEC), path_);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  void write(std::string_view text) { end_->write_all(text); }
  void close() { end_.reset(); }

  /// Reads until there are so many bytes in all; false if they do not come.
  bool read_up_to(std::size_t size, std::string& text) {
    constexpr int kMilliseconds = 20'000;
    std::array<char, 4096> piece{};
    while (text.size() < size) {
      pollfd ready{.fd = end_->get(), .events = POLLIN, .revents = 0};
      if (poll(&ready, 1, kMilliseconds) != 1) return false;
      text.append(piece.data(), end_->read(piece));
    }
    return true;
  }

 private:
  std::string path_;
  std::optional<FileDescriptor> end_;
};

TEST_P(ParseStreams, AnswersWheneverTheInputPauses) {
  const std::string text = test::sample_text("test");
  NamedPipe in(place("in"));
  NamedPipe out(place("out"));
  int waits = 0;
  std::thread stream([&] {
    try {
      TreebankWriter writer(out.path());
      ReaderOptions options;
      options.on_wait = [&] { ++waits; };
      ParseStream(parser_, writer, {.threads = GetParam()}).parse(in.path(), options);
      writer.finish();
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  });
  // The next piece is written when all sentences that are complete have been answered.
  constexpr std::size_t kPiece = 1500;
  std::string parsed;
  bool answers = true;
  for (std::size_t end = 0; answers && end < text.size();) {
    const std::size_t begin = end;
    end = std::min(begin + kPiece, text.size());
    in.write(std::string_view(text).substr(begin, end - begin));
    const std::size_t complete = text.rfind("\n\n", end - 2);
    if (complete == std::string::npos) continue;
    answers = out.read_up_to(expected(text.substr(0, complete + 2)).size(), parsed);
  }
  in.close();
  stream.join();
  EXPECT_TRUE(answers);
  EXPECT_GT(waits, 0);
  EXPECT_TRUE(parsed == expected(text));
}

TEST_P(ParseStreams, PassesOnBadSentencesInTheirPlace) {
  const std::string good = test::word_line("1", "0", "root") + "\n";
  const std::string bad = "1\tx\n\n";
  std::string text;
  std::string wanted;
  for (int i = 0; i < 100; ++i) {
    text += i % 3 == 0 ? bad : good;
    wanted += i % 3 == 0 ? bad : expected(good);
  }
  test::write_bytes(place("in"), text);
  EXPECT_EQ(parse_what_is_good(place("in")), wanted);
  EXPECT_EQ(sentences_, 66);
}

TEST_P(ParseStreams, WritesAllThatComesBeforeAnErrorAndGoesOnAfterIt) {
  const std::string text = test::sample_text("test");
  const std::string constrained = "1\ta\t_\tX\t_\t_\t0\troot\t_\tConstraint=Head\n\n";
  for (const std::string& bad : {std::string("1\tx\n\n"), constrained}) {
    test::write_bytes(place("in"), text + bad + text);
    test::write_bytes(place("good"), text);
    // A pipe takes what is written without finish().
    const std::string pipe = place(bad == constrained ? "pipe1" : "pipe2");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::string written;
    std::thread sink([&] { written = test::read_bytes(pipe); });
    {
      TreebankWriter writer(pipe);
      ParseStream stream(parser_, writer, {.threads = GetParam()});
      EXPECT_THROW(stream.parse(place("in")), Error);
      EXPECT_EQ(stream.sentences(), 60);
      stream.parse(place("good"));
      EXPECT_EQ(stream.sentences(), 120);
      writer.finish();
    }
    sink.join();
    EXPECT_TRUE(written == expected(text) + expected(text));
  }
}

TEST_P(ParseStreams, PassesOnMoreThanItKeeps) {
  const std::string bad = "1\t" + std::string(1U << 16U, 'x') + "\n\n";
  std::string text;
  for (int i = 0; i < 40; ++i) text += bad;
  test::write_bytes(place("in"), text + test::sample_text("test"));
  EXPECT_TRUE(parse_what_is_good(place("in")) == text + expected(test::sample_text("test")));
}

TEST(ParseStreamOptions, HaveLimits) {
  const Parser parser(std::make_shared<const Model>(test::small_model()));
  const test::TemporaryDirectory directory;
  TreebankWriter writer(directory / "out");
  EXPECT_THROW(ParseStream(parser, writer, {.threads = kMostThreads + 1}), Error);
  EXPECT_THROW(ParseStream(parser, writer, {.k_best = kWidestBeam + 1}), Error);
}

TEST_P(ParseStreams, DoesNotMixFormats) {
  test::write_bytes(place("a.conllu"), test::word_line("1", "0"));
  test::write_bytes(place("b.conllx"), test::word_line("1", "0"));
  EXPECT_THROW(parse({place("a.conllu"), place("b.conllx")}, {.threads = GetParam()}), Error);
}

TEST_P(ParseStreams, RefusesASentenceWithoutWords) {
  test::write_bytes(place("in"), "# nothing\n0.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
  EXPECT_THROW(parse({place("in")}, {.threads = GetParam()}), Error);
}

TEST_P(ParseStreams, RefusesConstraintsUnlessTheyAreToBeIgnored) {
  const std::string text = "1\ta\t_\tX\t_\t_\t0\troot\t_\tConstraint=Head\n\n";
  test::write_bytes(place("in"), text);
  EXPECT_THROW(parse({place("in")}, {.threads = GetParam()}), Error);
  const std::string parsed =
      parse({place("in")}, {.threads = GetParam(), .constraints = ConstraintUse::kIgnore});
  EXPECT_NE(parsed.find("Constraint=Head"), std::string::npos);
}

TEST_P(ParseStreams, CountsWhatTheInputLacks) {
  // The sample has universal tags.
  test::write_bytes(place("in"), "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\tNN\t_\t_\t_\t_\t_\t_\n\n");
  TreebankWriter writer(place("out"));
  ParseStream stream(parser_, writer, {.threads = GetParam()});
  stream.parse(place("in"));
  const auto columns = stream.columns();
  const auto upos = std::find_if(columns.begin(), columns.end(),
                                 [](const ColumnUse& use) { return use.column == Field::kUpos; });
  ASSERT_NE(upos, columns.end());
  EXPECT_EQ(upos->missing, 1U);
  EXPECT_EQ(upos->unknown, 1U);
}

TEST_P(ParseStreams, WritesTheBestTreesWithRankAndScore) {
  const std::string text = test::sample_text("test");
  test::write_bytes(place("in"), text);
  const std::string out = parse({place("in")}, {.threads = GetParam(), .k_best = 6});
  EXPECT_EQ(sentences_, 60);
  ModelParser parser(model_);
  std::string wanted;
  for (const Sentence& sentence : test::read_sentences(text)) {
    int rank = 0;
    parser.read(sentence);
    for (const Parse& parse : parser.find(sentence, {6})) {
      Sentence copy = sentence;
      parser.set(copy, parse);
      if (rank == 0) {
        Sentence plain = sentence;
        parser_.parse(plain);
        EXPECT_EQ(copy.heads(), plain.heads());
      }
      copy.add_comment(fmt::format("panarc_rank = {}", ++rank));
      copy.add_comment(fmt::format("panarc_score = {:.4f}", parse.score * model_.weights().unit()));
      copy.append_to(wanted);
    }
  }
  EXPECT_TRUE(out == wanted);
  EXPECT_THAT(out, HasSubstr("# panarc_rank = 6\n"));
}

TEST_P(ParseStreams, WritesTheConfidenceThatTreesHave) {
  test::write_bytes(place("in"), test::sample_text("test"));
  EXPECT_THROW(parse({place("in")}, {.threads = GetParam(), .confidence = true}), Error);
  const auto model = std::make_shared<const Model>(
      model_.with_calibration(Calibration(500, {1, 0.5, 1, 0.25, 0.5, -0.5})));
  parser_ = Parser(model);
  const Parser parser(model);
  const auto parsed = test::read_sentences(
      parse({place("in")}, {.threads = GetParam(), .k_best = 3, .confidence = true}));
  std::size_t at = 0;
  for (const Sentence& sentence : test::read_sentences(test::sample_text("test"))) {
    for (const ScoredTree& tree : parser.best(sentence, {.trees = 3, .confidence = true})) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        const double expected = tree.confidence[static_cast<std::size_t>(word)];
        EXPECT_THAT(std::string(parsed.at(at).misc(word)),
                    HasSubstr(fmt::format("Confidence={:.2f}", expected)));
      }
      ++at;
    }
  }
  EXPECT_EQ(at, parsed.size());
}

TEST_P(ParseStreams, WritesNoCommentsWhereTheFormatHasNone) {
  test::write_bytes(place("in.conllx"),
                    test::word_line("1", "0") + test::word_line("2", "1") + "\n");
  const std::string out = parse({place("in.conllx")}, {.threads = GetParam(), .k_best = 2});
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 6);
  EXPECT_EQ(out.find('#'), std::string::npos);
}

/// A function that gives a text in pieces of a few bytes.
auto in_pieces(std::string_view text) {
  return [text](std::span<char> to) mutable {
    constexpr std::size_t kMost = 1000;
    const std::size_t count = std::min({to.size(), text.size(), kMost});
    std::copy_n(text.begin(), count, to.begin());
    text.remove_prefix(count);
    return count;
  };
}

TEST_P(ParseStreams, ReadsAndWritesStreamsAndFunctionsLikeFiles) {
  std::string text = test::sample_text("test");
  for (const bool is_complete : {true, false}) {
    if (!is_complete) text.erase(text.find_last_not_of('\n') + 1);
    const std::string wanted = expected(text);
    for (const int kind : {0, 1, 2, 3}) {
      std::istringstream in(text);
      std::ostringstream out;
      std::string bytes;
      std::string sentences;
      TreebankWriter to_stream(out);
      TreebankWriter to_bytes([&](std::string_view more) { bytes += more; });
      TreebankWriter to_function([&](const Sentence& sentence) { sentence.append_to(sentences); });
      for (TreebankWriter* const writer : {&to_stream, &to_bytes, &to_function}) {
        std::istringstream again(text);
        const std::array<Input, 4> inputs{Input(again), Input(in_pieces(text)),
                                          Input::from_text(text), Input(place("in"))};
        test::write_bytes(place("in"), text);
        ParseStream stream(parser_, *writer, {.threads = GetParam()});
        stream.parse(inputs[static_cast<std::size_t>(kind)]);
        writer->finish();
      }
      EXPECT_TRUE(out.str() == wanted);
      EXPECT_TRUE(bytes == wanted);
      EXPECT_TRUE(sentences == wanted);
    }
  }
}

TEST_P(ParseStreams, AStopLeavesWholeSentencesInOrder) {
  const std::string text = test::sample_text("test");
  const std::string wanted = expected(text);
  for (const std::size_t part : {10, 3, 1}) {
    std::stop_source stop;
    std::string written;
    TreebankWriter writer([&](std::string_view bytes) { written += bytes; });
    ParseStream stream(parser_, writer, {.threads = GetParam(), .stop = stop.get_token()});
    auto piece = in_pieces(text);
    std::size_t given = 0;
    EXPECT_THROW(stream.parse([&](std::span<char> to) {
      const std::size_t count = piece(to);
      given += count;
      if (given >= text.size() / part) stop.request_stop();
      return count;
    }),
                 Stopped);
    writer.finish();
    EXPECT_LT(written.size(), wanted.size());
    EXPECT_TRUE(wanted.starts_with(written));
    EXPECT_TRUE(written.empty() || written.ends_with("\n\n"));
    EXPECT_EQ(test::read_sentences(written).size(), stream.sentences());
  }
}

TEST_P(ParseStreams, KeepsOrSkipsSentencesThatTakeTooLong) {
  const std::string text = test::sample_text("test");
  const auto parsed = [&](OnTimeout on_timeout, std::size_t& warnings) {
    std::string written;
    TreebankWriter writer([&](std::string_view bytes) { written += bytes; });
    ParseStream stream(parser_, writer,
                       {.threads = GetParam(),
                        .time_limit = std::chrono::seconds(0),
                        .on_timeout = on_timeout,
                        .on_warning = [&](const Error&) { ++warnings; }});
    stream.parse(Input::from_text(text));
    writer.finish();
    return written;
  };
  std::size_t warnings = 0;
  EXPECT_TRUE(parsed(OnTimeout::kKeep, warnings) == text);
  EXPECT_EQ(warnings, 60);
  EXPECT_EQ(parsed(OnTimeout::kSkip, warnings), "");
  EXPECT_EQ(warnings, 120);
  EXPECT_THROW(parsed(OnTimeout::kError, warnings), TimedOut);
}

INSTANTIATE_TEST_SUITE_P(Threads, ParseStreams, testing::Values(1, 2, 5));

}  // namespace
}  // namespace panarc
