#include "panarc/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "model/any_model.h"
#include "model/info.h"
#include "panarc/error.h"
#include "parse/tree_finder.h"

namespace panarc {
namespace {

void check_count(std::size_t trees) {
  if (trees > kWidestBeam) throw Error(fmt::format("{} trees are too many", trees));
}

}  // namespace

/// Finders reuse memory between sentences. Idle ones are kept here.
struct Parser::State {
  State(AnyModel of, std::optional<std::size_t> width, bool with_confidence, std::string path)
      : model(std::move(of)),
        said_beam(width),
        beam(width.value_or(model.beam())),
        confidence(with_confidence),
        name(std::move(path)) {}

  const AnyModel model;
  const std::optional<std::size_t> said_beam;
  const std::size_t beam;
  const bool confidence;
  const std::string name;
  std::mutex mutex;
  std::vector<std::unique_ptr<TreeFinder>> idle;

  std::unique_ptr<TreeFinder> take() {
    {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        auto parser = std::move(idle.back());
        idle.pop_back();
        return parser;
      }
    }
    return make_tree_finder(model, said_beam);
  }
  void give_back(std::unique_ptr<TreeFinder> parser) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(parser));
  }

  std::vector<ScoredTree> best(const Sentence& sentence, std::size_t count,
                               std::span<const KnownWord> constraints, OnConflict on_conflict,
                               bool with_confidence);
};

Parser::Parser(const std::shared_ptr<const Model>& model, const ParserOptions& options,
               const std::string& name)
    : Parser(AnyModel(*model), options, name) {}

Parser::Parser(const AnyModel& model, const ParserOptions& options, const std::string& name) {
  if (options.beam && (*options.beam < 1 || *options.beam > kWidestBeam)) {
    throw Error(fmt::format("a beam of {}: expected 1 to {}", *options.beam, kWidestBeam));
  }
  if (options.confidence) check_calibrated(model, name);
  state_ = std::make_shared<State>(options.delexicalized ? model.with_delexicalized(true) : model,
                                   options.beam, options.confidence, name);
}

Parser Parser::load(const std::string& path, const ParserOptions& options) {
  return Parser(AnyModel::load(path), options, path);
}

Parser Parser::from_memory(std::span<const std::byte> bytes, const ParserOptions& options,
                           const std::string& name) {
  return Parser(AnyModel::load(bytes, name), options, name);
}

namespace {

void check(std::span<const KnownWord> constraints, const Sentence& sentence) {
  if (constraints.empty() || constraints.size() == static_cast<std::size_t>(sentence.size())) {
    return;
  }
  throw Error(fmt::format("{} words are constrained, but the sentence has {}", constraints.size(),
                          sentence.size()));
}

/// The best trees of the sentence that the parser has read.
std::vector<ScoredTree> best_trees(TreeFinder& parser, const AnyModel& model,
                                   const Sentence& sentence, std::size_t count,
                                   std::span<const KnownWord> constraints, OnConflict on_conflict) {
  std::vector<ScoredTree> trees;
  const double unit = model.unit();
  const auto& parses = constraints.empty()
                           ? parser.search(count)
                           : parser.search(sentence, count, constraints, on_conflict);
  for (const Parse& parse : parses) {
    LabeledTree tree = parser.tree_of(parse, constraints);
    auto unmet = unmet_constraints(constraints, tree, model.root_in_text());
    trees.push_back({std::move(tree.heads), std::move(tree.labels), parse.score * unit,
                     std::move(unmet), parser.confidence(parse, constraints),
                     parser.tags_of(parse)});
  }
  return trees;
}

}  // namespace

std::vector<ScoredTree> Parser::State::best(const Sentence& sentence, std::size_t count,
                                            std::span<const KnownWord> constraints,
                                            OnConflict on_conflict, bool with_confidence) {
  if (count == 0 || sentence.empty()) return {};
  check_count(count);
  check(constraints, sentence);
  auto parser = take();
  parser->set_evidence(with_confidence);
  parser->read(sentence);
  auto trees = best_trees(*parser, model, sentence, count, constraints, on_conflict);
  give_back(std::move(parser));
  return trees;
}

void Parser::parse(Sentence& sentence) const {
  if (sentence.empty()) return;
  auto parser = state_->take();
  parser->set_evidence(false);
  parser->parse(sentence);
  state_->give_back(std::move(parser));
}

std::vector<ScoredTree> Parser::best(const Sentence& sentence, std::size_t count) const {
  return best(sentence, count, {});
}

std::vector<Constraint> Parser::parse(Sentence& sentence, std::span<const KnownWord> constraints,
                                      OnConflict on_conflict) const {
  std::vector<ScoredTree> trees = state_->best(sentence, 1, constraints, on_conflict, false);
  if (trees.empty()) return {};
  set_tags(sentence, trees.front().tags);
  set_tree(sentence, {std::move(trees.front().heads), std::move(trees.front().labels)});
  return std::move(trees.front().unmet);
}

std::vector<ScoredTree> Parser::best(const Sentence& sentence, std::size_t count,
                                     std::span<const KnownWord> constraints,
                                     OnConflict on_conflict) const {
  return state_->best(sentence, count, constraints, on_conflict, state_->confidence);
}

struct SentenceParser::State {
  Parser parser;
  Sentence sentence;
  std::unique_ptr<TreeFinder> search;

  State(Parser of, Sentence words)
      : parser(std::move(of)), sentence(std::move(words)), search(parser.make_finder()) {
    search->set_evidence(parser.state_->confidence);
    if (!sentence.empty()) search->read(sentence);
  }
};

SentenceParser::SentenceParser(const Parser& parser, Sentence sentence)
    : state_(std::make_unique<State>(parser, std::move(sentence))) {}
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
  return best_trees(*state_->search, state_->parser.model(), state_->sentence, count, constraints,
                    on_conflict);
}

void Parser::save(const std::string& path) const { state_->model.save(path); }
std::string Parser::bytes() const { return state_->model.bytes(); }
ModelInfo Parser::info() const { return info_of(state_->model); }
const AnyModel& Parser::model() const { return state_->model; }
std::optional<std::size_t> Parser::said_beam() const { return state_->said_beam; }
std::unique_ptr<TreeFinder> Parser::make_finder() const {
  return make_tree_finder(state_->model, state_->said_beam);
}
const std::string& Parser::name() const { return state_->name; }
const std::string& Parser::system() const {
  return state_->model.members().front().options().system;
}
std::size_t Parser::beam() const { return state_->beam; }
bool Parser::is_trained_for_its_beam() const {
  return std::ranges::all_of(state_->model.members(), [&](const Model& model) {
    const ModelOptions& options = model.options();
    return options.beam > 1 || state_->said_beam.value_or(1) == 1 ||
           options.scorer != ScorerKind::kLinear;
  });
}
const std::vector<std::string>& Parser::labels() const { return state_->model.labels(); }

}  // namespace panarc
