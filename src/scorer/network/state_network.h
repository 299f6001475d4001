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

/// Products of the vectors of nodes with matrices, which are found once per node and added up for
/// each state and arc. Those of a node that is not there come last.
struct NodeProducts {
  Matrix roles;   ///< for each role, what the node adds to the units that see a state
  Matrix labels;  ///< what it adds to the units that see an arc, as head and as dependent
};

/// The products of one sentence.
struct SentenceProducts {
  const NodeProducts* all = nullptr;
  std::size_t first = 0;  ///< the row of ROOT
  const SentenceMasks* masks = nullptr;

  /// The row of a node, or of one that is not there.
  [[nodiscard]] std::size_t row(Node node) const {
    return node == kNoHead ? all->roles.rows() - 1 : first + static_cast<std::size_t>(node);
  }
};

/// A state to be scored, or to be learned from.
struct StateRecord {
  SentenceProducts sentence;
  StateView::Nodes nodes{};
  ActionSet legal;
  /// By action: by how much its score is to rise.
  std::array<float, kActionCount> coefficients{};
};

/// An arc whose labels are to be scored, or learned from.
struct ArcRecord {
  SentenceProducts sentence;
  Arc arc;
};

/// From the vectors of nodes to the scores of actions and labels. A state is what its nodes add up
/// to, each in its role, with another layer above it; an arc is what its head and its dependent add
/// up to.
class StateNetwork {
 public:
  /// Labels may be none.
  StateNetwork(ParameterLayout& layout, const NetworkSizes& sizes, std::size_t vector_size,
               const StateView& view, std::size_t labels);

  [[nodiscard]] std::size_t labels() const { return labels_; }

  /// `vectors` get a last row, for a node that is not there.
  void multiply(const Parameters& parameters, Matrix& vectors, NodeProducts& products) const;

  struct Trace {
    Matrix state;        ///< after the leaky ReLU and the mask
    Matrix second;       ///< after the leaky ReLU
    Matrix actions;      ///< log probabilities; of actions that are not legal, anything
    Matrix label_state;  ///< of arcs, after the leaky ReLU and the mask
    Matrix label_scores;

    Matrix state_gradient;
    Matrix second_gradient;
    Matrix action_gradient;
    Matrix label_gradient;
    Matrix label_state_gradient;
    NodeProducts product_gradient;
    Matrix vector_gradient;
  };

  void score_states(const Parameters& parameters, std::span<const StateRecord> states,
                    Trace& trace) const;
  void score_arcs(const Parameters& parameters, std::span<const ArcRecord> arcs,
                  Trace& trace) const;

  /// Adds to the gradient of a loss, whose slope in scores is minus the coefficients of states, and
  /// of arcs what is in `trace.label_gradient`. States and arcs, which were scored, are of the
  /// sentences with these products. Then sets `trace.vector_gradient`.
  void backward(const Parameters& parameters, std::span<const StateRecord> states,
                std::span<const ArcRecord> arcs, const Matrix& vectors,
                const NodeProducts& products, Trace& trace, Gradient& gradient) const;

  /// Draws the masks that concern it.
  void draw(double rate, Random& random, SentenceMasks& masks) const;

  /// The column of an action among the scores.
  [[nodiscard]] std::size_t column(Action action) const {
    return columns_[static_cast<std::size_t>(action)];
  }

 private:
  void normalize(const StateRecord& state, float* scores) const;
  void back_to_scores(std::span<const StateRecord> states, Trace& trace) const;
  void back_to_products(std::span<const StateRecord> states, std::span<const ArcRecord> arcs,
                        Trace& trace, Gradient& gradient) const;

  std::size_t roles_;
  std::size_t units_;
  std::size_t label_units_;
  std::size_t labels_;
  std::array<std::size_t, kActionCount> columns_{};
  Block missing_;
  Block from_roles_;
  Block bias_;
  LinearLayer second_;
  LinearLayer actions_;
  Block from_arcs_;
  Block arc_bias_;
  LinearLayer label_scores_;
};

}  // namespace panarc
