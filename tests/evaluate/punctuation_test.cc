#include "evaluate/comparison.h"

#include <gtest/gtest.h>

#include <string_view>

namespace panarc {
namespace {

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
