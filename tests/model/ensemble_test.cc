#include "model/ensemble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/any_model.h"
#include "model/made_up_model.h"
#include "support/message_of.h"
#include "support/with_section.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Ensemble::Parts parts() {
  Ensemble::Parts parts;
  for (const char* system : {"arc-eager", "swap"}) {
    parts.members.emplace_back(test::parts_of(test::options_of(system)));
  }
  parts.weights = {{1, 2}, {{"NOUN", {3, 4}}}};
  parts.calibration = Calibration(2, {1, 2, 3, 4, 5, 6});
  parts.report = "{\n \"made\": \"up\"\n}";
  return parts;
}

std::vector<std::byte> bytes_of(const AnyModel& model) {
  const std::string text = model.bytes();
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(Ensemble, IsOneFile) {
  const AnyModel ensemble = Ensemble(parts());
  const AnyModel loaded = AnyModel::load(bytes_of(ensemble), "file");
  ASSERT_NE(loaded.ensemble(), nullptr);
  EXPECT_EQ(loaded.ensemble()->weights(), parts().weights);
  EXPECT_EQ(loaded.members().size(), 2U);
  EXPECT_EQ(loaded.members()[1].options(), parts().members[1].options());
  EXPECT_EQ(loaded.report(), parts().report);
  EXPECT_EQ(loaded.calibration()->json(), parts().calibration->json());
  EXPECT_EQ(loaded.bytes(), ensemble.bytes());
}

TEST(Ensemble, ASingleModelIsNone) {
  const AnyModel model = parts().members.front();
  EXPECT_EQ(model.ensemble(), nullptr);
  EXPECT_NE(AnyModel::load(bytes_of(model), "file").single(), nullptr);
  EXPECT_EQ(model.members().size(), 1U);
}

TEST(Ensemble, HasTheLabelsOfAll) {
  Ensemble::Parts of_both = parts();
  Model::Parts other = test::parts_of(test::options_of());
  other.labels.names = {"root", "amod", "zeugma", "obj"};
  of_both.members.emplace_back(std::move(other));
  of_both.weights = {{1, 1, 1}};
  EXPECT_THAT(Ensemble(of_both).labels(), ElementsAre("amod", "nsubj", "obj", "root", "zeugma"));
}

std::string refusal(const Ensemble::Parts& of) {
  return test::message_of([&] { (void)Ensemble(of); });
}

TEST(Ensemble, RefusesMembersThatCannotVote) {
  Ensemble::Parts of = parts();
  of.members.clear();
  EXPECT_THAT(refusal(of), HasSubstr("at least one member"));
  of = parts();
  of.members[1] = Model(test::parts_of(test::options_of("arc-eager-partial")));
  EXPECT_THAT(refusal(of), HasSubstr("leave words without a head"));
  of = parts();
  ModelOptions unlabelled = test::options_of();
  unlabelled.labels = LabelMode::kNone;
  of.members[1] = Model(test::parts_of(unlabelled));
  EXPECT_THAT(refusal(of), HasSubstr("some have none"));
  of = parts();
  of.weights.by_tag["VERB"] = {1};
  EXPECT_THAT(refusal(of), HasSubstr("weights"));
}

/// A file with another text in a section.
std::vector<std::byte> with_section(const std::string& name, const std::string& text) {
  const std::vector<std::byte> whole = bytes_of(Ensemble(parts()));
  const std::string bytes =
      test::with_section({reinterpret_cast<const char*>(whole.data()), whole.size()}, name, text);
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

TEST(Ensemble, RefusesFilesThatMakeNoSense) {
  for (const char* text :
       {"", "[]", "{}", R"({"members":0,"projective":false,"weights":{"all":[],"by_tag":{}}})",
        R"({"members":3,"projective":false,"weights":{"all":[1,2,3],"by_tag":{}}})",
        R"({"members":2,"projective":false,"weights":{"all":[1],"by_tag":{}}})",
        R"({"members":2,"projective":false,"weights":{"all":[1,1e300],"by_tag":{}}})",
        R"({"members":2,"projective":1,"weights":{"all":[1,1],"by_tag":{}}})",
        R"({"members":2,"projective":false,"weights":{"all":[1,1],"by_tag":{"X":"y"}}})",
        R"({"members":99999999999,"projective":false,"weights":{"all":[1,1],"by_tag":{}}})"}) {
    EXPECT_THROW(AnyModel::load(with_section("ensemble", text), "file"), Error) << text;
  }
  EXPECT_THROW(AnyModel::load(with_section("member2.options", "{}"), "file"), Error);
  EXPECT_THROW(AnyModel::load(with_section("calibration", "{}"), "file"), Error);
}

}  // namespace
}  // namespace panarc
