#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/text.h"
#include "panarc/choices.h"
#include "panarc/constraint.h"
#include "panarc/draw.h"
#include "panarc/error.h"
#include "panarc/io.h"
#include "panarc/json.h"
#include "panarc/options.h"
#include "panarc/oracle.h"
#include "panarc/train.h"

namespace panarc::cli {

namespace {

constexpr const char* kOracleDescription =
    "Print the legal transitions of a configuration and their exact costs";

constexpr const char* kOracleExamples = R"(
The heads are given one per word: a number (0 is ROOT), _ if it is not known, several numbers
separated by /, or < or > if only the side is known. The transitions of --after lead to the
configuration. The cost of a transition is the best attachment count that can be reached before it,
less the best that can be reached after it.

--lattice shows all derivations of a tree by a system that reorders words: the configurations, the
transitions between them, and which of these EAGER, LAZY and MINIMAL take.

Examples:
  panarc oracle --system arc-eager --heads "2 0 2" --after "SHIFT LEFT"
  panarc oracle --system swap --heads "2 0 1 1" --single-root --json
  panarc oracle --system arc-hybrid --heads "2 0 2" --labels "nsubj root obj"
  panarc oracle --system arc-eager-span --span 2 --heads "_ 3/0 >"
  panarc oracle --batch queries.jsonl      one JSON object per line, in and out
  panarc oracle --system swap --heads "2 3 0 6 6 1 3" --lattice
  panarc oracle --system swap --heads "3 4 0 3" --lattice --dot | dot -Tsvg > lattice.svg
)";

struct OracleOptions {
  OracleQuery query;
  std::optional<std::string> heads;
  std::string labels;
  std::string after;
  bool json = false;
  std::optional<std::string> batch;
  bool lattice = false;
  LatticeOptions lattice_options;
  bool dot = false;
  std::string output = "-";
};

constexpr const char* kLattice = "Lattice of derivations";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// What an item of the list says; nothing if it is invalid.
std::optional<KnownWord> parse_known_head(std::string_view text) {
  KnownWord known;
  if (text == "_") return known;
  if (const auto side = kSideSigns.parse(text)) {
    known.side = *side;
    return known;
  }
  for (const std::string_view part : split(text, '/')) {
    Node head = kNoHead;
    const auto read = [&] {
      return head = static_cast<Node>(whole_number(part, 0, std::numeric_limits<Node>::max()));
    };
    if (!problem(read).empty()) return std::nullopt;
    known.heads.push_back({head, {}});
  }
  return known;
}

std::vector<KnownWord> parse_heads(const std::string& list) {
  std::vector<KnownWord> words(1);
  for (const std::string& item : words_of(list)) {
    const std::optional<KnownWord> known = parse_known_head(item);
    if (!known) {
      throw Error(
          fmt::format("--heads: item {}, {}: expected a number, several joined by /, _, < or >",
                      words.size(), in_quotes(item)));
    }
    words.push_back(*known);
  }
  return words;
}

OracleQuery query_of(const OracleOptions& options) {
  OracleQuery query = options.query;
  query.words = parse_heads(*options.heads);
  std::vector<std::vector<std::string>> labels(1);
  for (const std::string& label : words_of(options.labels)) {
    labels.push_back(label == "_" ? std::vector<std::string>{} : std::vector{label});
  }
  set_labels(query.words, labels);
  query.after = words_of(options.after);
  return query;
}

void answer_one(const OracleOptions& options) {
  const OracleQuery query = query_of(options);
  const OracleAnswer answer = OracleService().answer(query);
  fmt::print("{}\n", options.json ? to_json(answer) : draw_configuration(query, answer));
}

void write_lattice(const OracleOptions& options) {
  check_output_name(options.output);
  const DerivationLattice lattice = derivation_lattice(query_of(options), options.lattice_options);
  FileWriter sink(options.output);
  if (options.dot) {
    sink.write(lattice_dot(lattice));
  } else if (options.json) {
    sink.write(to_json(lattice) + '\n');
  } else {
    sink.write(draw_lattice(lattice, style_for(options.output, std::nullopt)));
  }
  sink.finish();
}

/// Answers every line of the input, in order. Through a pipe, answers are written at once when the
/// other side is waiting for them, and in large pieces when it is not.
void answer_batch(const std::string& path) {
  OracleService service;
  // JSON takes many times its bytes in memory.
  constexpr std::size_t kMostInQuery = std::size_t{1} << 24U;
  LineReader lines(path, kMostInQuery);
  std::string out;
  constexpr std::size_t kPiece = 1 << 16;
  while (const auto line = lines.next()) {
    out += answer_json(service, *line);
    out += '\n';
    if (out.size() >= kPiece || !lines.has_buffered_line()) {
      if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size() ||
          std::fflush(stdout) != 0) {
        throw_system_error("<stdout>", "write");
      }
      out.clear();
    }
  }
}

void add_lattice_arguments(Command& command, OracleOptions& options) {
  add_flag(command, "--lattice", options.lattice, "Show all derivations of the tree")
      .in_group(kLattice)
      .exclude({"--after"});
  const Choices<SwapOracle> oracles{
      {std::string(kSwapOracleNames.of(SwapOracle::kNdAll)), SwapOracle::kNdAll},
      {std::string(kSwapOracleNames.of(SwapOracle::kNdSw)), SwapOracle::kNdSw}};
  add_choice(command, "--swap-oracle", options.lattice_options.oracle, oracles,
             "Show all derivations, or those that never delay an arc [nd-all]")
      .in_group(kLattice)
      .need("--lattice");
  add_whole(command, "--limit", options.lattice_options.most_configurations, "N", 1,
            "Fail if there are more than N configurations [10000]")
      .in_group(kLattice)
      .need("--lattice");
  add_flag(command, "--dot", options.dot, "Write the lattice for Graphviz")
      .in_group(kLattice)
      .need("--lattice")
      .exclude({"--json"});
  add_text(command, "-o,--output", options.output, "OUT", "Where to write the lattice [-]")
      .in_group(kLattice)
      .need("--lattice");
}

void run(const OracleOptions& options) {
  if (options.batch) {
    answer_batch(options.batch->empty() ? "-" : *options.batch);
  } else if (options.query.system.empty() || !options.heads) {
    throw UsageError("--system and --heads are required, or --batch");
  } else if (options.lattice) {
    write_lattice(options);
  } else {
    answer_one(options);
  }
}

}  // namespace

void add_oracle(Program& program) {
  Command& command = program.add("oracle", kOracleDescription, kOracleExamples);
  auto& options = command.with<OracleOptions>(run);
  OracleQuery& query = options.query;
  const std::vector<std::string> systems = system_name_list();
  add_name(
      command, "--system", systems, [&query](const std::string& name) { query.system = name; },
      fmt::format("Transition system: {}", fmt::join(systems, ", ")))
      .type = "NAME";
  add_choice(command, "--root", query.root, kRootPositionNames,
             "Position of ROOT [last; swap: first]");
  add_flag(command, "--single-root", query.single_root, "Exactly one word under ROOT");
  add_whole(command, "--span", query.span, "N", 1, "Longest arc, for the span systems");
  add_flag(command, "--constraints", query.constraints,
           "Unknown heads cost nothing in the partial systems");
  add_text(command, "--heads", options.heads, "LIST", "Gold head of each word");
  add_text(command, "--labels", options.labels, "LIST", "Gold label of each word, _ if unknown");
  add_text(command, "--after", options.after, "LIST", "Transitions taken so far");
  add_flag(command, "--json", options.json, "Print JSON instead of a drawing");
  add_lattice_arguments(command, options);
  std::vector<std::string> others;
  for (const Argument& argument : command.arguments)
    others.push_back(argument.long_names().front());
  Argument& batch = add_text(command, "--batch", options.batch, "FILE",
                             "Answer every line of a file of JSON queries [standard input]");
  batch.values = Values::kNoneOrOne;
  batch.exclude(others);
}

}  // namespace panarc::cli
