#pragma once

#include <string>

#include "io/model_file.h"

namespace panarc {

/// The card in a file; `null` if there is none. Throws Error if it is not JSON.
std::string card_in(const ModelFile& file);
/// Adds a card, unless it is `null`.
void add_card(const std::string& card, ModelFileWriter& writer);

}  // namespace panarc
