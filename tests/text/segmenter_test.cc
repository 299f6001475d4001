#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "io/model_file.h"
#include "panarc/error.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "text/texts.h"

namespace panarc {
namespace {

using test::sample;
using test::sample_segmenter;
using test::segment;
using test::words_of;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// The sample's text, for comparing what segmenters make of it.
const std::string& sample_text() {
  static const std::string text = [] {
    std::string joined;
    for (const Sentence& sentence : sample("test")) append_text(sentence, joined);
    return joined;
  }();
  return text;
}

TEST(Segmenter, LearnsFromATreebank) {
  std::vector<EpochReport> epochs;
  std::optional<Scores> scores;
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport& report) { epochs.push_back(report); };
  progress.on_result = [&](const StageReport& report) { scores = report.dev; };
  const Segmenter segmenter =
      train_segmenter(sample("train"), sample("dev"), {.epochs = 4, .threads = 2}, progress);
  ASSERT_TRUE(scores);
  EXPECT_GT(scores->percentage(Metric::kTokens), 99);
  EXPECT_GT(scores->percentage(Metric::kSentences), 90);
  EXPECT_GT(scores->percentage(Metric::kWords), 98);
  ASSERT_FALSE(epochs.empty());
  EXPECT_EQ(epochs.front().stage.part, TrainingPart::kSegmenter);
  EXPECT_GT(epochs.front().stage.models, 1U);
  EXPECT_TRUE(epochs.front().dev);
  EXPECT_EQ(segmenter.language(), "");
  const auto report = nlohmann::json::parse(segmenter.report());
  EXPECT_EQ(report["training"]["sentences"], sample("train").size());
  EXPECT_EQ(report["scores"]["Tokens"], scores->percentage(Metric::kTokens));
  EXPECT_EQ(report["options"]["epochs"], 4);
  EXPECT_EQ(report["best_epochs"].size(), report["models"]);
}

TEST(Segmenter, IsTheSameWhateverTheNumberOfThreads) {
  const auto training = sample("train", 60);
  const auto dev = sample("dev", 20);
  std::string first;
  for (const std::size_t threads : {1U, 2U, 3U}) {
    const auto bytes = train_segmenter(training, dev, {.epochs = 2, .threads = threads}).bytes();
    if (first.empty()) first = bytes;
    EXPECT_TRUE(bytes == first) << threads;
  }
  EXPECT_FALSE(train_segmenter(training, dev, {.epochs = 2, .seed = 2}).bytes() == first);
}

TEST(Segmenter, LearnsWithoutADevelopmentSet) {
  const Segmenter segmenter = train_segmenter(sample("train", 100), {}, {.epochs = 3});
  EXPECT_EQ(words_of(segment(segmenter, "It works.")), "It|works|.");
  EXPECT_THROW(train_segmenter({}, {}), Error);
}

TEST(Segmenter, LearnsTokensWithSpacesInThem) {
  std::vector<Sentence> sentences;
  for (int i = 0; i < 40; ++i) {
    const std::string number = std::to_string(i % 9 + 1) + " " + std::to_string(100 + i * 7);
    const Sentence::Word words[] = {{"Das"}, {"kostet"}, {number}, {"Kronen"}};
    sentences.push_back(Sentence::from_words(words));
  }
  const Segmenter segmenter = train_segmenter(sentences, {}, {.epochs = 5});
  const auto found = segment(segmenter, "Das kostet 4 321 Kronen Das kostet 5\n \n000 Kronen");
  EXPECT_EQ(words_of(found), "Das|kostet|4 321|Kronen||Das|kostet|5||000|Kronen");
  const auto wrapped = segment(segmenter, "Das kostet 5\n000 Kronen");
  EXPECT_EQ(words_of(wrapped), "Das|kostet|5 000|Kronen");
  EXPECT_EQ(wrapped.at(0).misc(3), "SpacesInToken=5\\n000");
}

/// A sentence of one token and its two words.
Sentence with_multiword(const std::string& token, const std::string& first,
                        const std::string& second) {
  const std::string columns = "\t_\t_\t_\t_\t_\t_\t_\t_\n";
  return Sentence::from_text("1-2\t" + token + columns + "1\t" + first + columns + "2\t" + second +
                             columns + "\n");
}

TEST(Segmenter, CanBeLoadedThoughTokensWereCutFarFromTheirEnds) {
  const std::string rest(299, 'x');
  std::vector<Sentence> sentences = sample("train", 20);
  for (int i = 0; i < 3; ++i) {
    sentences.push_back(with_multiword(rest + "a" + rest, rest, "a" + rest));
    sentences.push_back(with_multiword(rest + "quels", "de", "lesquels"));
    sentences.push_back(with_multiword("dunno", "du", "nno"));
  }
  const Segmenter segmenter = train_segmenter(sentences, {}, {.epochs = 1});
  const Segmenter loaded = Segmenter::from_memory(bytes_of(segmenter.bytes()));
  EXPECT_EQ(words_of(segment(loaded, "dunno")), "du|nno");
  EXPECT_EQ(words_of(segment(loaded, rest + "a" + rest)), rest + "a" + rest);
}

TEST(Segmenter, LettersOfScriptsThatWereNotSeenAreWords) {
  const std::string text =
      "The word \u043C\u0438\u0440 means \u0645\u0631\u062D\u0628\u0627 or "
      "\u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35 and \u6771\u4EAC and "
      "\u0928\u092E\u0938\u094D\u0924\u0947 and \uC548\uB155 here.";
  EXPECT_EQ(words_of(segment(sample_segmenter(), text)),
            "The|word|\u043C\u0438\u0440|means|\u0645\u0631\u062D\u0628\u0627|or|"
            "\u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35|and|\u6771\u4EAC|and|"
            "\u0928\u092E\u0938\u094D\u0924\u0947|and|\uC548\uB155|here|.");
}

TEST(Segmenter, WhatIsOneCharacterToReadersIsNotCut) {
  // Accents, a colour of skin, a family, two flags, and a heart in red.
  for (const std::string word :
       {"He\u0301le\u0300ne", "\U0001F44D\U0001F3FD", "\U0001F468\u200D\U0001F469\u200D\U0001F467",
        "\U0001F1EB\U0001F1F7", "\u2764\uFE0F"}) {
    const std::string words =
        words_of(segment(sample_segmenter(), "It rained, " + word + " we said."));
    EXPECT_NE(words.find("|" + word + "|"), std::string::npos) << words;
  }
  const std::string flags = "\U0001F1EB\U0001F1F7\U0001F1E9\U0001F1EA";
  const std::string words = words_of(segment(sample_segmenter(), flags));
  EXPECT_EQ(words.find("\U0001F1F7|\U0001F1EA"), std::string::npos) << words;
  EXPECT_EQ(words.find("\U0001F1EB|"), std::string::npos) << words;
}

TEST(Segmenter, PunctuationOfOtherScriptsIsNoPartOfWords) {
  const std::string first = "\u0645\u0631\u062D\u0628\u0627";
  const std::string second = "\u0643\u064A\u0641";
  EXPECT_EQ(words_of(segment(sample_segmenter(), first + "\u060C " + second + "\u061F")),
            first + "|\u060C|" + second + "|\u061F");
}

TEST(Segmenter, NumbersAreWholeUnlessTheTreebankDividesThem) {
  std::vector<Sentence> training = sample("train", 60);
  const std::string text = "It was 3,52 at 12:30, or 1990, so 1.2.";
  const auto words_with = [&](const std::vector<Sentence>& sentences) {
    const std::string bytes = train_segmenter(sentences, {}, {.epochs = 3, .threads = 1}).bytes();
    return words_of(segment(Segmenter::from_memory(bytes_of(bytes)), text));
  };
  EXPECT_EQ(words_with(training), "It|was|3,52|at|12:30|,|or|1990|,|so|1.2|.");
  for (int i = 0; i < 30; ++i) {
    training.push_back(
        Sentence::from_text(fmt::format("1\tAt\t_\t_\t_\t_\t0\t_\t_\t_\n"
                                        "2\t{}\t_\t_\t_\t_\t1\t_\t_\tSpaceAfter=No\n"
                                        "3\t:\t_\t_\t_\t_\t1\t_\t_\tSpaceAfter=No\n"
                                        "4\t{}\t_\t_\t_\t_\t1\t_\t_\t_\n\n",
                                        i % 24, 20 + i)));
  }
  EXPECT_EQ(words_with(training), "It|was|3,52|at|12|:|30|,|or|1990|,|so|1.2|.");
}

TEST(Segmenter, CanBeSavedAndLoaded) {
  const std::string before = words_of(segment(sample_segmenter(), sample_text()));
  const Segmenter loaded = Segmenter::from_memory(bytes_of(sample_segmenter().bytes()));
  EXPECT_EQ(words_of(segment(loaded, sample_text())), before);
  EXPECT_TRUE(loaded.bytes() == sample_segmenter().bytes());
  EXPECT_EQ(loaded.report(), sample_segmenter().report());
  const std::string path = testing::TempDir() + "sample.segmenter";
  sample_segmenter().save(path);
  EXPECT_EQ(words_of(segment(Segmenter::load(path), sample_text())), before);
  std::filesystem::remove(path);
}

TEST(Segmenter, CanBeAPartOfAFile) {
  ModelFileWriter writer;
  sample_segmenter().add_to(writer, "my.");
  Segmenter::for_language("sv").add_to(writer, "other.");
  const auto file =
      std::make_shared<const ModelFile>(ModelFile::from_memory(bytes_of(writer.bytes()), "parts"));
  EXPECT_TRUE(Segmenter::is_in(*file, "my."));
  EXPECT_FALSE(Segmenter::is_in(*file, "your."));
  EXPECT_EQ(Segmenter::load(file, "my.").language(), "");
  EXPECT_EQ(Segmenter::load(file, "other.").language(), "sv");
  EXPECT_THROW(Segmenter::load(file, "your."), Error);
}

TEST(Segmenter, OfALanguage) {
  EXPECT_EQ(words_of(segment(Segmenter::for_language("en"), "It's 3.5 km. Dr. No left!")),
            "It's|3.5|km|.||Dr|.||No|left|!");
  EXPECT_EQ(Segmenter::for_language("en").report(), "");
  for (const char* const bad : {"", "no such", "xx", "12", "english"}) {
    EXPECT_THROW(Segmenter::for_language(bad), Error) << bad;
  }
}

TEST(Segmenter, OfALanguageCanBeSavedAndLoaded) {
  for (const std::string language : {"pt-BR", "zh-Hant-TW", "en-u-ss-standard"}) {
    const Segmenter segmenter = Segmenter::for_language(language);
    EXPECT_EQ(segmenter.language(), language);
    const Segmenter loaded = Segmenter::from_memory(bytes_of(segmenter.bytes()));
    EXPECT_EQ(loaded.language(), language);
    EXPECT_EQ(words_of(segment(loaded, "One. Two!")), "One|.||Two|!");
  }
}

/// A file with the same sections, some bytes of which are others, and checksums that are right: as
/// if somebody had forged it.
std::string forged(const std::string& bytes, Random& random) {
  const ModelFile file = ModelFile::from_memory(bytes_of(bytes), "");
  const auto names = file.section_names();
  const std::size_t victim = random.below(names.size());
  ModelFileWriter writer;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto section = file.section(names[i]);
    std::vector<std::byte> copy(section.begin(), section.end());
    if (i == victim && !copy.empty()) {
      const std::size_t kind = random.below(3);
      for (std::size_t n = 1 + random.below(4); kind == 0 && n > 0; --n) {
        copy[random.below(copy.size())] = static_cast<std::byte>(random.below(256));
      }
      if (kind == 1) copy.resize(random.below(copy.size()));
      if (kind == 2) copy.insert(copy.end(), 1 + random.below(16), std::byte{1});
    }
    writer.add(names[i], copy);
  }
  return writer.bytes();
}

TEST(Segmenter, AForgedFileIsAnErrorOrWorks) {
  const std::string bytes =
      train_segmenter(sample("train", 40), {}, {.epochs = 1, .threads = 1}).bytes();
  const std::string text = sample_text().substr(0, 400);
  Random random(1);
  std::size_t errors = 0;
  for (int i = 0; i < 400; ++i) {
    try {
      const Segmenter segmenter = Segmenter::from_memory(bytes_of(forged(bytes, random)), "forged");
      ASSERT_EQ(test::there_and_back(segmenter, text), text);
    } catch (const Error& error) {
      ASSERT_NE(std::string(error.what()).find("forged"), std::string::npos) << error.what();
      ++errors;
    }
  }
  EXPECT_GT(errors, 100U);
  EXPECT_LT(errors, 400U);
}

TEST(Segmenter, RefusesOptionsOfOthers) {
  const auto refused = [](const std::function<void(TrainOptions&)>& say) -> std::string {
    TrainOptions options;
    say(options);
    try {
      check_segmenter_options(options);
    } catch (const OptionError& error) {
      return error.option() + ": " + error.message();
    }
    return "";
  };
  EXPECT_EQ(refused([](TrainOptions& o) { o.seed = 3; }), "");
  EXPECT_EQ(refused([](TrainOptions& o) { o.dropout = 0.1; }), "dropout: not for segmenters");
  EXPECT_EQ(refused([](TrainOptions& o) { o.system = "swap"; }),
            "system: for parsers only, not for segmenters");
  EXPECT_EQ(refused([](TrainOptions& o) { o.epochs = 0; }), "epochs: found 0, expected 1 or more");
  EXPECT_THAT(
      test::message_of([] { (void)train_segmenter(test::sample("train", 5), {}, {.threads = 0}); }),
      testing::HasSubstr("found 0, expected 1 to"));
}

}  // namespace
}  // namespace panarc
