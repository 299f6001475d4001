#include "text/split_trainer.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "io/utf8.h"
#include "text/boundary_features.h"
#include "train/linear_trainee.h"

namespace panarc {
namespace {

/// Tells which splits are correct: those of the treebank, if they are possible.
class SplitGuide {
 public:
  using Gold = std::vector<Split>;
  using Correct = Split;

  explicit SplitGuide(const SplitTask& /*task*/) {}

  void begin(const SplitInput& /*input*/, const Gold& gold) { gold_ = &gold; }
  static void leave_path() {}
  [[nodiscard]] Correct correct(const SplitState& state, std::size_t /*depth*/) const {
    const auto splits = state.input->tokens[state.at].splits;
    const Split gold = (*gold_)[state.at];
    return std::ranges::find(splits, gold) != splits.end() ? gold : splits.front();
  }
  static bool is_correct(const SplitState& /*state*/, Correct correct, Split step) {
    return step == correct;
  }
  template <class Visitor>
  void for_each_correct(const SplitState& /*state*/, Correct correct, const float* /*row*/,
                        Visitor&& visit) const {
    visit(correct);
  }
  static std::size_t steps_left(const SplitState& state, std::size_t /*depth*/) {
    return state.input->tokens.size() - state.at;
  }

 private:
  const Gold* gold_ = nullptr;
};

/// The tokens of each sentence.
std::vector<std::span<const TextPart>> tokens_by_sentence(const GoldText& gold) {
  std::vector<std::span<const TextPart>> sentences;
  std::size_t begin = 0;
  for (const TextPart& sentence : gold.sentences) {
    std::size_t end = begin;
    while (end < gold.tokens.size() && gold.tokens[end].begin < sentence.end) ++end;
    sentences.push_back(std::span(gold.tokens).subspan(begin, end - begin));
    begin = end;
  }
  return sentences;
}

std::u32string lower_form(const Characters& text, const TextPart& token) {
  std::u32string lower;
  for (std::uint32_t i = token.begin; i < token.end; ++i) lower += to_lower(text.code(i));
  return lower;
}

class SplitTraining {
 public:
  SplitTraining(const GoldText& gold, const GoldText& dev, const SplitTrainingOptions& options)
      : gold_(gold), dev_(dev), options_(options) {
    find_rules();
    lists_ = find_lists();
    lexicon_ = SplitLexicon(lists_);
    facts_ = find_facts();
    words_ = WordSet(facts_);
    make_examples();
  }

  std::shared_ptr<const SplitModel> run() {
    if (examples_.empty()) return make_model({{0, 0, 0}, {}});
    Trainee trainee({.task = task_,
                     .features = features_,
                     .classes = rules_.size() + 1,
                     .lengths = std::vector<std::size_t>(examples_.size(), 1),
                     .example =
                         [this](std::size_t i, Random& /*random*/, SplitInput& /*input*/) {
                           return Trainee::Example{&examples_[i].input, &examples_[i].gold};
                         },
                     .score = dev_.sentences.empty() ? nullptr : scorer()},
                    1);
    run_training(trainee, options_.loop, {});
    return make_model(trainee.take_best().arrays);
  }

 private:
  using Trainee = LinearTrainee<SplitTask, SplitGuide, SplitFeatures>;
  struct Example {
    SplitInput input;
    std::vector<Split> gold;
  };

  [[nodiscard]] std::string_view form_of(std::size_t token) const {
    return gold_.text.bytes(gold_.tokens[token].begin, gold_.tokens[token].end);
  }

  /// All rules that turn a token into its words; none if it is not split. The simplest come first.
  [[nodiscard]] std::vector<SplitRule> rules_between(std::size_t token) const {
    using Common = SplitRule::Common;
    const std::vector<std::string_view> words(gold_.words[token].begin(), gold_.words[token].end());
    std::vector<SplitRule> rules;
    for (const Common common : {Common::kLongest, Common::kBeginning, Common::kEnding}) {
      for (std::size_t stem = 0; stem < words.size(); ++stem) {
        SplitRule rule = SplitRule::between(form_of(token), words, stem, common);
        if (rule.can_be_read()) rules.push_back(std::move(rule));
      }
    }
    return rules;
  }

  /// Chooses among the rules of a token the one that splits most different tokens. The most
  /// frequent rules are kept; what becomes of other tokens is unknown.
  void find_rules() {
    std::vector<std::vector<std::string>> texts(gold_.tokens.size());
    std::map<std::string, std::set<std::u32string>> forms;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (const SplitRule& rule : rules_between(i)) {
        texts[i].push_back(rule.text());
        forms[texts[i].back()].insert(lower_form(gold_.text, gold_.tokens[i]));
      }
    }
    std::map<std::string, std::size_t> counts;
    for (auto& rules : texts) {
      if (rules.empty()) continue;
      const auto size_of = [&](const std::string& rule) { return forms[rule].size(); };
      rules = {*std::ranges::max_element(rules, {}, size_of)};
      ++counts[rules.front()];
    }
    std::vector<std::pair<std::string, std::size_t>> by_count(counts.begin(), counts.end());
    std::ranges::stable_sort(by_count, std::greater{},
                             [](const auto& rule) { return rule.second; });
    by_count.resize(std::min(by_count.size(), options_.most_rules));
    std::map<std::string, Split> numbers;
    for (const auto& [rule, count] : by_count) {
      rules_.push_back(SplitRule::parse(rule));
      numbers[rule] = static_cast<Split>(rules_.size());
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto found = texts[i].empty() ? numbers.end() : numbers.find(texts[i].front());
      splits_.push_back(found != numbers.end()   ? found->second
                        : gold_.words[i].empty() ? Split{0}
                                                 : kUnknown);
    }
  }

  using Counts = std::map<std::u32string, std::map<Split, std::size_t>>;

  /// Where a rule tells how tokens begin or end.
  static void count_affixes(const SplitRule::Affixes& affixes, const std::u32string& form,
                            Split split, Counts& beginnings, Counts& endings) {
    const bool front = affixes.front > 0;
    const std::size_t size = front ? affixes.front : affixes.back;
    if (size == 0) return;
    const std::size_t least = std::max(size, SplitLexicon::kShortest);
    if (least > SplitLexicon::kLongest || least >= form.size()) return;
    ++(front ? beginnings : endings)[form.substr(front ? 0 : form.size() - least, least)][split];
  }

  /// What tokens with a beginning or ending may become, if several tokens agree.
  static void add_lists(const Counts& counts, SplitLexicon::Part part, SplitLexicon::Lists& lists) {
    for (const auto& [affix, splits] : counts) {
      // Include those of shorter ones: only the longest that is found is used.
      std::set<Split> list = {0};
      for (std::size_t size = SplitLexicon::kShortest; size <= affix.size(); ++size) {
        const bool front = part == SplitLexicon::Part::kBeginning;
        const auto found = counts.find(affix.substr(front ? 0 : affix.size() - size, size));
        if (found == counts.end()) continue;
        for (const auto& [split, times] : found->second) {
          if (times > 1) list.insert(split);
        }
      }
      if (list.size() == 1) continue;
      lists[SplitLexicon::key_of(part, affix)].assign(list.begin(), list.end());
    }
  }

  /// Tokens that occur more than once are known. Others are treated like new ones: their beginnings
  /// and endings tell what they may become.
  [[nodiscard]] SplitLexicon::Lists find_lists() const {
    Counts forms;
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      if (splits_[i] == kUnknown) continue;
      ++forms[lower_form(gold_.text, gold_.tokens[i])][splits_[i]];
    }
    Counts beginnings;
    Counts endings;
    SplitLexicon::Lists lists;
    for (const auto& [form, splits] : forms) {
      std::size_t count = 0;
      std::vector<Split> list;
      for (const auto& [split, times] : splits) {
        count += times;
        list.push_back(split);
        if (split == 0) continue;
        if (const auto affixes = rules_[split - 1U].affixes()) {
          count_affixes(*affixes, form, split, beginnings, endings);
        }
      }
      if (count > 1) lists[SplitLexicon::key_of(SplitLexicon::Part::kToken, form)] = list;
    }
    add_lists(beginnings, SplitLexicon::Part::kBeginning, lists);
    add_lists(endings, SplitLexicon::Part::kEnding, lists);
    return lists;
  }

  /// Tokens that were not split, and words of several others. (Each word of a token is a part of
  /// that token, so being a part of one says nothing.)
  [[nodiscard]] std::vector<std::uint64_t> find_facts() const {
    if (rules_.empty()) return {};
    std::set<std::uint64_t> facts;
    std::map<std::uint64_t, std::set<std::uint64_t>> tokens_of_words;
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      const std::uint64_t token = hash_of(lower_form(gold_.text, gold_.tokens[i]));
      if (splits_[i] == 0) facts.insert(fact_hash(WordFact::kLowerToken, token));
      for (const std::string& word : gold_.words[i]) {
        tokens_of_words[hash_of(to_lower(decode_utf8(word)))].insert(token);
      }
    }
    constexpr std::size_t kSeveral = 3;
    for (const auto& [word, tokens] : tokens_of_words) {
      if (tokens.size() >= kSeveral) facts.insert(fact_hash(WordFact::kPart, word));
    }
    return {facts.begin(), facts.end()};
  }

  /// A token may not be offered its own rule, but another with the same result, which is then what
  /// it should get. If there is none, it has no choice, and nothing is learnt from it.
  void adjust_choice(std::size_t token, std::span<const Split>& splits, Split& gold) const {
    if (gold == 0 || std::ranges::find(splits, gold) != splits.end()) return;
    const auto same = std::ranges::find_if(splits, [&](Split split) {
      return split != 0 && rules_[split - 1U].apply(form_of(token)) == gold_.words[token];
    });
    if (same != splits.end()) {
      gold = *same;
    } else {
      splits = {};
    }
  }

  void make_examples() {
    std::size_t token = 0;
    for (const auto tokens : tokens_by_sentence(gold_)) {
      Example example;
      const auto first = splits_.begin() + static_cast<std::ptrdiff_t>(token);
      token += tokens.size();
      if (!make_split_input(lexicon_, gold_.text, tokens, example.input)) continue;
      example.gold.assign(first, first + static_cast<std::ptrdiff_t>(tokens.size()));
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        adjust_choice(token - tokens.size() + i, example.input.tokens[i].splits, example.gold[i]);
      }
      examples_.push_back(std::move(example));
    }
  }

  [[nodiscard]] std::shared_ptr<const SplitModel> make_model(FrozenArrays weights) const {
    return std::make_shared<const SplitModel>(rules_, lists_, facts_, std::move(weights));
  }
  [[nodiscard]] std::function<void(const FrozenArrays&, EpochReport&, const Interruption&)> scorer()
      const {
    return [this](const FrozenArrays& weights, EpochReport& report,
                  const Interruption& /*interruption*/) {
      report.value = score_splits(*make_model(weights), dev_).percentage();
    };
  }

  static constexpr Split kUnknown = std::numeric_limits<Split>::max();

  const GoldText& gold_;
  const GoldText& dev_;
  const SplitTrainingOptions& options_;
  std::vector<SplitRule> rules_;
  std::vector<Split> splits_;  // of the tokens
  SplitLexicon::Lists lists_;
  SplitLexicon lexicon_;
  std::vector<std::uint64_t> facts_;
  WordSet words_;
  SplitTask task_;
  SplitFeatures features_{words_};
  std::vector<Example> examples_;
};

}  // namespace

Tally score_splits(const SplitModel& model, const GoldText& gold) {
  SplitDecoder decoder(model);
  std::size_t token = 0;
  Tally tally;
  for (const auto tokens : tokens_by_sentence(gold)) {
    const auto splits = decoder.decide(gold.text, tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i, ++token) {
      std::vector<std::string> found;
      if (splits[i] != 0) {
        found = model.rule(splits[i]).apply(gold.text.bytes(tokens[i].begin, tokens[i].end));
      }
      const std::vector<std::string>& words = gold.words[token];
      const std::size_t gold_count = std::max<std::size_t>(words.size(), 1);
      tally.add(
          {words == found ? gold_count : 0, gold_count, std::max<std::size_t>(found.size(), 1)});
    }
  }
  return tally;
}

std::shared_ptr<const SplitModel> train_splits(const GoldText& gold, const GoldText& dev,
                                               const SplitTrainingOptions& options) {
  return SplitTraining(gold, dev, options).run();
}

}  // namespace panarc
