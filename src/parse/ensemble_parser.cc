#include "parse/ensemble_parser.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <limits>
#include <utility>

namespace panarc {
namespace {

const std::string kNoRelation = "_";

}  // namespace

EnsembleParser::EnsembleParser(const Ensemble& ensemble, std::optional<std::size_t> beam)
    : TreeFinder(ensemble), ensemble_(ensemble), labels_(ensemble.labels()) {
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    label_numbers_.emplace(labels_[i], static_cast<Label>(i));
  }
  for (const Model& model : ensemble_.members()) add_member(model, beam);
  const auto columns = [](const Model& model) { return model.weights().columns().size(); };
  const auto models = ensemble_.members();
  widest_ =
      static_cast<std::size_t>(std::ranges::max_element(models, {}, columns) - models.begin());
}

void EnsembleParser::add_member(const Model& model, std::optional<std::size_t> beam) {
  Member member;
  member.parser = std::make_unique<ModelParser>(model, beam);
  while (member.reads_like < members_.size() &&
         !member.parser->reads_like(*members_[member.reads_like].parser)) {
    ++member.reads_like;
  }
  if (!model.options().pseudo_projective) {
    for (const std::string& name : model.labels().names) {
      member.labels.push_back(label_numbers_.at(name));
    }
  }
  members_.push_back(std::move(member));
}

bool EnsembleParser::reads_ahead() const {
  return std::ranges::any_of(members_,
                             [](const Member& member) { return member.parser->reads_ahead(); });
}

void EnsembleParser::read_ahead(std::span<const Sentence* const> sentences) {
  for (Member& member : members_) {
    if (member.parser->reads_ahead()) member.parser->read_ahead(sentences);
  }
}

void EnsembleParser::read(const Sentence& sentence) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    Member& member = members_[i];
    if (member.reads_like == i) {
      member.parser->read(sentence);
    } else {
      member.parser->read_from(*members_[member.reads_like].parser);
    }
  }
  length_ = sentence.size();
  ballot_.begin(length_, members_.size());
  for (Node word = 1; word <= length_; ++word) {
    ballot_.set_weights(word, ensemble_.weights().of(sentence.upos(word)));
  }
}

const std::vector<Parse>& EnsembleParser::find(const Sentence& sentence, const TreesWanted& wanted,
                                               std::span<const KnownWord> constraints,
                                               OnConflict on_conflict) {
  with_evidence_ = wanted.evidence;
  begin_votes();
  TreesWanted of_members = wanted;
  of_members.scores = wanted.count > 1 || !constraints.empty();
  if (constraints.empty()) {
    for (Member& member : members_) take(member, member.parser->find(sentence, of_members), {});
    elect(wanted.count, {});
    return parses_;
  }
  // If some members can meet the constraints, the others do not matter.
  const bool is_met = ask_members(constraints, [&](ModelParser& member) {
    return member.find_meeting(of_members, constraints);
  });
  if (!is_met && on_conflict == OnConflict::kError) refuse(sentence, constraints);
  if (!is_met) {
    ask_members(constraints, [&](ModelParser& member) {
      member.relax(of_members, constraints);
      return true;
    });
  }
  elect(wanted.count, constraints);
  return parses_;
}

void EnsembleParser::begin_votes() {
  ballot_.begin(length_, members_.size());
  error_ = nullptr;
  for (Member& member : members_) {
    member.trees.clear();
    member.confidence.clear();
  }
  for (std::size_t i = ensemble_.labels().size(); i < labels_.size(); ++i) {
    label_numbers_.erase(labels_[i]);
  }
  labels_.resize(ensemble_.labels().size());
}

/// Takes the trees of the members for which `ask` returns true. Returns whether there are any.
template <class Ask>
bool EnsembleParser::ask_members(std::span<const KnownWord> constraints, const Ask& ask) {
  bool found = false;
  for (Member& member : members_) {
    try {
      if (!ask(*member.parser)) continue;
      take(member, member.parser->found(), constraints);
      found = true;
    } catch (const Stopped&) {
      throw;
    } catch (const Error&) {
      if (!error_) error_ = std::current_exception();
    }
  }
  return found;
}

/// Members differ in what they can build, but one explanation is enough.
void EnsembleParser::refuse(const Sentence& sentence, std::span<const KnownWord> constraints) {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  members_.front().parser->refuse(sentence, constraints);
}

Label EnsembleParser::label_number(const std::string& name) {
  if (name == kNoRelation) return kNoLabel;
  const auto [place, is_new] = label_numbers_.emplace(name, static_cast<Label>(labels_.size()));
  if (is_new) labels_.push_back(name);
  return place->second;
}

void EnsembleParser::take(Member& member, const std::vector<Parse>& parses,
                          std::span<const KnownWord> constraints) {
  member.trees.resize(parses.size());
  for (std::size_t i = 0; i < parses.size(); ++i) {
    VotedTree& tree = member.trees[i];
    tree.heads = parses[i].heads;
    tree.labels = parses[i].labels;
    if (constraints.empty() && !member.labels.empty()) {
      for (Label& label : tree.labels) {
        if (label != kNoLabel) label = member.labels[static_cast<std::size_t>(label)];
      }
      tree.labels.front() = 0;
      continue;
    }
    // The labels of the member, decoded for output.
    const LabeledTree written = member.parser->tree_of(parses[i], constraints);
    tree.heads = written.heads;
    for (std::size_t word = 1; word < tree.labels.size(); ++word) {
      tree.labels[word] = label_number(written.labels[word]);
    }
    tree.labels.front() = 0;
  }
  if (with_evidence_) member.confidence = member.parser->own_confidence(parses.front());
}

std::size_t EnsembleParser::count_unmet(const VotedTree& tree,
                                        std::span<const KnownWord> constraints) const {
  return constraints.empty() ? 0 : unmet(tree_of({tree.heads, tree.labels}), constraints).size();
}

/// The tree elected by the members that meet the most constraints. A combination of trees that all
/// have a span as one subtree may break it; then the best of the individual trees is returned.
VotedTree EnsembleParser::best_of(std::span<const KnownWord> constraints) {
  std::vector<std::size_t> unmet_by(members_.size(), std::numeric_limits<std::size_t>::max());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].trees.empty())
      unmet_by[i] = count_unmet(members_[i].trees.front(), constraints);
  }
  const std::size_t fewest = *std::ranges::min_element(unmet_by);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (unmet_by[i] == fewest) ballot_.vote(i, members_[i].trees.front());
  }
  VotedTree elected =
      ballot_.elect(ensemble_.has_single_root(), ensemble_.projective(), interruption_);
  if (count_unmet(elected, constraints) <= fewest) return elected;
  const VotedTree* best = nullptr;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (unmet_by[i] != fewest) continue;
    const VotedTree& tree = members_[i].trees.front();
    if (best == nullptr || ballot_.share(tree) > ballot_.share(*best)) best = &tree;
  }
  return *best;
}

void EnsembleParser::elect(std::size_t count, std::span<const KnownWord> constraints) {
  const bool found =
      std::ranges::any_of(members_, [](const Member& member) { return !member.trees.empty(); });
  if (!found) std::rethrow_exception(std::exchange(error_, nullptr));
  std::vector<VotedTree> trees{best_of(constraints)};
  if (count > 1) {
    const std::size_t fewest = count_unmet(trees.front(), constraints);
    for (const Member& member : members_) {
      for (const VotedTree& tree : member.trees) {
        if (std::ranges::find(trees, tree) != trees.end()) continue;
        if (count_unmet(tree, constraints) == fewest) trees.push_back(tree);
      }
    }
    std::stable_sort(trees.begin() + 1, trees.end(), [&](const VotedTree& a, const VotedTree& b) {
      return ballot_.share(a) > ballot_.share(b);
    });
    trees.resize(std::min(trees.size(), count));
  }
  parses_.resize(trees.size());
  for (std::size_t i = 0; i < trees.size(); ++i) {
    parses_[i] = {std::move(trees[i].heads), std::move(trees[i].labels), 0, {}};
    parses_[i].score = ballot_.share({parses_[i].heads, parses_[i].labels}).heads;
    if (with_evidence_) add_evidence(parses_[i]);
  }
}

/// The share of votes replaces scores. How confident the members that support an arc are is more
/// informative than how many they are.
void EnsembleParser::add_evidence(Parse& parse) const {
  parse.evidence.assign(parse.heads.size(), {});
  for (Node word = 1; word <= length_; ++word) {
    const auto index = static_cast<std::size_t>(word);
    const Node head = parse.heads[index];
    const Label label = parse.labels[index];
    const VoteShare own = ballot_.share(word, head, label);
    const VoteShare rival = ballot_.rival(word, head, label);
    ArcEvidence& evidence = parse.evidence[index];
    evidence.margin = own.labels - rival.labels;
    evidence.least_margin = own.heads - rival.heads;
    evidence.is_unanimous = rival.labels == 0;
    evidence.length = head == kRoot ? 1 : std::abs(head - word);
    double sum = 0;
    std::size_t voters = 0;
    for (const Member& member : members_) {
      if (member.trees.empty()) continue;
      ++voters;
      const VotedTree& tree = member.trees.front();
      if (tree.heads[index] != head || tree.labels[index] != label) continue;
      sum += member.confidence.empty() ? 1 : member.confidence[index];
    }
    evidence.lead = sum / static_cast<double>(voters);
  }
}

void EnsembleParser::set_interruption(const Interruption& interruption) {
  interruption_ = interruption;
  for (Member& member : members_) member.parser->set_interruption(interruption);
}

LabeledTree EnsembleParser::tree_of(const Parse& parse,
                                    std::span<const KnownWord> /*constraints*/) const {
  LabeledTree tree{parse.heads, std::vector<std::string>(parse.heads.size())};
  for (std::size_t word = 1; word < parse.heads.size(); ++word) {
    const Label label = parse.labels[word];
    tree.labels[word] = label == kNoLabel ? kNoRelation : labels_[static_cast<std::size_t>(label)];
  }
  return tree;
}

void EnsembleParser::set(Sentence& sentence, const Parse& parse,
                         std::span<const KnownWord> constraints) const {
  set_tree(sentence, tree_of(parse, constraints));
}

const Model& EnsembleParser::widest() const { return ensemble_.members()[widest_]; }
const EncodedSentence& EnsembleParser::words() const { return members_[widest_].parser->words(); }

}  // namespace panarc
