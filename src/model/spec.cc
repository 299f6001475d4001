#include "model/spec.h"

#include <algorithm>

#include "transition/system_record.h"
#include "transition/systems.h"

namespace panarc {

void check_system(const ModelOptions& options) {
  check(system_record(options.system), options.transitions);
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
