#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draw/page_writer.h"
#include "panarc/analysis.h"
#include "panarc/evaluate.h"

namespace panarc {

/// Further content for the page of an analysis.
struct AnalysisFacts {
  /// The names of the gold standard, of the system, and of the second system, if any.
  std::vector<std::string> files;
  /// Scores by name; one tally per system.
  std::vector<std::pair<std::string, std::vector<Tally>>> scores;
  /// The attribute whose values were counted in pairs; empty if none.
  std::string confusion;
  /// The conditions on the words, for people.
  std::vector<std::string> conditions;
  /// How likely the difference of two systems as a whole is by chance: the test, UAS and LAS. Empty
  /// without a second system.
  std::string significance;
};

/// A page of the errors of one or two parsers: scores, groups of words, confusions, and the
/// sentences behind each of these figures. Each sentence is stored once; the figures refer to it.
class AnalysisPage {
 public:
  AnalysisPage(std::string_view title, PageWriter::Write write);

  void add(const AnalysedSentence& sentence);

  void finish(const Analysis& analysis, const AnalysisFacts& facts);

 private:
  PageWriter page_;
  bool empty_ = true;
};

}  // namespace panarc
