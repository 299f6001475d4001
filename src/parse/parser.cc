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
namespace {

void check_count(std::size_t trees) {
  if (trees > kWidestBeam) throw Error(fmt::format("{} trees are too many", trees));
}

}  // namespace

/// Searches keep their memory between sentences. Those that nobody uses wait here.
struct Parser::State {
  State(Model of, std::size_t width, std::string path)
      : model(std::move(of)), beam(width), name(std::move(path)) {}

  const Model model;
  const std::size_t beam;
  const std::string name;
  std::mutex mutex;
  std::vector<std::unique_ptr<ModelParser>> idle;  // with a beam of `beam`

  /// With a wider beam than usual, if there are to be so many trees: made for the occasion.
  std::unique_ptr<ModelParser> take(std::size_t trees = 1) {
    check_count(trees);
    if (trees <= beam) {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        auto parser = std::move(idle.back());
        idle.pop_back();
        return parser;
      }
    }
    return std::make_unique<ModelParser>(model, std::max(trees, beam));
  }
  void give_back(std::unique_ptr<ModelParser> parser, std::size_t trees = 1) {
    if (trees > beam) return;
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

namespace {

void check(std::span<const KnownWord> constraints, const Sentence& sentence) {
  if (constraints.empty() || constraints.size() == static_cast<std::size_t>(sentence.size())) {
    return;
  }
  throw Error(fmt::format("{} words are constrained, and the sentence has {}", constraints.size(),
                          sentence.size()));
}

/// Trees of the sentence that the parser has read.
std::vector<ScoredTree> best_trees(ModelParser& parser, const Model& model,
                                   const Sentence& sentence, std::size_t count,
                                   std::span<const KnownWord> constraints, OnConflict on_conflict) {
  std::vector<ScoredTree> trees;
  const double unit = model.weights().unit();
  const auto& parses = constraints.empty()
                           ? parser.search(count)
                           : parser.search(sentence, count, constraints, on_conflict);
  for (const Parse& parse : parses) {
    LabeledTree tree = parser.tree_of(parse, constraints);
    auto unmet = unmet_constraints(constraints, tree, model.options().transitions.root);
    trees.push_back(
        {std::move(tree.heads), std::move(tree.labels), parse.score * unit, std::move(unmet)});
  }
  return trees;
}

}  // namespace

void Parser::parse(Sentence& sentence) const {
  if (sentence.empty()) return;
  auto parser = state_->take();
  parser->parse(sentence);
  state_->give_back(std::move(parser));
}

std::vector<ScoredTree> Parser::best(const Sentence& sentence, std::size_t count) const {
  return best(sentence, count, {});
}

std::vector<Constraint> Parser::parse(Sentence& sentence, std::span<const KnownWord> constraints,
                                      OnConflict on_conflict) const {
  std::vector<ScoredTree> trees = best(sentence, 1, constraints, on_conflict);
  if (trees.empty()) return {};
  set_tree(sentence, {std::move(trees.front().heads), std::move(trees.front().labels)});
  return std::move(trees.front().unmet);
}

std::vector<ScoredTree> Parser::best(const Sentence& sentence, std::size_t count,
                                     std::span<const KnownWord> constraints,
                                     OnConflict on_conflict) const {
  if (count == 0 || sentence.empty()) return {};
  check(constraints, sentence);
  auto parser = state_->take(count);
  parser->read(sentence);
  auto trees = best_trees(*parser, state_->model, sentence, count, constraints, on_conflict);
  state_->give_back(std::move(parser), count);
  return trees;
}

struct SentenceParser::State {
  Parser parser;
  Sentence sentence;
  std::unique_ptr<ModelParser> search;
  std::size_t beam;

  /// Reads the words, if a beam of another width is needed than the last time.
  void prepare(std::size_t width) {
    if (search != nullptr && width <= beam) return;
    beam = std::max(width, parser.beam());
    search = std::make_unique<ModelParser>(parser.model(), beam);
    search->read(sentence);
  }
};

SentenceParser::SentenceParser(const Parser& parser, Sentence sentence)
    : state_(std::make_unique<State>(State{parser, std::move(sentence), nullptr, 0})) {}
SentenceParser::~SentenceParser() = default;
SentenceParser::SentenceParser(SentenceParser&&) noexcept = default;
SentenceParser& SentenceParser::operator=(SentenceParser&&) noexcept = default;

const Sentence& SentenceParser::sentence() const { return state_->sentence; }

ScoredTree SentenceParser::parse(std::span<const KnownWord> constraints, OnConflict on_conflict) {
  std::vector<ScoredTree> trees = best(1, constraints, on_conflict);
  return trees.empty() ? ScoredTree{.heads = {kNoHead}, .labels = {""}} : std::move(trees.front());
}

std::vector<ScoredTree> SentenceParser::best(std::size_t count,
                                             std::span<const KnownWord> constraints,
                                             OnConflict on_conflict) {
  if (count == 0 || state_->sentence.empty()) return {};
  check_count(count);
  check(constraints, state_->sentence);
  state_->prepare(count);
  return best_trees(*state_->search, state_->parser.model(), state_->sentence, count, constraints,
                    on_conflict);
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
