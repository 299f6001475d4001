#include "panarc/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <compare>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/aligned_sentences.h"
#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "query/attribute.h"
#include "query/expression.h"

namespace panarc {

namespace {

/// Calls a function that parses user input; adds the name of the input to an error.
template <class Function>
auto reading(std::string_view what, Function function) {
  try {
    return function();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", what, error.message()));
  }
}

std::optional<Expression> expression_of(std::string_view what, const std::string& text,
                                        const QueryScope& scope) {
  if (text.empty()) return std::nullopt;
  return reading(what, [&] { return Expression(text, scope); });
}

/// A sentence with a mark after a word.
std::string marked(const Sentence& sentence, Node marked, const std::string& mark) {
  std::string text;
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (word > 1) text += ' ';
    text += sentence.form(word);
    if (word == marked) text += mark;
  }
  return text;
}

/// A value that words are grouped by. Numbers and their classes have an order; texts have none but
/// that of the alphabet.
struct GroupValue {
  double number = 0;  ///< where a class begins; 0 for what is not a number
  std::string text;

  friend auto operator<=>(const GroupValue&, const GroupValue&) = default;
};

/// What words are grouped by: an attribute, whose numbers can be binned by giving the start of each
/// bin: `length:1:2:3:7`.
class Criterion {
 public:
  /// Throws Error, with what was found and expected.
  Criterion(std::string_view text, const QueryScope& scope)
      : attribute_(text.substr(0, text.find(':')), scope) {
    const std::vector<std::string_view> parts = split(text, ':');
    for (const std::string_view part : std::span(parts).subspan(1)) {
      const auto begin = parse_number(part);
      if (!begin || (!begins_.empty() && *begin <= begins_.back())) {
        throw Error(
            fmt::format("found {}, expected where a class begins: a whole number above the "
                        "previous one",
                        in_quotes(part)));
      }
      if (attribute_.type() != ValueType::kNumber) {
        throw Error(fmt::format("{} has no classes: it is not a number", attribute_.name()));
      }
      begins_.push_back(*begin);
    }
  }

  [[nodiscard]] const std::string& name() const { return attribute_.name(); }
  [[nodiscard]] bool is_number() const { return attribute_.type() == ValueType::kNumber; }
  [[nodiscard]] GroupValue value(const WordContext& context) const {
    const QueryValue value = attribute_.value(context);
    if (begins_.empty()) return {value.number, text_of(value)};
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), value.number);
    if (after == begins_.begin()) {
      return {-std::numeric_limits<double>::infinity(), fmt::format("<{}", begins_.front())};
    }
    const int first = *(after - 1);
    if (after == begins_.end()) return {static_cast<double>(first), fmt::format("{}+", first)};
    const int last = *after - 1;
    return {static_cast<double>(first),
            first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last)};
  }

 private:
  WordAttribute attribute_;
  std::vector<int> begins_;  // of the bins
};

class Analyst {
 public:
  Analyst(const AnalysisOptions& options, std::size_t sides)
      : options_(options),
        sides_(sides),
        scope_{sides, options.known_words != nullptr},
        where_(expression_of("where", options.where, scope_)),
        ignore_(expression_of("ignore", options.ignore, scope_)) {
    for (const std::string& text : options.by) {
      by_.push_back(reading("by", [&] { return Criterion(text, scope_); }));
      result_.criteria.push_back(text);
    }
    if (!options.confusion.empty()) {
      confused_ = reading("confusion", [&] { return WordAttribute(options.confusion, scope_); });
    }
    context_.known = options.known_words.get();
    result_.systems = sides - 1;
  }

  void begin(const Sentence& gold) {
    view_.look_at(gold);
    for (auto* scores : {&result_.heads, &result_.both}) scores->emplace_back();
    seen_ = false;
    wrong_words_.clear();
  }

  /// Call this after all words have been added.
  void end(AlignedSentences& system, AlignedSentences* other) {
    if (!options_.visit || !seen_) return;
    options_.visit({sentence_number(),
                    view_.sentence(),
                    {&system.system_tree(), other != nullptr ? &other->system_tree() : nullptr},
                    wrong_words_});
  }

  /// `system` and `other` are the counterparts of the word, if there are such systems.
  void add(Node word, const AnnotatedWord& system, const AnnotatedWord& other) {
    context_.sides = {AnnotatedWord{.view = &view_, .word = word}, system, other};
    // A word without a gold head is neither right nor wrong.
    if (sides_ > 1 && view_.sentence().head(word) == kNoHead) return;
    if (where_ && !where_->holds(context_)) return;
    if (ignore_ && ignore_->holds(context_)) return;
    seen_ = true;
    count(result_.total, total_differences_);
    if (options_.visit && is_wrong_somewhere()) wrong_words_.push_back({word, all_marks()});
    if (!by_.empty()) {
      values_.clear();
      for (const Criterion& criterion : by_) values_.push_back(criterion.value(context_));
      Counted& counted = groups_[values_];
      count(counted.group, counted.differences);
      add_example(counted.group.examples, is_wrong(system));
      if (is_wrong_somewhere()) add_place(counted.group.places);
    }
    add_to_sentence();
    if (confused_) add_confusion(system);
  }

  Analysis finish() {
    add_groups();
    result_.total.p_value = p_of(total_differences_);
    for (auto& [values, confusion] : confusions_) {
      confusion.gold = values.first;
      confusion.system = values.second;
      result_.confusions.push_back(std::move(confusion));
    }
    std::ranges::stable_sort(result_.confusions, std::greater(), &Confusion::words);
    return std::move(result_);
  }

 private:
  /// By how many words the systems differ, for each sentence where they do.
  struct Differences {
    std::vector<double> values;
    std::size_t sentence = 0;  // of the last
  };
  struct Counted {
    AnalysisGroup group;
    Differences differences;
  };
  using GroupValues = std::vector<GroupValue>;
  using Groups = std::map<GroupValues, Counted>;

  /// Groups that differ only in numbers stand together, in the order of the numbers: who looks at
  /// lengths looks for a trend. The others come by their number of words.
  void add_groups() {
    const auto texts_of = [&](const GroupValues& values) {
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < by_.size(); ++i) {
        if (!by_[i].is_number()) texts.push_back(values[i].text);
      }
      return texts;
    };
    std::map<std::vector<std::string>, std::uint64_t> words;
    for (const auto& [values, counted] : groups_) words[texts_of(values)] += counted.group.words;
    struct Place {
      std::uint64_t words;
      std::vector<std::string> texts;
      Groups::iterator group;
    };
    std::vector<Place> order;
    for (auto it = groups_.begin(); it != groups_.end(); ++it) {
      const auto& [texts, all] = *words.find(texts_of(it->first));
      order.push_back({all, texts, it});
    }
    std::ranges::stable_sort(order, [](const Place& a, const Place& b) {
      return a.words != b.words ? a.words > b.words : a.texts < b.texts;
    });
    for (const Place& place : order) {
      auto& [values, counted] = *place.group;
      for (const GroupValue& value : values) counted.group.values.push_back(value.text);
      counted.group.p_value = p_of(counted.differences);
      result_.groups.push_back(std::move(counted.group));
    }
  }

  static bool is_wrong(const AnnotatedWord& word) { return !word.right_head || !word.right_label; }

  [[nodiscard]] bool is_wrong_somewhere() const {
    return is_wrong(context_.sides[1]) || (sides_ > 2 && is_wrong(context_.sides[2]));
  }

  /// The number of the current sentence, from 1.
  [[nodiscard]] std::uint64_t sentence_number() const { return result_.both.size(); }

  void add_place(std::vector<WordPlace>& places) const {
    if (options_.visit) places.push_back({sentence_number(), context_.sides[0].word});
  }

  void count(AnalysisGroup& group, Differences& differences) const {
    ++group.words;
    for (std::size_t i = 0; i + 1 < sides_; ++i) {
      const AnnotatedWord& word = context_.sides[i + 1];
      SystemCounts& counts = group.systems[i];
      counts.heads += word.right_head ? 1 : 0;
      counts.labels += word.right_label ? 1 : 0;
      counts.both += is_wrong(word) ? 0 : 1;
    }
    if (sides_ < 3 || is_wrong(context_.sides[1]) == is_wrong(context_.sides[2])) return;
    const bool first = is_wrong(context_.sides[2]);
    ++group.alone[first ? 0 : 1];
    if (differences.values.empty() || differences.sentence != result_.both.size()) {
      differences.values.push_back(0);
      differences.sentence = result_.both.size();
    }
    differences.values.back() += first ? 1 : -1;
  }

  void add_to_sentence() {
    const auto add = [](PairedScore& score, bool first, bool second) {
      score.words += 1;
      score.first += first ? 1 : 0;
      score.second += second ? 1 : 0;
    };
    const auto& [gold, system, other] = context_.sides;
    add(result_.heads.back(), system.right_head, other.right_head);
    add(result_.both.back(), !is_wrong(system), !is_wrong(other));
  }

  void add_confusion(const AnnotatedWord& system) {
    const std::string gold = text_of(confused_->of(Whose::kGold).value(context_));
    const std::string found = text_of(confused_->of(Whose::kSystem).value(context_));
    Confusion& confusion = confusions_[{gold, found}];
    ++confusion.words;
    add_example(confusion.examples, gold != found || (system.view == nullptr));
    add_place(confusion.places);
  }

  void add_example(std::vector<std::string>& examples, bool wrong) const {
    if (!wrong || sides_ < 2 || examples.size() == options_.examples) return;
    const auto& gold = context_.sides[0];
    examples.push_back(marked(gold.view->sentence(), gold.word, mark()));
  }

  /// What is confused; where that is right, whatever else is wrong.
  [[nodiscard]] std::string mark() const {
    if (!confused_) return mark_of(context_.sides[1]);
    const std::string gold = text_of(confused_->of(Whose::kGold).value(context_));
    const std::string found = text_of(confused_->of(Whose::kSystem).value(context_));
    return gold == found ? mark_of(context_.sides[1]) : fmt::format("[{}>{}]", gold, found);
  }

  [[nodiscard]] std::array<std::string, 2> all_marks() const {
    std::array<std::string, 2> marks;
    for (std::size_t i = 0; i + 1 < sides_; ++i) {
      if (is_wrong(context_.sides[i + 1])) marks[i] = mark_of(context_.sides[i + 1]);
    }
    return marks;
  }

  /// What is different: `[nsubj>obj]`, `[nsubj: saw>had]`, `[nsubj: saw>obj: had]`.
  [[nodiscard]] std::string mark_of(const AnnotatedWord& system) const {
    if (system.view == nullptr) return "[>]";
    const AnnotatedWord& gold = context_.sides[0];
    const Sentence& right = gold.view->sentence();
    const Sentence& found = system.view->sentence();
    const auto head = [](const Sentence& sentence, Node word) {
      const Node of = sentence.head(word);
      return of == kRoot ? std::string_view("ROOT") : of == kNoHead ? "_" : sentence.form(of);
    };
    if (system.right_head) {
      return fmt::format("[{}>{}]", right.deprel(gold.word), found.deprel(system.word));
    }
    if (system.right_label) {
      return fmt::format("[{}: {}>{}]", right.deprel(gold.word), head(right, gold.word),
                         head(found, system.word));
    }
    return fmt::format("[{}: {}>{}: {}]", right.deprel(gold.word), head(right, gold.word),
                       found.deprel(system.word), head(found, system.word));
  }

  [[nodiscard]] double p_of(const Differences& differences) const {
    return sides_ < 3 ? 1 : randomization_p_value(differences.values);
  }

  const AnalysisOptions& options_;
  std::size_t sides_;
  QueryScope scope_;
  std::optional<Expression> where_;
  std::optional<Expression> ignore_;
  std::vector<Criterion> by_;
  std::optional<WordAttribute> confused_;

  SentenceView view_;
  WordContext context_;
  GroupValues values_;
  bool seen_ = false;  // a word of the sentence was selected
  std::vector<WrongWord> wrong_words_;

  Analysis result_;
  Differences total_differences_;
  Groups groups_;
  std::map<std::pair<std::string, std::string>, Confusion> confusions_;
};

}  // namespace

void check_analysis(const AnalysisOptions& options, std::size_t systems) {
  const Analyst analyst(options, systems + 1);
}

std::unordered_set<std::string> forms_of(TreebankReader& treebank) {
  std::unordered_set<std::string> forms;
  Sentence sentence;
  while (treebank.next(sentence)) {
    for (Node word = 1; word <= sentence.size(); ++word) forms.emplace(sentence.form(word));
  }
  return forms;
}

Analysis analyse(const std::function<bool(Sentence&)>& next, const AnalysisOptions& options) {
  Analyst analyst(options, 1);
  Sentence sentence;
  while (next(sentence)) {
    analyst.begin(sentence);
    for (Node word = 1; word <= sentence.size(); ++word) analyst.add(word, {}, {});
  }
  return analyst.finish();
}

Analysis analyse(TreebankReader& gold, TreebankReader& system, const AnalysisOptions& options) {
  Analyst analyst(options, 2);
  AlignedSentences sentences(next_of(gold), next_of(system));
  while (sentences.next()) {
    analyst.begin(sentences.gold());
    for (Node word = 1; word <= sentences.gold().size(); ++word) {
      analyst.add(word, sentences.system(word), {});
    }
    analyst.end(sentences, nullptr);
  }
  return analyst.finish();
}

Analysis analyse(TreebankReader& gold, TreebankReader& system, TreebankReader& gold_again,
                 TreebankReader& other, const AnalysisOptions& options) {
  Analyst analyst(options, 3);
  AlignedSentences first(next_of(gold), next_of(system));
  AlignedSentences second(next_of(gold_again), next_of(other));
  while (first.next() && second.next()) {
    analyst.begin(first.gold());
    for (Node word = 1; word <= first.gold().size(); ++word) {
      analyst.add(word, first.system(word), second.system(word));
    }
    analyst.end(first, &second);
  }
  return analyst.finish();
}

}  // namespace panarc
