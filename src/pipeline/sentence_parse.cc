#include "pipeline/sentence_parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "treebank/constraint_marks.h"
#include "treebank/misc_field.h"

namespace panarc {
namespace {

/// Throws Error for a word whose head, label or side is given: parsing would overwrite it.
void check_unconstrained(const Sentence& sentence) {
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (sentence.format() == Format::kConllu && sentence.misc(word) == "_") continue;
    if (marks_of(sentence, word).empty()) continue;
    throw Error({sentence.file(), sentence.line(word), 0},
                fmt::format("word {} has a constraint mark, which parsing would make wrong; "
                            "constraints can be respected or ignored",
                            word));
  }
}

/// Records unmet constraints in MISC, and removes the marks that vouched for them.
void mark_unmet(Sentence& sentence, std::span<const KnownWord> known,
                std::span<const Constraint> unmet) {
  std::string text;
  for (std::size_t i = 0; i < unmet.size(); ++i) {
    const Node word = unmet[i].word;
    text += fmt::format("{}{}:{}", text.empty() ? "" : ";", kConstraintKindNames.of(unmet[i].kind),
                        value_text(unmet[i], known));
    ConstraintMarks marks = marks_of(sentence, word);
    if (unmet[i].kind == ConstraintKind::kHeads) marks.head = false;
    if (unmet[i].kind == ConstraintKind::kLabels) marks.label = false;
    set_marks(sentence, word, marks);
    if (i + 1 < unmet.size() && unmet[i + 1].word == word) continue;
    if (sentence.format() == Format::kConllu) {
      sentence.set(word, Field::kMisc, with_misc_value(sentence.misc(word), "Unmet", text));
    }
    text.clear();
  }
}

Error unmet_error(const Sentence& sentence, std::span<const KnownWord> known,
                  std::span<const Constraint> unmet) {
  std::vector<std::string> texts;
  for (const Constraint& constraint : unmet) {
    texts.push_back(describe(constraint, known, sentence));
  }
  return {{sentence.file(), sentence.line(unmet.front().word), 0},
          fmt::format("not met: {}", fmt::join(texts, "; "))};
}

void write_confidence(Sentence& sentence, std::span<const double> confidence) {
  if (sentence.format() != Format::kConllu) return;
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (sentence.head(word) == kNoHead) continue;
    const std::string text = fmt::format("{:.2f}", confidence[static_cast<std::size_t>(word)]);
    sentence.set(word, Field::kMisc, with_misc_value(sentence.misc(word), "Confidence", text));
  }
}

}  // namespace

bool wants_confidence(const ParseStreamOptions& options) {
  return options.confidence || (options.select > 0 && options.select_by != SelectBy::kRandom);
}

SentenceParse::SentenceParse(const Parser& parser, const ParseStreamOptions& options)
    : unit_(parser.model().unit()),
      root_(parser.model().root_in_text()),
      options_(options),
      parser_(parser.make_finder()),
      columns_(parser_->widest()) {
  parser_->set_evidence(wants_confidence(options));
}

void SentenceParse::run(Sentence& sentence, const Emit& emit, const Warn& warn) {
  if (options_.constraints == ConstraintUse::kRefuse) check_unconstrained(sentence);
  confidence_.assign(1, 1);
  if (sentence.empty()) {
    emit(sentence, confidence_);
    return;
  }
  const std::vector<Parse>& parses = search(sentence);
  columns_.add(sentence, parser_->words());
  if (options_.k_best == 0) {
    set(sentence, parses.front(), warn);
    emit(sentence, confidence_);
    return;
  }
  std::size_t rank = 0;
  for (const Parse& parse : parses) {
    copy_ = sentence;
    set(copy_, parse, warn);
    // CoNLL-X has no place for comments.
    if (copy_.format() == Format::kConllu) {
      copy_.add_comment(fmt::format("panarc_rank = {}", ++rank));
      copy_.add_comment(fmt::format("panarc_score = {:.4f}", parse.score * unit_));
    }
    emit(copy_, confidence_);
  }
}

const std::vector<Parse>& SentenceParse::search(const Sentence& sentence) {
  const std::size_t count = std::max<std::size_t>(options_.k_best, 1);
  const bool tree_is_enough = options_.k_best == 0 && !wants_confidence(options_);
  known_.clear();
  parser_->read(sentence);
  switch (options_.constraints) {
    case ConstraintUse::kRefuse:
    case ConstraintUse::kIgnore:
      return tree_is_enough ? parser_->tree() : parser_->search(count);
    case ConstraintUse::kMarks:
      known_ = known_words(sentence, KnownFrom::kMarks);
      break;
    case ConstraintUse::kFill:
      known_ = known_words(sentence, KnownFrom::kColumns);
      break;
  }
  return tree_is_enough ? parser_->tree(sentence, known_, options_.on_conflict)
                        : parser_->search(sentence, count, known_, options_.on_conflict);
}

void SentenceParse::set(Sentence& sentence, const Parse& parse, const Warn& warn) {
  parser_->set(sentence, parse, known_);
  if (wants_confidence(options_)) {
    confidence_ = parser_->confidence(parse, known_);
    write_confidence(sentence, confidence_);
  }
  if (known_.empty() || options_.on_conflict == OnConflict::kError) return;
  const auto unmet = unmet_constraints(known_, labeled_tree(sentence), root_);
  if (unmet.empty()) return;
  warn(unmet_error(sentence, known_, unmet));
  mark_unmet(sentence, known_, unmet);
}

}  // namespace panarc
