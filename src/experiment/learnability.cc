#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "panarc/experiment.h"

namespace panarc {
namespace {

/// The words of a sentence in the order in which arc-eager attaches them, with ROOT last: when a
/// word comes to the front of the buffer, its left dependents, the nearest first, and then the word
/// itself if its head is to its left.
std::vector<Node> attachment_order(const Sentence& sentence) {
  std::vector<std::vector<Node>> left(static_cast<std::size_t>(sentence.size()) + 2);
  const Node end = sentence.size() + 1;
  const auto head_of = [&](Node word) {
    return sentence.head(word) == kRoot ? end : sentence.head(word);
  };
  for (Node word = sentence.size(); word >= 1; --word) {
    const Node head = head_of(word);
    if (head > word) left[static_cast<std::size_t>(head)].push_back(word);
  }
  std::vector<Node> order;
  for (Node front = 1; front <= end; ++front) {
    const auto& dependents = left[static_cast<std::size_t>(front)];
    order.insert(order.end(), dependents.begin(), dependents.end());
    if (front == end || sentence.head(front) == kNoHead) continue;
    if (head_of(front) < front) order.push_back(front);
  }
  return order;
}

/// Trigrams with the smoothing of Witten and Bell (1991): the more different words have followed a
/// history, the more is left for others, according to the shorter history.
class TrigramModel {
 public:
  using Word = std::uint32_t;
  static constexpr Word kUnknown = 0;
  static constexpr Word kBegin = 1;
  static constexpr Word kEnd = 2;

  /// The numbers of words; unknown words stay unknown unless they are learnt.
  std::vector<Word> numbers(const Sentence& sentence, bool learn) {
    std::vector<Word> words{kBegin, kBegin};
    for (const Node word : attachment_order(sentence)) {
      const std::string form(sentence.form(word));
      const auto found = words_.find(form);
      if (found != words_.end()) {
        words.push_back(found->second);
      } else if (learn) {
        const auto number = static_cast<Word>(words_.size()) + kEnd + 1;
        words_.emplace(form, number);
        words.push_back(number);
      } else {
        words.push_back(kUnknown);
      }
    }
    words.push_back(kEnd);
    return words;
  }

  void learn(const std::vector<Word>& words) {
    for (std::size_t i = 2; i < words.size(); ++i) {
      for (std::size_t order = 0; order <= 2; ++order) {
        add({words.begin() + static_cast<std::ptrdiff_t>(i - order),
             words.begin() + static_cast<std::ptrdiff_t>(i)},
            words[i]);
      }
    }
  }

  /// How likely a word is after a history.
  [[nodiscard]] double probability(const std::vector<Word>& history, Word word) const {
    // What the empty history leaves is shared evenly.
    const double shorter = history.empty()
                               ? 1 / static_cast<double>(words_.size() + 2)
                               : probability({history.begin() + 1, history.end()}, word);
    const auto found = histories_.find(history);
    if (found == histories_.end()) return shorter;
    const History& seen = found->second;
    const auto follower = seen.followers.find(word);
    const double count = follower == seen.followers.end() ? 0 : follower->second;
    const auto types = static_cast<double>(seen.followers.size());
    return (count + types * shorter) / (seen.total + types);
  }

 private:
  struct History {
    double total = 0;
    std::unordered_map<Word, double> followers;
  };

  void add(const std::vector<Word>& history, Word word) {
    History& seen = histories_[history];
    ++seen.total;
    ++seen.followers[word];
  }

  std::unordered_map<std::string, Word> words_;
  std::unordered_map<std::vector<Word>, History, NumbersHash> histories_;
};

}  // namespace

double predictability(std::span<const Sentence> sentences) {
  std::map<std::pair<std::string, std::string>, double> pairs;
  std::map<std::string, double> heads;
  double all = 0;
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      const Node head = sentence.head(word);
      if (head == kNoHead) continue;
      const std::string tag(head == kRoot ? std::string_view("ROOT") : sentence.upos(head));
      ++pairs[{tag, std::string(sentence.upos(word))}];
      ++heads[tag];
      ++all;
    }
  }
  double entropy = 0;
  for (const auto& [tags, count] : pairs) {
    entropy -= count / all * std::log2(count / heads.at(tags.first));
  }
  return entropy;
}

double derivation_perplexity(std::span<const Sentence> training, std::span<const Sentence> test) {
  TrigramModel model;
  for (const Sentence& sentence : training) model.learn(model.numbers(sentence, true));
  double bits = 0;
  double words = 0;
  for (const Sentence& sentence : test) {
    const auto numbers = model.numbers(sentence, false);
    for (std::size_t i = 2; i < numbers.size(); ++i) {
      bits -= std::log2(model.probability({numbers[i - 2], numbers[i - 1]}, numbers[i]));
      ++words;
    }
  }
  return words == 0 ? 0 : std::exp2(bits / words);
}

}  // namespace panarc
