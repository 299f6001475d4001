#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "draw/configuration_drawing.h"
#include "panarc/derivation.h"

namespace panarc {
namespace {

std::string header(const DerivationStep& step) {
  const std::vector<std::string>& taken = step.state.transitions;
  std::string text =
      fmt::format("step {}, after {}", taken.size(), taken.empty() ? "nothing" : taken.back());
  if (step.state.score) text += fmt::format(", score {:.2f}", *step.state.score);
  if (step.state.cost) text += fmt::format(", cost {}", *step.state.cost);
  return text;
}

/// Form, tag and relation of every word.
std::vector<std::string> texts_of(const DerivationStep& step) {
  std::vector<std::string> texts = step.forms;
  const DerivationState& state = step.state;
  texts.resize(state.heads.size());
  for (std::size_t word = 1; word < texts.size(); ++word) {
    for (const auto* const list : {&state.tags, &state.labels}) {
      if (list->empty() || (*list)[word].empty()) continue;
      texts[word] += (texts[word].empty() ? "" : " ") + (*list)[word];
    }
  }
  return texts;
}

/// The choices to list, best first: those with the best scores, all without cost, and the one that
/// was taken.
std::vector<const DerivationChoice*> listed(const DerivationStep& step, std::size_t most) {
  std::vector<const DerivationChoice*> all;
  for (const DerivationChoice& choice : step.choices) all.push_back(&choice);
  std::ranges::stable_sort(all, std::greater(),
                           [](const DerivationChoice* one) { return one->score.value_or(0); });
  std::vector<const DerivationChoice*> shown;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < most || all[i]->cost == 0 || all[i]->name == step.taken) shown.push_back(all[i]);
  }
  return shown;
}

std::string numbers(const std::optional<double>& score, const std::optional<int>& cost) {
  std::string text;
  if (score) text += fmt::format("  {:>9.2f}", *score);
  if (cost) text += fmt::format("  {:>4}", *cost);
  return text;
}

/// The heading of such numbers.
std::string titles(const std::optional<double>& score, const std::optional<int>& cost) {
  return std::string(score ? "      score" : "") + (cost ? "  cost" : "");
}

std::string draw_choices(const DerivationStep& step, std::size_t most) {
  const std::vector<const DerivationChoice*> shown = listed(step, most);
  if (shown.empty()) return "\nfinal\n";
  std::size_t width = 0;
  for (const DerivationChoice* const choice : shown) width = std::max(width, choice->name.size());
  const bool exact = std::ranges::all_of(shown, &DerivationChoice::exact);
  std::string text =
      fmt::format("\n{:<{}}{}{}\n", "transitions", width + 2,
                  titles(shown.front()->score, shown.front()->cost), exact ? "" : " (not proved)");
  for (const DerivationChoice* const choice : shown) {
    std::vector<std::string_view> marks;
    if (choice->name == step.taken) marks.emplace_back("taken");
    if (choice->best) marks.emplace_back("best");
    if (choice->cost == 0) marks.emplace_back("optimal");
    text +=
        fmt::format("  {:<{}}{}{}{}\n", choice->name, width, numbers(choice->score, choice->cost),
                    marks.empty() ? "" : "  ", fmt::join(marks, ", "));
  }
  if (shown.size() < step.choices.size()) {
    text += fmt::format("  and {} more\n", step.choices.size() - shown.size());
  }
  return text;
}

std::string draw_hypotheses(const std::string& title, std::span<const BeamHypothesis> hypotheses) {
  if (hypotheses.empty()) return "";
  std::vector<std::string> names;
  std::size_t width = title.size();
  for (const BeamHypothesis& one : hypotheses) {
    names.push_back(fmt::format("  {}  from {}  {}", names.size() + 1, one.from + 1,
                                one.transition.empty() ? "final" : one.transition));
    width = std::max(width, names.back().size());
  }
  std::string text = fmt::format("\n{:<{}}{}\n", title, width,
                                 titles(hypotheses.front().score, hypotheses.front().cost));
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    text += fmt::format("{:<{}}{}\n", names[i], width,
                        numbers(hypotheses[i].score, hypotheses[i].cost));
  }
  return text;
}

std::string transitions_text(const std::vector<std::string>& transitions) {
  return transitions.empty() ? "nothing" : fmt::format("{}", fmt::join(transitions, " "));
}

}  // namespace

std::string draw(const DerivationStep& step, const DerivationDrawing& options) {
  const std::vector<std::string> texts = texts_of(step);
  const DerivationState& state = step.state;
  std::string text = header(step) + "\n\n";
  text += draw_configuration({.stack = state.stack,
                              .buffer = state.buffer,
                              .compared = state.compared,
                              .heads = state.heads,
                              .texts = texts});
  if (state.word_to_tag != kNoHead) text += fmt::format("tag of  {}\n", state.word_to_tag);
  text += draw_choices(step, options.most_choices);
  if (step.beam) {
    text += draw_hypotheses("beam", step.beam->kept);
    text += draw_hypotheses("dropped", step.beam->dropped);
  }
  return text;
}

std::string draw(const DerivationUpdate& update) {
  std::string text = fmt::format("from step {}: {}\n", update.before.size(), update.reason);
  if (!update.error) return text;
  const auto rest = [&](const std::vector<std::string>& all) {
    return transitions_text({all.begin() + static_cast<std::ptrdiff_t>(update.shared), all.end()});
  };
  if (update.shared > 0) {
    text += fmt::format(
        "  both      {}\n",
        transitions_text({update.positive.begin(),
                          update.positive.begin() + static_cast<std::ptrdiff_t>(update.shared)}));
  }
  text += fmt::format("  positive  {}  ({:.2f})\n", rest(update.positive), update.positive_score);
  text += fmt::format("  negative  {}  ({:.2f})\n", rest(update.negative), update.negative_score);
  return text;
}

}  // namespace panarc
