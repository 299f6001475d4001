#include "text/split_model.h"

#include <algorithm>
#include <iterator>

#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kRulesSection = "split.rules";
constexpr const char* kSplitKeysSection = "split.keys";
constexpr const char* kBeginsSection = "split.begins";
constexpr const char* kSplitsSection = "split.splits";
constexpr const char* kSplitWordsSection = "split.words";
constexpr const char* kSplitIndexSection = "split.index";
constexpr const char* kSplitRowsSection = "split.rows";

constexpr std::size_t kMostRules = 10000;

std::vector<SplitRule> read_rules(const ModelFile& file, const std::string& section) {
  SectionReader reader = file.reader(section);
  std::vector<SplitRule> rules;
  for (const std::string& text : reader.read_strings()) rules.push_back(SplitRule::parse(text));
  reader.finish();
  if (rules.size() > kMostRules) throw Error("too many rules for multiword tokens");
  return rules;
}

}  // namespace

SplitLexicon::SplitLexicon(const Lists& lists) {
  for (const auto& [key, splits] : lists) {
    keys_.push_back(key);
    values_.insert(values_.end(), splits.begin(), splits.end());
    begins_.push_back(static_cast<std::uint32_t>(values_.size()));
  }
  index();
}

SplitLexicon::SplitLexicon(std::span<const std::uint64_t> keys,
                           std::span<const std::uint32_t> begins, std::span<const Split> values,
                           std::size_t splits)
    : keys_(keys.begin(), keys.end()),
      begins_(begins.begin(), begins.end()),
      values_(values.begin(), values.end()) {
  const bool fits = begins.size() == keys.size() + 1 && begins.front() == 0 &&
                    begins.back() == values.size() &&
                    std::ranges::adjacent_find(begins, std::greater_equal{}) == begins.end() &&
                    std::ranges::adjacent_find(keys, std::greater_equal{}) == keys.end() &&
                    std::ranges::all_of(values, [&](Split split) { return split < splits; });
  if (!fits) throw Error("the lexicon of multiword tokens is damaged");
  index();
}

void SplitLexicon::index() {
  lists_.reserve(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const std::span list(values_.data() + begins_[i], begins_[i + 1] - begins_[i]);
    const bool stays = list.size() == 1 && list.front() == 0;
    lists_.emplace(keys_[i], stays ? std::span<const Split>{} : list);
  }
}

const std::span<const Split>* SplitLexicon::find(Part part, std::u32string_view text) const {
  const auto found = lists_.find(key_of(part, text));
  return found == lists_.end() ? nullptr : &found->second;
}

std::span<const Split> SplitLexicon::find_longest(Part part, std::u32string_view lower) const {
  for (std::size_t size = std::min(lower.size() - 1, kLongest); size >= kShortest; --size) {
    const std::size_t begin = part == Part::kBeginning ? 0 : lower.size() - size;
    if (const auto* const list = find(part, lower.substr(begin, size))) return *list;
  }
  return {};
}

std::span<const Split> SplitLexicon::find(std::u32string_view lower,
                                          std::vector<std::vector<Split>>& merged) const {
  if (const auto* const list = find(Part::kToken, lower)) return *list;
  const std::span<const Split> front = find_longest(Part::kBeginning, lower);
  const std::span<const Split> back = find_longest(Part::kEnding, lower);
  if (front.empty()) return back;
  if (back.empty()) return front;
  std::ranges::set_union(front, back, std::back_inserter(merged.emplace_back()));
  return merged.back();
}

SplitModel::SplitModel(std::vector<SplitRule> rules, const SplitLexicon::Lists& lists,
                       const std::vector<std::uint64_t>& word_facts, FrozenArrays weights)
    : rules_(std::move(rules)), lexicon_(lists), words_(word_facts) {
  const auto arrays = std::make_shared<const FrozenArrays>(std::move(weights));
  table_ = FrozenTable(arrays->index, arrays->words, rules_.size() + 1);
  storage_ = arrays;
}

SplitModel::SplitModel(const std::shared_ptr<const ModelFile>& file, const std::string& prefix)
    : storage_(file) {
  try {
    rules_ = read_rules(*file, prefix + kRulesSection);
    const std::size_t splits = rules_.size() + 1;
    lexicon_ = SplitLexicon(file->array<std::uint64_t>(prefix + kSplitKeysSection),
                            file->array<std::uint32_t>(prefix + kBeginsSection),
                            file->array<Split>(prefix + kSplitsSection), splits);
    words_ = WordSet::over(file->array<std::uint64_t>(prefix + kSplitWordsSection));
    table_ = FrozenTable(file->array<std::uint32_t>(prefix + kSplitIndexSection),
                         file->array<std::uint32_t>(prefix + kSplitRowsSection), splits);
  } catch (const Error& error) {
    throw Error({file->name(), 0, 0}, error.message());
  }
}

void SplitModel::save(ModelFileWriter& writer, const std::string& prefix) const {
  std::vector<std::string> rules;
  for (const SplitRule& rule : rules_) rules.push_back(rule.text());
  SectionWriter section;
  section.write_strings(rules);
  writer.add(prefix + kRulesSection, section.bytes());
  writer.add(prefix + kSplitKeysSection, std::as_bytes(lexicon_.keys()));
  writer.add(prefix + kBeginsSection, std::as_bytes(lexicon_.begins()));
  writer.add(prefix + kSplitsSection, std::as_bytes(lexicon_.values()));
  writer.add(prefix + kSplitWordsSection, std::as_bytes(words_.slots()));
  writer.add(prefix + kSplitIndexSection, std::as_bytes(table_.index()));
  writer.add(prefix + kSplitRowsSection, std::as_bytes(table_.words()));
}

bool make_split_input(const SplitLexicon& lexicon, const Characters& text,
                      std::span<const TextPart> tokens, SplitInput& input) {
  input.tokens.resize(tokens.size());
  input.letters.clear();
  input.merged.clear();
  for (const TextPart& token : tokens) {
    for (std::uint32_t i = token.begin; i < token.end; ++i) {
      input.letters.push_back(to_lower(text.code(i)));
    }
  }
  bool any = false;
  const char32_t* at = input.letters.data();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    SplitInput::Token& token = input.tokens[i];
    token.lower = {at, tokens[i].end - tokens[i].begin};
    at += token.lower.size();
    token.splits = lexicon.find(token.lower, input.merged);
    any = any || !token.splits.empty();
  }
  if (!any) return false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    input.tokens[i].word = describe_chunk(text, tokens[i].begin, tokens[i].end);
  }
  return true;
}

std::span<const Split> SplitDecoder::decide(const Characters& text,
                                            std::span<const TextPart> tokens) {
  if (model_.rule_count() == 0 || !make_split_input(model_.lexicon(), text, tokens, input_)) {
    none_.assign(tokens.size(), 0);
    return none_;
  }
  scorer_.begin(input_);
  return search_.search(input_, scorer_).splits;
}

}  // namespace panarc
