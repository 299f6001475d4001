#include "panarc/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "model/info.h"
#include "model/model.h"
#include "panarc/error.h"
#include "parse/model_parser.h"

namespace panarc {

/// Searches keep their memory between sentences. Those that nobody uses wait here.
struct Parser::State {
  State(Model of, std::size_t width, std::string path)
      : model(std::move(of)), beam(width), name(std::move(path)) {}

  const Model model;
  const std::size_t beam;
  const std::string name;
  std::mutex mutex;
  std::vector<std::unique_ptr<ModelParser>> idle;  // with a beam of `beam`

  std::unique_ptr<ModelParser> take() {
    {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        auto parser = std::move(idle.back());
        idle.pop_back();
        return parser;
      }
    }
    return std::make_unique<ModelParser>(model, beam);
  }
  void give_back(std::unique_ptr<ModelParser> parser) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(parser));
  }
};

Parser::Parser(std::shared_ptr<const Model> model, const ParserOptions& options,
               const std::string& name) {
  const std::size_t beam = options.beam.value_or(model->options().beam);
  if (beam < 1 || beam > kWidestBeam) {
    throw Error(fmt::format("a beam of {}: expected 1 to {}", beam, kWidestBeam));
  }
  state_ = std::make_shared<State>(options.delexicalized ? model->with_delexicalized(true) : *model,
                                   beam, name);
}

Parser Parser::load(const std::string& path, const ParserOptions& options) {
  return Parser(std::make_shared<const Model>(Model::load(path)), options, path);
}

Parser Parser::from_memory(std::span<const std::byte> bytes, const ParserOptions& options,
                           const std::string& name) {
  return Parser(std::make_shared<const Model>(Model::load(bytes, name)), options, name);
}

void Parser::parse(Sentence& sentence) const {
  if (sentence.empty()) return;
  auto parser = state_->take();
  parser->parse(sentence);
  state_->give_back(std::move(parser));
}

std::vector<ScoredTree> Parser::best(const Sentence& sentence, std::size_t count) const {
  std::vector<ScoredTree> trees;
  if (count == 0 || sentence.empty()) return trees;
  if (count > kWidestBeam) throw Error(fmt::format("{} trees are too many", count));
  // A wider beam than usual is made for the occasion.
  const bool wide = count > state_->beam;
  auto parser = wide ? std::make_unique<ModelParser>(state_->model, count) : state_->take();
  const double unit = state_->model.weights().unit();
  for (const Parse& parse : parser->best(sentence, count)) {
    LabeledTree tree = parser->tree_of(parse);
    trees.push_back({std::move(tree.heads), std::move(tree.labels), parse.score * unit});
  }
  if (!wide) state_->give_back(std::move(parser));
  return trees;
}

void Parser::save(const std::string& path) const { state_->model.save(path); }
std::string Parser::bytes() const { return state_->model.bytes(); }
ModelInfo Parser::info() const { return info_of(state_->model); }
const Model& Parser::model() const { return state_->model; }
const std::string& Parser::name() const { return state_->name; }
const std::string& Parser::system() const { return state_->model.options().system; }
std::size_t Parser::beam() const { return state_->beam; }
const std::vector<std::string>& Parser::labels() const { return state_->model.labels().names; }

}  // namespace panarc
