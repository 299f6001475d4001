#include "train/corpus.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "panarc/error.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// A relation without what the pseudo-projective encoding adds.
std::string_view plain_relation(std::string_view relation) {
  return relation.substr(0, std::min(relation.find("↑"), relation.find("↓")));
}

/// Whether a relation is known: DEPREL may be empty where HEAD is not.
bool has_label(const LabeledTree& tree, std::size_t word) {
  return tree.heads[word] != kNoHead && tree.labels[word] != "_";
}

/// The tree to be learnt.
LabeledTree tree_of(const Sentence& sentence, std::optional<PseudoProjective> scheme) {
  LabeledTree tree = labeled_tree(sentence);
  if (!scheme || !is_complete(tree.heads)) return tree;
  try {
    projectivize(tree, *scheme);
  } catch (const Error& error) {
    throw Error({sentence.file(), sentence.line(), 0}, error.message());
  }
  return tree;
}

}  // namespace

Corpus::Corpus(std::vector<Sentence> sentences, std::optional<PseudoProjective> scheme,
               int rare_count, const Model* before)
    : sentences_(std::move(sentences)),
      fingerprint_(fingerprint_of(sentences_)),
      rare_count_(rare_count) {
  std::vector<LabeledTree> trees;
  trees.reserve(sentences_.size());
  for (const Sentence& sentence : sentences_) {
    single_roots_ = single_roots_ && count_roots(sentence.heads()) == 1;
    trees.push_back(tree_of(sentence, scheme));
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
      const auto index = static_cast<std::size_t>(word);
      if (has_label(trees[i], index)) gold.set_label(word, ids.at(trees[i].labels[index]));
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
  for (const LabeledTree& tree : trees) {
    for (std::size_t word = 1; word < tree.heads.size(); ++word) {
      if (!has_label(tree, word)) continue;
      const auto relation = relations.insert(tree.labels[word]).first;
      Uses& uses = plain[plain_relation(*relation)];
      ++(tree.heads[word] == kRoot ? uses.under_root : uses.elsewhere);
    }
  }
  // Features tell relations by their numbers, so those of the model keep theirs.
  if (before != nullptr) {
    labels_ = before->labels();
    for (const std::string& known : labels_.names) relations.erase(known);
    labels_.names.insert(labels_.names.end(), relations.begin(), relations.end());
    return;
  }
  // A relation is one for ROOT if that is where it mostly stands; the rest are errors.
  const auto is_for_root = [&](std::string_view relation) {
    const Uses& uses = plain.at(plain_relation(relation));
    return uses.under_root > uses.elsewhere;
  };
  for (const bool for_root : {true, false}) {
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

std::uint64_t fingerprint_of(std::span<const Sentence> sentences) {
  std::uint64_t hash = 0;
  for (const Sentence& sentence : sentences) {
    hash = mix_bits(hash + word_hash(Attribute::kForm, sentence.raw()));
  }
  return hash;
}

}  // namespace panarc
