#include "panarc/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "model/any_model.h"
#include "panarc/error.h"
#include "parse/info.h"
#include "parse/parser_state.h"
#include "parse/tree_finder.h"

namespace panarc {
Parser::Parser(const std::shared_ptr<const Model>& model, const ParserOptions& options,
               const std::string& name)
    : Parser(AnyModel(*model), options, name) {}

Parser::Parser(const AnyModel& model, const ParserOptions& options, const std::string& name) {
  if (options.beam && (*options.beam < 1 || *options.beam > kWidestBeam)) {
    throw Error(fmt::format("a beam of {}: expected 1 to {}", *options.beam, kWidestBeam));
  }
  state_ = std::make_shared<State>(options.delexicalized ? model.with_delexicalized(true) : model,
                                   options.beam, name);
}

Parser Parser::load(const std::string& path, const ParserOptions& options) {
  return Parser(AnyModel::load(path), options, path);
}

Parser Parser::from_memory(std::span<const std::byte> bytes, const ParserOptions& options,
                           const std::string& name) {
  return Parser(AnyModel::load(bytes, name), options, name);
}

std::vector<Constraint> Parser::parse(Sentence& sentence, const ParseRequest& request) const {
  if (sentence.empty()) return {};
  return state_->finder()->parse(sentence, request);
}

std::vector<ScoredTree> Parser::best(const Sentence& sentence, const ParseRequest& request) const {
  if (sentence.empty()) return {};
  const auto finder = state_->finder();
  finder->begin(sentence, request);
  finder->read(sentence);
  return finder->trees(sentence, request);
}

struct SentenceParser::State {
  Parser parser;
  Sentence sentence;
  Pool<TreeFinder>::Lease finder;

  State(Parser of, Sentence words)
      : parser(std::move(of)), sentence(std::move(words)), finder(parser.state().finder()) {
    finder->set_interruption({});
    if (!sentence.empty()) finder->read(sentence);
  }
};

SentenceParser::SentenceParser(const Parser& parser, Sentence sentence)
    : state_(std::make_unique<State>(parser, std::move(sentence))) {}
SentenceParser::~SentenceParser() = default;
SentenceParser::SentenceParser(SentenceParser&&) noexcept = default;
SentenceParser& SentenceParser::operator=(SentenceParser&&) noexcept = default;

const Sentence& SentenceParser::sentence() const { return state_->sentence; }

ScoredTree SentenceParser::parse(const ParseRequest& request) {
  std::vector<ScoredTree> trees = best(request);
  return trees.empty() ? ScoredTree{.heads = {kNoHead}, .labels = {""}} : std::move(trees.front());
}

std::vector<ScoredTree> SentenceParser::best(const ParseRequest& request) {
  if (state_->sentence.empty()) return {};
  state_->finder->begin(state_->sentence, request);
  return state_->finder->trees(state_->sentence, request);
}

void Parser::save(const std::string& path) const { state_->model.save(path); }
std::string Parser::bytes() const { return state_->model.bytes(); }
ModelInfo Parser::info() const { return info_of(state_->model); }
const AnyModel& Parser::model() const { return state_->model; }
std::optional<std::size_t> Parser::requested_beam() const { return state_->requested_beam; }
const std::string& Parser::name() const { return state_->name; }
const std::string& Parser::system() const {
  return state_->model.members().front().options().system;
}
std::size_t Parser::beam() const { return state_->requested_beam.value_or(state_->model.beam()); }
bool Parser::is_trained_for_its_beam() const {
  return std::ranges::all_of(state_->model.members(), [&](const Model& model) {
    const ModelOptions& options = model.options();
    return options.beam > 1 || state_->requested_beam.value_or(1) == 1 ||
           options.scorer != ScorerKind::kLinear;
  });
}
const std::vector<std::string>& Parser::labels() const { return state_->model.labels(); }

}  // namespace panarc
