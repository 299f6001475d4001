#include "evaluate/comparison.h"

#include <gtest/gtest.h>

#include <string_view>

namespace panarc {
namespace {

TEST(RelationKind, DividesTheUniversalRelations) {
  for (const char* relation : {"nsubj", "root", "expl", "advmod", "fixed", "dep", "goeswith"}) {
    EXPECT_EQ(relation_kind(relation), RelationKind::kContent) << relation;
  }
  for (const char* relation : {"aux", "cop", "mark", "det", "clf", "case", "cc"}) {
    EXPECT_EQ(relation_kind(relation), RelationKind::kFunctional) << relation;
  }
  for (const char* relation : {"punct", "_", "dobj", ""}) {
    EXPECT_EQ(relation_kind(relation), RelationKind::kOther) << relation;
  }
}

TEST(RelationKind, IgnoresSubtypes) {
  EXPECT_EQ(relation_kind("nsubj:pass"), RelationKind::kContent);
  EXPECT_EQ(relation_kind("aux:pass"), RelationKind::kFunctional);
  EXPECT_EQ(relation_kind("cc:preconj"), RelationKind::kFunctional);
}

TEST(SameUniversalFeatures, ComparesTheUniversalOnesInAnyOrder) {
  EXPECT_TRUE(same_universal_features("_", "_"));
  EXPECT_TRUE(same_universal_features("Case=Nom|Number=Sing", "Number=Sing|Case=Nom"));
  EXPECT_TRUE(same_universal_features("Case=Nom|Typo=Yes", "Case=Nom|ExtPos=ADV"));
  EXPECT_TRUE(same_universal_features("Number[psor]=Sing", "_"));
  EXPECT_FALSE(same_universal_features("Case=Nom", "Case=Acc"));
  EXPECT_FALSE(same_universal_features("Case=Nom", "_"));
  EXPECT_FALSE(same_universal_features("Case=Nom|Case=Nom", "Case=Nom"));
}

TEST(SameUniversalFeatures, KnowsAllThatTheSharedTaskKnew) {
  for (const char* name :
       {"PronType", "NumType", "Poss",  "Reflex",   "Foreign",  "Abbr",     "Gender",
        "Animacy",  "Number",  "Case",  "Definite", "Degree",   "VerbForm", "Mood",
        "Tense",    "Aspect",  "Voice", "Evident",  "Polarity", "Person",   "Polite"}) {
    EXPECT_FALSE(same_universal_features(std::string(name) + "=X", "_")) << name;
  }
  // Universal today, but not one of those of 2018.
  EXPECT_TRUE(same_universal_features("Clusivity=In", "_"));
}

TEST(Punctuation, IsWhatUnicodeSays) {
  // A character of each category: Pc, Pd, Ps, Pe, Pi, Pf, Po; then several together.
  for (const std::string_view form : {"_", "—", "(", "]", "«", "”", "!", "...", "?!", "。", "¿"}) {
    EXPECT_TRUE(is_punctuation(form)) << form;
  }
  for (const std::string_view form : {"", "a", "a.", ".5", "$", "+", "~", "水", "n't", "´", " ."}) {
    EXPECT_FALSE(is_punctuation(form)) << form;
  }
  EXPECT_FALSE(is_punctuation("\xFF"));
  EXPECT_FALSE(is_punctuation("!\xE2\x80"));
}

}  // namespace
}  // namespace panarc
