#pragma once

#include <optional>
#include <string>

#include "cli/app.h"
#include "panarc/text.h"

namespace panarc::cli {

/// The arguments of every command that reads plain text.
struct TextArguments {
  std::string language;
  Lines lines = Lines::kWrapped;
  bool words = false;  ///< are divided by white space
  bool replace_invalid = false;

  [[nodiscard]] TextOptions options(const std::string& encoding) const;
  /// What divides the text instead of a model, if anything does. Throws UsageError if two things
  /// do.
  [[nodiscard]] std::optional<Segmenter> segmenter() const;
};

/// Adds `--language`, `--lines` and `--replace-invalid`; each may need another argument.
void add_text_arguments(Command& command, TextArguments& arguments, const std::string& needed = "");

}  // namespace panarc::cli
