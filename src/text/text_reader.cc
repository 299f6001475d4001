#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "panarc/text.h"
#include "text/boundary_finder.h"
#include "text/segmenter_parts.h"
#include "text/spaces.h"
#include "text/text_input.h"
#include "treebank/sentence_reader.h"

namespace panarc {
namespace {

constexpr std::string_view kNoColumns = "\t_\t_\t_\t_\t_\t_\t_\t";

/// Whether white space can be in FORM as it is: one character that ends no field, nor a line in the
/// eyes of anyone.
bool can_be_in_form(std::string_view spaces) {
  const char32_t first = take_character(spaces);
  return spaces.empty() && first != U'\t' && !is_line_break(first);
}

/// Makes CoNLL-U sentences from tokens. Reuses its memory.
class SentenceBuilder {
 public:
  /// The comments of a sentence, and where it begins.
  struct Head {
    bool new_document = false;
    std::string_view document;
    bool new_paragraph = false;
    std::uint64_t id = 0;
    Place place;
  };

  /// The tokens of a sentence in its text, what each of them is split into, and the `rules` for
  /// that. There is only white space from `begin` to the first token, and from the last token to
  /// `end`.
  struct Tokens {
    const Characters& text;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::span<const TextPart> parts;
    std::span<const Split> splits;
    const SplitModel* rules = nullptr;
  };

  void build(const Head& head, const Tokens& tokens, Sentence& sentence) {
    begin(head);
    for (std::size_t i = 0; i < tokens.parts.size(); ++i) add_token(tokens, i);
    finish(head, sentence);
  }
  /// A sentence for white space alone, without tokens.
  void build_blank(const Head& head, std::string_view spaces, Sentence& sentence) {
    begin(head);
    in_token_ = spaces;
    set_misc({}, {});
    text_ = "_";
    add_line("_", misc_);
    finish(head, sentence);
  }

 private:
  void begin(const Head& head) {
    words_ = 0;
    text_.clear();
    lines_.clear();
    block_.clear();
    const auto out = std::back_inserter(block_);
    if (head.new_document) {
      head.document.empty() ? fmt::format_to(out, "# newdoc\n")
                            : fmt::format_to(out, "# newdoc id = {}\n", head.document);
    }
    if (head.new_paragraph) fmt::format_to(out, "# newpar\n");
    fmt::format_to(out, "# sent_id = {}\n", head.id);
  }
  /// Sets the form of a token and, if its bytes differ, those.
  void set_form(const Characters& text, const TextPart& token) {
    form_.clear();
    in_token_.clear();
    bool differs = false;
    std::size_t from = token.begin;
    for (std::size_t i = token.begin; i < token.end; ++i) {
      if (!text.is_space(i) || can_be_in_form(text.bytes(i, i + 1))) continue;
      form_.append(text.bytes(from, i)).append(" ");
      from = i + 1;
      differs = true;
    }
    form_.append(text.bytes(from, token.end));
    if (differs) in_token_ = text.bytes(token.begin, token.end);
  }
  void set_misc(std::string_view before, std::string_view after) {
    misc_.clear();
    if (after.empty()) {
      add_attribute("SpaceAfter", "No");
    } else if (after != " ") {
      add_attribute("SpacesAfter", escape_spaces(after));
    }
    if (!before.empty()) add_attribute("SpacesBefore", escape_spaces(before));
    if (!in_token_.empty()) add_attribute("SpacesInToken", escape_spaces(in_token_));
    if (misc_.empty()) misc_ = "_";
  }
  void add_attribute(std::string_view name, std::string_view text) {
    if (!misc_.empty()) misc_ += '|';
    misc_.append(name).append("=").append(text);
  }
  void add_token(const Tokens& tokens, std::size_t number) {
    const TextPart& token = tokens.parts[number];
    const bool last = number + 1 == tokens.parts.size();
    const std::size_t next = last ? tokens.end : tokens.parts[number + 1].begin;
    const std::string_view after = tokens.text.bytes(token.end, next);
    set_form(tokens.text, token);
    set_misc(number == 0 ? tokens.text.bytes(tokens.begin, token.begin) : std::string_view{},
             after);
    text_ += form_;
    if (!last && !after.empty()) text_ += ' ';
    std::vector<std::string> words;
    const Split split = tokens.splits.empty() ? Split{0} : tokens.splits[number];
    if (split != 0) words = tokens.rules->rule(split).apply(form_);
    if (words.empty()) {
      add_line(form_, misc_);
      return;
    }
    fmt::format_to(std::back_inserter(lines_), "{}-{}\t{}{}{}\n", words_ + 1,
                   static_cast<std::size_t>(words_) + words.size(), form_, kNoColumns, misc_);
    for (const std::string& word : words) add_line(word, "_");
  }
  void add_line(std::string_view form, std::string_view misc) {
    const fmt::format_int number(++words_);
    lines_.append(number.data(), number.size()).append("\t").append(form);
    lines_.append(kNoColumns).append(misc).append("\n");
  }
  void finish(const Head& head, Sentence& sentence) {
    block_.append("# text = ").append(text_).append("\n").append(lines_).append("\n");
    reader_.read(block_, head.place, {}, sentence);
    if (!reader_.problems().empty()) throw Error(reader_.problems().front());
  }

  SentenceReader reader_;
  Node words_ = 0;
  std::string text_;   // `# text`
  std::string lines_;  // the word lines
  std::string block_;
  std::string form_;
  std::string in_token_;  // the bytes of a token, if they differ from its form
  std::string misc_;
};

std::unique_ptr<BoundaryFinder> make_finder(const Segmenter::Parts& parts, Lines lines) {
  const bool by_rules = !parts.language.empty();
  if (!parts.boundaries && !by_rules) return as_one_sentence(space_finder());
  auto finder = by_rules ? rule_finder(parts.language) : learned_finder(*parts.boundaries);
  return lines == Lines::kSentences ? as_one_sentence(std::move(finder)) : std::move(finder);
}

}  // namespace

/// A window over a paragraph, and the tokens found in it but not returned yet.
struct TextReader::State {
  State(std::unique_ptr<ByteSource> source, const Segmenter& segmenter, TextOptions reader_options,
        const std::string& file)
      : known(segmenter),
        options(std::move(reader_options)),
        name(file),
        input(transcode(std::move(source), options.encoding, file, options.replace_invalid), file,
              {options.replace_invalid, options.on_wait}),
        paragraphs(input, options.lines),
        text(known.parts().boundaries ? known.parts().boundaries->alphabet()
                                      : Alphabet::unlimited()),
        id(options.first_id) {
    if (visible(options.document) != options.document) {
      throw Error(fmt::format(
          "the id of a document cannot be {}: expected UTF-8 without control characters",
          in_quotes(options.document)));
    }
    const Segmenter::Parts& parts = known.parts();
    finder = make_finder(parts, options.lines);
    if (parts.splits && parts.splits->rule_count() > 0) decoder.emplace(*parts.splits);
  }

  Segmenter known;
  TextOptions options;
  std::string name;
  TextInput input;
  ParagraphReader paragraphs;
  std::unique_ptr<BoundaryFinder> finder;
  std::optional<SplitDecoder> decoder;
  SentenceBuilder builder;

  Characters text;
  std::size_t begin = 0;       // the end of what was returned
  std::vector<TokenEnd> ends;  // of tokens after that
  std::size_t used = 0;        // of `ends`
  std::vector<TextPart> tokens;
  bool in_paragraph = false;
  bool new_paragraph = false;
  bool new_document = true;
  std::uint64_t id;
  std::uint64_t line = 1;  // of what comes next
  std::string trailing;

  bool next(Sentence& sentence) {
    while (true) {
      if (in_paragraph && take_tokens()) {
        build(sentence);
        return true;
      }
      if (in_paragraph && !paragraphs.is_complete()) {
        read_on();
        continue;
      }
      in_paragraph = false;
      if (!paragraphs.begin(text)) return false;
      if (begin_paragraph(sentence)) return true;
    }
  }

  /// Returns true if the paragraph is white space that has become a sentence.
  bool begin_paragraph(Sentence& sentence) {
    begin = used = 0;
    ends.clear();
    fill();
    new_paragraph = paragraphs.is_new();
    const std::size_t first = text.is_space(0) ? 1 : 0;
    if (first == text.size()) {
      // After a line that is a sentence, it belongs to no sentence.
      if ((new_document || options.lines == Lines::kSentences) && paragraphs.is_last()) {
        trailing = text.bytes(0, 1);
        return false;
      }
      builder.build_blank(take_head(), text.bytes(0, 1), sentence);
      pass(1);
      return true;
    }
    in_paragraph = true;
    finder->begin(first);
    finder->find(text, paragraphs.is_complete(), ends);
    return false;
  }

  void fill() { paragraphs.fill(text, BoundaryFinder::kPortion, BoundaryFinder::kPortionBytes); }

  /// Drops what was returned, and extends the window so that more tokens can be found.
  void read_on() {
    ends.erase(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(used));
    used = 0;
    const std::size_t drop = begin - std::min(begin, finder->behind());
    const std::size_t chunks = text.drop(drop);
    finder->drop(drop, chunks);
    for (TokenEnd& end : ends) end.element -= static_cast<std::uint32_t>(drop);
    begin -= drop;
    fill();
    finder->find(text, paragraphs.is_complete(), ends);
  }

  /// The tokens of the next sentence, if its end was found.
  bool take_tokens() {
    const auto first = ends.begin() + static_cast<std::ptrdiff_t>(used);
    const auto last =
        std::find_if(first, ends.end(), [](const TokenEnd& end) { return end.sentence; });
    if (last == ends.end()) return false;
    tokens.clear();
    auto at = static_cast<std::uint32_t>(begin);
    for (auto end = first; end <= last; ++end) {
      if (text.is_space(at)) ++at;
      tokens.push_back({at, end->element + 1});
      at = end->element + 1;
    }
    used += tokens.size();
    return true;
  }

  void build(Sentence& sentence) {
    std::size_t end = tokens.back().end;
    if (end < text.size() && text.is_space(end)) ++end;
    const auto splits = decoder ? decoder->decide(text, tokens) : std::span<const Split>{};
    builder.build(take_head(), {text, begin, end, tokens, splits, known.parts().splits.get()},
                  sentence);
    pass(end);
  }

  SentenceBuilder::Head take_head() {
    SentenceBuilder::Head head{
        new_document, options.document, new_paragraph, id++, {name, line, 0}};
    new_document = false;
    new_paragraph = false;
    return head;
  }

  void pass(std::size_t end) {
    const std::string_view bytes = text.bytes(begin, end);
    line += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    begin = end;
  }
};

TextReader::TextReader(std::unique_ptr<State> state) : state_(std::move(state)) {}

TextReader::TextReader(const Input& input, const Segmenter& segmenter, TextOptions options)
    : TextReader(
          std::make_unique<State>(input.open(), segmenter, std::move(options), input.name())) {}

TextReader TextReader::from_text(std::string_view text, const Segmenter& segmenter,
                                 TextOptions options, const std::string& name) {
  return from_source(memory_source(text), segmenter, std::move(options), name);
}

TextReader TextReader::from_source(std::unique_ptr<ByteSource> source, const Segmenter& segmenter,
                                   TextOptions options, const std::string& name) {
  return TextReader(
      std::make_unique<State>(std::move(source), segmenter, std::move(options), name));
}

TextReader::~TextReader() = default;
TextReader::TextReader(TextReader&&) noexcept = default;
TextReader& TextReader::operator=(TextReader&&) noexcept = default;

bool TextReader::next(Sentence& sentence) { return state_->next(sentence); }

std::string_view TextReader::trailing() const { return state_->trailing; }

const std::string& TextReader::name() const { return state_->name; }

}  // namespace panarc
