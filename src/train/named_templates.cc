#include "train/named_templates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "feature/user_features.h"
#include "io/file_content.h"
#include "io/text.h"
#include "panarc/error.h"

namespace panarc {
namespace {

/// Built-in templates, those of a file, or a user's function.
std::string templates_named(const std::string& name) {
  if (const auto text = built_in_templates(name)) return std::string(*text);
  if (name.starts_with("function:")) return name;
  std::error_code failure;
  if (name != "-" && !std::filesystem::exists(name, failure)) {
    throw Error(fmt::format("no file \"{}\", and no built-in templates of that name: there are {}",
                            name, fmt::join(built_in_template_names(), ", ")));
  }
  return read_text(name, kMostTemplateBytes);
}

void check_templates(const std::vector<Template>& templates) {
  for (const Template& feature : templates) {
    for (const Atom& atom : feature.atoms) {
      if (atom.attribute == Attribute::kFunction) static_cast<void>(user_features().get(atom.name));
      if (atom.attribute != Attribute::kTag) continue;
      throw Error(fmt::format("the template {} asks for {}, which is for taggers",
                              to_string(feature), to_string(atom)));
    }
  }
}

/// The templates of several names, each once: built-in ones have some in common.
std::string templates_of_list(std::string_view names) {
  std::set<std::vector<std::string>> seen;  // their atoms, in any order
  std::string text;
  for (const std::string_view name : Parts(names, ',')) {
    if (name.empty()) throw Error(fmt::format("a name is missing in \"{}\"", names));
    const std::vector<Template> templates =
        parse_templates(templates_named(std::string(name)), std::string(name));
    check_templates(templates);
    for (const Template& feature : templates) {
      std::vector<std::string> atoms;
      for (const Atom& atom : feature.atoms) atoms.push_back(to_string(atom));
      std::ranges::sort(atoms);
      if (seen.insert(std::move(atoms)).second) text += to_string(feature) + '\n';
    }
  }
  return text;
}

}  // namespace

std::string templates_text(const std::string& names) {
  std::error_code failure;
  if (names.find(',') != std::string::npos && !std::filesystem::exists(names, failure)) {
    return templates_of_list(names);
  }
  std::string text = templates_named(names);
  check_templates(parse_templates(text, names == "-" ? "<stdin>" : names));
  return text;
}

bool choose_tags(const std::vector<Template>& templates) {
  return std::ranges::any_of(templates, [](const Template& feature) {
    return std::ranges::any_of(feature.atoms, [](const Atom& atom) {
      return atom.address && atom.address->base == Address::Base::kTagging;
    });
  });
}

void add_tag_templates(std::string& templates) {
  if (choose_tags(parse_templates(templates, "features"))) return;
  templates += *built_in_templates("joint");
}

void add_given_templates(std::string& templates) {
  if (templates.find(".given") != std::string::npos) return;
  templates += *built_in_templates("given");
}

}  // namespace panarc
