#include "search/model.h"

#include <algorithm>
#include <utility>

namespace panarc {

std::vector<Template> templates_of(const ModelOptions& options) {
  std::vector<Template> templates = parse_templates(options.features, "features");
  if (options.delexicalized) {
    std::erase_if(templates, [](const Template& feature) {
      return std::any_of(feature.atoms.begin(), feature.atoms.end(),
                         [](const Atom& atom) { return is_lexical(atom.attribute); });
    });
  }
  return templates;
}

Model::Model(Parts parts)
    : parts_(std::move(parts)),
      plan_(templates_of(parts_.options)),
      words_(WordSet::over(parts_.words)),
      table_(parts_.weights.index, parts_.weights.words, parts_.classes) {}

ModelParser::ModelParser(const Model& model, std::optional<std::size_t> beam)
    : model_(model),
      encoder_(model.plan().columns(), model.words()),
      search_(make_search(model.options().system, model.options().labels, model.labels().set(),
                          model.plan(), model.table(), model.options().transitions,
                          beam.value_or(model.options().beam))) {}

void ModelParser::parse(Sentence& sentence) { set(sentence, best(sentence, 1).front()); }

const std::vector<Parse>& ModelParser::best(const Sentence& sentence, std::size_t count) {
  encoder_.encode(sentence, words_);
  search_->parse(words_, count, parses_);
  return parses_;
}

void ModelParser::set(Sentence& sentence, const Parse& parse) const {
  const auto& names = model_.labels().names;
  const auto name = [&](std::size_t word) -> const std::string& {
    static const std::string kNone = "_";
    const Label label = parse.labels[word];
    return label == kNoLabel ? kNone : names[static_cast<std::size_t>(label)];
  };
  if (const auto scheme = model_.options().pseudo_projective) {
    LabeledTree tree{parse.heads, {}};
    tree.labels.resize(parse.heads.size());
    for (std::size_t word = 1; word < parse.heads.size(); ++word) tree.labels[word] = name(word);
    deprojectivize(tree, *scheme);
    set_tree(sentence, tree);
    return;
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    const auto index = static_cast<std::size_t>(word);
    if (sentence.head(word) != parse.heads[index]) sentence.set_head(word, parse.heads[index]);
    if (sentence.deprel(word) != name(index)) sentence.set_deprel(word, name(index));
  }
}

}  // namespace panarc
