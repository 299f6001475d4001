#include "treebank/sentence_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>
#include <type_traits>
#include <utility>

#include "io/text.h"
#include "treebank/misc_field.h"

namespace panarc {
namespace {

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc() || parsed != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// Writes the members of an object or the elements of a list, separated by commas.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    first_ = false;
  }
  /// The name of a member; its value comes next.
  void key(std::string_view name) {
    separate();
    append_json_string(name, out_);
    out_ += ':';
    first_ = true;
  }
  void string(std::string_view text) {
    separate();
    append_json_string(text, out_);
  }
  /// A member whose value is a text or a number.
  template <class Value>
  void member(std::string_view name, const Value& value) {
    key(name);
    if constexpr (std::is_arithmetic_v<Value>) {
      fmt::format_to(std::back_inserter(out_), "{}", value);
      first_ = false;
    } else {
      string(value);
    }
  }
  /// A member that is missing if the field has no value.
  void field(std::string_view name, std::string_view value) {
    if (value != "_") member(name, value);
  }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;
};

/// MISC, without a confidence that is written as a number.
void write_misc(JsonWriter& json, std::string_view misc, std::optional<double> confidence) {
  if (!confidence) {
    if (const auto said = misc_value(misc, "Confidence")) confidence = number_in(*said);
    if (!confidence) return json.field("misc", misc);
  }
  json.field("misc", with_misc_value(misc, "Confidence", ""));
  json.member("confidence", *confidence);
}

/// The columns that words and empty nodes have besides FORM, up to FEATS.
constexpr auto kAnnotation = std::to_array<std::pair<std::string_view, Field>>({
    {"lemma", Field::kLemma},
    {"upos", Field::kUpos},
    {"xpos", Field::kXpos},
    {"feats", Field::kFeats},
});

void write_word(JsonWriter& json, const Sentence& sentence, Node word,
                std::span<const double> confidence) {
  json.open('{');
  json.member("id", word);
  json.member("form", sentence.form(word));
  for (const auto& [name, field] : kAnnotation) {
    json.field(name, sentence.field(word, field));
  }
  if (sentence.head(word) != kNoHead) {
    json.member("head", sentence.head(word));
  }
  json.field("deprel", sentence.deprel(word));
  std::optional<double> of_word;
  if (!confidence.empty()) of_word = confidence[static_cast<std::size_t>(word)];
  if (sentence.format() == Format::kConllu) {
    json.field("deps", sentence.deps(word));
    write_misc(json, sentence.misc(word), of_word);
  } else if (of_word) {
    json.member("confidence", *of_word);
  }
  json.close('}');
}

void write_tokens(JsonWriter& json, const Sentence& sentence) {
  if (sentence.multiword_count() == 0) return;
  json.key("tokens");
  json.open('[');
  for (std::size_t i = 0; i < sentence.multiword_count(); ++i) {
    const Sentence::MultiwordToken token = sentence.multiword(i);
    json.open('{');
    json.member("first", token.first);
    json.member("last", token.last);
    json.member("form", token[Field::kForm]);
    json.field("misc", token[Field::kMisc]);
    json.close('}');
  }
  json.close(']');
}

void write_empty_nodes(JsonWriter& json, const Sentence& sentence) {
  if (sentence.empty_node_count() == 0) return;
  json.key("empty_nodes");
  json.open('[');
  for (std::size_t i = 0; i < sentence.empty_node_count(); ++i) {
    const Sentence::EmptyNode node = sentence.empty_node(i);
    json.open('{');
    json.member("after", node.after);
    json.member("number", node.number);
    json.field("form", node[Field::kForm]);
    for (const auto& [name, field] : kAnnotation) json.field(name, node[field]);
    json.field("deps", node[Field::kDeps]);
    json.field("misc", node[Field::kMisc]);
    json.close('}');
  }
  json.close(']');
}

/// The notes, completed by what the comments say.
TreeNotes with_comments(TreeNotes notes, const Sentence& sentence) {
  if (!notes.rank) {
    const auto rank = sentence.metadata("panarc_rank");
    if (const auto number = rank ? parse_number(*rank) : std::nullopt) {
      notes.rank = static_cast<std::size_t>(*number);
    }
  }
  if (!notes.score) {
    if (const auto score = sentence.metadata("panarc_score")) notes.score = number_in(*score);
  }
  if (notes.score && !std::isfinite(*notes.score)) notes.score.reset();
  return notes;
}

/// `key` of the comment `# key = value`; empty if it has another form.
std::string_view key_of(std::string_view comment) {
  comment.remove_prefix(std::min(comment.find_first_not_of("# \t"), comment.size()));
  const std::size_t equals = comment.find('=');
  if (equals == std::string_view::npos) return {};
  const std::string_view key = comment.substr(0, equals);
  return key.substr(0, key.find_last_not_of(" \t") + 1);
}

/// The comments that no other member has.
void write_comments(JsonWriter& json, const Sentence& sentence, const TreeNotes& notes) {
  bool any = false;
  for (std::size_t i = 0; i < sentence.comment_count(); ++i) {
    std::string_view comment = sentence.comment(i);
    const std::string_view key = key_of(comment);
    if (key == "sent_id" || key == "text" || (key == "panarc_rank" && notes.rank) ||
        (key == "panarc_score" && notes.score)) {
      continue;
    }
    if (!std::exchange(any, true)) {
      json.key("comments");
      json.open('[');
    }
    comment.remove_prefix(std::min(comment.find_first_not_of("# \t"), comment.size()));
    json.string(comment);
  }
  if (any) json.close(']');
}

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
  constexpr unsigned char kFirstPrintable = 0x20;
  out += '"';
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= kFirstPrintable && byte != '"' && byte != '\\') continue;
    out.append(text.substr(begin, i - begin));
    begin = i + 1;
    if (byte < kFirstPrintable) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
    } else {
      out += '\\';
      out += text[i];
    }
  }
  out.append(text.substr(begin));
  out += '"';
}

void append_json(const Sentence& sentence, std::string& out, const TreeNotes& notes) {
  const TreeNotes all = with_comments(notes, sentence);
  JsonWriter json(out);
  json.open('{');
  if (const auto id = sentence.metadata("sent_id")) {
    json.member("sent_id", *id);
  }
  json.member("text", text_of_sentence(sentence));
  if (all.rank) {
    json.member("rank", *all.rank);
  }
  if (all.score) {
    json.member("score", *all.score);
  }
  json.key("words");
  json.open('[');
  for (Node word = 1; word <= sentence.size(); ++word) {
    write_word(json, sentence, word, all.confidence);
  }
  json.close(']');
  write_tokens(json, sentence);
  write_empty_nodes(json, sentence);
  write_comments(json, sentence, all);
  json.close('}');
}

}  // namespace panarc
