#include "pipeline/sentence_parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "feature/encoder.h"
#include "treebank/constraint_marks.h"
#include "treebank/misc_field.h"

namespace panarc {
namespace {

constexpr std::array<std::pair<Attribute, Field>, 4> kColumns{{
    {Attribute::kLemma, Field::kLemma},
    {Attribute::kUpos, Field::kUpos},
    {Attribute::kXpos, Field::kXpos},
    {Attribute::kFeats, Field::kFeats},
}};

/// Whether a column has so few values that a model knows them all.
bool is_tag(Attribute attribute) {
  return attribute == Attribute::kUpos || attribute == Attribute::kXpos;
}

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

ColumnCounter::ColumnCounter(const Model& model) : model_(model) {
  if (model.tags() == nullptr) return;
  const auto columns = model.weights().columns();
  for (const auto& [attribute, field] : kColumns) {
    const Attribute wanted = attribute;
    const auto looked_at = std::ranges::find(columns, wanted, &WordColumn::attribute);
    if (looked_at == columns.end() || !model.tags()->contains(column_hash(wanted, ""))) continue;
    const auto index = static_cast<std::size_t>(looked_at - columns.begin());
    tags_.push_back(is_tag(wanted) ? std::optional(index) : std::nullopt);
    uses_.push_back({field, 0, 0});
  }
}

void ColumnCounter::add(const Sentence& sentence, const EncodedSentence& words) {
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    ColumnUse& use = uses_[i];
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (!tags_[i]) {
        use.missing += sentence.field(word, use.column) == "_" ? 1 : 0;
      } else if (const std::uint64_t tag = words.value(word, *tags_[i]); tag == 0) {
        ++use.missing;
      } else {
        use.unknown += model_.tags()->contains(tag) ? 0 : 1;
      }
    }
  }
}

bool wants_confidence(const ParseStreamOptions& options) {
  return options.confidence || (options.select > 0 && options.select_by != SelectBy::kRandom);
}

SentenceParse::SentenceParse(const Pipeline& pipeline, const ParseStreamOptions& options)
    : options_(options),
      request_{.trees = std::max<std::size_t>(options.k_best, 1),
               .confidence = wants_confidence(options),
               .on_conflict = options.on_conflict,
               .time_limit = options.time_limit,
               .stop = options.stop},
      annotator_(pipeline),
      unit_(pipeline.parser().model().unit()),
      columns_(annotator_.finder().widest()) {}

void SentenceParse::run(Sentence& sentence, const Emit& emit, const Warn& warn) {
  confidence_.assign(1, 1);
  if (sentence.empty()) {
    emit(sentence, confidence_);
    return;
  }
  if (!request_.time_limit || options_.on_timeout == OnTimeout::kError) {
    parse(sentence, emit, warn);
    return;
  }
  const Sentence as_read = sentence;
  try {
    parse(sentence, emit, warn);
  } catch (const TimedOut& late) {
    warn(late);
    if (options_.on_timeout == OnTimeout::kSkip) return;
    confidence_.assign(static_cast<std::size_t>(sentence.size()) + 1, 0);
    emit(as_read, confidence_);
  }
}

/// Throws before it emits anything, or not at all.
void SentenceParse::parse(Sentence& sentence, const Emit& emit, const Warn& warn) {
  TreeFinder& finder = annotator_.finder();
  request_.constraints.clear();
  annotator_.read(sentence, request_, reads_ahead());
  for (Node word = 1; word <= sentence.size(); ++word) {
    words_with_heads_ += sentence.head(word) != kNoHead ? 1 : 0;
  }
  request_.constraints = known_of(sentence);
  const std::vector<Parse>& parses = finder.find(
      sentence, {request_.trees, options_.k_best > 0 || request_.confidence, request_.confidence},
      request_.constraints, request_.on_conflict);
  columns_.add(sentence, finder.words());
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

std::vector<KnownWord> SentenceParse::known_of(const Sentence& sentence) const {
  switch (options_.constraints) {
    case ConstraintUse::kRefuse:
      check_unconstrained(sentence);
      return {};
    case ConstraintUse::kIgnore:
      return {};
    case ConstraintUse::kMarks:
      return known_words(sentence, KnownFrom::kMarks);
    case ConstraintUse::kFill:
      return known_words(sentence, KnownFrom::kColumns);
  }
  return {};
}

void SentenceParse::set(Sentence& sentence, const Parse& parse, const Warn& warn) {
  const TreeFinder& finder = annotator_.finder();
  const std::vector<KnownWord>& known = request_.constraints;
  finder.set(sentence, parse, known);
  if (request_.confidence) {
    confidence_ = finder.confidence(parse, known);
    write_confidence(sentence, confidence_);
  }
  if (known.empty() || request_.on_conflict == OnConflict::kError) return;
  const auto unmet = finder.unmet(labeled_tree(sentence), known);
  if (unmet.empty()) return;
  warn(unmet_error(sentence, known, unmet));
  mark_unmet(sentence, known, unmet);
}

}  // namespace panarc
