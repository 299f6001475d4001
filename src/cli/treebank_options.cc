#include "cli/treebank_options.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "cli/arguments.h"

namespace panarc::cli {

namespace {

void warn(const BadSentence& bad) {
  const std::size_t more = bad.problems.size() - 1;
  fmt::print(stderr, "panarc: warning: {}{}\n", bad.problems.front().what(),
             more == 0 ? "" : fmt::format(" (and {} more in this sentence)", more));
}

}  // namespace

ReaderOptions TreebankOptions::reader_options(
    std::function<void(std::string_view raw)> keep) const {
  ReaderOptions options;
  options.format = format;
  options.encoding = encoding;
  options.single_root = single_root;
  if (on_error == BadSentencePolicy::kFail) return options;
  options.on_error = OnError::kSkip;
  const bool keeps = on_error == BadSentencePolicy::kKeep && keep != nullptr;
  options.on_bad_sentence = [keeps, keep = std::move(keep), quiet = quiet](const BadSentence& bad) {
    if (!quiet) warn(bad);
    if (keeps) keep(bad.raw);
  };
  return options;
}

CLI::Option* add_format_argument(CLI::App& command, const std::string& name,
                                 std::optional<Format>& format, const std::string& description) {
  static const Choices<Format> formats{{"conllu", Format::kConllu}, {"conllx", Format::kConllx}};
  return add_choice(command, name, format, formats, description);
}

void add_bad_sentence_argument(CLI::App& command, TreebankOptions& options,
                               KeepsBadSentences keeps) {
  Choices<BadSentencePolicy> policies{{"fail", BadSentencePolicy::kFail},
                                      {"skip", BadSentencePolicy::kSkip}};
  std::string description = "A bad sentence ends the run, or is left out with a warning";
  if (keeps == KeepsBadSentences::kYes) {
    policies.emplace_back("keep", BadSentencePolicy::kKeep);
    description += ", or is passed on unchanged with a warning";
  }
  add_choice(command, "--on-error", options.on_error, policies, description + " [fail]");
}

void add_encoding_argument(CLI::App& command, TreebankOptions& options) {
  command
      .add_option("--encoding", options.encoding,
                  "Encoding of the input, such as ISO-8859-1; output is in UTF-8 [UTF-8]")
      ->type_name("NAME");
}

void add_reader_arguments(CLI::App& command, TreebankOptions& options, KeepsBadSentences keeps) {
  add_format_argument(command, "--format", options.format,
                      "Format of the input [by its name, else by its first sentence]");
  add_encoding_argument(command, options);
  command.add_flag("--single-root", options.single_root, "A sentence with two roots is an error");
  add_bad_sentence_argument(command, options, keeps);
}

void add_filter_arguments(CLI::App& command, SentenceFilter& filter) {
  command.add_flag("--projective-only", filter.projective_only,
                   "Leave out sentences with crossing arcs");
  add_optional(command, "--max-roots", filter.max_roots, "N",
               "Leave out sentences with more than N words attached to ROOT")
      ->check(check_whole_number);
  add_optional(command, "--max-words", filter.max_words, "N",
               "Leave out sentences of more than N words")
      ->check(check_whole_number);
}

}  // namespace panarc::cli
