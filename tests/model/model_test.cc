#include "model/model.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "model/made_up_model.h"
#include "panarc/error.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "transition/systems.h"
#include "treebank/projectivity.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using nlohmann::json;
using test::options_of;
using test::parse_sample;
using test::parts_of;

const FeaturePlan& plan_of(const Model& model) {
  return dynamic_cast<const LinearWeights&>(model.weights()).plan();
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

  /// What is said of a file with a change of the options.
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
      if (S::kSpan) options.transitions.span = 4;
      const Model model(parts_of(options));
      model.save(path());
      const Model loaded = Model::load(path());
      EXPECT_EQ(loaded.options(), options);
      EXPECT_EQ(loaded.labels().names, model.labels().names);
      EXPECT_EQ(loaded.labels().under_root, model.labels().under_root);
      EXPECT_EQ(loaded.weights().unit(), model.weights().unit());
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
  EXPECT_EQ(loaded, options);
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
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(path()));
  const Model loaded = Model::load(file, "best.");
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
    EXPECT_THAT(message, testing::HasSubstr("the options are invalid")) << name << ' ' << value;
  };
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
  refuses("beam", kWidestBeam + 1);
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

TEST_F(ModelTest, AReportThatIsNestedDeeplyIsAnError) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_NE(message_of_changed("report", deep).find("nested"), std::string::npos);
}

TEST_F(ModelTest, LabelsMustBeUtf8) {
  SectionWriter labels;
  labels.write_strings(std::vector<std::string>{"root", "am\xFFod", "nsubj", "obj"});
  const auto bytes = labels.bytes();
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_NE(message_of_changed("labels", text).find("label"), std::string::npos);
}

TEST_F(ModelTest, CanBeLoadedFromMemory) {
  const Model model(parts_of(options_of()));
  const std::string bytes = model.bytes();
  const Model loaded = Model::load(std::as_bytes(std::span(bytes)), "somewhere");
  EXPECT_EQ(parse_sample(loaded), parse_sample(model));
  EXPECT_EQ(loaded.bytes(), bytes);
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, bytes.size() - 1}) {
    const std::string part = bytes.substr(0, size);
    EXPECT_THAT(test::message_of([&] { Model::load(std::as_bytes(std::span(part)), "somewhere"); }),
                testing::StartsWith("somewhere: "));
  }
}

TEST_F(ModelTest, AModelWithoutFeaturesParses) {
  ModelOptions options = options_of();
  options.features = "s0.form b0.form";
  options.delexicalized = true;
  const Model model(parts_of(options));
  EXPECT_EQ(plan_of(model).key_count(), 0U);
  EXPECT_NE(parse_sample(model), "");
}

TEST_F(ModelTest, DelexicalizedDoesWithoutWords) {
  const Model model(parts_of(options_of()));
  const std::string with_words = parse_sample(model);
  const Model without = model.with_delexicalized(true);
  EXPECT_EQ(plan_of(without).key_count(), 3U);
  for (const WordColumn& column : without.weights().columns()) {
    EXPECT_FALSE(is_lexical(column.attribute));
  }
  EXPECT_NE(parse_sample(without), with_words);
  EXPECT_EQ(parse_sample(without.with_delexicalized(false)), with_words);
  EXPECT_EQ(parse_sample(model), with_words);
}

}  // namespace
}  // namespace panarc
