#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace panarc::test {

/// A check of the XML that we write: elements are closed in order, attributes are quoted, and text
/// has no characters that XML does not allow in it. There is no such parser among our libraries.
class XmlChecker {
 public:
  explicit XmlChecker(std::string_view text) : rest_(text) {}

  /// What is wrong; empty if nothing is.
  std::string problem() {
    while (problem_.empty() && !rest_.empty()) {
      if (rest_.front() == '<') {
        read_tag();
      } else {
        read_text("<");
      }
    }
    if (problem_.empty() && !open_.empty()) return "not closed: " + open_.back();
    if (problem_.empty() && elements_ == 0) return "no element";
    return problem_;
  }

 private:
  void read_text(std::string_view end) {
    const std::string_view text = rest_.substr(0, rest_.find_first_of(end));
    rest_.remove_prefix(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (byte < 0x20 && byte != '\n' && byte != '\t') problem_ = "a control character";
      if (byte == '<') problem_ = "< in a text";
      if (byte == '&' && !is_entity(text.substr(i))) problem_ = "& in " + std::string(text);
    }
  }

  static bool is_entity(std::string_view text) {
    for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;"}) {
      if (text.starts_with(entity)) return true;
    }
    return false;
  }

  std::string read_name() {
    std::string name;
    while (!rest_.empty() && (std::isalnum(static_cast<unsigned char>(rest_.front())) != 0 ||
                              rest_.front() == '-' || rest_.front() == ':')) {
      name += rest_.front();
      rest_.remove_prefix(1);
    }
    if (name.empty()) problem_ = "no name at " + std::string(rest_.substr(0, 20));
    return name;
  }

  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }

  void read_tag() {
    if (take("</")) {
      const std::string name = read_name();
      if (open_.empty() || open_.back() != name) problem_ = "closes another: " + name;
      if (!take(">")) problem_ = "a tag that does not end: " + name;
      if (!open_.empty()) open_.pop_back();
      return;
    }
    take("<");
    const std::string name = read_name();
    if (open_.empty() && elements_ > 0) problem_ = "a second root: " + name;
    ++elements_;
    while (problem_.empty() && !rest_.starts_with(" />") && take(" ")) {
      read_name();
      if (!take("=\"")) problem_ = "an attribute without value in " + name;
      read_text("<\"");
      if (!take("\"")) problem_ = "an attribute that does not end in " + name;
    }
    if (take("/>") || take(" />")) return;
    open_.push_back(name);
    if (!take(">")) problem_ = "a tag that does not end: " + name;
    if (open_.size() == 1) take("\n");
  }

  std::string_view rest_;
  std::string problem_;
  std::vector<std::string> open_;
  int elements_ = 0;
};

}  // namespace panarc::test
