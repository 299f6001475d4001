#include "model/spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "feature/user_features.h"
#include "transition/system_record.h"
#include "transition/user_system.h"
#include "treebank/mirror.h"

namespace panarc {

std::vector<std::string> missing_parts(const ModelOptions& options) {
  std::vector<std::string> missing;
  const auto records = system_records();
  if (std::ranges::find(records, options.system, &SystemRecord::name) == records.end() &&
      user_systems().find(options.system) == nullptr) {
    missing.push_back(fmt::format("the transition system '{}' (register_system)", options.system));
  }
  if (!options.classifier.empty() && !has_classifier(options.classifier)) {
    missing.push_back(fmt::format("the classifier '{}' (register_classifier)", options.classifier));
  }
  for (const Template& feature : templates_of(options)) {
    const Atom& atom = feature.atoms.front();
    if (atom.attribute != Attribute::kFunction || user_features().find(atom.name) != nullptr) {
      continue;
    }
    missing.push_back(fmt::format("the feature function '{}' (register_features)", atom.name));
  }
  return missing;
}

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

TransitionClasses classes_of(const ModelOptions& options, const LabelNames& labels) {
  const SystemRecord& system = system_record(options.system);
  TagChoice tags;
  if (!options.tags.empty()) {
    // Before the word gets arcs: on the stack, if arcs join elements of the stack.
    tags = {static_cast<Label>(options.tags.size()),
            system.arcs_on_stack ? TagTime::kPushed : TagTime::kAtFront};
  }
  return TransitionClasses::of(system, options.labels, labels.set(), tags);
}

ClassifierParser classifier_parser(const ModelOptions& options, const LabelNames& labels,
                                   std::uint64_t seed) {
  const TransitionClasses classes = classes_of(options, labels);
  std::vector<std::string> names(classes.size());
  classes.for_each([&](std::uint32_t cls, Action action, std::optional<Label> label) {
    names[cls] = action_name(action);
    if (label) names[cls] += ':' + labels.names[static_cast<std::size_t>(*label)];
  });
  return {options.classifier, {std::move(names), seed}, templates_of(options)};
}

}  // namespace panarc
