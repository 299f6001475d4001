#pragma once

#include <string>

#include "cli/app.h"
#include "panarc/text.h"

namespace panarc::cli {

/// The arguments of every command that reads plain text.
struct TextArguments {
  std::string language;
  bool lines = false;
  bool replace_invalid = false;

  [[nodiscard]] TextOptions options(const std::string& encoding) const;
};

/// Adds `--language`, `--lines` and `--replace-invalid`; each may need another argument.
void add_text_arguments(Command& command, TextArguments& arguments, const std::string& needed = "");

}  // namespace panarc::cli
