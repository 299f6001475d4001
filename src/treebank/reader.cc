#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "io/byte_source.h"
#include "io/file_kind.h"
#include "io/text.h"
#include "panarc/treebank.h"
#include "treebank/format.h"
#include "treebank/projectivity.h"
#include "treebank/sentence_reader.h"

namespace panarc {
namespace {

constexpr std::size_t kInitialBuffer = std::size_t{1} << 18;

}  // namespace

/// The bytes read ahead, [begin, end) of the buffer, and how far they have been examined.
///
/// A sentence ends with the first blank line after a token line; blank lines and comments before
/// that belong to it, so every byte of a file except trailing() is part of some sentence.
struct TreebankReader::State {
  State(std::unique_ptr<ByteSource> from, const std::string& name, ReaderOptions reader_options)
      : source(transcode(std::move(from), reader_options.encoding, name)),
        options(std::move(reader_options)),
        format(options.format),
        buffer(kInitialBuffer) {
    // Positions in a sentence have 32 bits.
    options.max_sentence_bytes =
        std::min<std::size_t>(options.max_sentence_bytes, std::numeric_limits<std::int32_t>::max());
    place.file = name;
    place.line = 1;
  }

  std::unique_ptr<ByteSource> source;
  ReaderOptions options;
  std::optional<Format> format;
  SentenceReader sentence_reader;
  Place place;  // of the byte at `begin`
  std::size_t bad_sentences = 0;

  std::vector<char> buffer;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t line = 0;      // start of the current line
  std::size_t searched = 0;  // no line feed between `line` and here
  bool at_start = true;      // nothing has been examined yet
  bool at_end = false;       // no more from the source
  bool in_words = false;     // a token line was seen since `begin`

  void fill() {
    if (begin > 0 && (begin == end || end == buffer.size())) {
      std::memmove(buffer.data(), buffer.data() + begin, end - begin);
      line -= begin;
      searched -= begin;
      end -= begin;
      begin = 0;
    }
    if (end - begin > options.max_sentence_bytes) {
      throw Error(place, fmt::format("sentence of more than {} bytes: is a blank line missing?",
                                     options.max_sentence_bytes));
    }
    if (end == buffer.size()) buffer.resize(buffer.size() * 2);
    if (options.on_wait && source->would_wait()) options.on_wait();
    const std::size_t count = source->read(std::span(buffer).subspan(end));
    end += count;
    at_end = count == 0;
  }

  // Reports a file that is not text at all once, not as problems of its first line.
  void check_beginning() {
    while (!at_end && end - begin < kBeginningBytes) fill();
    const std::string_view problem =
        problem_of_beginning({buffer.data() + begin, std::min(end - begin, kBeginningBytes)});
    if (!problem.empty()) throw Error({place.file, 0, 0}, std::string(problem));
    at_start = false;
  }

  // Examines the line [line, line_end); true if it is the blank line after a sentence.
  bool ends_sentence(std::size_t line_end) {
    std::string_view text(buffer.data() + line, line_end - line);
    // A file, possibly joined to another, may begin with a byte order mark, which is not a word.
    if (line == begin && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
    }
    if (text.empty() || text == "\r") return in_words;
    if (text.front() != '#') in_words = true;
    return false;
  }

  // The bytes of the next sentence, valid until the next call; nothing at the end of the file.
  std::optional<std::string_view> next_block() {
    if (at_start) check_beginning();
    while (true) {
      const void* found = std::memchr(buffer.data() + searched, '\n', end - searched);
      if (found != nullptr) {
        const auto feed = static_cast<std::size_t>(static_cast<const char*>(found) - buffer.data());
        const bool complete = ends_sentence(feed);
        line = searched = feed + 1;
        if (complete) return take_block();
        continue;
      }
      searched = end;
      if (at_end) {
        ends_sentence(end);
        line = end;
        return in_words ? std::optional(take_block()) : std::nullopt;
      }
      fill();
    }
  }

  std::string_view take_block() {
    const std::string_view block(buffer.data() + begin, line - begin);
    begin = line;
    in_words = false;
    return block;
  }
};

TreebankReader::TreebankReader(const Input& input, ReaderOptions options)
    : state_(std::make_unique<State>(input.open(), input.name(), std::move(options))) {
  if (!state_->format) state_->format = format_of_name(input.name());
}

TreebankReader TreebankReader::from_text(std::string_view text, const std::string& name,
                                         ReaderOptions options) {
  return TreebankReader(Input::from_text(text, name), std::move(options));
}

TreebankReader::~TreebankReader() = default;
TreebankReader::TreebankReader(TreebankReader&&) noexcept = default;
TreebankReader& TreebankReader::operator=(TreebankReader&&) noexcept = default;

bool TreebankReader::next(Sentence& sentence) {
  State& state = *state_;
  while (true) {
    const std::optional<std::string_view> block = state.next_block();
    if (!block) return false;
    if (!state.format) state.format = format_of_text(*block);
    state.sentence_reader.read(*block, state.place, {*state.format, state.options.single_root},
                               sentence);
    state.place.line += state.sentence_reader.line_feeds();
    const std::vector<Error>& problems = state.sentence_reader.problems();
    if (problems.empty()) return true;
    ++state.bad_sentences;
    if (state.options.on_error == OnError::kThrow) throw Error(problems.front());
    if (state.options.on_bad_sentence) {
      state.options.on_bad_sentence({problems, *block, sentence});
    }
  }
}

std::string_view TreebankReader::trailing() const {
  return {state_->buffer.data() + state_->begin, state_->end - state_->begin};
}

std::optional<Format> TreebankReader::format() const { return state_->format; }

const std::string& TreebankReader::name() const { return state_->place.file; }

std::size_t TreebankReader::bad_sentences() const { return state_->bad_sentences; }

std::vector<Sentence> read_treebank(const Input& input, const ReaderOptions& options) {
  std::vector<Sentence> sentences;
  TreebankReader reader(input, options);
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

bool SentenceFilter::operator()(const Sentence& sentence) const {
  if (max_words && static_cast<std::size_t>(sentence.size()) > *max_words) return false;
  if (max_roots && count_roots(sentence.heads()) > *max_roots) return false;
  if (where && !where(sentence)) return false;
  return !projective_only || is_projective(sentence.heads());
}

}  // namespace panarc
