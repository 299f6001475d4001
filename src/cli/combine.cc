#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/train_arguments.h"
#include "cli/train_files.h"
#include "cli/train_log.h"
#include "cli/train_tasks.h"
#include "panarc/pipeline.h"

namespace panarc::cli {

namespace {

constexpr const char* kCombineDescription = "Make one model of several that vote";

constexpr const char* kCombineExamples = R"(
Nothing is trained but the weights of the votes, on DEV. If the models turn text into trees, tagger
and segmenter are those of the first one that has them. `panarc train --ensemble` trains members
and combines them.

Examples:
  panarc combine parser.model swap.model --dev dev.conllu -o votes.model
  panarc combine a.model b.model c.model --vote-weights equal -o votes.model
  panarc combine seed1.model seed2.model --votes actions -o one-search.model
)";

void run(const TrainArguments& arguments) {
  const auto start = Clock::now();
  check_inputs(arguments);
  check_output(arguments, {});
  const std::vector<Sentence> dev = read_dev(arguments);
  std::vector<Parser> members;
  std::optional<Tagger> tagger;
  std::optional<Segmenter> segmenter;
  for (const std::string& model : arguments.models) {
    const Pipeline pipeline = Pipeline::load(model);
    members.push_back(pipeline.parser());
    if (!tagger) tagger = pipeline.tagger();
    if (!segmenter) segmenter = pipeline.segmenter();
  }
  TrainLog log(arguments);
  const Parser parser = combine(members, dev, votes_of(arguments));
  Pipeline(parser, std::move(tagger), std::move(segmenter)).save(arguments.output);
  log.finish(votes_summary(parser), votes_text(arguments, parser), seconds_since(start),
             "combined");
}

}  // namespace

void add_combine(Program& program) {
  Command& command = program.add("combine", kCombineDescription, kCombineExamples);
  auto arguments = std::make_shared<TrainArguments>();
  add_texts(command, "MODEL", arguments->models, "Models of parsers").require();
  add_text(command, "-o,--output", arguments->output, "MODEL", "Where to write the model")
      .require();
  add_text(command, "--dev", arguments->dev, "DEV",
           "Treebank on which the weights of the votes are learnt");
  add_vote_arguments(command, arguments->votes);
  add_whole(command, "--threads", arguments->options.threads, "N", 1,
            "Number of threads; does not change the model [all cores]", kMostThreads);
  add_log_arguments(command, *arguments);
  add_treebank_arguments(command, arguments->treebank);
  command.run = [arguments] {
    with_argument_names([&] { run(*arguments); });
    return 0;
  };
}

}  // namespace panarc::cli
