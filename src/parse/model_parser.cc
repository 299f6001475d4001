#include "parse/model_parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "constrain/conflict.h"
#include "constrain/contraction.h"
#include "transition/system_record.h"
#include "treebank/mirror.h"

namespace panarc {
namespace {

std::unique_ptr<TreeSearch> search_of(const Model& model, std::size_t beam) {
  const ModelOptions& options = model.options();
  return make_tree_search(options.system, classes_of(options, model.labels()), options.transitions,
                          model.weights().make_scorer(beam), beam);
}

/// Constraints that cannot all be met together.
class Conflict {
 public:
  Conflict(std::span<const KnownWord> words, const ModelConstraints& model, TreeSearch& search,
           const SystemOptions& options, const Interruption& interruption)
      : words_(words),
        all_(constraints_of(words)),
        model_(model),
        finder_(
            all_.size(),
            [&](const ConstraintSet& set) {
              const Gold gold = shortest_gold_of(set, options);
              return Answer{search.can_meet(gold), steps_for(gold.words())};
            },
            ConflictFinder::kMostSteps, interruption) {}

  [[nodiscard]] std::vector<Constraint> members(const ConstraintSet& set) const {
    std::vector<Constraint> constraints;
    constraints.reserve(set.size());
    for (const std::size_t number : set) constraints.push_back(all_[number]);
    return constraints;
  }
  /// The constraints that a tree meets.
  [[nodiscard]] ConstraintSet met_by(const LabeledTree& tree, RootPosition root) const {
    ConstraintSet met;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (is_met(all_[i], words_, tree, root)) met.push_back(i);
    }
    return met;
  }
  [[nodiscard]] Gold gold_of(const ConstraintSet& set) const {
    return model_.gold(with_constraints(words_, members(set)));
  }
  /// Asks the same of a sentence that may be shorter.
  [[nodiscard]] Gold shortest_gold_of(const ConstraintSet& set,
                                      const SystemOptions& options) const {
    return options.span > 0 ? gold_of(set) : model_.gold(contracted(words_, members(set)));
  }
  ConflictFinder& finder() { return finder_; }

 private:
  /// Most systems fill a table in cubic time.
  static std::uint64_t steps_for(int words) {
    const auto length = static_cast<std::uint64_t>(words);
    return length * length * length / 3 + 100 * length;
  }

  std::span<const KnownWord> words_;
  std::vector<Constraint> all_;
  const ModelConstraints& model_;
  ConflictFinder finder_;
};

/// From reading order to text order.
void mirror(Parse& parse) {
  const int words = static_cast<int>(parse.heads.size()) - 1;
  for (Node& head : parse.heads) head = mirrored(head, words);
  std::reverse(parse.heads.begin() + 1, parse.heads.end());
  std::reverse(parse.labels.begin() + 1, parse.labels.end());
  if (!parse.tags.empty()) std::reverse(parse.tags.begin() + 1, parse.tags.end());
  if (!parse.evidence.empty()) std::reverse(parse.evidence.begin() + 1, parse.evidence.end());
}

/// Whether a tree, as found by the search, meets all constraints except those on labels, which it
/// meets whenever possible. The constraints are in reading order.
bool meets(const Parse& parse, const Gold& constraints, const ModelOptions& options) {
  const bool backwards = options.direction == Direction::kRightToLeft;
  const auto read = [&](Node node) {
    return backwards ? mirrored(node, constraints.words()) : node;
  };
  int value = 0;
  for (Node word = 1; word <= constraints.words(); ++word) {
    const Node head = parse.heads[static_cast<std::size_t>(word)];
    if (head == kNoHead) continue;
    value += constraints.value({read(head), read(word)}, options.transitions.root);
  }
  return value >= constraints.value_if_met();
}

/// The first few of the constraints, for people.
std::string describe_all(std::span<const Constraint> all, std::span<const KnownWord> words,
                         const Sentence& sentence) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> texts;
  for (const Constraint& constraint : all.first(std::min(all.size(), kMost))) {
    texts.push_back(describe(constraint, words, sentence));
  }
  if (all.size() > kMost) texts.push_back(fmt::format("and {} more", all.size() - kMost));
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// The systems that can build such a tree, as a hint; empty if there are none.
std::string systems_that_can_meet(const Gold& constraints, SystemOptions options,
                                  const Interruption& interruption) {
  std::vector<std::string_view> names;
  options.span = 0;
  for (const SystemRecord& system : system_records()) {
    if (system.partial) continue;
    options.root = system.default_root;
    if (can_meet(system.name, constraints, options, interruption)) {
      names.push_back(system.name);
    }
  }
  return names.empty() ? "" : fmt::format("; a parser trained with {} can", fmt::join(names, ", "));
}

}  // namespace

ModelParser::ModelParser(const Model& model, std::optional<std::size_t> beam)
    : TreeFinder(model),
      model_(model),
      encoder_({model.weights().columns().begin(), model.weights().columns().end()}, model_.words(),
               model.embeddings().get(), model.options().direction),
      search_(search_of(model_, beam.value_or(model.options().beam))),
      constraints_(model_),
      reader_(model_.weights().make_reader()) {
  encoder_.set_tags(model_.options().tags);
}

void ModelParser::read_ahead(std::span<const Sentence* const> sentences) {
  ahead_.clear();
  if (!reader_ || sentences.empty()) return;
  std::vector<EncodedSentence*> encoded;
  ahead_.resize(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    ahead_[i].sentence = sentences[i];
    encoder_.encode(*sentences[i], ahead_[i].words);
    encoded.push_back(&ahead_[i].words);
  }
  reader_->read(sentences, encoded, interruption_);
  std::reverse(ahead_.begin(), ahead_.end());
}

void ModelParser::read(const Sentence& sentence) {
  if (!ahead_.empty() && ahead_.back().sentence == &sentence) {
    std::swap(words_, ahead_.back().words);
    ahead_.pop_back();
    return;
  }
  ahead_.clear();
  encoder_.encode(sentence, words_);
  if (!reader_) return;
  const Sentence* const read = &sentence;
  EncodedSentence* const encoded = &words_;
  reader_->read({&read, 1}, {&encoded, 1}, interruption_);
}

bool ModelParser::reads_like(const ModelParser& other) const {
  return reader_ == nullptr && other.reader_ == nullptr &&
         std::ranges::equal(encoder_.columns(), other.encoder_.columns()) &&
         std::ranges::equal(model_.words().slots(), other.model_.words().slots()) &&
         model_.embeddings() == nullptr && other.model_.embeddings() == nullptr;
}

void ModelParser::read_from(const ModelParser& other) {
  words_ = other.words_;
  words_.forget_given_heads();
  if (model_.options().direction != other.model_.options().direction) words_.mirror();
}

const std::vector<Parse>& ModelParser::find(const Sentence& sentence, const TreesWanted& wanted,
                                            std::span<const KnownWord> constraints,
                                            OnConflict on_conflict) {
  interruption_.throw_if_over();
  if (constraints.empty()) {
    words_.forget_given_heads();
    search(wanted, nullptr, parses_);
    return parses_;
  }
  if (find_meeting(wanted, constraints)) return parses_;
  TreesWanted scored = wanted;
  scored.scores = true;
  if (!wanted.scores && find_meeting(scored, constraints)) return parses_;
  if (on_conflict == OnConflict::kError) refuse(sentence, constraints);
  return relax(scored, constraints);
}

void ModelParser::search(const TreesWanted& wanted, const Gold* constraints,
                         std::vector<Parse>& parses) {
  if (constraints != nullptr) give_heads(*constraints, words_);
  search_->parse(words_, wanted, parses, constraints);
  if (model_.options().direction == Direction::kRightToLeft) {
    for (Parse& parse : parses) mirror(parse);
  }
  if (parses.size() > 1 && model_.options().pseudo_projective) drop_same_when_decoded(parses);
}

bool ModelParser::find_meeting(const TreesWanted& wanted, std::span<const KnownWord> constraints) {
  const Gold gold = constraints_.gold(constraints);
  parses_.clear();
  if (!search_->may_meet(gold)) return false;
  search(wanted, &gold, parses_);
  return meets(parses_.front(), gold, model_.options());
}

void ModelParser::refuse(const Sentence& sentence, std::span<const KnownWord> constraints) {
  try {
    explain(sentence, constraints);
  } catch (const TimedOut& late) {
    throw TimedOut(
        late.place(),
        fmt::format("{}: no tree of this {} parser was found that meets all constraints, "
                    "and no time was left to say which contradict each other",
                    late.message(), model_.options().system));
  }
}

void ModelParser::explain(const Sentence& sentence, std::span<const KnownWord> constraints) {
  const SystemOptions& options = model_.options().transitions;
  Conflict conflict(constraints, constraints_, *search_, options, interruption_);
  const FoundConflict found = conflict.finder().smallest_conflict();
  std::vector<Constraint> members = conflict.members(found.constraints);
  const std::string texts = describe_all(members, constraints, sentence);
  const Node first = members.empty() ? 1 : members.front().word;
  const std::string message = fmt::format(
      "no tree of this {} parser meets {}: {}{}{}", model_.options().system,
      members.size() == 1 ? "this constraint" : "these constraints together", texts,
      found.is_smallest ? "" : "; some of them may contradict each other without the rest",
      systems_that_can_meet(conflict.shortest_gold_of(found.constraints, options), options,
                            interruption_));
  throw ConflictError({sentence.file(), sentence.line(first), 0}, message, std::move(members),
                      found.is_smallest);
}

/// There may be several largest sets of constraints that can be met: the scores of their trees
/// decide. A tree that was found under all constraints meets most of them.
const std::vector<Parse>& ModelParser::relax(TreesWanted wanted,
                                             std::span<const KnownWord> constraints) {
  Conflict conflict(constraints, constraints_, *search_, model_.options().transitions,
                    interruption_);
  ConstraintSet met;
  if (!parses_.empty()) {
    met = conflict.met_by(tree_of(parses_.front(), constraints), root_in_text(model_.options()));
  }
  std::vector<Parse> found;
  std::optional<Parse> best;  // what is found if one tree is wanted
  parses_.clear();
  wanted.thorough = false;
  for (const ConstraintSet& set : conflict.finder().largest_sets(met)) {
    const Gold gold = conflict.gold_of(set);
    search(wanted, &gold, found);
    if (!best || found.front().score > best->score) best = found.front();
    for (Parse& parse : found) {
      const bool is_new = std::ranges::none_of(
          parses_, [&](const Parse& other) { return is_same_tree(other, parse); });
      if (is_new) parses_.push_back(std::move(parse));
    }
  }
  std::stable_sort(parses_.begin(), parses_.end(),
                   [](const Parse& a, const Parse& b) { return a.score > b.score; });
  const auto first =
      std::ranges::find_if(parses_, [&](const Parse& parse) { return is_same_tree(parse, *best); });
  std::rotate(parses_.begin(), first, first + 1);
  parses_.resize(std::min(parses_.size(), wanted.count));
  return parses_;
}

void ModelParser::give_heads(const Gold& constraints, EncodedSentence& words) {
  words.forget_given_heads();
  for (Node word = 1; word <= constraints.words(); ++word) {
    if (constraints.head(word) != kNoHead) words.give_head(word, constraints.head(word));
  }
}

void ModelParser::drop_same_when_decoded(std::vector<Parse>& parses) const {
  std::vector<LabeledTree> trees;
  std::erase_if(parses, [&](const Parse& parse) {
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

LabeledTree ModelParser::tree_of(const Parse& parse, std::span<const KnownWord> constraints) const {
  LabeledTree tree{parse.heads, {}};
  tree.labels.resize(parse.heads.size());
  for (std::size_t word = 1; word < parse.heads.size(); ++word) {
    tree.labels[word] = label_name(parse, static_cast<Node>(word));
  }
  if (const auto scheme = model_.options().pseudo_projective) deprojectivize(tree, *scheme);
  for (std::size_t word = 1; word < constraints.size(); ++word) {
    std::string& label = tree.labels[word];
    const std::string& given = constraints_.label(constraints[word], tree.heads[word], label);
    if (&given != &label) label = given;
  }
  return tree;
}

std::vector<std::string> ModelParser::tags_of(const Parse& parse) const {
  std::vector<std::string> names(parse.tags.size());
  for (std::size_t word = 1; word < names.size(); ++word) {
    names[word] = model_.options().tags[static_cast<std::size_t>(parse.tags[word])];
  }
  return names;
}

void ModelParser::set(Sentence& sentence, const Parse& parse,
                      std::span<const KnownWord> constraints) const {
  set_tags(sentence, tags_of(parse));
  if (model_.options().pseudo_projective) {
    set_tree(sentence, tree_of(parse, constraints));
    return;
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    const auto index = static_cast<std::size_t>(word);
    const Node head = parse.heads[index];
    const std::string* label = &label_name(parse, word);
    if (!constraints.empty()) label = &constraints_.label(constraints[index], head, *label);
    if (sentence.head(word) != head) sentence.set_head(word, head);
    if (sentence.deprel(word) != *label) sentence.set_deprel(word, *label);
  }
}

}  // namespace panarc
