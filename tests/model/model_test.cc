#include "model/model.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "model/model_options_json.h"
#include "panarc/error.h"
#include "support/sample.h"
#include "transition/systems.h"
#include "treebank/projectivity.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using nlohmann::json;

constexpr const char* kFeatures = "s0.form+b0.form s0.upos+b0.upos s0.label+b0.upos distance";

/// A model with made up weights for the features of the sample.
Model::Parts parts_of(ModelOptions options, std::uint64_t seed = 1) {
  Model::Parts parts;
  parts.options = std::move(options);
  parts.labels = {{"root", "amod", "nsubj", "obj"}, 1};
  std::vector<std::uint64_t> known;
  std::mt19937_64 random(seed);
  with_system(parts.options.system, [&](auto system) {
    using S = decltype(system);
    const auto classes = TransitionClasses::of<S>(parts.options.labels, parts.labels.set());
    parts.classes = classes.size();
    TrainingTable table(classes.size());
    const FeaturePlan plan(templates_of(parts.options));
    FeaturePlan::Scratch scratch;
    std::vector<std::uint64_t> keys(plan.key_count());
    EncodedSentence words;
    for (const Sentence& sentence : test::sample("dev", 10)) {
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
    parts.scale = quantization_scale(table, 2);
    parts.weights = freeze_quantized(table, 2, {}, parts.scale);
  });
  parts.words = WordSet(known);
  parts.report = {{"made", "up"}};
  return parts;
}

ModelOptions options_of(const std::string& system = "arc-eager") {
  ModelOptions options;
  options.system = system;
  with_system(system, [&](auto s) { options.transitions.root = default_root<decltype(s)>(); });
  options.transitions.single_root = true;
  options.features = kFeatures;
  options.beam = 4;
  return options;
}

/// What a model makes of the sample, as text.
std::string parse_sample(const Model& model) {
  ModelParser parser(model);
  std::string text;
  for (Sentence& sentence : test::sample("dev", 10)) {
    parser.parse(sentence);
    sentence.append_to(text);
  }
  return text;
}

class ModelTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(std::string_view name = "model") const {
    return directory_ / name;
  }

  /// What is said about a file that cannot be loaded; empty if it can.
  [[nodiscard]] std::string message_of_bytes(std::string_view bytes) const {
    test::write_bytes(path("bytes"), bytes);
    return message_of(path("bytes"));
  }
  static std::string message_of(const std::string& path) {
    try {
      const Model model = Model::load(path);
      parse_sample(model);
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.place().file, path);
      return error.what();
    }
  }

  /// Writes a model with other sections in place of some, and tells what is said about it.
  [[nodiscard]] std::string message_of_changed(const std::string& section,
                                               const std::string& contents) const {
    Model(parts_of(options_of())).save(path("whole"));
    const ModelFile whole = ModelFile::open(path("whole"));
    ModelFileWriter writer;
    for (const std::string_view name : whole.section_names()) {
      if (name == section) {
        writer.add(name, contents);
      } else {
        writer.add(name, whole.section(name));
      }
    }
    writer.write(path("changed"));
    return message_of(path("changed"));
  }

  /// The same with a change of the options.
  [[nodiscard]] std::string message_of_options(const std::function<void(json&)>& change) const {
    Model(parts_of(options_of())).save(path("whole"));
    json options = json::parse(ModelFile::open(path("whole")).text("options"));
    change(options);
    return message_of_changed("options", options.dump());
  }

 private:
  test::TemporaryDirectory directory_;
};

TEST_F(ModelTest, IsTheSameAfterSavingAndLoading) {
  for_each_system([&](auto system) {
    using S = decltype(system);
    for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone}) {
      ModelOptions options = options_of(std::string(S::kName));
      options.labels = mode;
      if (kHasSpan<S>) options.transitions.span = 4;
      const Model model(parts_of(options));
      model.save(path());
      const Model loaded = Model::load(path());
      EXPECT_EQ(json(loaded.options()), json(options));
      EXPECT_EQ(loaded.labels().names, model.labels().names);
      EXPECT_EQ(loaded.labels().under_root, model.labels().under_root);
      EXPECT_EQ(loaded.scale(), model.scale());
      EXPECT_EQ(loaded.report(), model.report());
      EXPECT_EQ(parse_sample(loaded), parse_sample(model));
    }
  });
}

TEST_F(ModelTest, OptionsSurvive) {
  ModelOptions options = options_of();
  options.delexicalized = true;
  options.pseudo_projective = PseudoProjective::kHeadPath;
  options.transitions = {.root = RootPosition::kFirst, .single_root = false, .span = 0};
  options.beam = 77;
  Model(parts_of(options)).save(path());
  const ModelOptions loaded = Model::load(path()).options();
  EXPECT_EQ(json(loaded), json(options));
  EXPECT_EQ(loaded.pseudo_projective, options.pseudo_projective);
  EXPECT_EQ(loaded.transitions, options.transitions);
}

TEST_F(ModelTest, TheSameModelHasTheSameBytes) {
  Model(parts_of(options_of())).save(path("one"));
  Model(parts_of(options_of())).save(path("two"));
  Model::load(path("one")).save(path("three"));
  EXPECT_EQ(test::read_bytes(path("one")), test::read_bytes(path("two")));
  EXPECT_EQ(test::read_bytes(path("one")), test::read_bytes(path("three")));
  Model(parts_of(options_of(), 2)).save(path("other"));
  EXPECT_NE(test::read_bytes(path("one")), test::read_bytes(path("other")));
}

TEST_F(ModelTest, CanBePartOfAFile) {
  const Model model(parts_of(options_of()));
  ModelFileWriter writer;
  writer.add("something", "else");
  model.add_to(writer, "best.");
  writer.write(path());
  const Model loaded = Model::load(ModelFile::open(path()), "best.");
  EXPECT_EQ(parse_sample(loaded), parse_sample(model));
  EXPECT_THROW(Model::load(path()), Error);
}

TEST_F(ModelTest, CanBeMoved) {
  Model(parts_of(options_of())).save(path());
  Model loaded = Model::load(path());
  const std::string expected = parse_sample(loaded);
  const Model moved = std::move(loaded);
  EXPECT_EQ(parse_sample(moved), expected);
}

TEST_F(ModelTest, AFileThatWasCutIsAnError) {
  Model(parts_of(options_of())).save(path());
  const std::string bytes = test::read_bytes(path());
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 300) {
    EXPECT_NE(message_of_bytes(std::string_view(bytes).substr(0, size)), "") << size;
  }
  EXPECT_NE(message_of_bytes(std::string_view(bytes).substr(0, bytes.size() - 1)), "");
  EXPECT_NE(message_of_bytes(bytes + "x"), "");
}

TEST_F(ModelTest, AFileThatWasAlteredIsAnError) {
  Model(parts_of(options_of())).save(path());
  const std::string bytes = test::read_bytes(path());
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    std::string altered = bytes;
    const std::size_t at = random() % bytes.size();
    altered[at] = static_cast<char>(altered[at] ^ (1 << (random() % 8)));
    EXPECT_NE(message_of_bytes(altered), "") << at;
  }
}

TEST_F(ModelTest, OptionsThatMakeNoSenseAreAnError) {
  EXPECT_EQ(message_of_options([](json&) {}), "");
  const auto refuses = [&](const char* name, const json& value) {
    const std::string message = message_of_options([&](json& all) { all["model"][name] = value; });
    EXPECT_THAT(message, testing::HasSubstr("the options make no sense")) << name << ' ' << value;
  };
  refuses("system", "arc-lazy");
  refuses("system", 3);
  refuses("system", "swap");  // has ROOT first only
  refuses("root", "middle");
  refuses("root", 1);
  refuses("single_root", "yes");
  refuses("span", -1);
  refuses("span", 3);  // of a system that has none
  refuses("span", 0.5);
  refuses("labels", "some");
  refuses("labels", json::array());
  refuses("beam", 0);
  refuses("beam", -1);
  refuses("beam", 2.5);
  refuses("beam", kMaxBeam + 1);
  refuses("beam", 1e300);
  refuses("beam", "wide");
  refuses("delexicalized", 7);
  refuses("pseudo_projective", "feet");
  refuses("features", json::object());
  refuses("something", "new");
  for (const char* name : {"system", "root", "span", "beam", "features", "labels"}) {
    EXPECT_NE(message_of_options([&](json& all) { all["model"].erase(name); }), "") << name;
  }
}

TEST_F(ModelTest, FeaturesThatMakeNoSenseAreAnError) {
  EXPECT_THAT(message_of_options([](json& all) { all["model"]["features"] = "s0.form s0.nose"; }),
              testing::HasSubstr("nose"));
}

TEST_F(ModelTest, ScalesThatMakeNoSenseAreAnError) {
  for (const json& scale : {json(0), json(-1), json("one"), json(nullptr), json(1e300)}) {
    EXPECT_NE(message_of_options([&](json& all) { all["scale"] = scale; }), "") << scale;
  }
}

TEST_F(ModelTest, LabelsThatMakeNoSenseAreAnError) {
  for (const json& count : {json(-1), json(5), json("all")}) {
    EXPECT_NE(message_of_options([&](json& all) { all["labels_under_root"] = count; }), "");
  }
  const auto with_labels = [&](const std::vector<std::string>& names) {
    SectionWriter labels;
    labels.write_strings(names);
    const auto* const bytes = reinterpret_cast<const char*>(labels.bytes().data());
    return message_of_changed("labels", std::string(bytes, labels.bytes().size()));
  };
  EXPECT_EQ(with_labels({"a", "b", "c", "d"}), "");
  EXPECT_NE(with_labels({}), "");
  EXPECT_NE(with_labels({"a", "", "c", "d"}), "");
  EXPECT_NE(with_labels({"a", "b\tb", "c", "d"}), "");
  EXPECT_NE(with_labels({"a", "b\n", "c", "d"}), "");
  // Fewer classes than there are weights for.
  EXPECT_NE(with_labels({"a", "b"}), "");
}

TEST_F(ModelTest, SectionsThatMakeNoSenseAreAnError) {
  for (const char* section :
       {"options", "report", "labels", "words", "weights.index", "weights.rows"}) {
    EXPECT_NE(message_of_changed(section, "no, no, no."), "") << section;
  }
  EXPECT_NE(message_of_changed("options", "[]"), "");
  EXPECT_NE(message_of_changed("options", "{}"), "");
  // A set of words without an empty place.
  EXPECT_NE(message_of_changed("words", std::string(64, 'x')), "");
  EXPECT_NE(message_of_changed("weights.rows", ""), "");
}

TEST_F(ModelTest, AModelWithoutFeaturesParses) {
  ModelOptions options = options_of();
  options.features = "s0.form b0.form";
  options.delexicalized = true;
  const Model model(parts_of(options));
  EXPECT_EQ(model.plan().key_count(), 0U);
  EXPECT_NE(parse_sample(model), "");
}

TEST_F(ModelTest, DelexicalizedDoesWithoutWords) {
  Model model(parts_of(options_of()));
  const std::string with_words = parse_sample(model);
  model.set_delexicalized(true);
  EXPECT_EQ(model.plan().key_count(), 3U);
  for (const WordColumn& column : model.plan().columns()) {
    EXPECT_FALSE(is_lexical(column.attribute));
  }
  EXPECT_NE(parse_sample(model), with_words);
  model.set_delexicalized(false);
  EXPECT_EQ(parse_sample(model), with_words);
}

TEST(ModelParser, SetsHeadsAndRelations) {
  const Model model(parts_of(options_of()));
  ModelParser parser(model);
  for (const Sentence& before : test::sample("dev", 20)) {
    Sentence sentence = before;
    parser.parse(sentence);
    EXPECT_EQ(count_roots(sentence.heads()), 1U);
    for (Node word = 1; word <= sentence.size(); ++word) {
      EXPECT_EQ(sentence.deprel(word) == "root", sentence.head(word) == kRoot);
      EXPECT_EQ(sentence.form(word), before.form(word));
      EXPECT_EQ(sentence.misc(word), before.misc(word));
    }
  }
}

TEST(ModelParser, DoesNotLookAtTheTreeThatIsThere) {
  const Model model(parts_of(options_of()));
  ModelParser parser(model);
  for (Sentence& sentence : test::sample("dev", 10)) {
    Sentence other = sentence;
    for (Node word = 1; word <= other.size(); ++word) {
      other.set_head(word, word == 1 ? kRoot : 1);
      other.set_deprel(word, "dep");
    }
    parser.parse(sentence);
    parser.parse(other);
    EXPECT_EQ(other.heads(), sentence.heads());
  }
}

TEST(ModelParser, WithoutLabelsHasNoRelations) {
  ModelOptions options = options_of();
  options.labels = LabelMode::kNone;
  const Model model(parts_of(options));
  ModelParser parser(model);
  Sentence sentence = test::sample("dev", 1).front();
  parser.parse(sentence);
  for (Node word = 1; word <= sentence.size(); ++word) EXPECT_EQ(sentence.deprel(word), "_");
}

TEST(ModelParser, TheBeamCanBeChosen) {
  const Model model(parts_of(options_of()));
  ModelParser greedy(model, 1);
  ModelParser usual(model);
  ModelParser four(model, 4);
  std::size_t better = 0;
  for (const Sentence& sentence : test::sample("dev", 30)) {
    const double one = greedy.best(sentence, 1).front().score;
    const double several = usual.best(sentence, 1).front().score;
    EXPECT_EQ(four.best(sentence, 1).front().score, several);
    better += several > one ? 1 : 0;
  }
  EXPECT_GT(better, 15U);
}

TEST(ModelParser, GivesSeveralTrees) {
  const Model model(parts_of(options_of()));
  ModelParser parser(model);
  const Sentence sentence = test::sample("dev", 1).front();
  const std::vector<Parse> parses = parser.best(sentence, 4);
  ASSERT_EQ(parses.size(), 4U);
  Sentence first = sentence;
  Sentence parsed = sentence;
  parser.set(first, parses[0]);
  parser.parse(parsed);
  EXPECT_EQ(first.heads(), parsed.heads());
}

TEST(ModelParser, PutsLiftedWordsBack) {
  // With every relation lifted, whatever the model finds is decoded; it stays a tree.
  for (const auto scheme :
       {PseudoProjective::kHead, PseudoProjective::kPath, PseudoProjective::kHeadPath}) {
    for (const char* system : {"arc-eager", "arc-eager-partial"}) {
      ModelOptions options = options_of(system);
      options.pseudo_projective = scheme;
      Model::Parts parts = parts_of(options);
      parts.labels.names = {"root", "amod↑nsubj", "nsubj↓", "obj↑"};
      if (scheme == PseudoProjective::kHead)
        parts.labels.names = {"root", "amod↑obj", "nsubj", "obj"};
      const Model model(std::move(parts));
      ModelParser parser(model);
      for (Sentence& sentence : test::sample("dev", 20)) {
        parser.parse(sentence);
        EXPECT_EQ(find_cycle(sentence.heads()), kNoHead);
        for (Node word = 1; word <= sentence.size(); ++word) {
          EXPECT_EQ(sentence.deprel(word).find("↑"), std::string_view::npos);
          EXPECT_EQ(sentence.deprel(word).find("↓"), std::string_view::npos);
        }
      }
    }
  }
}

}  // namespace
}  // namespace panarc
