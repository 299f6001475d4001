#include "scorer/network/state_network.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scorer/network/dropout.h"
#include "scorer/network/kernels.h"

namespace panarc {

StateNetwork::StateNetwork(ParameterLayout& layout, const NetworkSizes& sizes,
                           const WordReader& words, const StateView& view, Output output)
    : tags_(words.tags()),
      roles_(view.roles()),
      tagged_(view.tagged()),
      seen_labels_(output.labels == 0 ? 0 : view.labels()),
      units_(sizes.state),
      label_units_(sizes.label),
      labels_(output.labels),
      normalized_(output.normalized) {
  std::size_t actions = 0;
  for (const Action action : view.actions()) {
    columns_[static_cast<std::size_t>(action)] = actions++;
  }
  const auto range = [&](std::size_t summed, std::size_t units) {
    return static_cast<float>(std::sqrt(6.0 / static_cast<double>(summed + units)));
  };
  constexpr float kMissing = 0.1F;
  const std::size_t vector_size = words.outputs();
  const std::size_t summed = roles_ * vector_size + tagged_ * tags_.size;
  missing_ = layout.add_vector(vector_size, kMissing);
  from_roles_ = layout.add_matrix(vector_size, roles_ * units_, range(summed, units_));
  if (tagged_ > 0) {
    from_tags_ = layout.add_matrix(tags_.size, tagged_ * units_, range(summed, units_));
  }
  if (seen_labels_ > 0) {
    from_labels_ = layout.add_vectors((labels_ + 1) * seen_labels_, units_, kMissing);
  }
  bias_ = layout.add_vector(units_);
  second_ = LinearLayer(layout, units_, sizes.state_second);
  actions_ = LinearLayer(layout, sizes.state_second, actions);
  if (labels_ == 0) return;
  from_arcs_ =
      layout.add_matrix(vector_size, 2 * label_units_, range(2 * vector_size, label_units_));
  if (!sizes.read_sentences()) from_state_ = layout.add_matrix(units_, label_units_);
  arc_bias_ = layout.add_vector(label_units_);
  label_scores_ = LinearLayer(layout, label_units_, labels_);
}

void StateNetwork::multiply(const Parameters& parameters, Matrix& vectors,
                            NodeProducts& products) const {
  vectors.append(parameters.vector(missing_));
  multiply_nodes(parameters, vectors, products);
  if (tagged_ > 0) multiply_tags(parameters, tags_of(vectors), products.tags);
  products.missing = products.missing_tags = vectors.rows() - 1;
}

void StateNetwork::multiply_nodes(const Parameters& parameters, const RowView& vectors,
                                  NodeProducts& products) const {
  set_product(vectors, parameters.packed(from_roles_), products.roles);
  if (labels_ > 0) set_product(vectors, parameters.packed(from_arcs_), products.labels);
}

void StateNetwork::multiply_tags(const Parameters& parameters, const RowView& vectors,
                                 Matrix& tags) const {
  set_product(vectors, parameters.packed(from_tags_), tags);
}

void StateNetwork::score_states(const Parameters& parameters, std::span<const StateRecord> states,
                                Trace& trace) const {
  trace.state.resize(states.size(), units_);
  set_rows(parameters.vector(bias_), trace.state);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const SentenceProducts& sentence = states[i].sentence;
    float* const sum = trace.state.row(i);
    for (std::size_t role = 0; role < roles_; ++role) {
      const float* const added = sentence.all->roles.row(sentence.row(states[i].seen.nodes[role]));
      kernels().add(added + role * units_, sum, units_);
    }
    for (std::size_t role = 0; role < tagged_; ++role) {
      const std::size_t row = sentence.tag_row(states[i].seen.tagged[role]);
      kernels().add(sentence.all->tags.row(row) + role * units_, sum, units_);
    }
    for (std::size_t place = 0; place < seen_labels_; ++place) {
      const std::size_t row = label_row(place, states[i].seen.labels[place]);
      kernels().add(parameters.row(from_labels_, row), sum, units_);
    }
    kernels().leaky_relu(sum, units_);
    if (sentence.masks != nullptr) kernels().scale(sentence.masks->state.data(), sum, units_);
  }
  second_.forward(parameters, trace.state, trace.second);
  kernels().leaky_relu(trace.second.row(0), trace.second.values().size());
  actions_.forward(parameters, trace.second, trace.actions);
  if (!normalized_) return;
  for (std::size_t i = 0; i < states.size(); ++i) normalize(states[i], trace.actions.row(i));
}

/// Makes scores of different states additive and comparable.
void StateNetwork::normalize(const StateRecord& state, float* scores) const {
  double most = -std::numeric_limits<double>::infinity();
  for (const Action action : state.legal) {
    most = std::max(most, static_cast<double>(scores[column(action)]));
  }
  double sum = 0;
  for (const Action action : state.legal) {
    sum += std::exp(static_cast<double>(scores[column(action)]) - most);
  }
  const double log_sum = most + std::log(sum);
  for (const Action action : state.legal) {
    float& score = scores[column(action)];
    score = static_cast<float>(static_cast<double>(score) - log_sum);
  }
}

void StateNetwork::score_arcs(const Parameters& parameters, std::span<const ArcRecord> arcs,
                              Trace& trace) const {
  trace.label_state.resize(arcs.size(), label_units_);
  set_rows(parameters.vector(arc_bias_), trace.label_state);
  const bool sees_state = from_state_.size() > 0;
  if (sees_state) set_product(trace.state, parameters.packed(from_state_), trace.context);
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const SentenceProducts& sentence = arcs[i].sentence;
    float* const sum = trace.label_state.row(i);
    const Matrix& products = sentence.all->labels;
    kernels().add(products.row(sentence.row(arcs[i].arc.head)), sum, label_units_);
    kernels().add(products.row(sentence.row(arcs[i].arc.dependent)) + label_units_, sum,
                  label_units_);
    if (sees_state) kernels().add(trace.context.row(arcs[i].state), sum, label_units_);
    kernels().leaky_relu(sum, label_units_);
    if (sentence.masks != nullptr) {
      kernels().scale(sentence.masks->label.data(), sum, label_units_);
    }
  }
  label_scores_.forward(parameters, trace.label_state, trace.label_scores);
}

/// If scores are log probabilities, raising one lowers all others.
void StateNetwork::back_to_scores(std::span<const StateRecord> states, Trace& trace) const {
  trace.action_gradient.resize_with_zeros(states.size(), actions_.outputs());
  for (std::size_t i = 0; i < states.size(); ++i) {
    float sum = 0;
    for (const Action action : states[i].legal) {
      sum += states[i].coefficients[static_cast<std::size_t>(action)];
    }
    for (const Action action : states[i].legal) {
      const float shared = normalized_ ? std::exp(trace.actions.row(i)[column(action)]) * sum : 0;
      const float coefficient = states[i].coefficients[static_cast<std::size_t>(action)];
      trace.action_gradient.row(i)[column(action)] = shared - coefficient;
    }
  }
}

void StateNetwork::backward(const Parameters& parameters, std::span<const StateRecord> states,
                            std::span<const ArcRecord> arcs, const Matrix& vectors,
                            const NodeProducts& products, Trace& trace, Gradient& gradient) const {
  back_to_scores(states, trace);
  actions_.backward(parameters, trace.second, trace.action_gradient, gradient,
                    trace.second_gradient);
  kernels().leaky_relu_backward(trace.second.row(0), trace.second_gradient.row(0),
                                trace.second.values().size());
  second_.backward(parameters, trace.state, trace.second_gradient, gradient, trace.state_gradient);
  if (labels_ > 0) {
    label_scores_.backward(parameters, trace.label_state, trace.label_gradient, gradient,
                           trace.label_state_gradient);
    trace.product_gradient.labels.resize_with_zeros(products.labels.rows(), 2 * label_units_);
    back_from_arcs(parameters, arcs, trace, gradient);
  }
  trace.product_gradient.roles.resize_with_zeros(products.roles.rows(), roles_ * units_);
  trace.product_gradient.tags.resize_with_zeros(products.roles.rows(), tagged_ * units_);
  back_from_states(states, trace, gradient);

  add_transposed_product(vectors, trace.product_gradient.roles, gradient.rows(from_roles_),
                         gradient.work);
  set_product(trace.product_gradient.roles, parameters.transposed(from_roles_),
              trace.vector_gradient);
  if (labels_ > 0) {
    add_transposed_product(vectors, trace.product_gradient.labels, gradient.rows(from_arcs_),
                           gradient.work);
    add_product(trace.product_gradient.labels, parameters.transposed(from_arcs_),
                trace.vector_gradient);
  }
  if (tagged_ > 0) {
    add_transposed_product(tags_of(vectors), trace.product_gradient.tags, gradient.rows(from_tags_),
                           gradient.work);
    add_product(trace.product_gradient.tags, parameters.transposed(from_tags_),
                {trace.vector_gradient.row(0) + tags_.begin, vectors.columns()});
  }
  kernels().add(trace.vector_gradient.row(vectors.rows() - 1), gradient.of(missing_),
                vectors.columns());
}

void StateNetwork::back_from_arcs(const Parameters& parameters, std::span<const ArcRecord> arcs,
                                  Trace& trace, Gradient& gradient) const {
  const bool saw_state = from_state_.size() > 0;
  if (saw_state) trace.context_gradient.resize_with_zeros(trace.state.rows(), label_units_);
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const SentenceProducts& sentence = arcs[i].sentence;
    float* const of = trace.label_state_gradient.row(i);
    if (sentence.masks != nullptr) kernels().scale(sentence.masks->label.data(), of, label_units_);
    kernels().leaky_relu_backward(trace.label_state.row(i), of, label_units_);
    kernels().add(of, gradient.of(arc_bias_), label_units_);
    Matrix& products = trace.product_gradient.labels;
    kernels().add(of, products.row(sentence.row(arcs[i].arc.head)), label_units_);
    kernels().add(of, products.row(sentence.row(arcs[i].arc.dependent)) + label_units_,
                  label_units_);
    if (saw_state) kernels().add(of, trace.context_gradient.row(arcs[i].state), label_units_);
  }
  if (!saw_state) return;
  add_transposed_product(trace.state, trace.context_gradient, gradient.rows(from_state_),
                         gradient.work);
  add_product(trace.context_gradient, parameters.transposed(from_state_), trace.state_gradient);
}

void StateNetwork::back_from_states(std::span<const StateRecord> states, Trace& trace,
                                    Gradient& gradient) const {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const SentenceProducts& sentence = states[i].sentence;
    float* const of = trace.state_gradient.row(i);
    if (sentence.masks != nullptr) kernels().scale(sentence.masks->state.data(), of, units_);
    kernels().leaky_relu_backward(trace.state.row(i), of, units_);
    kernels().add(of, gradient.of(bias_), units_);
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::size_t row = sentence.row(states[i].seen.nodes[role]);
      kernels().add(of, trace.product_gradient.roles.row(row) + role * units_, units_);
    }
    for (std::size_t role = 0; role < tagged_; ++role) {
      const std::size_t row = sentence.tag_row(states[i].seen.tagged[role]);
      kernels().add(of, trace.product_gradient.tags.row(row) + role * units_, units_);
    }
    for (std::size_t place = 0; place < seen_labels_; ++place) {
      const std::size_t row = label_row(place, states[i].seen.labels[place]);
      kernels().add(of, gradient.of(from_labels_) + row * units_, units_);
    }
  }
}

void StateNetwork::draw(double rate, Random& random, SentenceMasks& masks) const {
  masks.state.resize(units_);
  draw_mask(rate, random, masks.state);
  masks.label.resize(label_units_);
  draw_mask(rate, random, masks.label);
}

}  // namespace panarc
