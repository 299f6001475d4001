#include "feature/template.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "panarc/error.h"

namespace panarc {
namespace {

using testing::ElementsAre;

constexpr Address::Base kStack = Address::Base::kStack;
constexpr Address::Base kBuffer = Address::Base::kBuffer;

Template parse_one(std::string_view text) {
  const std::vector<Template> templates = parse_templates(text, "test");
  EXPECT_EQ(templates.size(), 1U) << text;
  return templates.front();
}

Atom parse_one_atom(std::string_view text) {
  const Template feature = parse_one(text);
  EXPECT_EQ(feature.atoms.size(), 1U) << text;
  return feature.atoms.front();
}

Address parse_one_address(const std::string& text) {
  return parse_one_atom(text + ".form").address.value();
}

std::vector<std::string> written(const std::vector<Template>& templates) {
  std::vector<std::string> texts;
  texts.reserve(templates.size());
  for (const Template& feature : templates) texts.push_back(to_string(feature));
  return texts;
}

TEST(Template, HasEveryStep) {
  const std::vector<std::pair<std::string, Step>> steps{
      {"h", Step::kHead},       {"l", Step::kLeftChild},    {"l2", Step::kLeftChild2},
      {"r", Step::kRightChild}, {"r2", Step::kRightChild2}, {"p", Step::kPrevious},
      {"n", Step::kNext},
  };
  for (const auto& [text, step] : steps) {
    const Address expected{.base = kStack, .index = 0, .steps = {step}};
    EXPECT_EQ(parse_one_address("s0" + text), expected) << text;
    EXPECT_EQ(to_string(expected), "s0" + text);
  }
  // Every pair of steps, since a digit belongs to the letter before it.
  for (const auto& [first_text, first] : steps) {
    for (const auto& [second_text, second] : steps) {
      const Address expected{.base = kBuffer, .index = 3, .steps = {first, second}};
      EXPECT_EQ(parse_one_address(fmt::format("b3{}{}", first_text, second_text)), expected);
    }
  }
}

TEST(Template, HasEveryElementOfStackAndBuffer) {
  for (int index = 0; index <= Address::kMaxIndex; ++index) {
    const auto small = static_cast<std::uint8_t>(index);
    const std::string digit = std::to_string(index);
    EXPECT_EQ(parse_one_address("s" + digit), (Address{kStack, small, {}}));
    EXPECT_EQ(parse_one_address("b" + digit), (Address{kBuffer, small, {}}));
  }
  EXPECT_EQ(parse_one_address("s0hhh"),
            (Address{kStack, 0, {Step::kHead, Step::kHead, Step::kHead}}));
  EXPECT_EQ(parse_one_address("b0l2r2n"),
            (Address{kBuffer, 0, {Step::kLeftChild2, Step::kRightChild2, Step::kNext}}));
}

TEST(Template, HasEveryAttribute) {
  const Address top{.base = kStack, .index = 0, .steps = {}};
  std::vector<std::pair<std::string, Atom>> atoms{
      {"s0.form", {Attribute::kForm, top, 0, ""}},
      {"s0.lemma", {Attribute::kLemma, top, 0, ""}},
      {"s0.upos", {Attribute::kUpos, top, 0, ""}},
      {"s0.xpos", {Attribute::kXpos, top, 0, ""}},
      {"s0.feats", {Attribute::kFeats, top, 0, ""}},
      {"s0.feats:Case", {Attribute::kFeats, top, 0, "Case"}},
      {"s0.feats:Number[psor]", {Attribute::kFeats, top, 0, "Number[psor]"}},
      {"s0.feats:Übung.2:x", {Attribute::kFeats, top, 0, "Übung.2:x"}},
      {"s0.shape", {Attribute::kShape, top, 0, ""}},
      {"s0.embedding", {Attribute::kEmbedding, top, 0, ""}},
      {"s0.lower", {Attribute::kLower, top, 0, ""}},
      {"s0.label", {Attribute::kLabel, top, 0, ""}},
      {"s0.lval", {Attribute::kLeftValency, top, 0, ""}},
      {"s0.rval", {Attribute::kRightValency, top, 0, ""}},
      {"s0.llabels", {Attribute::kLeftLabels, top, 0, ""}},
      {"s0.rlabels", {Attribute::kRightLabels, top, 0, ""}},
      {"s0.given", {Attribute::kGiven, top, 0, ""}},
      {"s0.tag", {Attribute::kTag, top, 0, ""}},
      {"distance", {Attribute::kDistance, std::nullopt, 0, ""}},
  };
  for (std::uint8_t i = 1; i <= 9; ++i) {
    const std::string digit = std::to_string(i);
    atoms.emplace_back("s0.suffix" + digit, Atom{Attribute::kSuffix, top, i, ""});
    if (i > 5) continue;
    atoms.emplace_back("s0.prefix" + digit, Atom{Attribute::kPrefix, top, i, ""});
  }
  for (std::uint8_t i = 1; i <= 4; ++i) {
    atoms.emplace_back("history" + std::to_string(i),
                       Atom{Attribute::kHistory, std::nullopt, i, ""});
  }
  std::set<Attribute> seen;
  for (const auto& [text, atom] : atoms) {
    EXPECT_EQ(parse_one_atom(text), atom) << text;
    EXPECT_EQ(to_string(atom), text);
    seen.insert(atom.attribute);
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(Attribute::kHistory) + 1);
}

TEST(Template, TellsWhatIsLexical) {
  const std::set<Attribute> lexical{Attribute::kForm,   Attribute::kLemma, Attribute::kSuffix,
                                    Attribute::kPrefix, Attribute::kShape, Attribute::kEmbedding,
                                    Attribute::kLower};
  for (int i = 0; i <= static_cast<int>(Attribute::kHistory); ++i) {
    const auto attribute = static_cast<Attribute>(i);
    EXPECT_EQ(is_lexical(attribute), lexical.contains(attribute)) << i;
  }
}

TEST(Template, KeepsTheOrderOfTemplatesAndAtoms) {
  EXPECT_THAT(written(parse_templates("b0.upos+s0.form\ns0.upos history2+history1", "test")),
              ElementsAre("b0.upos+s0.form", "s0.upos", "history2+history1"));
}

TEST(Template, IsSeparatedByWhiteSpaceAndComments) {
  const std::vector<std::string> texts{
      "s0.form s0.upos",
      "\n\n\ts0.form\t \ts0.upos\n",
      "s0.form\r\ns0.upos\r\n",
      "\xEF\xBB\xBFs0.form\ns0.upos",
      "# b0.form\ns0.form # b0.upos\n#\n##s0.xpos\ns0.upos#s0.lemma",
      "s0.form#\ns0.upos # Übung",
  };
  for (const std::string& text : texts) {
    EXPECT_THAT(written(parse_templates(text, "test")), ElementsAre("s0.form", "s0.upos")) << text;
  }
}

TEST(Template, AcceptsAsManyAtomsAsItMay) {
  const std::string text = "s0.form+s0.upos+b0.form+b0.upos+history1+distance";
  EXPECT_EQ(parse_one(text).atoms.size(), Template::kMaxAtoms);
  EXPECT_EQ(to_string(parse_one(text)), text);
}

Address generate_address() {
  Address address;
  address.base = *rc::gen::element(kStack, kBuffer);
  address.index = static_cast<std::uint8_t>(*rc::gen::inRange(0, Address::kMaxIndex + 1));
  const auto steps = *rc::gen::inRange<std::size_t>(0, Address::kMaxSteps + 1);
  for (std::size_t i = 0; i < steps; ++i) {
    const int step = *rc::gen::inRange(0, static_cast<int>(Step::kNext) + 1);
    address.steps.push_back(static_cast<Step>(step));
  }
  return address;
}

Atom generate_atom() {
  Atom atom;
  atom.attribute =
      static_cast<Attribute>(*rc::gen::inRange(0, static_cast<int>(Attribute::kHistory) + 1));
  const bool of_node =
      atom.attribute != Attribute::kDistance && atom.attribute != Attribute::kHistory;
  if (of_node) atom.address = generate_address();
  if (atom.attribute == Attribute::kSuffix || atom.attribute == Attribute::kPrefix) {
    atom.number = static_cast<std::uint8_t>(*rc::gen::inRange(1, 6));
  } else if (atom.attribute == Attribute::kHistory) {
    atom.number = static_cast<std::uint8_t>(*rc::gen::inRange(1, 5));
  } else if (atom.attribute == Attribute::kFeats) {
    atom.name = *rc::gen::element<std::string>("", "Case", "Number[psor]", "a.b:c", "水", "2");
  }
  return atom;
}

Template generate_template() {
  Template feature;
  const auto size = *rc::gen::inRange<std::size_t>(1, Template::kMaxAtoms + 1);
  for (std::size_t i = 0; i < size; ++i) {
    Atom atom = generate_atom();
    const bool alone = atom.attribute == Attribute::kEmbedding;
    if (alone && !feature.atoms.empty()) continue;
    if (std::ranges::find(feature.atoms, atom) != feature.atoms.end()) continue;
    feature.atoms.push_back(std::move(atom));
    if (alone) break;
  }
  return feature;
}

std::multiset<std::string> atoms_of(const Template& feature) {
  std::multiset<std::string> atoms;
  for (const Atom& atom : feature.atoms) atoms.insert(to_string(atom));
  return atoms;
}

RC_GTEST_PROP(Template, ComesBackFromItsText, ()) {
  std::vector<Template> templates;
  std::set<std::multiset<std::string>> seen;
  std::string text;
  const int count = *rc::gen::inRange(1, 20);
  for (int i = 0; i < count; ++i) {
    Template feature = generate_template();
    if (!seen.insert(atoms_of(feature)).second) continue;
    text += to_string(feature) + *rc::gen::element<std::string>(" ", "\n", " # c\n", "\t\r\n");
    templates.push_back(std::move(feature));
  }
  RC_ASSERT(parse_templates(text, "test") == templates);
}

RC_GTEST_PROP(Template, OccursTwiceInWhateverOrder, ()) {
  const Template first = generate_template();
  Template second = first;
  const auto by = *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(second.atoms));
  std::rotate(second.atoms.begin(), second.atoms.begin() + by, second.atoms.end());
  RC_ASSERT_THROWS_AS(parse_templates(to_string(first) + '\n' + to_string(second), "test"), Error);
}

RC_GTEST_PROP(Template, OfAnyTextIsReadOrRefused, ()) {
  const auto piece = rc::gen::element<std::string>("s0", "b1", ".", "+", "form", "feats", ":", "x",
                                                   "l2", "h", "9", "history1", "distance", " ",
                                                   "\n", "#", "=", "\xC3\xA9", "\xFF", "suffix");
  std::string text;
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) text += part;
  try {
    const std::vector<Template> templates = parse_templates(text, "test");
    std::string again;
    for (const Template& feature : templates) again += to_string(feature) + '\n';
    RC_ASSERT(parse_templates(again, "test") == templates);
  } catch (const Error& error) {
    RC_ASSERT(error.place().file == "test");
    RC_ASSERT(!error.message().empty());
  }
}

std::string error_of(std::string_view text) {
  try {
    parse_templates(text, "f.txt");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Template, TellsThatThereIsNone) {
  const std::string message =
      "f.txt: found no template: expected at least one, such as s0.form+s0.upos";
  EXPECT_EQ(error_of(""), message);
  EXPECT_EQ(error_of("\xEF\xBB\xBF"), message);
  EXPECT_EQ(error_of(" \n# s0.form\n"), message);
}

TEST(Template, TellsWhatIsWrongWithANode) {
  const std::string nodes = "s0 to s9 (stack), b0 to b9 (buffer) or t0 to t9 (tagged next)";
  const std::string node = " is not a node: expected " + nodes + ", and steps from there";
  EXPECT_EQ(error_of("S0.form"), "f.txt:1:1: \"S0\"" + node);
  EXPECT_EQ(error_of("s0.form+é.form"), "f.txt:1:9: \"é\"" + node);
  EXPECT_EQ(error_of("# é\n\n  s0.form .form"),
            "f.txt:3:11: found no node before the full stop of \".form\": expected " + nodes);
  EXPECT_EQ(error_of("sl.form"), "f.txt:1:2: found no index after s in \"sl\": expected 0 to 9");
  EXPECT_EQ(error_of("s0.upos+b.form"),
            "f.txt:1:10: found no index after b in \"b\": expected 0 to 9");
  EXPECT_EQ(error_of("b10l.form"),
            "f.txt:1:2: index \"10\" of \"b10l\" is not in range: expected 0 to 9");
}

TEST(Template, MayBeAFunction) {
  const Template function{{{Attribute::kFunction, std::nullopt, 0, "my-features"}}};
  EXPECT_EQ(parse_templates("function:my-features", "f.txt"), std::vector{function});
  EXPECT_EQ(to_string(function), "function:my-features");
  EXPECT_EQ(error_of("function"),
            "f.txt:1:1: \"function\" needs a name: expected one as in function:my-features");
  EXPECT_EQ(error_of("s0.upos+function:f"),
            "f.txt:1:9: \"function:f\" is joined with other atoms in \"s0.upos+function:f\": "
            "expected a function to stand alone");
}

TEST(Template, TellsWhatIsWrongWithAStep) {
  const std::string steps = ": expected h, l, l2, r, r2, p or n";
  EXPECT_EQ(error_of("s0x.form"), "f.txt:1:3: unknown step \"x\"" + steps);
  EXPECT_EQ(error_of("s0hér.form"), "f.txt:1:4: unknown step \"é\"" + steps);
  EXPECT_EQ(error_of("s0l3.form"), "f.txt:1:3: unknown step \"l3\"" + steps);
  EXPECT_EQ(error_of("s0l22.form"), "f.txt:1:3: unknown step \"l22\"" + steps);
  EXPECT_EQ(error_of("s0h2.form"), "f.txt:1:3: unknown step \"h2\"" + steps);
  EXPECT_EQ(error_of("s0hhhl2.form"), "f.txt:1:6: \"l2\" is one step too many: expected at most 3");
}

TEST(Template, TellsWhatIsWrongWithAnAttribute) {
  const std::string attributes =
      ": expected form, lemma, upos, xpos, feats, feats:NAME, suffix1 to suffix9, prefix1 to "
      "prefix5, shape, embedding, lower, label, lval, rval, llabels, rlabels, given or tag";
  EXPECT_EQ(error_of("s0.from"), "f.txt:1:4: unknown attribute \"from\"" + attributes);
  EXPECT_EQ(error_of("s0.Form"), "f.txt:1:4: unknown attribute \"Form\"" + attributes);
  EXPECT_EQ(error_of("s0.form.upos"), "f.txt:1:4: unknown attribute \"form.upos\"" + attributes);
  EXPECT_EQ(error_of("s0."), "f.txt:1:4: found nothing after the full stop" + attributes);
  const std::string neither =
      " is neither a node with an attribute, such as s0.form, nor distance, history1 to "
      "history4 or function:NAME";
  EXPECT_EQ(error_of("s0"), "f.txt:1:1: \"s0\"" + neither);
  EXPECT_EQ(error_of("s0.form+\n"),
            "f.txt:1:9: found nothing after + in \"s0.form+\": expected an atom such as s0.form, "
            "without white space around +");
  EXPECT_EQ(error_of("s0.form distanc"), "f.txt:1:9: \"distanc\"" + neither);
  EXPECT_EQ(error_of("upos"),
            "f.txt:1:1: \"upos\" needs a node: expected it after one, as in s0.upos");
  EXPECT_EQ(error_of("feats:a.b"),
            "f.txt:1:1: \"feats:a.b\" needs a node: expected it after one, as in s0.feats:a.b");
  EXPECT_EQ(error_of("s0.upos+s0.distance"),
            "f.txt:1:9: distance belongs to no node: expected \"distance\" instead of "
            "\"s0.distance\"");
  EXPECT_EQ(error_of("b0.history2"),
            "f.txt:1:1: history belongs to no node: expected \"history2\" instead of "
            "\"b0.history2\"");
  EXPECT_EQ(error_of("s0.form2"),
            "f.txt:1:8: found \"2\" after form, which takes no number and no name");
  EXPECT_EQ(error_of("distance:x"),
            "f.txt:1:9: found \":x\" after distance, which takes no number and no name");
}

TEST(Template, TellsWhatIsWrongWithANumberOrName) {
  EXPECT_EQ(error_of("s0.suffix"),
            "f.txt:1:4: \"suffix\" needs a number: expected suffix1 to suffix9");
  EXPECT_EQ(error_of("history"),
            "f.txt:1:1: \"history\" needs a number: expected history1 to history4");
  EXPECT_EQ(error_of("s0.prefix6"),
            "f.txt:1:10: number \"6\" of prefix is not in range: expected prefix1 to prefix5");
  EXPECT_EQ(error_of("s0.suffix0"),
            "f.txt:1:10: number \"0\" of suffix is not in range: expected suffix1 to suffix9");
  EXPECT_EQ(error_of("s0.suffix12"),
            "f.txt:1:10: number \"12\" of suffix is not in range: expected suffix1 to suffix9");
  EXPECT_EQ(error_of("history5"),
            "f.txt:1:8: number \"5\" of history is not in range: expected history1 to history4");
  EXPECT_EQ(error_of("s0.feats:"),
            "f.txt:1:4: \"feats:\" needs a name after the colon: expected one as in feats:Case, or "
            "feats for all features");
  EXPECT_EQ(error_of("s0.feats:Case=Nom"),
            "f.txt:1:14: found \"=\" in \"feats:Case=Nom\": expected the name of a feature without "
            "values, as in feats:Case");
}

TEST(Template, TellsWhatIsWrongWithAConjunction) {
  EXPECT_EQ(error_of("s0.form + s0.upos"),
            "f.txt:1:9: found nothing before + in \"+\": expected an atom such as s0.form, without "
            "white space around +");
  EXPECT_EQ(error_of("s0.form++s0.upos"),
            "f.txt:1:9: found nothing before + in \"s0.form++s0.upos\": expected an atom such as "
            "s0.form, without white space around +");
  EXPECT_EQ(error_of("\n s0.form+s0.upos+b0.form+b0.upos+b1.form+b1.upos+b2.form"),
            "f.txt:2:50: \"b2.form\" is one atom too many: expected at most 6 in a template");
  EXPECT_EQ(error_of("s0.form+b0.form+s0.form"),
            "f.txt:1:17: \"s0.form\" occurs twice in the template \"s0.form+b0.form+s0.form\"");
  const std::string alone = ": expected an embedding to stand alone";
  EXPECT_EQ(
      error_of("s0.upos+s0.embedding"),
      "f.txt:1:9: \"s0.embedding\" is joined with other atoms in \"s0.upos+s0.embedding\"" + alone);
  EXPECT_EQ(
      error_of("s0.embedding+s0.upos"),
      "f.txt:1:1: \"s0.embedding\" is joined with other atoms in \"s0.embedding+s0.upos\"" + alone);
}

TEST(Template, TellsWhereATemplateStoodFirst) {
  EXPECT_EQ(error_of("# c\n s0.form s0.upos+b0.upos\n\ns0.upos s0.upos+b0.upos"),
            "f.txt:4:9: template \"s0.upos+b0.upos\" occurs twice: it is already in line 2, "
            "column 10");
  EXPECT_EQ(error_of("s0.upos+b0.upos+distance\ndistance+s0.upos+b0.upos"),
            "f.txt:2:1: template \"distance+s0.upos+b0.upos\" occurs twice: it is already in "
            "line 1, column 1, with its atoms in another order");
  EXPECT_EQ(error_of("s0.embedding s0.embedding"),
            "f.txt:1:14: template \"s0.embedding\" occurs twice: it is already in line 1, "
            "column 1");
}

TEST(Template, TellsThatATextIsNotUtf8) {
  EXPECT_EQ(error_of("s0.form\n# é\xE9\n"), "f.txt:2:4: byte 0xE9 is not valid UTF-8");
}

TEST(Template, QuotesNoMoreThanOneCanRead) {
  const std::string message = error_of(std::string(59, 'x') + "é" + std::string(1000000, 'x'));
  EXPECT_TRUE(message.starts_with("f.txt:1:1: \"" + std::string(59, 'x') + "...\" is neither"))
      << message.substr(0, 200);
}

TEST(BuiltInTemplates, AreKnownByName) {
  EXPECT_THAT(built_in_template_names(),
              ElementsAre("delexicalized", "given", "joint", "rich", "rich-stack", "small",
                          "small-stack", "zn11", "zn11-morphology"));
  EXPECT_EQ(built_in_templates("zn12"), std::nullopt);
  EXPECT_EQ(built_in_templates(""), std::nullopt);
  EXPECT_EQ(built_in_templates("zn11.txt"), std::nullopt);
}

TEST(BuiltInTemplates, AreTheFilesOfTheRepository) {
  const std::filesystem::path folder = std::filesystem::path(PANARC_SOURCE_DIR) / "data/features";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(built_in_templates(entry.path().stem().string()), bytes) << entry.path();
  }
}

std::vector<Template> built_in(const std::string& name) {
  return parse_templates(built_in_templates(name).value(), name);
}

TEST(BuiltInTemplates, ComeBackFromTheirText) {
  const std::map<std::string, std::size_t> sizes{
      {"delexicalized", 63}, {"given", 19},         {"joint", 60},
      {"rich", 159},         {"rich-stack", 166},   {"small", 46},
      {"small-stack", 68},   {"zn11", 26 + 46 + 7}, {"zn11-morphology", 79 + 46}};
  for (const std::string& name : built_in_template_names()) {
    EXPECT_TRUE(built_in_templates(name)->starts_with("# ")) << name;
    const std::vector<Template> templates = built_in(name);
    EXPECT_EQ(templates.size(), sizes.at(name)) << name;
    std::string text;
    for (const std::string& feature : written(templates)) text += feature + '\n';
    EXPECT_EQ(parse_templates(text, name), templates) << name;
  }
}

TEST(BuiltInTemplates, OfZn11AreTheFirstWithMorphology) {
  const std::vector<Template> zn11 = built_in("zn11");
  const std::vector<Template> morphology = built_in("zn11-morphology");
  EXPECT_TRUE(std::ranges::equal(
      zn11, std::span(morphology).first(std::min(zn11.size(), morphology.size()))));
}

TEST(BuiltInTemplates, OfTheDefaultGoOnFromThoseWithoutWords) {
  const std::vector<Template> rich = built_in("rich");
  for (const Template& feature : built_in("delexicalized")) {
    EXPECT_THAT(rich, testing::Contains(feature)) << to_string(feature);
  }
}

TEST(BuiltInTemplates, AreWithoutWordsWhereDelexicalized) {
  const auto lexical = [](const Template& feature) {
    return std::ranges::any_of(feature.atoms,
                               [](const Atom& atom) { return is_lexical(atom.attribute); });
  };
  const std::vector<Template> delexicalized = built_in("delexicalized");
  EXPECT_TRUE(std::ranges::none_of(delexicalized, lexical));
  std::vector<Template> expected = built_in("zn11");
  std::erase_if(expected, lexical);
  ASSERT_LT(expected.size(), delexicalized.size());
  EXPECT_TRUE(std::ranges::equal(expected, std::span(delexicalized).first(expected.size())));
}

}  // namespace
}  // namespace panarc
