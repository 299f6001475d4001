#include "panarc/parser.h"

#include <fmt/format.h>

#include <utility>

#include "model/model.h"
#include "panarc/error.h"
#include "treebank/pseudo_projective.h"

namespace panarc {

struct Parser::State {
  State(std::shared_ptr<const Model> shared, std::size_t width)
      : model(std::move(shared)), beam(width), parser(*model, width) {}

  std::shared_ptr<const Model> model;
  std::size_t beam;
  ModelParser parser;

  // For more trees than the beam has hypotheses.
  std::size_t wide_beam = 0;
  std::optional<ModelParser> wide_parser;

  ModelParser& parser_for(std::size_t count) {
    if (count <= beam) return parser;
    if (count > wide_beam) {
      if (count > kMaxBeam) throw Error(fmt::format("{} trees are too many", count));
      wide_parser.emplace(*model, count);
      wide_beam = count;
    }
    return *wide_parser;
  }
};

Parser::Parser(std::unique_ptr<State> state) : state_(std::move(state)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

Parser Parser::load(const std::string& path, const ParserOptions& options) {
  Model model = Model::load(path);
  if (options.delexicalized) model.set_delexicalized(true);
  const std::size_t beam = options.beam.value_or(model.options().beam);
  if (beam < 1 || beam > kMaxBeam) {
    throw Error(fmt::format("a beam of {}: expected 1 to {}", beam, kMaxBeam));
  }
  return Parser(std::make_unique<State>(std::make_shared<const Model>(std::move(model)), beam));
}

Parser Parser::share() const {
  return Parser(std::make_unique<State>(state_->model, state_->beam));
}

void Parser::parse(Sentence& sentence) {
  if (!sentence.empty()) state_->parser.parse(sentence);
}

std::vector<ScoredTree> Parser::best(const Sentence& sentence, std::size_t count) {
  std::vector<ScoredTree> trees;
  if (count == 0 || sentence.empty()) return trees;
  ModelParser& parser = state_->parser_for(count);
  for (const Parse& parse : parser.best(sentence, count)) {
    Sentence parsed = sentence;
    parser.set(parsed, parse);
    LabeledTree tree = labeled_tree(parsed);
    trees.push_back({std::move(tree.heads), std::move(tree.labels),
                     parse.score / static_cast<double>(state_->model->scale())});
  }
  return trees;
}

const std::string& Parser::system() const { return state_->model->options().system; }
std::size_t Parser::beam() const { return state_->beam; }
const std::vector<std::string>& Parser::relations() const { return state_->model->labels().names; }

}  // namespace panarc
