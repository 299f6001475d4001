#include "cli/treebank_options.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <utility>

#include "cli/arguments.h"
#include "cli/message.h"
#include "panarc/analysis.h"
#include "panarc/error.h"
#include "panarc/scheme.h"

namespace panarc::cli {

namespace {

void warn(const BadSentence& bad) {
  const std::size_t more = bad.problems.size() - 1;
  print_warning("{}{}", bad.problems.front().what(),
                more == 0 ? "" : fmt::format(" (and {} more in this sentence)", more));
}

}  // namespace

ReaderOptions TreebankOptions::reader_options(
    std::function<void(std::string_view raw)> keep) const {
  ReaderOptions options;
  options.format = format;
  options.encoding = encoding;
  options.single_root = single_root;
  if (on_error == BadSentencePolicy::kFail) return options;
  options.on_error = OnError::kSkip;
  const bool keeps = on_error == BadSentencePolicy::kKeep && keep != nullptr;
  options.on_bad_sentence = [keeps, keep = std::move(keep), quiet = quiet](const BadSentence& bad) {
    if (!quiet) warn(bad);
    if (keeps) keep(bad.raw);
  };
  return options;
}

std::vector<Sentence> read_treebanks(const std::vector<std::string>& files,
                                     const ReaderOptions& options, std::size_t& bad) {
  std::vector<Sentence> sentences;
  for (const std::string& file : files) {
    TreebankReader reader(file, options);
    for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
    bad += reader.bad_sentences();
  }
  return sentences;
}

std::size_t filter_sentences(std::vector<Sentence>& sentences, const SentenceFilter& filter) {
  std::size_t filtered = 0;
  bool left_out = false;
  std::erase_if(sentences, [&](const Sentence& sentence) {
    if (!is_further_reference(sentence)) {
      left_out = !filter(sentence);
      filtered += left_out ? 1 : 0;
    }
    return left_out || !filter(sentence);
  });
  return filtered;
}

void add_quiet_argument(Command& command, TreebankOptions& options) {
  add_flag(command, "-q,--quiet", options.quiet, "Print no messages other than errors");
}

Argument& add_format_argument(Command& command, const std::string& name,
                              std::optional<Format>& format, const std::string& description) {
  static const Choices<Format> formats{{"conllu", Format::kConllu}, {"conllx", Format::kConllx}};
  return add_choice(command, name, format, formats, description);
}

void add_bad_sentence_argument(Command& command, TreebankOptions& options,
                               KeepsBadSentences keeps) {
  Choices<BadSentencePolicy> policies{{"fail", BadSentencePolicy::kFail},
                                      {"skip", BadSentencePolicy::kSkip}};
  std::string description = "Stop at a bad sentence, or leave it out with a warning";
  if (keeps == KeepsBadSentences::kYes) {
    policies.emplace_back("keep", BadSentencePolicy::kKeep);
    description += ", or pass it on unchanged with a warning";
  }
  add_choice(command, "--on-error", options.on_error, policies, description + " [fail]");
}

void add_encoding_argument(Command& command, TreebankOptions& options) {
  add_text(command, "--encoding", options.encoding, "NAME",
           "Encoding of the input, such as ISO-8859-1 [UTF-8]")
      .check = check_encoding;
}

void add_reader_arguments(Command& command, TreebankOptions& options, KeepsBadSentences keeps) {
  add_format_argument(command, "--format", options.format,
                      "Format of the input [from its name, else from its first sentence]");
  add_encoding_argument(command, options);
  add_flag(command, "--single-root", options.single_root,
           "Treat sentences with several roots as bad");
  add_bad_sentence_argument(command, options, keeps);
}

Argument& add_query(
    Command& command, const std::string& name,
    std::function<void(std::shared_ptr<const WordQuery>, const std::string&)> assign,
    const std::string& description) {
  const auto read = [](const std::string& text) {
    return std::pair(std::make_shared<const WordQuery>(text), text);
  };
  const auto assign_both = [assign = std::move(assign)](const auto& query) {
    assign(query.first, query.second);
  };
  return add_read(command, name, "EXPR", read, assign_both, description);
}

void require_word(SentenceFilter& filter, std::shared_ptr<const WordQuery> query) {
  filter.where = [query = std::move(query),
                  others = std::move(filter.where)](const Sentence& sentence) {
    return (!others || others(sentence)) && !query->find(sentence).empty();
  };
}

void add_sentence_filters(Command& command, SentenceFilter& filter) {
  add_flag(command, "--projective-only", filter.projective_only,
           "Leave out sentences with crossing arcs");
  add_whole(command, "--max-roots", filter.max_roots, "N", 0,
            "Leave out sentences with more than N words attached to ROOT");
  add_whole(command, "--max-words", filter.max_words, "N", 0,
            "Leave out sentences of more than N words");
  add_query(
      command, "--sentences-with",
      [&filter](const auto& query, const std::string&) { require_word(filter, query); },
      "Leave out sentences without a word for which this holds");
}

void add_filter_arguments(Command& command, SentenceFilter& filter) {
  add_sentence_filters(command, filter);
  add_query(
      command, "--where",
      [&filter](const auto& query, const std::string&) { require_word(filter, query); },
      "Select words for which this holds; the sentences with such a word are kept");
}

TextOptions TextArguments::options(const std::string& encoding) const {
  TextOptions text;
  text.encoding = encoding;
  text.replace_invalid = replace_invalid;
  text.lines = lines;
  return text;
}

std::optional<Segmenter> TextArguments::segmenter() const {
  if (words && !language.empty()) {
    throw UsageError("--language", "with --lines words, words are already separated");
  }
  if (words) return Segmenter::by_spaces();
  if (!language.empty()) return Segmenter::for_language(language);
  return std::nullopt;
}

void add_text_arguments(Command& command, TextArguments& arguments, const std::string& needed) {
  add_text(command, "--language", arguments.language, "NAME",
           "Divide text by ICU's rules for a language, such as en or pt-BR, not by a model")
      .need(needed)
      .check = check_language;
  const auto set_lines = [&arguments](const std::string& name) {
    arguments.lines = name == "paragraphs" ? Lines::kParagraphs : Lines::kSentences;
    arguments.words = name == "words";
  };
  add_name(
      command, "--lines", {"paragraphs", "sentences", "words"}, set_lines,
      "What a line of text is: a paragraph, a sentence, or a sentence with its words separated "
      "by spaces [paragraphs end with a blank line]")
      .need(needed);
  add_flag(command, "--replace-invalid", arguments.replace_invalid,
           "Replace bytes that are invalid in the encoding with U+FFFD [they are an error]")
      .need(needed);
}

}  // namespace panarc::cli
