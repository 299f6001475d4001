#include "oracle/verify.h"

#include <fmt/format.h>

#include "transition/systems.h"
#include "panarc/choices.h"

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

Gold random_gold(std::mt19937_64& random, const Heads& heads, GoldKind kind, Label labels) {
  Gold gold(heads);
  gold.set_reproduce_empty(kind != GoldKind::kConstraints);
  for (Node word = 1; word <= gold.words(); ++word) {
    switch (kind) {
      case GoldKind::kHeads:
      case GoldKind::kConstraints:
        break;
      case GoldKind::kAmbiguous: {
        Heads allowed;
        for (Node head = 0; head <= gold.words(); ++head) {
          const bool given = head == heads[static_cast<std::size_t>(word)];
          if (head != word && (given || random() % 3 == 0)) allowed.push_back(head);
        }
        gold.set_heads(word, allowed);
        break;
      }
      case GoldKind::kSides:
        switch (random() % 4) {
          case 0:
            gold.set_side(word, Gold::Known::kLeft);
            break;
          case 1:
            gold.set_side(word, Gold::Known::kRight);
            break;
          default:
            break;
        }
        break;
      case GoldKind::kLabels:
        if (random() % 4 != 0) {
          gold.set_label(word, static_cast<Label>(random() % static_cast<std::uint64_t>(labels)));
        }
        break;
    }
  }
  return gold;
}

std::string describe(const Gold& gold) {
  std::string text;
  for (Node word = 1; word <= gold.words(); ++word) {
    if (!text.empty()) text += ' ';
    switch (gold.known(word)) {
      case Gold::Known::kNothing:
        text += '_';
        break;
      case Gold::Known::kLeft:
        text += '<';
        break;
      case Gold::Known::kRight:
        text += '>';
        break;
      case Gold::Known::kHeads:
        text += fmt::format("{}", fmt::join(gold.heads(word), "/"));
        break;
    }
    if (gold.label(word) != kNoLabel) text += fmt::format(":{}", gold.label(word));
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

VerifyReport verify_system(std::string_view name, const VerifyOptions& options) {
  VerifyReport report;
  with_system(name, [&](auto system) { report = Verifier<decltype(system)>(options).run(); });
  return report;
}

}  // namespace panarc
