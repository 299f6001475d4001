#include "model/spec.h"

#include <algorithm>
#include <utility>

#include "transition/system_record.h"
#include "transition/systems.h"
#include "treebank/mirror.h"

namespace panarc {

void check_system(const ModelOptions& options) {
  check(system_record(options.system), options.transitions);
}

RootPosition root_in_text(const ModelOptions& options) {
  const RootPosition root = options.transitions.root;
  return options.direction == Direction::kLeftToRight ? root : mirrored(root);
}

std::vector<Template> templates_of(const ModelOptions& options) {
  if (options.scorer != ScorerKind::kLinear) return {};
  std::vector<Template> templates = parse_templates(options.features, "features");
  if (options.delexicalized) {
    std::erase_if(templates, [](const Template& feature) {
      return std::any_of(feature.atoms.begin(), feature.atoms.end(),
                         [](const Atom& atom) { return is_lexical(atom.attribute); });
    });
  }
  if (!options.tags.empty()) {
    for (Template& feature : templates) {
      for (Atom& atom : feature.atoms) {
        if (atom.attribute == Attribute::kUpos) atom.attribute = Attribute::kTag;
      }
    }
  }
  return templates;
}

namespace {

/// Before the word gets arcs: on the stack, if arcs join elements of the stack; otherwise at the
/// front of the buffer.
template <TransitionSystem S>
constexpr TagTime tag_time() {
  return S::kArcsOnStack ? TagTime::kPushed : TagTime::kAtFront;
}

}  // namespace

TransitionClasses classes_of(const ModelOptions& options, const LabelNames& labels) {
  std::optional<TransitionClasses> classes;
  with_system(options.system, [&](auto system) {
    using S = decltype(system);
    TagChoice tags;
    if (!options.tags.empty()) {
      tags = {static_cast<Label>(options.tags.size()), tag_time<S>()};
    }
    classes = TransitionClasses::of<S>(options.labels, labels.set(), tags);
  });
  return *classes;
}

ClassifierParser classifier_parser(const ModelOptions& options, const LabelNames& labels,
                                   std::uint64_t seed) {
  const TransitionClasses classes = classes_of(options, labels);
  std::vector<std::string> names(classes.size());
  classes.for_each([&](std::uint32_t cls, Action action, std::optional<Label> label) {
    names[cls] = action_name(action);
    if (label) names[cls] += ':' + labels.names[static_cast<std::size_t>(*label)];
  });
  return {options.classifier,
          {std::move(names), seed},
          templates_of(options),
          options.direction,
          labels.names};
}

}  // namespace panarc
