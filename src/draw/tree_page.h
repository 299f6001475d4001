#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "draw/page_writer.h"
#include "panarc/difference.h"
#include "panarc/sentence.h"

namespace panarc {

/// A page with trees.
class TreePage {
 public:
  using Write = PageWriter::Write;

  /// `title` is shown above the trees.
  TreePage(std::string_view title, Write write);

  /// Adds a tree; some of its words, in order, may be marked.
  void add(const Sentence& sentence, std::uint64_t number, std::span<const Node> marked = {});

  /// Adds two trees of a sentence in one drawing, with a list of what differs.
  void add(const ComparedSentence& sentence);

  void finish();

  /// Ends a page that compares; `summary` is the output of `panarc diff --json --summary`.
  void finish(std::string_view summary);

 private:
  void write_sentence(const std::string& json);

  PageWriter page_;
  bool empty_ = true;
};

}  // namespace panarc
