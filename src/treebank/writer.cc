#include <functional>
#include <memory>
#include <utility>

#include "io/byte_sink.h"
#include "io/text.h"
#include "panarc/treebank.h"
#include "treebank/format.h"
#include "treebank/sentence_json.h"

namespace panarc {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;

bool is_blank(std::string_view text) {
  return text.find_first_not_of("\r\n") == std::string_view::npos;
}

}  // namespace

struct TreebankWriter::State {
  State(std::unique_ptr<ByteSink> to, std::optional<Format> as) : sink(std::move(to)), format(as) {}

  std::unique_ptr<ByteSink> sink;  // null if sentences are handed to a function
  std::function<void(const Sentence&)> take;
  std::optional<Format> format;
  bool json = false;  // whole lines, with nothing between them
  std::string buffer;
  bool at_start = true;        // nothing has been written yet
  bool at_input_start = true;  // nothing has been written of the file being copied
  // The line breaks that the last sentence lacks, since it was the last of a file. They are written
  // only if another one follows, so that a single file is copied exactly.
  std::string missing;

  // Appends what append(buffer) adds, at its place between what is before and after it.
  template <class Append>
  void add(Append append) {
    buffer += missing;
    const std::size_t from = buffer.size();
    append(buffer);
    // At the beginning of a file a byte order mark is about the file; anywhere else it is text.
    if (at_input_start && !at_start &&
        std::string_view(buffer).substr(from).starts_with(kByteOrderMark)) {
      buffer.erase(from, kByteOrderMark.size());
    }
    at_input_start = false;
    const std::string_view added = std::string_view(buffer).substr(from);
    if (!is_blank(added)) {
      note_end(added);
      at_start = false;
    } else {
      missing.clear();
    }
    if (buffer.size() >= kBuffer) pass_on();
  }

  void note_end(std::string_view text) {
    missing.clear();
    if (json) return;
    if (text.ends_with("\n\n") || text.ends_with("\n\r\n")) return;
    const std::string_view line_ending =
        text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
    if (!text.ends_with('\n')) missing += line_ending;
    missing += line_ending;
  }

  void pass_on() {
    sink->write(buffer);
    buffer.clear();
  }
};

TreebankWriter::TreebankWriter(const Output& output, std::optional<Format> format)
    : state_(std::make_unique<State>(output.open(), format)) {}

TreebankWriter::TreebankWriter(std::function<void(const Sentence&)> take)
    : state_(std::make_unique<State>(nullptr, std::nullopt)) {
  state_->take = std::move(take);
}

TreebankWriter::~TreebankWriter() = default;
TreebankWriter::TreebankWriter(TreebankWriter&&) noexcept = default;
TreebankWriter& TreebankWriter::operator=(TreebankWriter&&) noexcept = default;

TreebankWriter TreebankWriter::json_lines(const std::string& path) {
  TreebankWriter writer(path);
  writer.state_->json = true;
  return writer;
}

bool TreebankWriter::takes_sentences() const { return state_->sink == nullptr; }

void TreebankWriter::write(const Sentence& sentence) {
  if (takes_sentences()) {
    state_->take(sentence);
    return;
  }
  state_->add([&](std::string& out) { append(sentence, out); });
}

void TreebankWriter::append(const Sentence& sentence, std::string& out) const {
  if (state_->json) {
    append_json(sentence, out);
    out += '\n';
  } else {
    append_converted(sentence, state_->format.value_or(sentence.format()), out);
  }
}

void TreebankWriter::write_text(std::string_view text) {
  if (text.empty() || takes_sentences()) return;
  state_->add([&](std::string& out) { out.append(text); });
}

void TreebankWriter::finish_input(std::string_view trailing) {
  if (!state_->json) write_text(trailing);
  state_->at_input_start = true;
}

void TreebankWriter::flush() {
  if (takes_sentences()) return;
  state_->pass_on();
  state_->sink->flush();
}

void TreebankWriter::finish() {
  if (takes_sentences()) return;
  state_->pass_on();
  state_->sink->finish();
}

}  // namespace panarc
