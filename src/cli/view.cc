#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/treebank_options.h"
#include "panarc/analysis.h"
#include "panarc/draw.h"
#include "panarc/error.h"
#include "panarc/io.h"
#include "panarc/treebank.h"

namespace panarc::cli {

namespace {

constexpr const char* kViewDescription = "Draw trees: in the terminal, as SVG, or as a page";

constexpr const char* kViewExamples = R"(
Without --svg or --html, trees are drawn in characters: one word per line, arcs on the left, an
arrow at the dependent. Where a terminal is too narrow for all arcs, the longest are left out, and
the number of the head follows the relation, as in `nsubj →12`. The page of --html is a single file
that needs no network; it can be searched, and has keyboard shortcuts (press ? for a list).

Examples:
  panarc view train.conllu | less -R
  panarc view train.conllu --sentence 12 --sentence weblog-0031
  panarc view train.conllu --sentence 12 --svg -o tree.svg
  panarc view train.conllu --where 'deprel == "nsubj" and length > 10'
  panarc view dev.conllu test.conllu --html -o trees.html
  panarc parse parser.model text.conllu | panarc view
)";

struct ViewOptions {
  std::vector<std::string> inputs{"-"};
  OutputOptions output;
  std::vector<std::string> sentences;
  std::shared_ptr<const WordQuery> where;
  TreebankOptions treebank;
  std::optional<std::size_t> width;
  bool svg = false;
  bool html = false;
};

/// Decides whether a sentence is drawn, and which of its words are marked.
using Selection =
    std::function<bool(const Sentence& sentence, std::uint64_t number, std::vector<Node>& marked)>;

/// The requested sentences, by number or by `sent_id`.
class NamedSentences {
 public:
  explicit NamedSentences(const std::vector<std::string>& names)
      : names_(names.begin(), names.end()), missing_(names_) {}

  bool operator()(const Sentence& sentence, std::uint64_t number) {
    const bool by_number = take(fmt::format("{}", number));
    const auto id = sentence.metadata("sent_id");
    return (id && take(std::string(*id))) || by_number;
  }

  /// Throws Error if a requested sentence was not found.
  void check_found(std::uint64_t sentences) const {
    if (missing_.empty()) return;
    std::vector<std::string> quoted;
    for (const std::string& name : missing_) quoted.push_back(in_quotes(name));
    throw Error(fmt::format("there is no sentence {} among the {}, by number or sent_id",
                            fmt::join(quoted, ", "), sentences));
  }

 private:
  bool take(const std::string& name) {
    missing_.erase(name);
    return names_.contains(name);
  }

  std::set<std::string> names_;
  std::set<std::string> missing_;
};

/// Draws sentences one after the other.
struct View {
  std::function<void(const Sentence& sentence, std::uint64_t number, std::span<const Node> marked)>
      add;
  std::function<void()> finish = [] {};
};

View text_view(FileWriter& sink, const TextStyle& style) {
  View view;
  view.add = [&sink, style, first = true](const Sentence& sentence, std::uint64_t number,
                                          std::span<const Node> marked) mutable {
    std::vector<WordNote> notes;
    for (const Node word : marked) notes.push_back({word, {}});
    sink.write(fmt::format("{}{}{}", std::exchange(first, false) ? "" : "\n",
                           sentence_heading(sentence, number, style),
                           draw_numbered_tree(sentence, style, notes)));
  };
  return view;
}

View svg_view(FileWriter& sink) {
  const auto trees = std::make_shared<SvgTrees>();
  View view;
  view.add = [trees](const Sentence& sentence, std::uint64_t number, std::span<const Node> marked) {
    trees->add(sentence, number, marked);
  };
  view.finish = [trees, &sink] { sink.write(trees->document()); };
  return view;
}

View page_view(FileWriter& sink, const std::vector<std::string>& inputs) {
  std::vector<std::string> titles;
  titles.reserve(inputs.size());
  for (const std::string& input : inputs) titles.push_back(title_of(input));
  const auto page =
      std::make_shared<TreePage>(fmt::format("{}", fmt::join(titles, ", ")),
                                 [&sink](std::string_view text) { sink.write(text); });
  View view;
  view.add = [page](const Sentence& sentence, std::uint64_t number, std::span<const Node> marked) {
    page->add(sentence, number, marked);
  };
  view.finish = [page] { page->finish(); };
  return view;
}

View make_view(const ViewOptions& options, FileWriter& sink) {
  const bool by_name = !options.svg && !options.html;
  if (options.svg || (by_name && has_extension(options.output.file, ".svg"))) return svg_view(sink);
  if (options.html || (by_name && has_extension(options.output.file, ".html"))) {
    return page_view(sink, options.inputs);
  }
  return text_view(sink, style_for(options.output.file, options.width));
}

/// Draws what is selected. Returns the number of sentences read.
std::uint64_t view_all(const ViewOptions& options, const Selection& is_selected, const View& view,
                       FileWriter& sink) {
  std::uint64_t before = 0;  // sentences in the previous files
  ReaderOptions reader_options = options.treebank.reader_options();
  reader_options.on_wait = [&sink] { sink.flush(); };
  Sentence sentence;
  std::vector<Node> marked;
  for (const std::string& input : options.inputs) {
    TreebankReader reader(input, reader_options);
    std::uint64_t read = 0;
    while (reader.next(sentence)) {
      // Bad sentences are numbered too, so that numbers match positions in the file.
      const std::uint64_t number = before + ++read + reader.bad_sentences();
      marked.clear();
      if (is_selected(sentence, number, marked)) view.add(sentence, number, marked);
    }
    before += read + reader.bad_sentences();
  }
  return before;
}

void run(const ViewOptions& options) {
  check_files("FILE", options.inputs, options.output, options.treebank.quiet);
  NamedSentences named(options.sentences);
  bool found = false;
  const Selection is_selected = [&](const Sentence& sentence, std::uint64_t number,
                                    std::vector<Node>& marked) {
    if (!options.sentences.empty() && !named(sentence, number)) return false;
    if (!options.where) return true;
    marked = options.where->find(sentence);
    found = found || !marked.empty();
    return !marked.empty();
  };
  FileWriter sink(options.output.file);
  const View view = make_view(options, sink);
  const std::uint64_t sentences = view_all(options, is_selected, view, sink);
  named.check_found(sentences);
  view.finish();
  sink.finish();
  if (options.where && !found && !options.treebank.quiet) {
    print_message("--where holds for no word of {}", options.sentences.empty()
                                                         ? counted(sentences, "sentence")
                                                         : std::string("the sentences asked for"));
  }
}

}  // namespace

void add_view(Program& program) {
  Command& command = program.add("view", kViewDescription, kViewExamples);
  command.other_names = {"search", "draw", "show"};
  auto& options = command.with<ViewOptions>(run);
  add_texts(command, "FILE", options.inputs, "Treebanks [-]");
  Argument& sentence =
      add_texts(command, "--sentence", options.sentences,
                "A sentence to draw, by its number (from 1) or its sent_id; can be given several "
                "times [all]");
  sentence.values = Values::kOneEachTime;
  sentence.type = "N|ID";
  add_query(
      command, "--where",
      [&options](const auto& query, const std::string&) { options.where = query; },
      "Draw sentences with a word for which this holds, and mark it");
  add_flag(command, "--svg", options.svg,
           "Draw all trees in one SVG document [if OUT ends in .svg]");
  add_flag(command, "--html", options.html,
           "Write a page that shows the trees [if OUT ends in .html]")
      .exclude({"--svg"});
  add_output_arguments(command, options.output, "Where to write [-]");
  add_width_argument(command, options.width).exclude({"--svg", "--html"});
  add_format_argument(command, "--format", options.treebank.format,
                      "Format of the input [from its name, else from its first sentence]");
  add_encoding_argument(command, options.treebank);
  add_bad_sentence_argument(command, options.treebank, KeepsBadSentences::kNo);
  add_quiet_argument(command, options.treebank);
}

}  // namespace panarc::cli
