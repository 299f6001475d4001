#include "oracle/verify.h"

#include <fmt/format.h>

#include <array>

#include "panarc/choices.h"
#include "panarc/constraint.h"

namespace panarc {

Heads numbered_heads(int words, std::uint64_t code) {
  const auto choices = static_cast<std::uint64_t>(words) + 1;
  Heads heads(static_cast<std::size_t>(words) + 1, kNoHead);
  for (Node word = 1; word <= words; ++word) {
    const auto choice = static_cast<Node>(code % choices);
    code /= choices;
    // No word is its own head: that number stands for none.
    if (choice != word) heads[static_cast<std::size_t>(word)] = choice;
  }
  return heads;
}

std::uint64_t numbered_heads_count(int words) {
  std::uint64_t count = 1;
  for (int word = 0; word < words; ++word) count *= static_cast<std::uint64_t>(words) + 1;
  return count;
}

namespace {

std::vector<std::string> random_labels(std::mt19937_64& random, Label labels) {
  std::vector<std::string> names;
  for (Label label = 0; label < labels; ++label) {
    if (random() % 2 == 0) names.push_back(std::to_string(label));
  }
  return names;
}

KnownWord random_word(std::mt19937_64& random, Node word, const Heads& heads, GoldKind kind,
                      Label labels);

/// Nothing for most words, one or more constraints for others.
KnownWord random_constraint(std::mt19937_64& random, Node word, const Heads& heads, Label labels) {
  KnownWord known;
  constexpr std::array kKinds{GoldKind::kHeads, GoldKind::kAmbiguous, GoldKind::kForbidden,
                              GoldKind::kSides, GoldKind::kSpans};
  while (random() % 2 == 0) {
    const GoldKind kind = kKinds[random() % kKinds.size()];
    const KnownWord more = random_word(random, word, heads, kind, labels);
    if (!more.heads.empty()) known.heads = more.heads;
    if (!more.forbidden_heads.empty()) known.forbidden_heads = more.forbidden_heads;
    if (more.side != Side::kAny) known.side = more.side;
    if (more.span_end) known.span_end = more.span_end;
  }
  known.labels = random_labels(random, labels);
  return known;
}

KnownWord random_word(std::mt19937_64& random, Node word, const Heads& heads, GoldKind kind,
                      Label labels) {
  KnownWord known;
  const auto words = static_cast<Node>(heads.size()) - 1;
  const Node given = heads[static_cast<std::size_t>(word)];
  const auto keep_head = [&] {
    if (given != kNoHead) known.heads.push_back({given, {}});
  };
  const auto for_some_heads = [&](const auto& visit) {
    for (Node head = 0; head <= words; ++head) {
      if (head != word && (head == given || random() % 3 == 0)) visit(head);
    }
  };
  switch (kind) {
    case GoldKind::kHeads:
    case GoldKind::kConstraints:
      keep_head();
      break;
    case GoldKind::kAmbiguous:
      for_some_heads([&](Node head) { known.heads.push_back({head, {}}); });
      break;
    case GoldKind::kSides:
      known.side = std::array{Side::kLeft, Side::kRight, Side::kAny, Side::kAny}[random() % 4];
      if (known.side == Side::kAny) keep_head();
      break;
    case GoldKind::kForbidden:
      for_some_heads([&](Node head) {
        if (random() % 2 == 0) known.forbidden_heads.push_back(head);
      });
      if (random() % 2 == 0) known.side = random() % 2 == 0 ? Side::kLeft : Side::kRight;
      if (random() % 2 == 0) keep_head();
      break;
    case GoldKind::kSpans:
      if (random() % 2 == 0) keep_head();
      if (random() % 2 == 0) {
        known.span_end =
            word + static_cast<Node>(random() % static_cast<unsigned>(words - word + 1));
      }
      break;
    case GoldKind::kLabels:
      keep_head();
      if (random() % 4 != 0) {
        known.labels = {std::to_string(random() % static_cast<std::uint64_t>(labels))};
      }
      break;
    case GoldKind::kLabelSets:
      for_some_heads([&](Node head) {
        known.heads.push_back({head, random_labels(random, labels)});
      });
      known.labels = random_labels(random, labels);
      break;
    case GoldKind::kMixed:
      return random_constraint(random, word, heads, labels);
  }
  return known;
}

}  // namespace

Gold random_gold(std::mt19937_64& random, const Heads& heads, GoldKind kind, Label labels,
                 const SystemOptions& options, bool partial) {
  std::vector<KnownWord> words(1);
  for (Node word = 1; word < static_cast<Node>(heads.size()); ++word) {
    words.push_back(random_word(random, word, heads, kind, labels));
  }
  return {words,
          [](std::string_view name) { return static_cast<Label>(name.front() - '0'); },
          {.reproduce_empty = kind != GoldKind::kConstraints && kind != GoldKind::kMixed,
           .heads_first = kind == GoldKind::kMixed && partial,
           .longest_arc = kind == GoldKind::kMixed ? 0 : options.span,
           .root = options.root}};
}

std::string describe(const Gold& gold) {
  std::string text;
  const auto labels = [](std::span<const Label> all) {
    return all.empty() ? "" : fmt::format(":{}", fmt::join(all, "|"));
  };
  for (Node word = 1; word <= gold.words(); ++word) {
    if (!text.empty()) text += ' ';
    std::string heads;
    for (const Node head : gold.heads(word)) {
      if (!heads.empty()) heads += '/';
      heads += fmt::format("{}{}", head, labels(gold.labels({head, word})));
    }
    if (gold.side(word) != Side::kAny) heads += kSideSigns.of(gold.side(word));
    const auto forbidden = gold.forbidden_heads(word);
    if (!forbidden.empty()) heads += fmt::format("!{}", fmt::join(forbidden, "!"));
    text += heads.empty() ? "_" : heads;
    // kNoHead stands for any other head.
    if (gold.heads(word).empty()) text += labels(gold.labels({kNoHead, word}));
  }
  for (const Gold::Span& span : gold.spans()) {
    text += fmt::format(" {}-{}", span.first, span.last);
  }
  return fmt::format("\"{}\"", text);
}

std::string describe(const Configuration& c, const std::vector<Transition>& path) {
  std::string after;
  for (const Transition& transition : path) {
    if (!after.empty()) after += ' ';
    after += action_name(transition.action);
    if (transition.label != kNoLabel) after += fmt::format(":{}", transition.label);
  }
  return fmt::format(
      "ROOT {}{}{}, after \"{}\": stack [{}], buffer [{}], heads [{}]",
      kRootPositionNames.of(c.options().root), c.options().single_root ? ", single root" : "",
      c.options().span > 0 ? fmt::format(", span {}", c.options().span) : "", after,
      fmt::join(c.stack(), " "), fmt::join(c.buffer(), " "), fmt::join(c.heads().subspan(1), " "));
}

}  // namespace panarc
