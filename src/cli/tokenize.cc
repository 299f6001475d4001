#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/treebank_options.h"
#include "panarc/text.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kTokenizeDescription = "Divide text into sentences and words";

constexpr const char* kTokenizeExamples = R"(
Reads plain text and writes CoNLL-U: words, multiword tokens, # text, and all white space in MISC, so
that the text can be reconstructed byte for byte. Paragraphs end with a blank line.

Examples:
  panarc train train.conllu --dev dev.conllu --task segment -o segmenter.model
  panarc tokenize segmenter.model novel.txt -o novel.conllu
  panarc tokenize --language pt-BR < novel.txt
)";

struct TokenizeOptions {
  std::string model;
  std::string language;
  std::vector<std::string> inputs;
  std::string output = "-";
  TextOptions text;
  bool quiet = false;
};

/// The first argument is the model, unless a language is given.
void sort_arguments(TokenizeOptions& options) {
  if (options.language.empty()) {
    if (options.inputs.empty()) throw UsageError("MODEL, or --language, is required");
    options.model = options.inputs.front();
    options.inputs.erase(options.inputs.begin());
  }
  if (options.inputs.empty()) options.inputs.emplace_back("-");
}

void check(const TokenizeOptions& options) {
  check_output_name(options.output);
  std::vector<std::string> read = options.inputs;
  if (!options.model.empty()) read.push_back(options.model);
  for (const std::string& input : read) {
    if (is_same_file(options.output, input)) {
      throw UsageError("--output", input + " is read, and would be replaced");
    }
  }
  check_standard_input("MODEL and TEXT", read);
}

void run(TokenizeOptions options) {
  sort_arguments(options);
  check(options);
  if (!options.quiet) announce_standard_input(options.inputs);
  const Segmenter segmenter = options.language.empty() ? Segmenter::load(options.model)
                                                       : Segmenter::for_language(options.language);
  TreebankWriter writer(options.output, Format::kConllu);
  std::uint64_t sentences = 0;
  for (const std::string& input : options.inputs) {
    TextOptions text = options.text;
    text.first_id = sentences + 1;
    text.on_wait = [&writer] { writer.flush(); };
    TextReader reader(input, segmenter, text);
    for (Sentence sentence; reader.next(sentence); ++sentences) writer.write(sentence);
  }
  writer.finish();
}

}  // namespace

void add_tokenize(Program& program) {
  Command& command = program.add("tokenize", kTokenizeDescription, kTokenizeExamples);
  auto options = std::make_shared<TokenizeOptions>();
  add_texts(command, "MODEL", options->inputs,
            "A model written by `panarc train --task segment`, unless there is --language; then "
            "texts, one after the other [-]");
  add_text(command, "--language", options->language, "NAME",
           "Follow ICU's rules for a language, such as en or pt-BR, instead of a model");
  add_text(command, "-o,--output", options->output, "OUT", "Where to write, in UTF-8 [-]");
  add_flag(
      command, "--lines", [options] { options->text.paragraph_end = ParagraphEnd::kLine; },
      "Every line is a paragraph");
  add_text(command, "--encoding", options->text.encoding, "NAME",
           "Encoding of the text, such as ISO-8859-1 [UTF-8]");
  add_flag(command, "--replace-invalid", options->text.replace_invalid,
           "Bytes that are not in the encoding become U+FFFD [they are an error]");
  add_flag(command, "-q,--quiet", options->quiet, "Print nothing but errors");
  command.run = [options] {
    run(*options);
    return 0;
  };
}

}  // namespace panarc::cli
