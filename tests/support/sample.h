#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "io/file_content.h"
#include "panarc/treebank.h"

namespace panarc::test {

/// The first sentences of a part of the sample treebank: train, dev or test.
inline std::vector<Sentence> sample(const std::string& part, std::size_t count = 1000000) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name != "data/sample/" + part + ".conllu") continue;
    std::vector<Sentence> sentences;
    TreebankReader reader = TreebankReader::from_text(file.bytes, part);
    Sentence sentence;
    while (sentences.size() < count && reader.next(sentence)) sentences.push_back(sentence);
    return sentences;
  }
  throw std::logic_error("no such part of the sample");
}

}  // namespace panarc::test
