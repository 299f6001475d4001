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
  bool words = false;  ///< whether words are separated by white space
  bool replace_invalid = false;

  [[nodiscard]] TextOptions options(const std::string& encoding) const;
  /// What divides the text instead of a model, if anything. Throws UsageError if two things would.
  [[nodiscard]] std::optional<Segmenter> segmenter() const;
};

/// Adds `--language`, `--lines` and `--replace-invalid`, each of which needs the argument `needed`,
/// if any.
void add_text_arguments(Command& command, TextArguments& arguments, const std::string& needed = "");

}  // namespace panarc::cli
