#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "io/model_file.h"

namespace panarc::test {

/// A model file with another content of a section, or without it, and with checksums that are
/// right: as if somebody had forged it.
inline std::string with_section(std::string_view bytes, std::string_view section,
                                const std::optional<std::string>& content) {
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a model");
  ModelFileWriter writer;
  for (const std::string_view name : file.section_names()) {
    if (name != section) {
      writer.add(name, file.section(name));
    } else if (content) {
      writer.add(name, *content);
    }
  }
  return writer.bytes();
}

/// The content of a section of a model file.
inline std::string section_of(std::string_view bytes, std::string_view section) {
  return std::string(
      ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a model").text(section));
}

}  // namespace panarc::test
