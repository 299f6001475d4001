#include "text/split_trainer.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "text/boundary_features.h"
#include "text/linear_trainee.h"

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
                     .options = options_.trainer,
                     .freeze = options_.freeze,
                     .lengths = std::vector<std::size_t>(examples_.size(), 1),
                     .example =
                         [this](std::size_t i, Random& /*random*/, SplitInput& /*input*/) {
                           return Trainee::Example{&examples_[i].input, &examples_[i].gold};
                         },
                     .score = dev_.sentences.empty() ? nullptr : scorer()},
                    options_.threads);
    run_training(trainee,
                 {.epochs = options_.epochs,
                  .patience = options_.patience,
                  .seed = options_.seed,
                  .threads = options_.threads,
                  .batch = options_.batch},
                 {});
    return make_model(trainee.take_best().arrays);
  }

 private:
  using Trainee = LinearTrainee<SplitTask, SplitGuide, SplitFeatures>;
  struct Example {
    SplitInput input;
    std::vector<Split> gold;
  };

  void find_rules() {
    std::map<std::string, Split> numbers;
    for (std::size_t i = 0; i < gold_.tokens.size(); ++i) {
      Split split = 0;
      if (!gold_.words[i].empty() && rules_.size() < kMostRules) {
        const std::vector<std::string_view> words(gold_.words[i].begin(), gold_.words[i].end());
        const SplitRule rule =
            SplitRule::between(gold_.text.bytes(gold_.tokens[i].begin, gold_.tokens[i].end), words);
        if (rule.can_be_read()) {
          const auto [found, added] =
              numbers.try_emplace(rule.text(), static_cast<Split>(rules_.size() + 1));
          if (added) rules_.push_back(rule);
          split = found->second;
        }
      }
      splits_.push_back(split);
    }
  }

  /// Tokens that occur more than once are known. Others are treated like new ones: their endings
  /// tell what they may become, if several tokens agree.
  [[nodiscard]] SplitLexicon::Lists find_lists() const {
    std::map<std::u32string, std::map<Split, std::size_t>> forms;
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      ++forms[lower_form(gold_.text, gold_.tokens[i])][splits_[i]];
    }
    std::map<std::u32string, std::map<Split, std::size_t>> endings;
    for (const auto& [form, splits] : forms) {
      for (const auto& [split, count] : splits) {
        const std::size_t size = split == 0 ? 0 : rules_[split - 1U].ending();
        if (size == 0) continue;
        const std::size_t least = std::max(size, SplitLexicon::kShortestEnding);
        if (least > SplitLexicon::kLongestEnding || least >= form.size()) continue;
        ++endings[form.substr(form.size() - least)][split];
      }
    }
    SplitLexicon::Lists lists;
    for (const auto& [form, splits] : forms) {
      std::size_t count = 0;
      std::vector<Split> list;
      for (const auto& [split, times] : splits) {
        count += times;
        list.push_back(split);
      }
      if (count > 1) lists[SplitLexicon::key_of_token(hash_of(form))] = list;
    }
    for (const auto& [ending, splits] : endings) {
      // Include those of shorter endings: only the longest ending found is used.
      std::set<Split> list = {0};
      for (std::size_t size = SplitLexicon::kShortestEnding; size <= ending.size(); ++size) {
        const auto found = endings.find(ending.substr(ending.size() - size));
        if (found == endings.end()) continue;
        for (const auto& [split, times] : found->second) {
          if (times > 1) list.insert(split);
        }
      }
      if (list.size() == 1) continue;
      lists[SplitLexicon::key_of_ending(hash_of(ending))].assign(list.begin(), list.end());
    }
    return lists;
  }

  /// Tokens that were not split.
  [[nodiscard]] std::vector<std::uint64_t> find_facts() const {
    std::set<std::uint64_t> facts;
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      if (rules_.empty() || splits_[i] != 0) continue;
      facts.insert(
          fact_hash(WordFact::kLowerToken, hash_of(lower_form(gold_.text, gold_.tokens[i]))));
    }
    return {facts.begin(), facts.end()};
  }

  void make_examples() {
    std::size_t token = 0;
    for (const auto tokens : tokens_by_sentence(gold_)) {
      Example example;
      const auto first = splits_.begin() + static_cast<std::ptrdiff_t>(token);
      token += tokens.size();
      if (!make_split_input(lexicon_, gold_.text, tokens, example.input)) continue;
      example.gold.assign(first, first + static_cast<std::ptrdiff_t>(tokens.size()));
      examples_.push_back(std::move(example));
    }
  }

  [[nodiscard]] std::shared_ptr<const SplitModel> make_model(FrozenArrays weights) const {
    return std::make_shared<const SplitModel>(rules_, lists_, facts_, std::move(weights));
  }
  [[nodiscard]] std::function<double(const FrozenArrays&)> scorer() const {
    return [this](const FrozenArrays& weights) { return score_splits(*make_model(weights), dev_); };
  }

  static constexpr std::size_t kMostRules = 2000;

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

double score_splits(const SplitModel& model, const GoldText& gold) {
  SplitDecoder decoder(model);
  std::size_t token = 0;
  std::size_t correct = 0;
  std::size_t all = 0;
  for (const auto tokens : tokens_by_sentence(gold)) {
    const auto splits = decoder.decide(gold.text, tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i, ++token) {
      std::vector<std::string> found;
      if (splits[i] != 0) {
        found = model.rule(splits[i]).apply(gold.text.bytes(tokens[i].begin, tokens[i].end));
      }
      const std::vector<std::string>& words = gold.words[token];
      const std::size_t gold_count = std::max<std::size_t>(words.size(), 1);
      all += gold_count + std::max<std::size_t>(found.size(), 1);
      if (words == found) correct += gold_count;
    }
  }
  return all == 0 ? 0 : 200 * static_cast<double>(correct) / static_cast<double>(all);
}

std::shared_ptr<const SplitModel> train_splits(const GoldText& gold, const GoldText& dev,
                                               const SplitTrainingOptions& options) {
  return SplitTraining(gold, dev, options).run();
}

}  // namespace panarc
