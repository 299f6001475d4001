#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/random_weights.h"
#include "support/systems.h"
#include "support/trees.h"
#include "train/parsing_guide.h"
#include "train/sentence_trainer.h"

namespace panarc {
namespace {

using test::RandomWeights;

struct PlainHypothesis {
  ParseState state;
  double score = 0;
  std::vector<Transition> derivation;
  bool correct = true;
};
using Hypotheses = std::vector<PlainHypothesis>;

struct PlainOptions {
  Strategy strategy;
  SystemOptions system;
  std::size_t beam = 0;
};

struct PlainExample {
  EncodedSentence words;
  Gold gold{0};
};

/// Training on one sentence as the papers write it down (PanParser, B, Algorithms 1 and 2): without
/// sharing anything between hypotheses, and with all successors at hand.
template <TransitionSystem S>
class PlainTrainer {
 public:
  PlainTrainer(const PlainOptions& options, const TransitionClasses& classes,
               const FeaturePlan& plan, const RandomWeights& weights)
      : options_(options), classes_(classes), plan_(plan), weights_(weights) {
    oracle_.set_search_limit(kTrainingSearchLimit);
  }

  std::vector<WeightChange> train(const PlainExample& example, double explore, Random random) {
    example_ = &example;
    random_ = &random;
    changes_.clear();
    // A single derivation says nothing of what is not known.
    on_reference_ = options_.strategy.reference == Strategy::Reference::kStatic &&
                    (example.gold.is_tree() || S::kPartial);
    if (on_reference_) {
      reference_ = static_derivation<S>(oracle_, example.gold, options_.system);
    }
    start_.reset(example.words.words(), options_.system);
    depth_ = 0;
    while (!S::is_final(start_.configuration())) {
      const bool error = find_pair();
      if (error) update();
      if (error && !options_.strategy.restart) break;
      const bool explores = error && random.real() < explore;
      if (explores) on_reference_ = false;
      for (const Transition& transition : explores ? negative_ : next_) {
        start_.template advance<S>(transition);
        ++depth_;
      }
    }
    return changes_;
  }

 private:
  [[nodiscard]] std::size_t beam() const { return options_.strategy.greedy ? 1 : options_.beam; }

  /// All successors, or only those that are correct, with the best label where any is right.
  Hypotheses successors(const PlainHypothesis& before, bool only_correct) {
    const Configuration& c = before.state.configuration();
    if (S::is_final(c)) return {before};
    const auto scores = test::plain_scores(plan_, weights_, before.state, example_->words);
    const ActionSet correct = before.correct ? correct_actions(c, before) : ActionSet{};
    Hypotheses result;
    for (const Action action : only_correct ? correct : legal_actions<S>(c)) {
      const auto arc = added_arc<S>(c, action);
      const auto gold_label = arc ? only_label(c, *arc) : std::nullopt;
      for (const Label label : labels(arc, action, scores)) {
        PlainHypothesis after = before;
        const Transition transition{action, label};
        after.score += static_cast<double>(scores[classes_.of(transition)]);
        after.correct = correct.contains(action) && (classes_.mode() != LabelMode::kJoint ||
                                                     !gold_label || gold_label == label);
        after.state.template advance<S>(transition);
        after.derivation.push_back(transition);
        if (only_correct && !after.correct) continue;
        const bool same_action =
            only_correct && !result.empty() && result.back().derivation.back().action == action;
        if (!same_action) {
          result.push_back(std::move(after));
        } else if (after.score > result.back().score) {
          result.back() = std::move(after);
        }
      }
    }
    return result;
  }

  std::vector<Label> labels(const std::optional<Arc>& arc, Action action,
                            const std::vector<float>& scores) const {
    if (classes_.mode() == LabelMode::kNone || !arc) return {kNoLabel};
    const LabelRange range = classes_.labels().range(arc->head == kRoot);
    std::vector<Label> labels;
    for (Label i = 0; i < range.count; ++i) labels.push_back(range.first + i);
    if (classes_.mode() == LabelMode::kJoint) return labels;
    return {*std::max_element(labels.begin(), labels.end(), [&](Label a, Label b) {
      return scores[classes_.of(action, a)] < scores[classes_.of(action, b)];
    })};
  }

  ActionSet correct_actions(const Configuration& c, const PlainHypothesis& hypothesis) {
    if (on_reference_) return {reference_.at(depth_ + hypothesis.derivation.size())};
    return oracle_.useful(c, example_->gold);
  }

  [[nodiscard]] std::optional<Label> only_label(const Configuration& c, Arc arc) const {
    const Label label = example_->gold.label(arc.dependent);
    if (!classes_.labels().range(arc.head == kRoot).contains(label)) return std::nullopt;
    if (!on_reference_ && example_->gold.knows_head(arc.dependent) &&
        example_->gold.value(arc, c.options().root) == 0) {
      return std::nullopt;
    }
    return label;
  }

  static Hypotheses best_of(Hypotheses all, std::size_t count) {
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    if (all.size() > count) all.resize(count);
    return all;
  }
  Hypotheses all_successors(const Hypotheses& beam, bool only_correct) {
    Hypotheses all;
    for (const PlainHypothesis& hypothesis : beam) {
      if (only_correct && !hypothesis.correct) continue;
      for (PlainHypothesis& after : successors(hypothesis, only_correct)) {
        all.push_back(std::move(after));
      }
    }
    return all;
  }
  static bool all_final(const Hypotheses& beam) {
    return std::all_of(beam.begin(), beam.end(), [](const PlainHypothesis& hypothesis) {
      return S::is_final(hypothesis.state.configuration());
    });
  }

  void set_pair(const PlainHypothesis& positive, const PlainHypothesis& negative) {
    positive_ = positive.derivation;
    negative_ = negative.derivation;
    next_ = positive_;
  }

  bool find_pair() {
    Hypotheses hypotheses{{start_, 0, {}, true}};
    while (!all_final(hypotheses)) {
      const Hypotheses gold = all_successors(hypotheses, true);
      hypotheses = best_of(all_successors(hypotheses, false), beam());
      const bool any_correct = std::any_of(hypotheses.begin(), hypotheses.end(),
                                           [](const auto& one) { return one.correct; });
      if (any_correct) continue;
      violation(gold, hypotheses);
      return true;
    }
    const auto positive = std::find_if(hypotheses.begin(), hypotheses.end(),
                                       [](const auto& one) { return one.correct; });
    set_pair(*positive, hypotheses.front());
    return !hypotheses.front().correct;
  }

  void violation(const Hypotheses& correct, Hypotheses hypotheses) {
    Hypotheses gold = best_of(correct, beam());
    set_pair(gold.front(), hypotheses.front());
    if (options_.strategy.resume == Strategy::Resume::kRandomCorrect) {
      next_ = correct[random_->below(correct.size())].derivation;
    }
    if (options_.strategy.violation == Strategy::Violation::kEarly) return;
    const bool full = options_.strategy.violation == Strategy::Violation::kFull;
    double largest = hypotheses.front().score - gold.front().score;
    while (!all_final(hypotheses) || (full && !all_final(gold))) {
      hypotheses = best_of(all_successors(hypotheses, false), beam());
      gold = best_of(all_successors(gold, true), beam());
      const double gap = hypotheses.front().score - gold.front().score;
      if (!full && gap <= largest) continue;
      largest = gap;
      set_pair(gold.front(), hypotheses.front());
    }
  }

  void update() {
    std::size_t shared = 0;
    while (shared < positive_.size() && shared < negative_.size() &&
           positive_[shared] == negative_[shared]) {
      ++shared;
    }
    add(positive_, shared, 1);
    add(negative_, shared, -1);
  }

  void add(const std::vector<Transition>& derivation, std::size_t from, float by) {
    ParseState state = start_;
    std::vector<std::uint64_t> keys(plan_.key_count());
    FeaturePlan::Scratch scratch;
    for (std::size_t i = 0; i < derivation.size(); ++i) {
      plan_.gather(state, example_->words, scratch);
      for (std::size_t group = 0; group < plan_.group_count() && i >= from; ++group) {
        const std::size_t count = plan_.keys(group, scratch, keys.data());
        for (std::size_t j = 0; j < count; ++j) {
          changes_.push_back({keys[j], classes_.of(derivation[i]), by});
        }
      }
      state.template advance<S>(derivation[i]);
    }
  }

  PlainOptions options_;
  const TransitionClasses& classes_;
  const FeaturePlan& plan_;
  const RandomWeights& weights_;
  Oracle<S> oracle_;
  const PlainExample* example_ = nullptr;
  Random* random_ = nullptr;
  std::vector<WeightChange> changes_;
  std::vector<Action> reference_;
  bool on_reference_ = false;
  ParseState start_;
  std::size_t depth_ = 0;
  std::vector<Transition> positive_;
  std::vector<Transition> negative_;
  std::vector<Transition> next_;
};

template <class S>
class SentenceTrainerOf : public testing::Test {};
using SomeSystems =
    testing::Types<ArcEager, ArcStandard, NonMonotonicArcEager, ArcEagerPartial, Swap, Covington>;
TYPED_TEST_SUITE(SentenceTrainerOf, SomeSystems, test::NameOfType);

/// A tree of which not all is known, or known to be possible: some heads are missing, some labels
/// are not where they may stand. Label 0 is kept for ROOT.
template <class Generator>
Gold random_gold(Generator& random, Node words) {
  Heads heads = test::random_tree_with_gaps(random, words);
  for (Node word = 1; word <= words; ++word) {
    if (random() % 8 == 0) heads[static_cast<std::size_t>(word)] = kNoHead;
  }
  std::vector<Label> labels(heads.size(), kNoLabel);
  for (std::size_t word = 1; word < heads.size(); ++word) {
    if (heads[word] == kNoHead) continue;
    const bool odd = random() % 10 == 0;
    labels[word] = (heads[word] == kRoot) != odd ? 0 : 1 + static_cast<Label>(random() % 3);
  }
  return {heads, labels};
}

TYPED_TEST(SentenceTrainerOf, FindsTheUpdatesOfThePapers) {
  using S = TypeParam;
  std::mt19937 random(11);
  const FeaturePlan plan = test::plan_of(test::kVariedTemplates);
  std::size_t updates = 0;
  for (const SystemOptions& system : test::all_options<S>()) {
    for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kNone}) {
      const auto classes = TransitionClasses::of<S>(mode, {4, 1});
      for (const std::string& name : strategy_names()) {
        const PlainOptions options{*strategy_by_name(name), system, 3};
        for (int i = 0; i < 3; ++i) {
          // So many values that no two derivations have the same score.
          const RandomWeights weights(classes.size(), random(), 100000);
          const Node words = 2 + static_cast<Node>(random() % 5);
          PlainExample example;
          example.words = test::random_words(random, words, plan.columns().size());
          example.gold = random_gold(random, words);
          const Random numbers(random());
          PlainTrainer<S> plain(options, classes, plan, weights);
          const double explore = options.strategy.explore.in(1);
          const auto expected = plain.train(example, explore, numbers);
          const ParsingTask<S> task(classes, system);
          ParsingGuide<S> guide({options.strategy.reference, CostMethod::kExact, {}}, task);
          test::RandomScorer scorer(plan, weights, options.strategy.greedy ? 1 : options.beam);
          SentenceTrainer<ParsingTask<S>, ParsingGuide<S>> trainer(
              {options.strategy, {}, options.beam}, task, guide, scorer);
          LinearChanges found;
          Random own = numbers;
          updates += trainer.train(example.words, example.gold, explore, own, found).updates;
          const std::vector<WeightChange>& changes = found.list;
          ASSERT_EQ(changes.size(), expected.size()) << name;
          for (std::size_t j = 0; j < changes.size(); ++j) {
            ASSERT_EQ(changes[j].key, expected[j].key) << name;
            ASSERT_EQ(changes[j].cls, expected[j].cls) << name;
            ASSERT_EQ(changes[j].by, expected[j].by) << name;
          }
        }
      }
    }
  }
  EXPECT_GT(updates, 100U);
}

}  // namespace
}  // namespace panarc
