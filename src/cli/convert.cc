#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/treebank_options.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kDescription = "Convert treebanks: formats, filters, pseudo-projective trees";

constexpr const char* kExamples = R"(
Without options the output is the input, to the byte. Files ending in .gz or .zst are read and
written compressed; - is standard input or output.

Examples:
  panarc convert train.conllu -o train.conllu.zst
  panarc convert train.conllx --to conllu -o train.conllu
  panarc convert train.conllu --projective-only --max-words 80 -o short.conllu
  cat *.conllu | panarc convert - --on-error skip -o clean.conllu
)";

struct ConvertOptions {
  std::vector<std::string> inputs{"-"};
  std::string output = "-";
  TreebankOptions treebank;
  std::optional<Format> to;
};

void run(const ConvertOptions& options) {
  TreebankWriter writer(options.output, options.to);
  std::size_t filtered = 0;
  Sentence sentence;
  for (const std::string& input : options.inputs) {
    TreebankReader reader(input, options.treebank.reader_options(
                                     [&](std::string_view raw) { writer.write_text(raw); }));
    while (reader.next(sentence)) {
      if (!options.treebank.filter(sentence)) {
        ++filtered;
        continue;
      }
      writer.write(sentence);
    }
    writer.write_text(reader.trailing());
  }
  writer.finish();
  if (filtered > 0 && !options.treebank.quiet) {
    fmt::print(stderr, "panarc: the filters left out {} sentences\n", filtered);
  }
}

}  // namespace

void add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand("convert", kDescription);
  command->footer(kExamples);
  auto options = std::make_shared<ConvertOptions>();
  command->add_option("IN", options->inputs, "Treebanks, one after the other [-]");
  command->add_option("-o,--output", options->output, "Where to write [-]")->type_name("OUT");
  add_reader_arguments(*command, options->treebank, KeepsBadSentences::kYes);
  add_format_argument(*command, "--to", options->to, "Format of the output [that of the input]");
  add_filter_arguments(*command, options->treebank.filter);
  command->add_flag("-q,--quiet", options->treebank.quiet, "No messages but errors");
  command->callback([options] { run(*options); });
}

}  // namespace panarc::cli
