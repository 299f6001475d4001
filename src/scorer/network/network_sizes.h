#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace panarc {

/// The sizes of the parts of a network.
struct NetworkSizes {
  std::size_t form = 100;            ///< of a form or lemma vector
  std::size_t tag = 50;              ///< of the vector of a tag, or of all morphological features
  std::size_t character = 50;        ///< of a character vector
  std::size_t character_units = 50;  ///< that read characters, in each direction
  std::size_t units = 200;           ///< that read words, in each direction
  std::size_t layers = 2;            ///< of those units; if 0, the network is feed-forward
  std::size_t state = 400;           ///< units that see a state
  std::size_t state_second = 100;    ///< units above them
  std::size_t label = 200;           ///< units that see an arc

  /// Whether words are read in context, not separately.
  [[nodiscard]] bool read_sentences() const { return layers > 0; }

  friend bool operator==(const NetworkSizes&, const NetworkSizes&) = default;

  /// The sizes as stored in a model file.
  [[nodiscard]] std::map<std::string, double> numbers() const;
  /// Throws Error if one is missing, or invalid.
  static NetworkSizes from(const std::map<std::string, double>& numbers);
};

}  // namespace panarc
