#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/treebank_options.h"
#include "panarc/choices.h"
#include "panarc/pipeline.h"
#include "panarc/tagger.h"

namespace panarc::cli {

namespace {

constexpr const char* kTagDescription = "Tag treebanks with a model";

constexpr const char* kTagExamples = R"(
Reads CoNLL-U or CoNLL-X, sets the columns that the tagger was trained for (UPOS, XPOS, FEATS,
LEMMA), and preserves everything else byte for byte. Sentences are written in the order of the
input.

Examples:
  panarc train train.conllu --dev dev.conllu --task tag -o tagger.model
  panarc tag tagger.model text.conllu -o tagged.conllu
  panarc tag tagger.model text.conllu | panarc parse parser.model
)";

struct TagOptions {
  std::string model;
  std::vector<std::string> inputs{"-"};
  OutputOptions output;
  TreebankOptions treebank;
  std::size_t threads = 1;
};

void run(const TagOptions& options) {
  check_files("MODEL and INPUT", options.inputs, options.output, options.treebank.quiet,
              options.model);
  const Tagger tagger = Tagger::load(options.model);
  TreebankWriter writer(options.output.file);
  TagStream stream(tagger, writer, options.threads);
  for (const std::string& input : options.inputs) {
    stream.tag(input,
               options.treebank.reader_options([&](std::string_view raw) { stream.pass_on(raw); }));
  }
  writer.finish();
}

}  // namespace

void add_tag(Program& program) {
  Command& command = program.add("tag", kTagDescription, kTagExamples);
  auto& options = command.with<TagOptions>(run);
  add_text(command, "MODEL", options.model, "",
           "A model written by `panarc train` with --task tag or --pipeline")
      .require();
  add_texts(command, "INPUT", options.inputs, "Treebanks, one after the other [-]");
  add_output_arguments(command, options.output);
  add_whole(command, "--threads", options.threads, "N", 1,
            "Number of threads; does not change the output [1]", kMostThreads);
  add_format_argument(command, "--format", options.treebank.format,
                      "Format of the input [from its name, else from its first sentence]");
  add_encoding_argument(command, options.treebank);
  add_bad_sentence_argument(command, options.treebank, KeepsBadSentences::kYes);
  add_quiet_argument(command, options.treebank);
}

}  // namespace panarc::cli
