#include "text/link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/utf8.h"
#include "text/texts.h"

namespace panarc {
namespace {

using test::sample_segmenter;
using test::segment;
using test::words_of;

/// How much of a text is a link.
std::string link_in(std::string_view bytes) {
  Characters text;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view before = rest;
    const char32_t code = take_character(rest);
    text.append(code, before.substr(0, before.size() - rest.size()));
  }
  text.finish();
  const Link link = find_link(text, 0, text.size());
  std::size_t end = 0;
  while (end < text.size() && is_in_link(link, text, 0, end, text.size())) ++end;
  return std::string(text.bytes(0, end));
}

TEST(Link, IsThatOfAPage) {
  for (const char* const page :
       {"https://example.org", "http://example.org/", "ftp://10.0.0.1/file", "www.example.fr",
        "WWW.Example.FR/a", "example.com", "Example.COM/a?b=c&d=1#e", "https://example.org/a!b;c",
        "https://example.org/%C3%A9t%C3%A9?q=a+b", "https://example.org/a_(b)",
        "https://example.org/\xC3\x89t\xC3\xA9", "https://example.org:8080/~me/a,b.html",
        "example.org:8080/a"}) {
    EXPECT_EQ(link_in(page), page);
  }
}

TEST(Link, IsThatOfAMailbox) {
  for (const char* const mailbox : {"a@example.org", "first.last+tag@mail.example.co.uk"}) {
    EXPECT_EQ(link_in(mailbox), mailbox);
  }
  EXPECT_EQ(link_in("a@example.org/b"), "a@example.org");
}

TEST(Link, EndsBeforeThePunctuationOfTheSentence) {
  const std::string page = "https://example.org/a";
  for (const char* const rest :
       {".", ",", "?!", "...", ").", ")", "]", "\"", ">", "\xC2\xBB", "\xEC\x97\x90", ":", "'da"}) {
    EXPECT_EQ(link_in(page + rest), page);
  }
  EXPECT_EQ(link_in("example.com."), "example.com");
  EXPECT_EQ(link_in("example.com,and"), "example.com");
  EXPECT_EQ(link_in("www.example.com: see"), "www.example.com");
  EXPECT_EQ(link_in("a@example.org."), "a@example.org");
}

TEST(Link, IsNothingElse) {
  for (const char* const text :
       {"", "word", "it.Then", "end.of", "1.5", "a:b", "a://", "@user", "a@b", "a@b.1",
        "http:", "e.g.", "...", "12:30", "www", "www.", "and/or", "\xC3\xA9t\xC3\xA9.com"}) {
    EXPECT_EQ(link_in(text), "");
  }
}

TEST(Link, IsOneToken) {
  for (const Segmenter& segmenter : {sample_segmenter(), Segmenter::for_language("en")}) {
    EXPECT_EQ(words_of(segment(segmenter,
                               "See <https://example.org/a?b=c&d#e>, or write to "
                               "me@example.org. See www.example.fr/x!y.")),
              "See|<|https://example.org/a?b=c&d#e|>|,|or|write|to|me@example.org|.||See|"
              "www.example.fr/x!y|.");
  }
}

TEST(Link, OfAnyLengthIsOneToken) {
  const std::string link =
      "https://example.org/" + std::string(30000, 'a') + "?" + std::string(30000, 'b') + ".html";
  for (const Segmenter& segmenter : {sample_segmenter(), Segmenter::for_language("en")}) {
    EXPECT_EQ(words_of(segment(segmenter, "See " + link + ".")), "See|" + link + "|.");
  }
}

TEST(Link, IsWhatTheTreebankMakesOfIt) {
  std::vector<Sentence> training = test::sample("train", 40);
  for (int i = 0; i < 20; ++i) {
    training.push_back(
        Sentence::from_text("1\tSee\t_\t_\t_\t_\t0\t_\t_\t_\n"
                            "2\tme\t_\t_\t_\t_\t1\t_\t_\tSpaceAfter=No\n"
                            "3\t@\t_\t_\t_\t_\t1\t_\t_\tSpaceAfter=No\n"
                            "4\texample.org\t_\t_\t_\t_\t1\t_\t_\t_\n\n"));
  }
  const Segmenter segmenter = train_segmenter(training, {}, {.epochs = 3, .threads = 1});
  EXPECT_THAT(words_of(segment(segmenter, "See me@example.org")),
              testing::HasSubstr("me|@|example.org"));
}

}  // namespace
}  // namespace panarc
