#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/draw.h"
#include "io/line_reader.h"
#include "oracle/oracle_json.h"
#include "panarc/error.h"
#include "panarc/oracle.h"
#include "transition/system_record.h"
#include "panarc/choices.h"

namespace panarc::cli {

namespace {

constexpr const char* kDescription = "Legal transitions and their exact costs in a configuration";

constexpr const char* kExamples = R"(
Heads are given one a word: a number (0 is ROOT), _ where it is not known, several separated by /,
< or > where only the side is known. The configuration is the one that the transitions of --after
lead to. The cost of a transition is the best attachment count still reachable before it less the
best after it.

Examples:
  panarc oracle --system arc-eager --heads "2 0 2" --after "SHIFT LEFT"
  panarc oracle --system swap --heads "2 0 1 1" --single-root --json
  panarc oracle --system arc-hybrid --heads "2 0 2" --labels "nsubj root obj"
  panarc oracle --system arc-eager-span --span 2 --heads "_ 3/0 >"
  panarc oracle --batch queries.jsonl      one JSON object a line in, one a line out
)";

struct OracleOptions {
  OracleQuery query;
  std::string heads;
  std::string labels;
  std::string after;
  bool json = false;
  std::vector<std::string> batch;
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  constexpr std::string_view kBlank = " \t";
  while (true) {
    const auto begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) return parts;
    text.remove_prefix(begin);
    const auto length = std::min(text.find_first_of(kBlank), text.size());
    parts.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

Node parse_head(std::string_view text) {
  Node head = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), head);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(fmt::format("--heads holds '{}'; expected a number, _, < or >", text));
  }
  return head;
}

KnownHead parse_known_head(std::string_view text) {
  if (text == "_") return {};
  if (text == "<") return {KnownHead::Kind::kLeft, {}};
  if (text == ">") return {KnownHead::Kind::kRight, {}};
  KnownHead known{KnownHead::Kind::kOneOf, {}};
  while (true) {
    const auto slash = text.find('/');
    known.heads.push_back(parse_head(text.substr(0, slash)));
    if (slash == std::string_view::npos) return known;
    text.remove_prefix(slash + 1);
  }
}

void answer_one(const OracleOptions& options) {
  OracleQuery query = options.query;
  for (const std::string& head : split(options.heads)) {
    query.heads.push_back(parse_known_head(head));
  }
  for (const std::string& label : split(options.labels)) {
    query.labels.push_back(label == "_" ? "" : label);
  }
  query.after = split(options.after);
  const OracleAnswer answer = OracleService().answer(query);
  fmt::print("{}\n", options.json ? to_json(answer) : draw_configuration(query, answer));
}

/// Answers every line of the input, in order. What is asked through a pipe is answered at once when
/// the other side waits, and in large pieces when it does not.
void answer_batch(const std::string& path) {
  OracleService service;
  LineReader lines(path);
  std::string out;
  constexpr std::size_t kPiece = 1 << 16;
  while (const auto line = lines.next()) {
    out += answer_json(service, *line);
    out += '\n';
    if (out.size() >= kPiece || !lines.has_buffered_line()) {
      if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size() ||
          std::fflush(stdout) != 0) {
        throw Error("cannot write to standard output");
      }
      out.clear();
    }
  }
}

}  // namespace

void add_oracle(CLI::App& app) {
  const auto options = std::make_shared<OracleOptions>();
  CLI::App& command = *app.add_subcommand("oracle", kDescription);
  command.footer(kExamples);
  command.add_option("--system", options->query.system, "Transition system: " + system_names())
      ->type_name("NAME")
      ->check(check_system_name);
  add_choice<RootPosition>(command, "--root", options->query.root, choices_of(kRootPositionNames),
                           "Where ROOT stands (default: last; swap: first)");
  command.add_flag("--single-root", options->query.single_root, "Exactly one word under ROOT");
  command.add_option("--span", options->query.span, "Longest arc of the span systems")
      ->type_name("N");
  command.add_flag("--constraints", options->query.constraints,
                   "Unknown heads cost nothing in the partial systems");
  CLI::Option* const heads =
      command.add_option("--heads", options->heads, "Gold head of each word")->type_name("LIST");
  command.add_option("--labels", options->labels, "Gold label of each word, _ where unknown")
      ->type_name("LIST");
  command.add_option("--after", options->after, "Transitions taken so far")->type_name("LIST");
  command.add_flag("--json", options->json, "Print JSON instead of a drawing");
  CLI::Option* const batch =
      command
          .add_option("--batch", options->batch,
                      "Answer every line of a file of JSON queries (default: standard input)")
          ->type_name("FILE")
          ->expected(0, 1);
  for (CLI::Option* const option : command.get_options()) {
    if (option != batch && option != command.get_help_ptr()) batch->excludes(option);
  }
  command.callback([options, heads, batch, &command] {
    if (batch->count() > 0) {
      const bool named = !options->batch.empty() && !options->batch.front().empty();
      answer_batch(named ? options->batch.front() : "-");
      return;
    }
    if (options->query.system.empty() || heads->count() == 0) {
      throw CLI::RequiredError(command.get_name() + ": --system and --heads, or --batch,");
    }
    answer_one(*options);
  });
}

}  // namespace panarc::cli
