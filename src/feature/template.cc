#include "feature/template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "io/file_content.h"
#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {

namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kNodes = "s0 to s9 (stack), b0 to b9 (buffer) or t0 to t9 (tagged next)";

struct AttributeEntry {
  Attribute attribute = Attribute::kForm;
  std::string_view name;
  bool lexical = false;
  bool of_node = true;
  /// The maximum of the number after the name; 0 if there is none.
  std::uint8_t max_number = 0;
};

// In enumeration order, which is also that of messages.
constexpr std::array kAttributes = std::to_array<AttributeEntry>({
    {.attribute = Attribute::kForm, .name = "form", .lexical = true},
    {.attribute = Attribute::kLemma, .name = "lemma", .lexical = true},
    {.attribute = Attribute::kUpos, .name = "upos"},
    {.attribute = Attribute::kXpos, .name = "xpos"},
    {.attribute = Attribute::kFeats, .name = "feats"},
    {.attribute = Attribute::kSuffix, .name = "suffix", .lexical = true, .max_number = 9},
    {.attribute = Attribute::kPrefix, .name = "prefix", .lexical = true, .max_number = 5},
    {.attribute = Attribute::kShape, .name = "shape", .lexical = true},
    {.attribute = Attribute::kEmbedding, .name = "embedding", .lexical = true},
    {.attribute = Attribute::kLower, .name = "lower", .lexical = true},
    {.attribute = Attribute::kLabel, .name = "label"},
    {.attribute = Attribute::kLeftValency, .name = "lval"},
    {.attribute = Attribute::kRightValency, .name = "rval"},
    {.attribute = Attribute::kLeftLabels, .name = "llabels"},
    {.attribute = Attribute::kRightLabels, .name = "rlabels"},
    {.attribute = Attribute::kGiven, .name = "given"},
    {.attribute = Attribute::kTag, .name = "tag"},
    {.attribute = Attribute::kDistance, .name = "distance", .of_node = false},
    {.attribute = Attribute::kHistory, .name = "history", .of_node = false, .max_number = 4},
    {.attribute = Attribute::kFunction, .name = "function", .of_node = false},
});

constexpr bool in_order() {
  for (std::size_t i = 0; i < kAttributes.size(); ++i) {
    if (static_cast<std::size_t>(kAttributes[i].attribute) != i) return false;
  }
  return true;
}
static_assert(in_order());

const AttributeEntry& entry_of(Attribute attribute) {
  return kAttributes[static_cast<std::size_t>(attribute)];
}

// The letters of steps, in the order of the enumeration.
constexpr std::array<std::string_view, 7> kSteps = {"h", "l", "l2", "r", "r2", "p", "n"};

// `form`, or `suffix1 to suffix5`.
std::string names_of(const AttributeEntry& entry) {
  if (entry.attribute == Attribute::kFunction) return "function:NAME";
  if (entry.max_number == 0) return std::string(entry.name);
  return fmt::format("{0}1 to {0}{1}", entry.name, entry.max_number);
}

// All attributes of a node, or of the configuration, for messages.
std::string attribute_list(bool of_node) {
  std::vector<std::string> names;
  for (const AttributeEntry& entry : kAttributes) {
    if (entry.of_node != of_node) continue;
    names.push_back(names_of(entry));
    if (entry.attribute == Attribute::kFeats) names.emplace_back("feats:NAME");
  }
  std::string list = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    list += (i + 1 < names.size() ? ", " : " or ") + names[i];
  }
  return list;
}

/// Reads the text of a file. All views are parts of that text, so a view tells its position.
class TemplateParser {
 public:
  TemplateParser(std::string_view text, const std::string& name) : text_(text), name_(name) {
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  }

  std::vector<Template> parse();

 private:
  /// The next template, as written; empty at the end of the text.
  std::string_view next_token();
  Template parse_template(std::string_view token) const;
  Atom parse_atom(std::string_view text) const;
  Address parse_address(std::string_view text) const;
  void parse_steps(std::string_view text, Address& address) const;
  const AttributeEntry& parse_attribute(std::string_view text, bool of_node, Atom& atom) const;
  void parse_number(std::string_view text, std::string_view number, const AttributeEntry& entry,
                    Atom& atom) const;
  void parse_feature_name(std::string_view text, std::string_view name, Atom& atom) const;
  void check_new(std::string_view token, const Template& feature);

  [[nodiscard]] Place place_of(std::string_view part) const;
  [[noreturn]] void fail(std::string_view part, const std::string& message) const;

  std::string_view text_;
  const std::string& name_;
  std::size_t position_ = 0;
  /// Where a template was first seen, by its atoms in alphabetical order.
  std::unordered_map<std::string, std::string_view> seen_;
};

Place TemplateParser::place_of(std::string_view part) const {
  const auto offset = static_cast<std::size_t>(part.data() - text_.data());
  const std::string_view before = text_.substr(0, offset);
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {name_, static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          count_characters(before.substr(start)) + 1};
}

void TemplateParser::fail(std::string_view part, const std::string& message) const {
  throw Error(place_of(part), message);
}

std::vector<Template> TemplateParser::parse() {
  const std::size_t bad = find_invalid_utf8(text_);
  if (bad < text_.size()) {
    fail(text_.substr(bad),
         fmt::format("byte 0x{:02X} is not valid UTF-8", static_cast<unsigned char>(text_[bad])));
  }
  std::vector<Template> templates;
  for (std::string_view token = next_token(); !token.empty(); token = next_token()) {
    Template feature = parse_template(token);
    check_new(token, feature);
    templates.push_back(std::move(feature));
  }
  if (templates.empty()) {
    throw Error({name_}, "found no template: expected at least one, such as s0.form+s0.upos");
  }
  return templates;
}

std::string_view TemplateParser::next_token() {
  while (true) {
    position_ = std::min(text_.find_first_not_of(kWhiteSpace, position_), text_.size());
    if (position_ == text_.size() || text_[position_] != '#') break;
    position_ = std::min(text_.find('\n', position_), text_.size());
  }
  std::size_t end = position_;
  while (end < text_.size() && text_[end] != '#' &&
         kWhiteSpace.find(text_[end]) == std::string_view::npos)
    ++end;
  const std::string_view token = text_.substr(position_, end - position_);
  position_ = end;
  return token;
}

Template TemplateParser::parse_template(std::string_view token) const {
  Template feature;
  for (const std::string_view part : Parts(token, '+')) {
    if (part.empty()) {
      const bool last = part.data() == token.data() + token.size();
      fail(part, fmt::format("found nothing {} + in {}: expected an atom such as s0.form, without "
                             "white space around +",
                             last ? "after" : "before", in_quotes(token)));
    }
    if (feature.atoms.size() == Template::kMaxAtoms) {
      fail(part, fmt::format("{} is one atom too many: expected at most {} in a template",
                             in_quotes(part), Template::kMaxAtoms));
    }
    Atom atom = parse_atom(part);
    if (std::ranges::find(feature.atoms, atom) != feature.atoms.end()) {
      fail(part,
           fmt::format("{} occurs twice in the template {}", in_quotes(part), in_quotes(token)));
    }
    const bool is_function = atom.attribute == Attribute::kFunction;
    if ((is_function || atom.attribute == Attribute::kEmbedding) && part.size() != token.size()) {
      fail(part, fmt::format("{} is joined with other atoms in {}: expected {} to stand alone",
                             in_quotes(part), in_quotes(token),
                             is_function ? "a function" : "an embedding"));
    }
    feature.atoms.push_back(std::move(atom));
  }
  return feature;
}

Atom TemplateParser::parse_atom(std::string_view text) const {
  Atom atom;
  // A full stop after the colon belongs to the name of a feature.
  const std::size_t separator = text.find_first_of(".:");
  const bool addressed = separator != std::string_view::npos && text[separator] == '.';
  if (!addressed) {
    parse_attribute(text, false, atom);
    return atom;
  }
  const std::string_view attribute = text.substr(separator + 1);
  if (separator == 0) {
    fail(text, fmt::format("found no node before the full stop of {}: expected {}", in_quotes(text),
                           kNodes));
  }
  atom.address = parse_address(text.substr(0, separator));
  const AttributeEntry& entry = parse_attribute(attribute, true, atom);
  if (!entry.of_node) {
    fail(text, fmt::format("{} belongs to no node: expected {} instead of {}", entry.name,
                           in_quotes(attribute), in_quotes(text)));
  }
  return atom;
}

Address TemplateParser::parse_address(std::string_view text) const {
  Address address;
  if (text.front() == 'b') {
    address.base = Address::Base::kBuffer;
  } else if (text.front() == 't') {
    address.base = Address::Base::kTagging;
  } else if (text.front() != 's') {
    fail(text, fmt::format("{} is not a node: expected {}, and steps from there", in_quotes(text),
                           kNodes));
  }
  const std::size_t end = std::min(text.find_first_not_of(kDigits, 1), text.size());
  const std::string_view index = text.substr(1, end - 1);
  if (index.empty()) {
    fail(index, fmt::format("found no index after {} in {}: expected 0 to {}", text.front(),
                            in_quotes(text), Address::kMaxIndex));
  }
  static_assert(Address::kMaxIndex == 9, "an index has one digit, as kNodes says");
  if (index.size() > 1) {
    fail(index, fmt::format("index {} of {} is not in range: expected 0 to {}", in_quotes(index),
                            in_quotes(text), Address::kMaxIndex));
  }
  address.index = static_cast<std::uint8_t>(index.front() - '0');
  parse_steps(text.substr(end), address);
  return address;
}

void TemplateParser::parse_steps(std::string_view text, Address& address) const {
  while (!text.empty()) {
    // A character and the digits after it.
    std::size_t next = 1;
    while (next < text.size() && is_continuation(text[next])) ++next;
    next = std::min(text.find_first_not_of(kDigits, next), text.size());
    const std::string_view name = text.substr(0, next);
    const auto* const step = std::ranges::find(kSteps, name);
    if (step == kSteps.end()) {
      fail(name, fmt::format("unknown step {}: expected {} or {}", in_quotes(name),
                             fmt::join(kSteps.begin(), kSteps.end() - 1, ", "), kSteps.back()));
    }
    if (address.steps.size() == Address::kMaxSteps) {
      fail(name, fmt::format("{} is one step too many: expected at most {}", in_quotes(name),
                             Address::kMaxSteps));
    }
    address.steps.push_back(static_cast<Step>(step - kSteps.begin()));
    text.remove_prefix(next);
  }
}

const AttributeEntry& TemplateParser::parse_attribute(std::string_view text, bool of_node,
                                                      Atom& atom) const {
  const std::size_t end = std::min(text.find_first_of("0123456789:"), text.size());
  const std::string_view name = text.substr(0, end);
  const std::string_view rest = text.substr(end);
  const auto* const found = std::ranges::find(kAttributes, name, &AttributeEntry::name);
  if (found == kAttributes.end()) {
    if (of_node) {
      if (text.empty()) {
        fail(text,
             fmt::format("found nothing after the full stop: expected {}", attribute_list(true)));
      }
      fail(text,
           fmt::format("unknown attribute {}: expected {}", in_quotes(text), attribute_list(true)));
    }
    fail(text, fmt::format("{} is neither a node with an attribute, such as s0.form, nor {}",
                           in_quotes(text), attribute_list(false)));
  }
  const AttributeEntry& entry = *found;
  if (!of_node && entry.of_node) {
    fail(text,
         fmt::format("{} needs a node: expected it after one, as in s0.{}", in_quotes(text), text));
  }
  atom.attribute = entry.attribute;
  if (entry.max_number != 0) {
    parse_number(text, rest, entry, atom);
  } else if (entry.attribute == Attribute::kFeats && rest.starts_with(':')) {
    parse_feature_name(text, rest.substr(1), atom);
  } else if (entry.attribute == Attribute::kFunction) {
    if (rest.size() < 2 || rest.front() != ':') {
      fail(text, fmt::format("{} needs a name: expected one as in function:my-features",
                             in_quotes(text)));
    }
    atom.name = rest.substr(1);
  } else if (!rest.empty()) {
    fail(rest, fmt::format("found {} after {}, which takes no number and no name", in_quotes(rest),
                           name));
  }
  return entry;
}

void TemplateParser::parse_number(std::string_view text, std::string_view number,
                                  const AttributeEntry& entry, Atom& atom) const {
  if (number.empty()) {
    fail(text, fmt::format("{} needs a number: expected {}", in_quotes(text), names_of(entry)));
  }
  if (number.size() > 1 || number.front() < '1' || number.front() > '0' + entry.max_number) {
    fail(number, fmt::format("number {} of {} is not in range: expected {}", in_quotes(number),
                             entry.name, names_of(entry)));
  }
  atom.number = static_cast<std::uint8_t>(number.front() - '0');
}

void TemplateParser::parse_feature_name(std::string_view text, std::string_view name,
                                        Atom& atom) const {
  if (name.empty()) {
    fail(text, fmt::format("{} needs a name after the colon: expected one as in feats:Case, or "
                           "feats for all features",
                           in_quotes(text)));
  }
  const std::size_t bad = name.find_first_of("=|");
  if (bad != std::string_view::npos) {
    fail(name.substr(bad), fmt::format("found \"{}\" in {}: expected the name of a feature without "
                                       "values, as in feats:Case",
                                       name[bad], in_quotes(text)));
  }
  atom.name = name;
}

void TemplateParser::check_new(std::string_view token, const Template& feature) {
  std::vector<std::string> atoms;
  for (const Atom& atom : feature.atoms) atoms.push_back(to_string(atom));
  std::ranges::sort(atoms);
  const auto [first, inserted] = seen_.emplace(fmt::format("{}", fmt::join(atoms, "+")), token);
  if (inserted) return;
  const Place place = place_of(first->second);
  fail(token, fmt::format("template {} occurs twice: it is already in line {}, column {}{}",
                          in_quotes(token), place.line, place.column,
                          first->second == token ? "" : ", with its atoms in another order"));
}

constexpr std::string_view kFolder = "data/features/";
constexpr std::string_view kEnding = ".txt";

// The name of built-in templates; nothing for other files in the library.
std::optional<std::string_view> template_name(std::string_view file) {
  if (!file.starts_with(kFolder) || !file.ends_with(kEnding)) return std::nullopt;
  file.remove_prefix(kFolder.size());
  file.remove_suffix(kEnding.size());
  return file;
}

}  // namespace

bool is_lexical(Attribute attribute) { return entry_of(attribute).lexical; }

bool use_embeddings(std::span<const Template> templates) {
  return std::ranges::any_of(templates, [](const Template& feature) {
    return feature.atoms.front().attribute == Attribute::kEmbedding;
  });
}

std::vector<Template> parse_templates(std::string_view text, const std::string& name) {
  return TemplateParser(text, name).parse();
}

std::string to_string(const Template& feature) {
  std::string text;
  for (const Atom& atom : feature.atoms) {
    if (!text.empty()) text += '+';
    text += to_string(atom);
  }
  return text;
}

std::string to_string(const Atom& atom) {
  std::string text;
  if (atom.address) text = to_string(*atom.address) + '.';
  const AttributeEntry& entry = entry_of(atom.attribute);
  text += entry.name;
  if (entry.max_number != 0) text += std::to_string(atom.number);
  if (!atom.name.empty()) text += ':' + atom.name;
  return text;
}

std::string to_string(const Address& address) {
  constexpr std::array<const char*, 3> kBases{"s", "b", "t"};  // in the order of the enumeration
  std::string text = kBases[static_cast<std::size_t>(address.base)];
  text += std::to_string(address.index);
  for (const Step step : address.steps) text += kSteps[static_cast<std::size_t>(step)];
  return text;
}

std::optional<std::string_view> built_in_templates(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (template_name(file.name) == name) return file.bytes;
  }
  return std::nullopt;
}

std::vector<std::string> built_in_template_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    if (const auto name = template_name(file.name)) names.emplace_back(*name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace panarc
