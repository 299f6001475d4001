#include "parse/model_parser.h"

#include <algorithm>
#include <utility>

namespace panarc {
namespace {

std::unique_ptr<TreeSearch> search_of(const Model& model, std::size_t beam) {
  const ModelOptions& options = model.options();
  return make_tree_search(options.system, classes_of(options, model.labels()), options.transitions,
                          model.weights().make_scorer(beam), beam);
}

}  // namespace

ModelParser::ModelParser(const Model& model, std::optional<std::size_t> beam)
    : model_(model),
      encoder_({model.weights().columns().begin(), model.weights().columns().end()}, model_.words(),
               model.embeddings().get()),
      search_(search_of(model_, beam.value_or(model.options().beam))) {}

void ModelParser::parse(Sentence& sentence) { set(sentence, best(sentence, 1).front()); }

const std::vector<Parse>& ModelParser::best(const Sentence& sentence, std::size_t count) {
  encoder_.encode(sentence, words_);
  search_->parse(words_, count, parses_);
  if (parses_.size() > 1 && model_.options().pseudo_projective) drop_same_when_decoded();
  return parses_;
}

void ModelParser::drop_same_when_decoded() {
  std::vector<LabeledTree> trees;
  std::erase_if(parses_, [&](const Parse& parse) {
    LabeledTree tree = tree_of(parse);
    if (std::find(trees.begin(), trees.end(), tree) != trees.end()) return true;
    trees.push_back(std::move(tree));
    return false;
  });
}

const std::string& ModelParser::label_name(const Parse& parse, Node word) const {
  static const std::string none = "_";
  const Label label = parse.labels[static_cast<std::size_t>(word)];
  return label == kNoLabel ? none : model_.labels().names[static_cast<std::size_t>(label)];
}

LabeledTree ModelParser::tree_of(const Parse& parse) const {
  LabeledTree tree{parse.heads, {}};
  tree.labels.resize(parse.heads.size());
  for (std::size_t word = 1; word < parse.heads.size(); ++word) {
    tree.labels[word] = label_name(parse, static_cast<Node>(word));
  }
  if (const auto scheme = model_.options().pseudo_projective) deprojectivize(tree, *scheme);
  return tree;
}

void ModelParser::set(Sentence& sentence, const Parse& parse) const {
  if (model_.options().pseudo_projective) {
    set_tree(sentence, tree_of(parse));
    return;
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    const Node head = parse.heads[static_cast<std::size_t>(word)];
    const std::string& label = label_name(parse, word);
    if (sentence.head(word) != head) sentence.set_head(word, head);
    if (sentence.deprel(word) != label) sentence.set_deprel(word, label);
  }
}

}  // namespace panarc
