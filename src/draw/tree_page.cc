#include "panarc/draw.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "draw/page.h"

namespace panarc {

namespace {

constexpr std::array<std::string_view, 1> kTreeStyles{"trees"};
constexpr std::array<std::string_view, 5> kTreeScripts{"theme", "page", "tree", "list", "trees"};

PageJson tree_json(const Sentence& sentence, std::uint64_t number, const TreeLayout& layout) {
  PageJson json = sentence_json(sentence, number);
  json["text"] = text_of_sentence(sentence);
  json["l"] = column_json(sentence, Field::kLemma);
  json["xpos"] = column_json(sentence, Field::kXpos);
  json["feats"] = column_json(sentence, Field::kFeats);
  add_layout(json, layout);
  return json;
}

/// [word, kinds, [[column, in A, in B], ...]]
PageJson difference_json(const WordDifference& difference) {
  PageJson kinds = PageJson::array();
  for (const DifferenceKind kind : difference.kinds) kinds.push_back(kDifferenceNames.of(kind));
  PageJson fields = PageJson::array();
  for (const FieldDifference& field : difference.fields) {
    fields.push_back({field_name(field.field), field.a, field.b});
  }
  return {difference.word, kinds, fields};
}

}  // namespace

struct TreePage::State : PageWriter {
  using PageWriter::PageWriter;
};

TreePage::TreePage(std::string_view title, WritePage write)
    : state_(std::make_unique<State>("trees", title, kTreeStyles, std::move(write))) {
  state_->begin_list("@TREES@");
}
TreePage::~TreePage() = default;
TreePage::TreePage(TreePage&&) noexcept = default;
TreePage& TreePage::operator=(TreePage&&) noexcept = default;

void TreePage::add(const Sentence& sentence, std::uint64_t number, std::span<const Node> marked) {
  PageJson json = tree_json(sentence, number, lay_out(sentence));
  if (!marked.empty()) json["m"] = std::vector<Node>(marked.begin(), marked.end());
  state_->add_to_list(json);
}

void TreePage::add(const ComparedSentence& sentence) {
  PageJson json = tree_json(sentence.a, sentence.number, lay_out(sentence.a, sentence.b));
  for (const WordDifference& difference : sentence.words) {
    json["d"].push_back(difference_json(difference));
  }
  state_->add_to_list(json);
}

void TreePage::finish() { finish("null"); }

void TreePage::finish(std::string_view summary) {
  state_->end_list();
  state_->go_to("@SUMMARY@");
  state_->write_json(summary);
  state_->finish(kTreeScripts);
}

}  // namespace panarc
