#include "cli/text_arguments.h"

#include "cli/arguments.h"

namespace panarc::cli {

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
