#include <fmt/format.h>

#include <memory>
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
  std::string output = "-";
  bool force = false;
  TreebankOptions treebank;
  std::size_t threads = 1;
};

void run(const TagOptions& options) {
  check_output_name(options.output);
  check_inputs_are_kept(options.output, options.inputs, options.force);
  if (is_same_file(options.output, options.model)) {
    throw UsageError("--output", "it is the model, and would be replaced");
  }
  std::vector<std::string> all = options.inputs;
  all.push_back(options.model);
  check_standard_input("MODEL and INPUT", all);
  if (!options.treebank.quiet) announce_standard_input(options.inputs);
  const Tagger tagger = Tagger::load(options.model);
  TreebankWriter writer(options.output);
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
  auto options = std::make_shared<TagOptions>();
  add_text(command, "MODEL", options->model, "",
           "A model written by `panarc train` with --task tag or --pipeline")
      .require();
  add_texts(command, "INPUT", options->inputs, "Treebanks, one after the other [-]");
  add_text(command, "-o,--output", options->output, "OUT", "Where to write, in UTF-8 [-]");
  add_force_argument(command, options->force);
  add_whole(command, "--threads", options->threads, "N", 1,
            "Number of threads; does not change the output [1]", kMostThreads);
  add_format_argument(command, "--format", options->treebank.format,
                      "Format of the input [from its name, else from its first sentence]");
  add_encoding_argument(command, options->treebank);
  add_bad_sentence_argument(command, options->treebank, KeepsBadSentences::kYes);
  add_quiet_argument(command, options->treebank);
  command.run = [options] {
    run(*options);
    return 0;
  };
}

}  // namespace panarc::cli
