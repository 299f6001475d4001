#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scorer/network/linear_layer.h"
#include "scorer/network/network_sizes.h"
#include "scorer/network/parameters.h"
#include "scorer/network/state_view.h"
#include "scorer/network/word_reader.h"
#include "task/transition_classes.h"

namespace panarc {

/// Products of node vectors with matrices, which are computed once per node and added up for each
/// state and arc.
struct NodeProducts {
  Matrix roles;   ///< for each role, what the node adds to the units that see a state
  Matrix labels;  ///< what it adds to the units that see an arc, as head and as dependent
  Matrix tags;    ///< for each role of tags, what they add to the units that see a state
  /// The rows of a missing node, and of its tags.
  std::size_t missing = 0;
  std::size_t missing_tags = 0;
};

/// The products of one sentence.
struct SentenceProducts {
  const NodeProducts* all = nullptr;
  std::size_t first = 0;  ///< the row of ROOT; those of the words follow
  const SentenceMasks* masks = nullptr;
  /// If set, the rows of ROOT and the words, and of their tags.
  const std::uint32_t* rows = nullptr;
  const std::uint32_t* tag_rows = nullptr;

  /// The row of a node, or that of a missing one.
  [[nodiscard]] std::size_t row(Node node) const {
    return node == kNoHead ? all->missing : at(rows, node);
  }
  [[nodiscard]] std::size_t tag_row(Node node) const {
    return node == kNoHead ? all->missing_tags : at(tag_rows, node);
  }

 private:
  [[nodiscard]] std::size_t at(const std::uint32_t* places, Node node) const {
    const auto number = static_cast<std::size_t>(node);
    return places == nullptr ? first + number : places[number];
  }
};

/// A state to score, or to learn from.
struct StateRecord {
  SentenceProducts sentence;
  StateView::Seen seen;
  ActionSet legal;
  /// By action: how much its score should rise.
  std::array<float, kActionCount> coefficients{};
};

/// An arc whose labels are to be scored or learnt.
struct ArcRecord {
  SentenceProducts sentence;
  Arc arc;
  /// The index of the state in which it would be added.
  std::size_t state = 0;
};

/// Maps node vectors to scores of actions and labels. A state is the sum of the products of its
/// nodes, tags and labels, each in its role, with another layer above. An arc is the sum of its
/// head, its dependent and, if vectors know nothing of their context, the state.
class StateNetwork {
 public:
  struct Output {
    std::size_t labels = 0;  ///< how many there are; may be 0
    bool normalized = true;  ///< whether scores of actions become log probabilities
  };

  StateNetwork(ParameterLayout& layout, const NetworkSizes& sizes, const WordReader& words,
               const StateView& view, Output output);

  [[nodiscard]] std::size_t labels() const { return labels_; }

  /// `vectors` gets another row at the end, for a missing node.
  void multiply(const Parameters& parameters, Matrix& vectors, NodeProducts& products) const;
  // The two parts of multiply(): products of nodes, then of tags.
  void multiply_nodes(const Parameters& parameters, const RowView& vectors,
                      NodeProducts& products) const;
  void multiply_tags(const Parameters& parameters, const RowView& vectors, Matrix& tags) const;

  struct Trace {
    Matrix state;        ///< after the leaky ReLU and the mask
    Matrix second;       ///< after the leaky ReLU
    Matrix actions;      ///< their scores; undefined for illegal actions
    Matrix context;      ///< what states add to the units that see an arc
    Matrix label_state;  ///< of arcs, after the leaky ReLU and the mask
    Matrix label_scores;

    Matrix state_gradient;
    Matrix second_gradient;
    Matrix action_gradient;
    Matrix label_gradient;
    Matrix label_state_gradient;
    Matrix context_gradient;
    NodeProducts product_gradient;
    Matrix vector_gradient;
  };

  void score_states(const Parameters& parameters, std::span<const StateRecord> states,
                    Trace& trace) const;
  /// Scores the arcs of the states scored last.
  void score_arcs(const Parameters& parameters, std::span<const ArcRecord> arcs,
                  Trace& trace) const;

  /// Adds to the gradient of a loss, whose derivative by the scores is minus the coefficients for
  /// states, and `trace.label_gradient` for arcs. The states and arcs must have been scored, and
  /// belong to the sentences with these products. Then sets `trace.vector_gradient`.
  void backward(const Parameters& parameters, std::span<const StateRecord> states,
                std::span<const ArcRecord> arcs, const Matrix& vectors,
                const NodeProducts& products, Trace& trace, Gradient& gradient) const;

  /// Draws its dropout masks.
  void draw(double rate, Random& random, SentenceMasks& masks) const;

  /// The column of an action in the scores.
  [[nodiscard]] std::size_t column(Action action) const {
    return columns_[static_cast<std::size_t>(action)];
  }

 private:
  void normalize(const StateRecord& state, float* scores) const;
  void back_to_scores(std::span<const StateRecord> states, Trace& trace) const;
  void back_from_arcs(const Parameters& parameters, std::span<const ArcRecord> arcs, Trace& trace,
                      Gradient& gradient) const;
  void back_from_states(std::span<const StateRecord> states, Trace& trace,
                        Gradient& gradient) const;
  /// Index of a label vector: those of one label are together, so that new labels come last.
  [[nodiscard]] std::size_t label_row(std::size_t place, Label label) const {
    return static_cast<std::size_t>(label + 1) * seen_labels_ + place;
  }

  /// The part of vectors that comes from tags.
  [[nodiscard]] RowView tags_of(const Matrix& vectors) const {
    return {vectors.row(0) + tags_.begin, vectors.rows(), tags_.size, vectors.columns()};
  }

  WordReader::Tags tags_;
  std::size_t roles_;
  std::size_t tagged_;
  std::size_t seen_labels_;
  std::size_t units_;
  std::size_t label_units_;
  std::size_t labels_;
  bool normalized_;
  std::array<std::size_t, kActionCount> columns_{};
  Block missing_;
  Block from_roles_;
  Block from_tags_;
  Block from_labels_;
  Block bias_;
  LinearLayer second_;
  LinearLayer actions_;
  Block from_arcs_;
  Block from_state_;
  Block arc_bias_;
  LinearLayer label_scores_;
};

}  // namespace panarc
