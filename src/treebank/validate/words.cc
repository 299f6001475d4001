#include "treebank/validate/words.h"

#include <algorithm>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/universal.h"

namespace panarc::validation {

namespace {

std::vector<Node> heads_of(const SentenceRows& sentence) {
  std::vector<Node> heads{kNoHead};
  heads.reserve(sentence.word_count() + 1);
  for (std::size_t i = 1; i <= sentence.word_count(); ++i) {
    heads.push_back(head_of(sentence.word(i)));
  }
  return heads;
}

}  // namespace

Node head_of(const Row& word) { return parse_number(word[Field::kHead]).value_or(kNoHead); }

std::string_view last_value(std::string_view field, std::string_view key) {
  std::string_view value;
  // Most fields do not have it at all.
  for (std::size_t at = field.find(key); at != std::string_view::npos;
       at = field.find(key, at + key.size())) {
    const std::size_t equals = at + key.size();
    const bool whole = (at == 0 || field[at - 1] == '|') && field.substr(equals).starts_with('=');
    if (whole) value = field.substr(equals + 1, field.find('|', equals) - equals - 1);
  }
  return value;
}

std::string TreeWord::quoted_form() const { return in_quotes((*row)[Field::kForm]); }

TreeWords::TreeWords(const SentenceRows& sentence)
    : heads_(heads_of(sentence)), dependents_(heads_, UnattachedWords::kUnderRoot) {
  words_.resize(heads_.size());
  for (Node number = 1; number < static_cast<Node>(words_.size()); ++number) {
    const Row& row = sentence.word(index_of(number));
    words_[index_of(number)] = {.row = &row,
                                .number = number,
                                .head = heads_[index_of(number)],
                                .relation = base_relation(row[Field::kDeprel]),
                                .upos = row[Field::kUpos]};
  }
  for (const Row& row : sentence.rows()) {
    if (row.kind != RowKind::kMultiword) continue;
    for (std::int64_t word = row.first; word <= row.second; ++word) {
      words_[static_cast<std::size_t>(word)].in_multiword = true;
    }
  }
}

bool TreeWords::has_child(const TreeWord& word, std::string_view relation) const {
  return std::ranges::any_of(children(word),
                             [&](Node child) { return (*this)[child].relation == relation; });
}

}  // namespace panarc::validation
