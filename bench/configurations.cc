#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include "sample_models.h"
#include "search/beam.h"
#include "task/parsing_task.h"
#include "transition/arc_eager.h"
#include "transition/systems.h"

/// What the representation of configurations has to do with the time that parsing takes.

namespace panarc {
namespace {

// Representations of configurations in a beam. Each is copied, advanced and read from as in a
// search that really took place, but nothing is scored. Time of a step of a beam of 8, arc-eager,
// on one core of a shared 2.6 GHz server:
//
//                                           25 words   100 words
//   arrays, as in the parser                 0.47 us     0.61 us
//   linked stack that knows its dependents   0.21 us     0.23 us
//   linked stack and arcs                    0.26 us     0.84 us
//   the whole step, with scoring              5.8 us      7.3 us
//
// So sharing is faster where all that features ask for is in reach of the stack. It would save one
// twentieth of a search, but only for arc-eager and for features that go no farther. What serves
// all systems has to walk back over the arcs; it saves less in short sentences and is slower in
// long ones. Hence arrays. Copying is not what takes the time in them: the last successor of a
// hypothesis takes its place, so there are 1.5 to 2.3 copies a step, for 33 ns each (25 words) or
// 100 ns (100 words).

using Task = ParsingTask<ArcEager>;
using Candidate = Beam<Task>::Candidate;

/// The steps of a search, each with the successors that were kept.
struct Search {
  EncodedSentence words;
  std::vector<std::vector<Candidate>> steps;
};

/// A sentence of so many words, taken from as many sentences of the sample as it needs.
EncodedSentence sentence_of(int words, const Model& model) {
  const std::size_t columns = model.weights().columns().size();
  EncodedSentence joined;
  joined.reset(words, columns);
  Node next = 1;
  for (EncodedSentence& part : encoded_sample(model)) {
    const auto copy = [&](Node from, Node to) {
      for (std::size_t i = 0; i < columns; ++i) joined.set(to, i, part.value(from, i));
    };
    copy(kRoot, kRoot);
    for (Node word = 1; word <= part.words() && next <= words; ++word, ++next) copy(word, next);
  }
  return joined;
}

Search search_in(int words) {
  const Model& model = beam_model();
  const Task task(classes_of(model.options(), model.labels()), model.options().transitions);
  constexpr std::size_t kBeam = 8;
  auto any_scorer = model.weights().make_scorer(kBeam);
  const auto& scorer = std::get<0>(any_scorer);
  Beam<Task> beam(task, kBeam);
  Search search{sentence_of(words, model), {}};
  scorer->begin(search.words);
  for (beam.start(search.words); !beam.is_final(); beam.advance()) {
    beam.expand(scorer->score(beam.open_states()));
    search.steps.emplace_back(beam.best().begin(), beam.best().end());
  }
  return search;
}

/// What templates like those of Zhang & Nivre (2011) look at, beside the words themselves. All
/// values are added up, so that representations can be compared, and nothing is left out.
class Reading {
 public:
  template <class T>
  void add(T value) {
    sum_ = sum_ * 3 + static_cast<std::uint64_t>(value);
  }
  void add_node(Node node, Label label) {
    add(node);
    add(label);
  }
  void add_side(const DependentsOnSide& side) {
    add(side.count);
    add(side.labels);
  }

  [[nodiscard]] std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

/// The representation of the parser: arrays.
class Arrays {
 public:
  void start(int words) {
    if (states_.empty()) states_.resize(1);
    states_[0].reset(words, beam_model().options().transitions);
  }

  /// As in Beam: the last successor of a hypothesis takes its place.
  void advance(const std::vector<Candidate>& successors) {
    next_.resize(std::max(next_.size(), successors.size()));
    uses_.assign(states_.size(), 0);
    for (const Candidate& successor : successors) ++uses_[successor.parent];
    for (std::size_t i = 0; i < successors.size(); ++i) {
      const Candidate& successor = successors[i];
      if (--uses_[successor.parent] == 0) {
        std::swap(next_[i], states_[successor.parent]);
      } else {
        next_[i] = states_[successor.parent];
      }
      if (!successor.stays) next_[i].advance<ArcEager>(successor.step);
    }
    std::swap(states_, next_);
    count_ = successors.size();
  }

  void read(Reading& reading) const {
    for (std::size_t i = 0; i < count_; ++i) read(states_[i], reading);
  }

 private:
  static void read(const ParseState& state, Reading& reading) {
    const Configuration& c = state.configuration();
    const auto add_node = [&](Node node) {
      reading.add_node(node, node > kRoot ? c.label(node) : kNoLabel);
    };
    const auto add_dependents = [&](const DependentsOnSide& side) {
      add_node(side.outermost);
      add_node(side.second);
      reading.add_side(side);
    };
    for (int depth = 0; depth < 3; ++depth) {
      if (c.stack_has(depth + 1)) reading.add(c.stack(depth));
    }
    for (int index = 0; index < 3; ++index) {
      if (c.buffer_size() > index) reading.add(c.buffer(index));
    }
    if (c.stack_has(1)) {
      const Node top = c.stack(0);
      reading.add(c.label(top));
      const Node head = c.head(top);
      add_node(head);
      if (head > kRoot) add_node(c.head(head));
      add_dependents(state.left(top));
      add_dependents(state.right(top));
    }
    if (!c.buffer_empty()) add_dependents(state.left(c.buffer(0)));
    for (std::size_t steps = 1; steps <= ParseState::kHistory; ++steps) {
      reading.add(state.history(steps));
    }
  }

  std::vector<ParseState> states_;
  std::vector<ParseState> next_;
  std::vector<std::uint32_t> uses_;
  std::size_t count_ = 0;
};

/// Nodes of linked representations. They stay where they are until the next sentence.
template <class T>
class Pool {
 public:
  void clear() { used_ = 0; }
  T* add(const T& value) {
    if (used_ == nodes_.size()) nodes_.emplace_back();
    T* const node = &nodes_[used_++];
    *node = value;
    return node;
  }

 private:
  std::deque<T> nodes_;
  std::size_t used_ = 0;
};

/// The transitions of a representation that shares: a hypothesis is a small value.
template <class State>
class Linked {
 public:
  void start(int words) {
    memory_.clear();
    states_.assign(1, State(words));
  }

  void advance(const std::vector<Candidate>& successors) {
    next_.resize(successors.size());
    for (std::size_t i = 0; i < successors.size(); ++i) {
      const Candidate& successor = successors[i];
      next_[i] = states_[successor.parent];
      if (!successor.stays) next_[i].advance(successor.step, memory_);
    }
    std::swap(states_, next_);
  }

  void read(Reading& reading) const {
    for (const State& state : states_) state.read(reading);
  }

 private:
  std::vector<State> states_;
  std::vector<State> next_;
  typename State::Memory memory_;
};

struct LinkedArc {
  Arc arc;
  Label label = kNoLabel;
  const LinkedArc* before = nullptr;
};

/// What is the same in both linked representations.
class LinkedBase {
 public:
  LinkedBase() = default;
  explicit LinkedBase(int words) : words_(words) {}

 protected:
  static std::uint64_t label_bit(Label label) {
    return std::uint64_t{1} << (static_cast<unsigned>(label) % 64U);
  }
  /// Without SWAP, the buffer is what is left of the sentence, and ROOT.
  [[nodiscard]] Node buffer(int index) const {
    return front_ + index <= words_ ? front_ + index : kRoot;
  }
  [[nodiscard]] bool buffer_has(int size) const { return front_ + size - 1 <= words_ + 1; }
  void shift() { ++front_; }
  void note(Action action) {
    for (std::size_t i = history_.size() - 1; i > 0; --i) history_[i] = history_[i - 1];
    history_[0] = static_cast<std::uint8_t>(static_cast<int>(action) + 1);
  }
  void read_buffer(Reading& reading) const {
    for (int index = 0; index < 3; ++index) {
      if (buffer_has(index + 1)) reading.add(buffer(index));
    }
  }
  void read_history(Reading& reading) const {
    for (const std::uint8_t action : history_) reading.add(action);
  }

 private:
  int words_ = 0;
  int front_ = 1;
  std::array<std::uint8_t, ParseState::kHistory> history_{};
};

/// Where the elements of a linked stack and the arcs of all hypotheses are.
template <class Element>
struct LinkedMemory {
  Pool<Element> elements;
  Pool<LinkedArc> arcs;
  void clear() {
    elements.clear();
    arcs.clear();
  }
};

/// A linked stack and linked arcs (Goldberg, Zhao and Huang 2013). Whatever is asked about a word
/// is found by walking back over the arcs; so it would do for any system.
class WalkingState : public LinkedBase {
 public:
  struct Element {
    Node word = kNoHead;
    const Element* below = nullptr;
  };
  using Memory = LinkedMemory<Element>;

  WalkingState() = default;
  explicit WalkingState(int words) : LinkedBase(words) {}

  void advance(Transition transition, Memory& memory) {
    switch (transition.action) {
      case Action::kLeft:
        arcs_ = memory.arcs.add({{buffer(0), top_->word}, transition.label, arcs_});
        top_ = top_->below;
        break;
      case Action::kRight:
        arcs_ = memory.arcs.add({{top_->word, buffer(0)}, transition.label, arcs_});
        [[fallthrough]];
      case Action::kShift:
        top_ = memory.elements.add({buffer(0), top_});
        shift();
        break;
      default:
        top_ = top_->below;
    }
    note(transition.action);
  }

  void read(Reading& reading) const {
    const Element* element = top_;
    for (int depth = 0; depth < 3 && element != nullptr; ++depth, element = element->below) {
      reading.add(element->word);
    }
    read_buffer(reading);
    // One walk finds all about the two words, one more the head of a head.
    About top;
    About front;
    const Node top_word = top_ != nullptr ? top_->word : kNoHead;
    const Node front_word = buffer_has(1) ? buffer(0) : kNoHead;
    for (const LinkedArc* arc = arcs_; arc != nullptr; arc = arc->before) {
      if (arc->arc.dependent == top_word) top.to_head = arc;
      if (arc->arc.head == top_word) top.add(*arc);
      if (arc->arc.head == front_word) front.add(*arc);
    }
    if (top_ != nullptr) read_top(top, reading);
    if (buffer_has(1)) front.left.read(reading);
    read_history(reading);
  }

 private:
  /// Arcs are met from the last to the first, and the last is the outermost.
  struct Side {
    DependentsOnSide dependents;
    Label outermost_label = kNoLabel;
    Label second_label = kNoLabel;

    void add(const LinkedArc& arc) {
      if (dependents.outermost == kNoHead) {
        dependents.outermost = arc.arc.dependent;
        outermost_label = arc.label;
      } else if (dependents.second == kNoHead) {
        dependents.second = arc.arc.dependent;
        second_label = arc.label;
      }
      ++dependents.count;
      dependents.labels |= label_bit(arc.label);
    }
    void read(Reading& reading) const {
      reading.add_node(dependents.outermost, outermost_label);
      reading.add_node(dependents.second, second_label);
      reading.add_side(dependents);
    }
  };
  struct About {
    const LinkedArc* to_head = nullptr;
    Side left;
    Side right;

    void add(const LinkedArc& arc) {
      // ROOT is behind all words.
      const bool on_left = arc.arc.head == kRoot || arc.arc.dependent < arc.arc.head;
      (on_left ? left : right).add(arc);
    }
  };

  void read_top(const About& top, Reading& reading) const {
    const auto label = [](const LinkedArc* arc) { return arc != nullptr ? arc->label : kNoLabel; };
    const auto head = [](const LinkedArc* arc) { return arc != nullptr ? arc->arc.head : kNoHead; };
    reading.add(label(top.to_head));
    const Node head_word = head(top.to_head);
    const LinkedArc* const to_next = head_word > kRoot ? to_head(head_word) : nullptr;
    reading.add_node(head_word, label(to_next));
    if (head_word > kRoot) {
      const Node next = head(to_next);
      reading.add_node(next, next > kRoot ? label(to_head(next)) : kNoLabel);
    }
    top.left.read(reading);
    top.right.read(reading);
  }

  [[nodiscard]] const LinkedArc* to_head(Node word) const {
    const LinkedArc* arc = arcs_;
    while (arc != nullptr && arc->arc.dependent != word) arc = arc->before;
    return arc;
  }

  const Element* top_ = nullptr;
  const LinkedArc* arcs_ = nullptr;
};

/// A linked stack whose elements know their dependents, with labels. Made for arc-eager: nothing
/// beyond stack and front is ever asked about, and the head of an element is the one below it.
class KnowingState : public LinkedBase {
 public:
  struct Side {
    DependentsOnSide dependents;
    Label outermost_label = kNoLabel;
    Label second_label = kNoLabel;

    void add(Node dependent, Label label) {
      dependents.second = dependents.outermost;
      dependents.outermost = dependent;
      ++dependents.count;
      dependents.labels |= label_bit(label);
      second_label = outermost_label;
      outermost_label = label;
    }
    void read(Reading& reading) const {
      reading.add_node(dependents.outermost, outermost_label);
      reading.add_node(dependents.second, second_label);
      reading.add_side(dependents);
    }
  };
  struct Element {
    Node word = kNoHead;
    Label label = kNoLabel;
    bool attached = false;
    Side left;
    Side right;
    const Element* below = nullptr;
  };
  using Memory = LinkedMemory<Element>;

  KnowingState() = default;
  explicit KnowingState(int words) : LinkedBase(words) {}

  void advance(Transition transition, Memory& memory) {
    const Label label = transition.label;
    switch (transition.action) {
      case Action::kLeft:
        front_left_.add(top_->word, label);
        // The tree is read from these in the end.
        arcs_ = memory.arcs.add({{buffer(0), top_->word}, label, arcs_});
        top_ = top_->below;
        break;
      case Action::kRight: {
        // Others may share the element as it was.
        Element* const head = memory.elements.add(*top_);
        head->right.add(buffer(0), label);
        arcs_ = memory.arcs.add({{head->word, buffer(0)}, label, arcs_});
        top_ = memory.elements.add({buffer(0), label, true, front_left_, {}, head});
        front_left_ = {};
        shift();
        break;
      }
      case Action::kShift:
        top_ = memory.elements.add({buffer(0), kNoLabel, false, front_left_, {}, top_});
        front_left_ = {};
        shift();
        break;
      default:
        top_ = top_->below;
    }
    note(transition.action);
  }

  void read(Reading& reading) const {
    const Element* element = top_;
    for (int depth = 0; depth < 3 && element != nullptr; ++depth, element = element->below) {
      reading.add(element->word);
    }
    read_buffer(reading);
    if (top_ != nullptr) {
      const auto head = [](const Element* of) { return of->attached ? of->below : nullptr; };
      const auto add_node = [&](const Element* node) {
        reading.add_node(node != nullptr ? node->word : kNoHead,
                         node != nullptr ? node->label : kNoLabel);
      };
      reading.add(top_->label);
      const Element* const first = head(top_);
      add_node(first);
      if (first != nullptr) add_node(head(first));
      top_->left.read(reading);
      top_->right.read(reading);
    }
    if (buffer_has(1)) front_left_.read(reading);
    read_history(reading);
  }

 private:
  const Element* top_ = nullptr;
  const LinkedArc* arcs_ = nullptr;
  Side front_left_;
};

/// What a hypothesis with more than one successor costs in addition.
void copy_of_arrays(benchmark::State& state) {
  const ParseState from(static_cast<int>(state.range(0)), beam_model().options().transitions);
  std::array<ParseState, 8> to;
  std::size_t next = 0;
  while (state.KeepRunning()) {
    to[next] = from;
    benchmark::DoNotOptimize(to);
    next = (next + 1) % to.size();
  }
}
BENCHMARK(copy_of_arrays)->Arg(25)->Arg(100);

/// Follows a search; all that was read in it.
template <class Representation>
std::uint64_t replay(Representation& beam, const Search& search) {
  Reading reading;
  beam.start(search.words.words());
  for (const std::vector<Candidate>& successors : search.steps) {
    beam.advance(successors);
    beam.read(reading);
  }
  return reading.sum();
}

/// Successors beyond the first of a hypothesis: so many copies are made.
double copies_per_step(const Search& search) {
  std::size_t copies = 0;
  for (const std::vector<Candidate>& successors : search.steps) {
    std::set<std::uint32_t> parents;
    for (const Candidate& successor : successors) parents.insert(successor.parent);
    copies += successors.size() - parents.size();
  }
  return static_cast<double>(copies) / static_cast<double>(search.steps.size());
}

void set_per_step(benchmark::State& state, const Search& search) {
  state.counters["copies"] = copies_per_step(search);
  const auto steps = static_cast<double>(search.steps.size() * state.iterations());
  state.counters["per_step"] =
      benchmark::Counter(steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class Representation>
void configurations(benchmark::State& state) {
  const Search search = search_in(static_cast<int>(state.range(0)));
  Representation beam;
  Arrays arrays;
  if (replay(beam, search) != replay(arrays, search)) {
    state.SkipWithError("reads other values than the parser's representation");
    return;
  }
  while (state.KeepRunning()) benchmark::DoNotOptimize(replay(beam, search));
  set_per_step(state, search);
}
BENCHMARK_TEMPLATE(configurations, Arrays)->Arg(25)->Arg(100);
BENCHMARK_TEMPLATE(configurations, Linked<KnowingState>)->Arg(25)->Arg(100);
BENCHMARK_TEMPLATE(configurations, Linked<WalkingState>)->Arg(25)->Arg(100);

/// The search of a parser with everything that belongs to it.
void whole_search(benchmark::State& state) {
  const Search search = search_in(static_cast<int>(state.range(0)));
  const auto parser = search_of(beam_model());
  std::vector<Parse> parses;
  while (state.KeepRunning()) {
    parser->parse(search.words, {}, parses);
    benchmark::DoNotOptimize(parses.data());
  }
  set_per_step(state, search);
}
BENCHMARK(whole_search)->Arg(25)->Arg(100);

}  // namespace
}  // namespace panarc
