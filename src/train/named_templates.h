#pragma once

#include <string>
#include <vector>

#include "feature/template.h"

namespace panarc {

/// The templates of a name, or of several, with commas between them: built-in ones, those of a
/// file, or a user's function. Throws Error if there are none of that name.
std::string templates_text(const std::string& names);

/// Whether templates look at the tags to choose from.
bool choose_tags(const std::vector<Template>& templates);
/// Adds templates for tags, unless there are some.
void add_tag_templates(std::string& templates);
/// Adds templates that ask what is given, unless there are some.
void add_given_templates(std::string& templates);

}  // namespace panarc
