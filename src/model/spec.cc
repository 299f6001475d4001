#include "model/spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "panarc/error.h"
#include "transition/systems.h"

namespace panarc {

void check_system(const ModelOptions& options) {
  with_system(options.system, [&](auto system) {
    using S = decltype(system);
    if (!allows<S>(options.transitions.root)) {
      throw Error(fmt::format("{} has ROOT {} only", S::kName, S::kRootFirst ? "first" : "last"));
    }
    if (options.transitions.span < 0 || (!kHasSpan<S> && options.transitions.span != 0)) {
      throw Error(fmt::format("{} takes no span; the span systems do", S::kName));
    }
  });
}

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

TransitionClasses classes_of(const ModelOptions& options, const LabelNames& labels) {
  std::optional<TransitionClasses> classes;
  with_system(options.system, [&](auto system) {
    classes = TransitionClasses::of<decltype(system)>(options.labels, labels.set());
  });
  return *classes;
}

}  // namespace panarc
