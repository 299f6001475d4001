#include "train/corpus.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "feature/hash.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// A relation without what the pseudo-projective encoding adds.
std::string_view plain_relation(std::string_view relation) {
  return relation.substr(0, std::min(relation.find("↑"), relation.find("↓")));
}

}  // namespace

Corpus::Corpus(std::vector<Sentence> sentences, std::optional<PseudoProjective> scheme,
               int rare_count, const Model* before)
    : sentences_(std::move(sentences)), rare_count_(rare_count) {
  std::vector<LabeledTree> trees;
  trees.reserve(sentences_.size());
  for (const Sentence& sentence : sentences_) {
    fingerprint_ = mix_bits(fingerprint_ + word_hash(Attribute::kForm, sentence.raw()));
    single_roots_ = single_roots_ && count_roots(sentence.heads()) == 1;
    trees.push_back(labeled_tree(sentence));
    if (scheme && is_complete(trees.back().heads)) projectivize(trees.back(), *scheme);
  }
  name_labels(trees, before);
  std::unordered_map<std::string_view, Label> ids;
  for (std::size_t i = 0; i < labels_.names.size(); ++i) {
    ids.emplace(labels_.names[i], static_cast<Label>(i));
  }
  examples_.resize(trees.size());
  for (std::size_t i = 0; i < trees.size(); ++i) {
    Gold gold(trees[i].heads);
    for (Node word = 1; word <= sentences_[i].size(); ++word) {
      if (trees[i].heads[static_cast<std::size_t>(word)] == kNoHead) continue;
      gold.set_label(word, ids.at(trees[i].labels[static_cast<std::size_t>(word)]));
    }
    examples_[i].gold = std::move(gold);
  }
  count_words(before);
}

void Corpus::name_labels(const std::vector<LabeledTree>& trees, const Model* before) {
  struct Uses {
    std::size_t under_root = 0;
    std::size_t elsewhere = 0;
  };
  std::set<std::string> relations;
  std::map<std::string_view, Uses> plain;
  if (before != nullptr) {
    const LabelNames& names = before->labels();
    for (std::size_t i = 0; i < names.names.size(); ++i) {
      const auto entry = relations.insert(names.names[i]).first;
      const bool for_root = i >= names.names.size() - static_cast<std::size_t>(names.under_root);
      Uses& uses = plain[plain_relation(*entry)];
      ++(for_root ? uses.under_root : uses.elsewhere);
    }
  }
  for (const LabeledTree& tree : trees) {
    for (std::size_t word = 1; word < tree.heads.size(); ++word) {
      if (tree.heads[word] == kNoHead) continue;
      const auto entry = relations.insert(tree.labels[word]).first;
      Uses& uses = plain[plain_relation(*entry)];
      ++(tree.heads[word] == kRoot ? uses.under_root : uses.elsewhere);
    }
  }
  // A relation is one for ROOT if that is where it mostly stands; the rest are errors.
  const auto is_for_root = [&](std::string_view relation) {
    const Uses& uses = plain.at(plain_relation(relation));
    return uses.under_root > uses.elsewhere;
  };
  for (const bool for_root : {false, true}) {
    for (const std::string& relation : relations) {
      if (is_for_root(relation) != for_root) continue;
      labels_.names.push_back(relation);
      labels_.under_root += for_root ? 1 : 0;
    }
  }
}

void Corpus::count_words(const Model* before) {
  std::unordered_map<std::uint64_t, int> counts;
  for (const Sentence& sentence : sentences_) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      ++counts[word_hash(Attribute::kForm, sentence.form(word))];
      ++counts[word_hash(Attribute::kLemma, sentence.lemma(word))];
    }
  }
  std::vector<std::uint64_t> known;
  std::vector<std::uint64_t> frequent;
  for (const auto& [hash, count] : counts) {
    known.push_back(hash);
    if (count > rare_count_) frequent.push_back(hash);
  }
  if (before != nullptr) {
    for (const std::uint64_t hash : before->words().slots()) {
      if (hash != 0) known.push_back(hash);
    }
  }
  std::sort(known.begin(), known.end());
  known_ = WordSet(known);
  frequent_ = WordSet(frequent);
}

void Corpus::drop_longer_than(int span, RootPosition root) {
  for (Example& example : examples_) example.gold.drop_longer_than(span, root);
}

void Corpus::encode(std::span<const WordColumn> columns, const Embeddings* embeddings) {
  const WordEncoder encoder({columns.begin(), columns.end()}, embeddings);
  rare_.resize(sentences_.size());
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    EncodedSentence& words = examples_[i].words;
    encoder.encode(sentences_[i], words);
    for (Node word = 1; word <= words.words(); ++word) {
      for (std::size_t column = 0; column < columns.size(); ++column) {
        const std::uint64_t value = words.value(word, column);
        if (!names_a_word(columns[column].attribute) || value == 0) continue;
        if (frequent_.contains(value)) continue;
        rare_[i].push_back({word, static_cast<std::uint32_t>(column), value});
      }
    }
  }
  sentences_.clear();
  sentences_.shrink_to_fit();
}

Example& Corpus::prepare(std::size_t index, double rare_rate, Random& random) {
  Example& example = examples_[index];
  for (const RareWord& rare : rare_[index]) {
    example.words.row(rare.word)[rare.column] =
        random.real() < rare_rate ? kUnknownWord : rare.value;
  }
  return example;
}

}  // namespace panarc
