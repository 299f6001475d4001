#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/treebank_options.h"
#include "panarc/io.h"
#include "panarc/text.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kTokenizeDescription = "Divide text into sentences and words";

constexpr const char* kTokenizeExamples = R"(
Reads plain text and writes CoNLL-U: words, multiword tokens, # text, and all white space in MISC,
so that the text can be reconstructed byte for byte.

Examples:
  panarc train train.conllu --dev dev.conllu --task segment -o segmenter.model
  panarc tokenize segmenter.model novel.txt -o novel.conllu
  panarc tokenize segmenter.model subtitles.txt --lines sentences
  panarc tokenize --language pt-BR < novel.txt
  panarc tokenize --lines words < corpus.txt
)";

struct TokenizeOptions {
  std::string model;
  std::vector<std::string> inputs;
  OutputOptions output;
  std::string encoding = "UTF-8";
  TextArguments text;
  bool quiet = false;
};

/// The first argument is the model, unless no model is needed.
void sort_arguments(TokenizeOptions& options, bool needs_model) {
  if (needs_model) {
    if (options.model.empty()) {
      throw UsageError("MODEL, --language or --lines words is required");
    }
  } else if (!options.model.empty()) {
    options.inputs.insert(options.inputs.begin(), std::exchange(options.model, ""));
  }
  if (options.inputs.empty()) options.inputs.emplace_back("-");
}

void run(const TokenizeOptions& arguments) {
  TokenizeOptions options = arguments;
  std::optional<Segmenter> given = options.text.segmenter();
  sort_arguments(options, !given);
  std::vector<std::string> read = options.inputs;
  if (!options.model.empty()) read.push_back(options.model);
  check_files("MODEL and TEXT", read, options.output, options.quiet);
  const Segmenter segmenter = given ? *std::move(given) : Segmenter::load(options.model);
  TreebankWriter writer(options.output.file, Format::kConllu);
  std::uint64_t sentences = 0;
  for (const std::string& input : options.inputs) {
    if (!options.quiet && is_like_treebank(input)) {
      print_warning("{}: looks like a treebank, but is read as plain text", input);
    }
    TextOptions text = options.text.options(options.encoding);
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
  auto& options = command.with<TokenizeOptions>(run);
  add_text(command, "MODEL", options.model, "",
           "A model written by `panarc train` with --task segment or --pipeline; none with "
           "--language or --lines words");
  add_texts(command, "TEXT", options.inputs, "Texts, one after the other [-]");
  add_output_arguments(command, options.output);
  add_text_arguments(command, options.text);
  add_text(command, "--encoding", options.encoding, "NAME",
           "Encoding of the text, such as ISO-8859-1 [UTF-8]")
      .check = check_encoding;
  add_flag(command, "-q,--quiet", options.quiet, "Print nothing but errors");
}

}  // namespace panarc::cli
