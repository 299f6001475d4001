#include "cli/parse_trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "cli/arguments.h"
#include "panarc/choices.h"
#include "panarc/derivation.h"
#include "panarc/io.h"
#include "panarc/json.h"

namespace panarc::cli {
namespace {

constexpr const char* kGroup = "Derivations";

/// Writes the derivations of sentences, one after the other.
class TraceWriter {
 public:
  TraceWriter(const Pipeline& pipeline, const std::string& output, const TraceOptions& options)
      : pipeline_(pipeline), options_(options), file_(output) {}

  void write(Sentence sentence) {
    const KnownSentence known = options_.gold ? known_sentence(sentence) : KnownSentence();
    pipeline_.tag(sentence);
    Derivation derivation(pipeline_.parser(), sentence, known, {.member = options_.member});
    if (!options_.json) file_.write(heading(derivation));
    derivation.trace([&](const DerivationStep& step) {
      file_.write(options_.json ? to_json(step) + '\n' : '\n' + draw(step));
    });
    write_updates(derivation);
  }
  void finish() { file_.finish(); }

 private:
  [[nodiscard]] std::string heading(const Derivation& derivation) {
    const DerivationStep start = derivation.step();
    const std::string name = start.sent_id.empty() ? "" : start.sent_id + ": ";
    std::string text = fmt::format("{}{}{}\n{}, {}\n", sentences_++ == 0 ? "" : "\n\n", name,
                                   fmt::join(start.forms.begin() + 1, start.forms.end(), " "),
                                   start.system, kDirectionNames.of(start.direction));
    return text;
  }

  void write_updates(const Derivation& derivation) {
    if (options_.strategy.empty()) return;
    const Strategy strategy = *strategy_by_name(options_.strategy);
    if (!options_.json) {
      file_.write(fmt::format("\n{} ({}) would update\n", options_.strategy, describe(strategy)));
    }
    for (const DerivationUpdate& update : derivation.updates({.strategy = strategy})) {
      file_.write(options_.json ? to_json(update) + '\n' : draw(update));
    }
  }

  const Pipeline& pipeline_;
  const TraceOptions& options_;
  FileWriter file_;
  std::size_t sentences_ = 0;
};

}  // namespace

void add_trace_arguments(Command& command, TraceOptions& options,
                         const std::vector<std::string>& others) {
  add_flag(command, "--trace", options.trace,
           "Write how trees are found instead: configurations, transitions with their scores, and "
           "the beam")
      .in_group(kGroup)
      .exclude(others);
  add_flag(command, "--gold", options.gold,
           "HEAD and DEPREL of the input are right: show what transitions cost")
      .in_group(kGroup)
      .need("--trace");
  const std::vector<std::string> strategies = strategy_names();
  add_name(
      command, "--strategy", strategies,
      [&options](const std::string& name) { options.strategy = name; },
      fmt::format("Show what training would learn from the sentence: {}",
                  fmt::join(strategies, ", ")))
      .in_group(kGroup)
      .need("--gold")
      .type = "NAME";
  add_whole(command, "--member", options.member, "N", 1,
            "Which member of an ensemble, from 1; each has derivations of its own")
      .in_group(kGroup)
      .need("--trace");
}

void write_traces(const Pipeline& pipeline, const std::vector<std::string>& inputs,
                  const ReaderOptions& reader_options, const std::string& output,
                  const TraceOptions& options) {
  TraceWriter writer(pipeline, output, options);
  for (const std::string& input : inputs) {
    TreebankReader reader(input, reader_options);
    for (Sentence sentence; reader.next(sentence);) {
      if (!sentence.empty()) writer.write(sentence);
    }
  }
  writer.finish();
}

}  // namespace panarc::cli
