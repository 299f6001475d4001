#include "text/boundary_finder.h"

#include <fmt/format.h>
#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "io/utf8.h"
#include "panarc/error.h"
#include "text/link.h"

namespace panarc {
namespace {

void check_icu(UErrorCode status, const std::string& language) {
  if (U_SUCCESS(status) != 0) return;
  throw Error(fmt::format("ICU has no rules for the language {}: {}", in_quotes(language),
                          u_errorName(status)));
}

class RuleFinder final : public BoundaryFinder {
 public:
  explicit RuleFinder(const std::string& language) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Locale locale = icu::Locale::forLanguageTag(language, status);
    words_.reset(icu::BreakIterator::createWordInstance(locale, status));
    check_icu(status, language);
    sentences_.reset(icu::BreakIterator::createSentenceInstance(locale, status));
    check_icu(status, language);
  }

  void begin(std::size_t element) override {
    at_ = element;
    tokens_ = 0;
  }

  void find(const Characters& text, bool complete, std::vector<TokenEnd>& ends) override {
    while (at_ < text.size()) {
      const std::size_t end = portion_end(text);
      const bool enough = end - at_ == kPortion || bytes_up_to(text, end) >= kPortionBytes;
      if (!enough && !complete) break;
      find_in(text, end, complete && end == text.size(), ends);
    }
    if (complete && !ends.empty()) ends.back().sentence = true;
  }

  [[nodiscard]] std::size_t behind() const override { return 0; }
  /// White space after what was found may be dropped with it.
  void drop(std::size_t elements, std::size_t /*chunks*/) override {
    at_ -= std::min(at_, elements);
  }

 private:
  [[nodiscard]] std::size_t bytes_up_to(const Characters& text, std::size_t end) const {
    return text.offset(end) - text.offset(at_);
  }
  /// The end of the portion that begins at `at_`, or of the available part of it.
  [[nodiscard]] std::size_t portion_end(const Characters& text) const {
    std::size_t end = std::min(text.size(), at_ + kPortion);
    while (end > at_ + 1 && bytes_up_to(text, end - 1) >= kPortionBytes) --end;
    return end;
  }

  /// Finds the sentences from `at_` to `end`. The last one may continue, so it waits for more text;
  /// if it is as long as a portion, it ends before its last token, which may continue, too.
  void find_in(const Characters& text, std::size_t end, bool complete,
               std::vector<TokenEnd>& ends) {
    load(text, end);
    sentences_->setText(utf16_);
    words_->setText(utf16_);
    std::vector<std::size_t> limits;
    sentences_->first();
    for (std::int32_t i = sentences_->next(); i != icu::BreakIterator::DONE;
         i = sentences_->next()) {
      limits.push_back(element_of(i));
    }
    const std::size_t first = ends.size();
    add_tokens(text, end, ends);
    const std::span tokens = std::span(ends).subspan(first);
    std::erase_if(limits, [&](std::size_t limit) {
      return limit < end && !text.is_space(limit - 1) && !text.is_space(limit) &&
             !std::ranges::binary_search(tokens, limit - 1, {}, &TokenEnd::element);
    });
    if (!complete && limits.size() > 1) {
      limits.pop_back();
    } else if (!complete && tokens.size() > 1) {
      limits.back() = tokens[tokens.size() - 2].element + 1;
    }
    at_ = limits.back();
    while (ends.back().element >= at_) ends.pop_back();
    mark_sentences(limits, first, ends);
  }

  /// Loads the text, with a run of white space as one space.
  void load(const Characters& text, std::size_t end) {
    utf16_.remove();
    elements_.clear();
    for (std::size_t i = at_; i < end; ++i) {
      utf16_.append(static_cast<UChar32>(text.code(i)));
      elements_.resize(static_cast<std::size_t>(utf16_.length()), static_cast<std::uint32_t>(i));
    }
    elements_.push_back(static_cast<std::uint32_t>(end));
  }
  [[nodiscard]] std::size_t element_of(std::int32_t index) const {
    return elements_[static_cast<std::size_t>(index)];
  }

  /// Tokens are what is between two word boundaries, without white space: by the rules, a mark
  /// after a space may be joined to it. A link is one token.
  void add_tokens(const Characters& text, std::size_t end, std::vector<TokenEnd>& ends) {
    words_->first();
    std::size_t limit = element_of(words_->next());
    std::optional<std::size_t> token;
    Link link;
    for (std::size_t i = at_; i < end; ++i) {
      while (limit <= i) limit = element_of(words_->next());
      if (text.is_space(i)) continue;
      if (!token) {
        token = i;
        link = find_link(text, i, end);
      }
      const std::size_t next = i + 1;
      const bool last = next == end || text.is_space(next) ||
                        (next == limit && !is_in_link(link, text, *token, next, end));
      if (!last) continue;
      ends.push_back({static_cast<std::uint32_t>(i), false});
      token.reset();
    }
  }

  void mark_sentences(const std::vector<std::size_t>& limits, std::size_t first,
                      std::vector<TokenEnd>& ends) {
    auto limit = limits.begin();
    for (std::size_t i = first; i < ends.size(); ++i) {
      while (ends[i].element >= *limit) ++limit;
      const bool last = i + 1 == ends.size() || ends[i + 1].element >= *limit;
      ++tokens_;
      ends[i].sentence = last || tokens_ >= BoundaryTask::kMaxTokens;
      if (ends[i].sentence) tokens_ = 0;
    }
  }

  std::unique_ptr<icu::BreakIterator> words_;
  std::unique_ptr<icu::BreakIterator> sentences_;
  std::size_t at_ = 0;
  std::uint32_t tokens_ = 0;  // of the sentence so far
  icu::UnicodeString utf16_;
  std::vector<std::uint32_t> elements_;  // for each unit of utf16_, and one more
};

}  // namespace

std::string checked_language(const std::string& language) {
  std::string name = language;
  std::ranges::replace(name, '_', '-');
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale locale = icu::Locale::forLanguageTag(name, status);
  const std::string_view code = locale.getLanguage();
  if (U_FAILURE(status) != 0 || code.empty() || *locale.getISO3Language() == '\0') {
    throw Error(fmt::format("there is no language {}: expected a code such as en or pt-BR",
                            in_quotes(language)));
  }
  auto tag = locale.toLanguageTag<std::string>(status);
  check_icu(status, language);
  return tag;
}

std::unique_ptr<BoundaryFinder> rule_finder(const std::string& language) {
  return std::make_unique<RuleFinder>(language);
}

}  // namespace panarc
