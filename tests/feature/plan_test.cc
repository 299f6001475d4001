#include "feature/plan.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "support/derivations.h"
#include "support/groups.h"
#include "support/plan_keys.h"
#include "support/random_weights.h"
#include "support/systems.h"

namespace panarc {
namespace {

/// A sentence whose words differ in some fields and agree in others; some fields are empty.
const Sentence& sentence_of(int size) {
  static std::map<int, Sentence> sentences;
  const auto [entry, is_new] = sentences.try_emplace(size);
  if (is_new) {
    std::string text;
    for (int i = 1; i <= size; ++i) {
      const char letter = static_cast<char>('a' + i % 5);
      text += fmt::format("{}\t{}{}\t{}\t{}\t{}\t{}\t_\t_\t_\t_\n", i, i % 2 == 0 ? "Un" : "re",
                          letter, i % 4 == 0 ? "_" : fmt::format("l{}", i % 4),
                          i % 3 == 0 ? "_" : fmt::format("U{}", i % 3), fmt::format("X{}", i % 2),
                          i % 2 == 0 ? "_" : fmt::format("A={}|B=b", i % 3));
    }
    entry->second = Sentence::from_text(text + "\n");
  }
  return entry->second;
}

/// What an atom sees, as text, by the definition of templates: nothing if it has no value.
class PlainAtoms {
 public:
  PlainAtoms(const ParseState& state, const Sentence& sentence)
      : state_(state), c_(state.configuration()), sentence_(sentence) {}

  [[nodiscard]] std::optional<std::string> value(const Atom& atom) const {
    if (atom.attribute == Attribute::kDistance) return distance();
    if (atom.attribute == Attribute::kHistory) {
      const int action = state_.history(atom.number);
      return action == 0 ? std::nullopt : std::optional(fmt::format("{}", action));
    }
    const std::optional<Node> at = node(*atom.address);
    if (!at) return std::nullopt;
    if (atom.attribute < Attribute::kLabel) return of_word(*at, atom);
    return of_node(*at, atom.attribute);
  }

  /// The values of all atoms, if all have one.
  [[nodiscard]] std::optional<std::vector<std::string>> values(const Template& feature) const {
    std::vector<std::string> values;
    for (const Atom& atom : feature.atoms) {
      const auto one = value(atom);
      if (!one) return std::nullopt;
      values.push_back(*one);
    }
    return values;
  }

 private:
  [[nodiscard]] std::optional<Node> node(const Address& address) const {
    const bool on_stack = address.base == Address::Base::kStack;
    const auto nodes = on_stack ? c_.stack() : c_.buffer();
    if (address.index >= nodes.size()) return std::nullopt;
    std::optional<Node> at =
        on_stack ? nodes[nodes.size() - 1 - address.index] : nodes[address.index];
    for (const Step step : address.steps) {
      if (at) at = take(*at, step);
    }
    return at;
  }

  [[nodiscard]] std::optional<Node> take(Node from, Step step) const {
    const auto nth = [](const std::vector<Node>& nodes, std::size_t n) {
      return n < nodes.size() ? std::optional(nodes[n]) : std::nullopt;
    };
    switch (step) {
      case Step::kHead:
        if (from == kRoot || !c_.attached(from)) return std::nullopt;
        return c_.head(from);
      case Step::kLeftChild:
        return nth(children(from, true), 0);
      case Step::kLeftChild2:
        return nth(children(from, true), 1);
      case Step::kRightChild:
        return nth(children(from, false), 0);
      case Step::kRightChild2:
        return nth(children(from, false), 1);
      case Step::kPrevious:
        return from > 1 ? std::optional(from - 1) : std::nullopt;
      case Step::kNext:
        return from > 0 && from < c_.words() ? std::optional(from + 1) : std::nullopt;
    }
    return std::nullopt;
  }

  /// The dependents on a side, from the outermost on.
  [[nodiscard]] std::vector<Node> children(Node of, bool left) const {
    std::vector<Node> children;
    for (Node word = 1; word <= c_.words(); ++word) {
      if (c_.head(word) == of && (word < c_.position(of)) == left) children.push_back(word);
    }
    if (!left) std::reverse(children.begin(), children.end());
    return children;
  }

  [[nodiscard]] std::optional<std::string> of_word(Node at, const Atom& atom) const {
    if (at == kRoot) return "ROOT";
    const auto field = [](std::string_view text) {
      return text == "_" ? std::nullopt : std::optional(fmt::format("={}", text));
    };
    const std::string form(sentence_.form(at));
    switch (atom.attribute) {
      case Attribute::kForm:
        return "=" + form;
      case Attribute::kLemma:
        return field(sentence_.lemma(at));
      case Attribute::kUpos:
        return field(sentence_.upos(at));
      case Attribute::kXpos:
        return field(sentence_.xpos(at));
      case Attribute::kFeats: {
        if (atom.name.empty()) return field(sentence_.feats(at));
        const std::string feats = fmt::format("|{}|", sentence_.feats(at));
        const auto begin = feats.find("|" + atom.name + "=");
        if (begin == std::string::npos) return std::nullopt;
        return feats.substr(begin, feats.find('|', begin + 1) - begin);
      }
      case Attribute::kSuffix:
        if (form.size() < atom.number) return std::nullopt;
        return "=" + form.substr(form.size() - atom.number);
      case Attribute::kPrefix:
        if (form.size() < atom.number) return std::nullopt;
        return "=" + form.substr(0, atom.number);
      case Attribute::kShape:
        return form[0] == 'U' ? "=Xx" : "=x";
      default:
        return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<std::string> of_node(Node at, Attribute attribute) const {
    switch (attribute) {
      case Attribute::kLabel:
        if (at == kRoot || c_.label(at) == kNoLabel) return std::nullopt;
        return fmt::format("{}", c_.label(at));
      case Attribute::kLeftValency:
      case Attribute::kRightValency:
        return fmt::format("{}", std::min<std::size_t>(
                                     7, children(at, attribute == Attribute::kLeftValency).size()));
      case Attribute::kLeftLabels:
      case Attribute::kRightLabels: {
        std::set<Label> labels;
        for (const Node child : children(at, attribute == Attribute::kLeftLabels)) {
          labels.insert(c_.label(child));
        }
        return fmt::format("{}", fmt::join(labels, ","));
      }
      default:
        return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<std::string> distance() const {
    if (c_.stack().empty() || c_.buffer_empty()) return std::nullopt;
    const int distance = std::abs(c_.position(c_.buffer(0)) - c_.position(c_.stack(0)));
    return distance <= 4 ? fmt::format("{}", distance) : distance <= 10 ? "5-10" : ">10";
  }

  const ParseState& state_;
  const Configuration& c_;
  const Sentence& sentence_;
};

std::vector<std::uint64_t> keys_of(const FeaturePlan& plan, const ParseState& state,
                                   const Sentence& sentence) {
  EncodedSentence words;
  WordEncoder(plan.columns()).encode(sentence, words);
  return test::keys_of(plan, state, words);
}

// Every attribute, every step, both bases, far elements, ROOT, and some conjunctions.
constexpr std::string_view kTemplates =
    "s0.form b0.form s0.lemma b0.upos s1.xpos s0.feats s0.feats:A b0.feats:B s0.suffix2 "
    "b0.prefix2 s0.suffix5 s0.shape s0.label s0.lval b0.lval s0.rval s0.llabels b0.llabels "
    "s0.rlabels distance history1 history2 history4 s0h.form s0hh.form s0l.form s0l2.form "
    "s0r.form s0r2.form b0l.label b0l2.label s0p.form s0n.form b0p.xpos b0n.xpos s0rn.form "
    "s0lh.form s0h.label s0r.rval s9.form b9.form s1l.lemma b3.form "
    "s0.form+b0.form s0.upos+b0.upos+distance s0.label+s0h.form "
    "s0.rval+s0.lval+b0.lval history1+s0.form s0l.upos+s0.upos+b0.upos+b1.xpos+history1+s0.lval";

/// Calls `check(state)` in all configurations of random derivations of all systems.
template <class Check>
void for_random_configurations(Check check) {
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    const auto property = [&] { test::for_random_derivation<S>(options, 5, check); };
    EXPECT_TRUE(rc::check(std::string(S::kName), property)) << S::kName;
  });
}

TEST(FeaturePlan, KeysAreEqualWhereTheAtomsAre) {
  TEST_TAKES_LONG();
  const auto templates = parse_templates(kTemplates, "templates");
  std::vector<FeaturePlan> plans;
  plans.reserve(templates.size());
  for (const Template& feature : templates) plans.emplace_back(std::span(&feature, 1));
  std::vector<std::map<std::vector<std::string>, std::uint64_t>> key_of(templates.size());
  std::map<std::uint64_t, std::pair<std::size_t, std::vector<std::string>>> meaning;
  for_random_configurations([&](const ParseState& state) {
    const Sentence& sentence = sentence_of(state.configuration().words());
    const PlainAtoms plain(state, sentence);
    for (std::size_t i = 0; i < templates.size(); ++i) {
      const auto keys = keys_of(plans[i], state, sentence);
      const auto values = plain.values(templates[i]);
      RC_ASSERT(keys.size() == (values ? 1U : 0U));
      if (!values) continue;
      RC_ASSERT(keys[0] != 0U);
      RC_ASSERT(key_of[i].try_emplace(*values, keys[0]).first->second == keys[0]);
      const std::pair expected(i, *values);
      RC_ASSERT(meaning.try_emplace(keys[0], expected).first->second == expected);
    }
  });
  // Each template has given something, and most have given many things. Whether a sentence is long
  // enough for the farthest elements is a matter of chance.
  for (std::size_t i = 0; i < templates.size(); ++i) {
    const auto& address = templates[i].atoms.front().address;
    if (address && address->index == Address::kMaxIndex) continue;
    EXPECT_GE(key_of[i].size(), 1U) << to_string(templates[i]);
  }
  EXPECT_GT(meaning.size(), 500U);
}

TEST(FeaturePlan, ATemplateHasTheSameKeysInEveryPlan) {
  TEST_TAKES_LONG();
  const auto templates = parse_templates(kTemplates, "templates");
  const FeaturePlan together{templates};
  std::vector<FeaturePlan> plans;
  plans.reserve(templates.size());
  for (const Template& feature : templates) plans.emplace_back(std::span(&feature, 1));
  for_random_configurations([&](const ParseState& state) {
    const Sentence& sentence = sentence_of(state.configuration().words());
    std::vector<std::uint64_t> expected;
    for (const FeaturePlan& plan : plans) {
      for (const std::uint64_t key : keys_of(plan, state, sentence)) expected.push_back(key);
    }
    std::vector<std::uint64_t> found = keys_of(together, state, sentence);
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    RC_ASSERT(found == expected);
  });
}

// Sentences take turns whose words have values in all columns, in some, and in none, and ROOT,
// which has one in every column, comes and goes: what is left out must not be missed.
TEST(FeaturePlan, PassingKeysAreThoseOfTheGroupsThatAreNotSimple) {
  const FeaturePlan plan = test::plan_of(*built_in_templates("small"));
  FeaturePlan::Scratch scratch;
  for_random_configurations([&](const ParseState& state) {
    EncodedSentence all;
    WordEncoder(plan.columns()).encode(sentence_of(state.configuration().words()), all);
    const auto columns = plan.columns().size();
    const std::uint64_t left = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << columns);
    EncodedSentence words;
    words.reset(all.words(), columns);
    for (Node node = 0; node <= all.words(); ++node) {
      for (std::size_t i = 0; i < columns; ++i) {
        if (node == kRoot || (left >> i & 1U) != 0) words.set(node, i, all.value(node, i));
      }
    }
    // By the definition, and by one who has seen other sentences before.
    FeaturePlan::Scratch fresh;
    plan.gather(state, words, fresh);
    plan.gather(state, words, scratch);
    RC_ASSERT(plan.signature(scratch) == plan.signature(fresh));
    std::vector<std::uint64_t> expected;
    for (std::size_t group = 0; group < plan.group_count(); ++group) {
      std::vector<std::uint64_t> keys(plan.key_count(group));
      keys.resize(plan.keys(group, fresh, keys.data()));
      RC_ASSERT(plan.signature(group, scratch) == plan.signature(group, fresh));
      if (!plan.is_simple(group)) expected.insert(expected.end(), keys.begin(), keys.end());
    }
    std::vector<std::uint64_t> found(plan.key_count());
    found.resize(plan.passing_keys(scratch, found.data()));
    std::ranges::sort(expected);
    std::ranges::sort(found);
    RC_ASSERT(found == expected);
  });
}

TEST(FeaturePlan, SignaturesTellTheKeysOfAGroupAndOfAll) {
  TEST_TAKES_LONG();
  for (const std::string_view name : {"zn11-morphology", "small", ""}) {
    const auto text = name.empty() ? kTemplates : *built_in_templates(name);
    const FeaturePlan plan = test::plan_of(text);
    std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::uint64_t>> seen;
    std::map<std::uint64_t, std::vector<std::uint64_t>> seen_whole;
    FeaturePlan::Scratch scratch;
    EncodedSentence words;
    for_random_configurations([&](const ParseState& state) {
      WordEncoder(plan.columns()).encode(sentence_of(state.configuration().words()), words);
      plan.gather(state, words, scratch);
      std::vector<std::uint64_t> all;
      for (std::size_t group = 0; group < plan.group_count(); ++group) {
        std::vector<std::uint64_t> keys(plan.key_count(group));
        keys.resize(plan.keys(group, scratch, keys.data()));
        const std::uint64_t signature = plan.signature(group, scratch);
        RC_ASSERT(signature != 0U);
        RC_ASSERT(seen.try_emplace({group, signature}, keys).first->second == keys);
        all.insert(all.end(), keys.begin(), keys.end());
      }
      const std::uint64_t signature = plan.signature(scratch);
      RC_ASSERT(signature != 0U);
      RC_ASSERT(seen_whole.try_emplace(signature, all).first->second == all);
    });
  }
}

// Labels are small numbers, and so is the place of an atom; neither may be taken for the other, as
// where labels 1, 2, 3 go round to 2, 3, 1.
TEST(FeaturePlan, SignaturesTellNumbersApart) {
  TEST_TAKES_LONG();
  const FeaturePlan plan = test::plan_of("s0l.label+s0l2.label+s0r.label+s0r2.label");
  ASSERT_EQ(plan.group_count(), 1U);
  EncodedSentence words;
  WordEncoder(plan.columns()).encode(sentence_of(5), words);
  FeaturePlan::Scratch scratch;
  std::set<std::uint64_t> seen;
  constexpr Label kLabels = 9;
  const auto signature = [&](Label l, Label l2, Label r, Label r2) {
    ParseState state(5, {});
    for (const Transition transition :
         {Transition{Action::kShift, kNoLabel}, Transition{Action::kShift, kNoLabel},
          Transition{Action::kLeft, l2}, Transition{Action::kLeft, l},
          Transition{Action::kShift, kNoLabel}, Transition{Action::kRight, r2},
          Transition{Action::kReduce, kNoLabel}, Transition{Action::kRight, r},
          Transition{Action::kReduce, kNoLabel}}) {
      state.advance<ArcEager>(transition);
    }
    plan.gather(state, words, scratch);
    return plan.signature(0, scratch);
  };
  for (Label l = 0; l < kLabels; ++l) {
    for (Label l2 = 0; l2 < kLabels; ++l2) {
      for (Label r = 0; r < kLabels; ++r) {
        for (Label r2 = 0; r2 < kLabels; ++r2) seen.insert(signature(l, l2, r, r2));
      }
    }
  }
  EXPECT_EQ(seen.size(), std::size_t{kLabels} * kLabels * kLabels * kLabels);
}

TEST(FeaturePlan, SignaturesAreOftenTheSame) {
  TEST_TAKES_LONG();
  // Groups are for steps that change some parts only, as most do.
  const FeaturePlan plan = test::plan_of(*built_in_templates("zn11"));
  EXPECT_GT(plan.group_count(), 4U);
  EXPECT_LT(plan.group_count(), plan.key_count());
  EncodedSentence words;
  WordEncoder(plan.columns()).encode(sentence_of(6), words);
  ParseState state(6, {});
  FeaturePlan::Scratch scratch;
  std::vector<std::uint64_t> before;
  std::size_t same = 0;
  std::size_t all = 0;
  for (const Action action : {Action::kShift, Action::kRight, Action::kRight, Action::kReduce,
                              Action::kReduce, Action::kShift, Action::kLeft}) {
    plan.gather(state, words, scratch);
    std::vector<std::uint64_t> now;
    for (std::size_t group = 0; group < plan.group_count(); ++group) {
      now.push_back(plan.signature(group, scratch));
      if (before.empty()) continue;
      ++all;
      same += now.back() == before[group] ? 1 : 0;
    }
    before = now;
    state.advance<ArcEager>({action, adds_arc<ArcEager>(action) ? 0 : kNoLabel});
  }
  EXPECT_GT(8 * same, all);
}

TEST(FeaturePlan, CountsItsTemplates) {
  const FeaturePlan plan = test::plan_of("s0.form s0.upos b0.form s0.form+b0.form");
  EXPECT_EQ(plan.key_count(), 4U);
  std::size_t count = 0;
  for (std::size_t group = 0; group < plan.group_count(); ++group) count += plan.key_count(group);
  EXPECT_EQ(count, 4U);
  // What the templates look at, each once.
  const std::vector<WordColumn> expected{{Attribute::kForm, 0, ""}, {Attribute::kUpos, 0, ""}};
  EXPECT_THAT(plan.columns(), testing::UnorderedElementsAreArray(expected));
}

TEST(FeaturePlan, OfNothingHasNothing) {
  const FeaturePlan plan{std::span<const Template>()};
  EXPECT_EQ(plan.key_count(), 0U);
  EXPECT_EQ(plan.group_count(), 0U);
  EXPECT_TRUE(keys_of(plan, ParseState(2, {}), sentence_of(2)).empty());
}

TEST(FeaturePlan, OfActionsAloneLooksAtNoNode) {
  const FeaturePlan plan = test::plan_of("history1 history1+history2");
  EncodedSentence words;
  words.reset(2, 0);
  ParseState state(2, {});
  FeaturePlan::Scratch scratch;
  std::vector<std::uint64_t> keys(plan.key_count());
  std::set<std::uint64_t> seen;
  for (std::size_t steps = 0; steps <= 2; ++steps) {
    plan.gather(state, words, scratch);
    EXPECT_EQ(plan.keys(0, scratch, keys.data()), steps);
    seen.insert(keys.begin(), keys.begin() + static_cast<int>(steps));
    if (steps < 2) state.advance<ArcHybrid>({Action::kShift, kNoLabel});
  }
  // The second step has the key of the first, and one more.
  EXPECT_EQ(seen.size(), 2U);
}

TEST(FeaturePlan, TheOrderOfAtomsMatters) {
  // Two values that change places are another feature.
  const FeaturePlan plan = test::plan_of("s0.form+b0.form");
  const auto key = [&](std::string_view first, std::string_view second) {
    const Sentence sentence = Sentence::from_text(fmt::format(
        "1\t{}\t_\t_\t_\t_\t_\t_\t_\t_\n2\t{}\t_\t_\t_\t_\t_\t_\t_\t_\n\n", first, second));
    ParseState state(2, {});
    state.advance<ArcEager>({Action::kShift, kNoLabel});
    return keys_of(plan, state, sentence).at(0);
  };
  EXPECT_NE(key("a", "b"), key("b", "a"));
  EXPECT_EQ(key("a", "b"), key("a", "b"));
}

}  // namespace
}  // namespace panarc
