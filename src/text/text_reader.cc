#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "io/byte_source.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "panarc/text.h"
#include "text/boundary_finder.h"
#include "text/segmenter_parts.h"
#include "text/sentence_builder.h"
#include "text/text_input.h"

namespace panarc {
namespace {

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
