#include "train/corpus.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "panarc/constraint.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "treebank/mirror.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// Whether a relation is known: DEPREL may be empty where HEAD is not.
bool has_label(Node head, std::string_view label) { return head != kNoHead && label != "_"; }
bool has_label(const LabeledTree& tree, std::size_t word) {
  return has_label(tree.heads[word], tree.labels[word]);
}

/// Whether every word has a head and a relation.
bool is_annotated(const LabeledTree& tree) {
  for (std::size_t word = 1; word < tree.heads.size(); ++word) {
    if (!has_label(tree, word)) return false;
  }
  return true;
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

/// The largest number of roots in any of several trees, for a choice between whole trees. Rules do
/// not change the number of roots.
std::size_t count_roots_of_trees(const TreeChoices& choices) {
  if (choices.choices.size() != 1) return 0;
  std::size_t most = 0;
  for (const LabeledTree& tree : trees_of(choices, TreeChoices::kMostAlternatives)) {
    most = std::max(most, count_roots(tree.heads));
  }
  return most;
}

/// The tags of a sentence, in reading order.
std::vector<Label> tags_of(const Sentence& sentence, const CorpusOptions& options) {
  std::vector<Label> tags(static_cast<std::size_t>(sentence.size()) + 1, kNoLabel);
  for (Node word = 1; word <= sentence.size(); ++word) {
    const auto tag = std::ranges::lower_bound(options.tags, sentence.upos(word));
    if (tag == options.tags.end() || *tag != sentence.upos(word)) continue;
    tags[static_cast<std::size_t>(word)] = static_cast<Label>(tag - options.tags.begin());
  }
  if (options.direction == Direction::kRightToLeft) std::reverse(tags.begin() + 1, tags.end());
  return tags;
}

}  // namespace

std::vector<std::string> tags_in(std::span<const Sentence> sentences) {
  std::set<std::string> tags;
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (sentence.upos(word) != "_") tags.emplace(sentence.upos(word));
    }
  }
  return {tags.begin(), tags.end()};
}

void Example::give_heads(double most, Random& random, EncodedSentence& drawn) const {
  drawn.forget_given_heads();
  const Gold& gold = known.any();
  const double share = most * random.real();
  for (Node word = 1; word <= gold.words(); ++word) {
    if (gold.head(word) != kNoHead && random.real() < share) drawn.give_head(word, gold.head(word));
  }
}

References Example::draw_known(double keep, Random& random) const {
  std::vector<Node> words;
  for (Node word = 1; word <= known.any().words(); ++word) {
    if (known.any().knows_head(word)) words.push_back(word);
  }
  if (keep <= 1) {
    std::erase_if(words, [&](Node) { return random.real() < keep; });
  } else {
    random.shuffle(std::span(words));
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                   static_cast<std::size_t>(keep), words.size())));
  }
  return known.without(words);
}

Corpus::Corpus(std::span<const Sentence> sentences, const CorpusOptions& options,
               std::span<const WordColumn> columns, const Embeddings* embeddings,
               const SeenNames* before)
    : backwards_(options.direction == Direction::kRightToLeft),
      as_written_{.longest_arc = options.span,
                  .root = backwards_ ? mirrored(options.root) : options.root} {
  std::vector<LabeledTree> trees;
  trees.reserve(sentences.size());
  std::size_t most_roots = 0;
  for (const Sentence& sentence : sentences) {
    most_roots = std::max(most_roots, count_roots(sentence.heads()));
    trees.push_back(tree_of(sentence, options.pseudo_projective));
  }
  for (const TreeChoices& choices : options.choices) {
    most_roots = std::max(most_roots, count_roots_of_trees(choices));
  }
  single_roots_ = most_roots == 1;
  name_labels(trees, options.choices, before);
  for (const std::string& label : labels().names) {
    ids_.emplace(label, static_cast<Label>(ids_.size()));
  }
  SeenWords seen(sentences, options.rare_count);
  if (before != nullptr) {
    for (const std::uint64_t hash : before->words->slots()) {
      if (hash != 0) seen.all.push_back(hash);
    }
    std::sort(seen.all.begin(), seen.all.end());
  }
  names_.words = std::make_shared<const WordSet>(seen.all);
  const WordSet frequent(seen.frequent);
  collect_tags(sentences, before);
  std::vector<References> known = known_of(sentences, trees, options);
  WordEncoder encoder({columns.begin(), columns.end()}, embeddings, options.direction);
  encoder.set_tags(options.tags);
  examples_.resize(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    examples_[i] = {DrawnWords(sentences[i], encoder, frequent), std::move(known[i])};
    if (!options.tags.empty()) examples_[i].tags = tags_of(options.right_tags[i], options);
  }
}

std::vector<References> Corpus::known_of(std::span<const Sentence> sentences,
                                         const std::vector<LabeledTree>& trees,
                                         const CorpusOptions& options) const {
  std::vector<References> all;
  all.reserve(trees.size());
  GoldOptions for_choices = as_written_;
  for_choices.root = options.root;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const LabeledTree& tree = trees[i];
    if (!options.choices.empty() && !options.choices[i].choices.empty()) {
      const TreeChoices& choices = options.choices[i];
      const auto id_of = [&](std::string_view label) { return ids_.find(label)->second; };
      all.emplace_back(backwards_ ? mirrored(choices) : choices, id_of, for_choices);
      continue;
    }
    if (options.constraints && !is_annotated(tree)) {
      all.push_back(known_as(known_words(sentences[i], KnownFrom::kColumns)));
      continue;
    }
    std::vector<Label> labels(tree.heads.size(), kNoLabel);
    for (std::size_t word = 1; word < labels.size(); ++word) {
      if (has_label(tree, word)) labels[word] = ids_.at(tree.labels[word]);
    }
    all.push_back(as_read(Gold(tree.heads, labels, as_written_)));
  }
  return all;
}

References Corpus::known_as(std::vector<KnownWord> words) const {
  const auto is_unknown = [&](const std::string& label) { return !ids_.contains(label); };
  for (KnownWord& word : words) {
    std::erase_if(word.labels, is_unknown);
    for (KnownArc& arc : word.heads) std::erase_if(arc.labels, is_unknown);
  }
  const auto id_of = [&](std::string_view label) { return ids_.find(label)->second; };
  return as_read(Gold(words, id_of, as_written_));
}

void Corpus::name_labels(const std::vector<LabeledTree>& trees,
                         std::span<const TreeChoices> choices, const SeenNames* before) {
  struct Uses {
    std::size_t under_root = 0;
    std::size_t elsewhere = 0;
  };
  std::set<std::string> relations;
  std::map<std::string_view, Uses> plain;
  const auto count = [&](Node head, const std::string& label) {
    if (!has_label(head, label)) return;
    const auto relation = relations.insert(label).first;
    Uses& uses = plain[encoded_relation(*relation)];
    ++(head == kRoot ? uses.under_root : uses.elsewhere);
  };
  for (const LabeledTree& tree : trees) {
    for (std::size_t word = 1; word < tree.heads.size(); ++word) {
      count(tree.heads[word], tree.labels[word]);
    }
  }
  for (const TreeChoices& of_sentence : choices) {
    if (of_sentence.choices.empty()) continue;  // its tree has already been counted
    for (const TreeChoices::Word& word : of_sentence.words) {
      for (const TreeChoices::Outcome& one : word.outcomes) count(one.head, one.label);
    }
  }
  // Features identify relations by number, so those of the model keep theirs.
  LabelNames& labels = names_.labels;
  if (before != nullptr) {
    labels = before->labels;
    for (const std::string& known : labels.names) relations.erase(known);
    labels.names.insert(labels.names.end(), relations.begin(), relations.end());
    return;
  }
  // A relation is for ROOT if it mostly occurs there; the rest are errors.
  const auto is_for_root = [&](std::string_view relation) {
    const Uses& uses = plain.at(encoded_relation(relation));
    return uses.under_root > uses.elsewhere;
  };
  for (const bool for_root : {true, false}) {
    for (const std::string& relation : relations) {
      if (is_for_root(relation) != for_root) continue;
      labels.names.push_back(relation);
      labels.under_root += for_root ? 1 : 0;
    }
  }
}

void Corpus::collect_tags(std::span<const Sentence> sentences, const SeenNames* before) {
  std::set<std::uint64_t> tags;
  const auto add = [&](Attribute attribute, std::string_view value, bool with_value) {
    if (value == "_") return;
    tags.insert(column_hash(attribute, ""));
    if (with_value) tags.insert(column_hash(attribute, value));
  };
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      add(Attribute::kLemma, sentence.lemma(word), false);
      add(Attribute::kUpos, sentence.upos(word), true);
      add(Attribute::kXpos, sentence.xpos(word), true);
      add(Attribute::kFeats, sentence.feats(word), false);
    }
  }
  if (before != nullptr && before->tags != nullptr) {
    for (const std::uint64_t hash : before->tags->slots()) {
      if (hash != 0) tags.insert(hash);
    }
  }
  names_.tags =
      std::make_shared<const WordSet>(std::vector<std::uint64_t>(tags.begin(), tags.end()));
}

std::uint64_t fingerprint_of(std::span<const Sentence> sentences) {
  std::uint64_t hash = 0;
  std::string text;
  for (const Sentence& sentence : sentences) {
    text.clear();
    sentence.append_to(text);
    hash = mix_bits(hash + word_hash(Attribute::kForm, text));
  }
  return hash;
}

std::uint64_t fingerprint_of(std::span<const TreeChoices> choices) {
  std::uint64_t hash = 0;
  for (const TreeChoices& of_sentence : choices) {
    for (const TreeChoices::Word& word : of_sentence.words) {
      for (const TreeChoices::Outcome& one : word.outcomes) {
        const std::uint64_t label = word_hash(Attribute::kForm, one.label);
        hash = mix_bits(mix_bits(hash + static_cast<std::uint64_t>(one.head)) + label);
      }
    }
  }
  return hash;
}

}  // namespace panarc
