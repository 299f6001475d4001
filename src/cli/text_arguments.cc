#include "cli/text_arguments.h"

#include "cli/arguments.h"

namespace panarc::cli {

TextOptions TextArguments::options(const std::string& encoding) const {
  TextOptions text;
  text.encoding = encoding;
  text.replace_invalid = replace_invalid;
  if (lines) text.paragraph_end = ParagraphEnd::kLine;
  return text;
}

void add_text_arguments(Command& command, TextArguments& arguments, const std::string& needed) {
  add_text(command, "--language", arguments.language, "NAME",
           "Divide text by ICU's rules for a language, such as en or pt-BR, instead of a model")
      .need(needed)
      .check = check_language;
  add_flag(command, "--lines", arguments.lines, "Every line of a text is a paragraph").need(needed);
  add_flag(command, "--replace-invalid", arguments.replace_invalid,
           "Bytes of a text that are not in its encoding become U+FFFD [they are an error]")
      .need(needed);
}

}  // namespace panarc::cli
