#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "io/model_file.h"
#include "scorer/network/frozen_parameters.h"
#include "scorer/network/parser_network.h"
#include "scorer/parser_weights.h"

namespace panarc {

/// The parameters of a trained parser's network.
class NetworkWeights final : public ParserWeights {
 public:
  NetworkWeights(std::shared_ptr<const ParserNetwork> network, FrozenParameters parameters);
  /// Uses those of a file, in place. Word vectors may be given. Throws Error if they are invalid.
  static std::shared_ptr<const NetworkWeights> load(
      const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
      const std::string& system, const TransitionClasses& classes, Direction direction,
      const std::shared_ptr<const Embeddings>& given, const std::map<std::string, double>& numbers);

  [[nodiscard]] const ParserNetwork& network() const { return *network_; }
  [[nodiscard]] const Parameters& parameters() const { return frozen_.parameters(); }

  [[nodiscard]] AnyParserScorer make_scorer(std::size_t beam) const override;
  [[nodiscard]] std::unique_ptr<BatchReader> make_reader() const override;
  [[nodiscard]] std::span<const WordColumn> columns() const override { return network_->columns(); }
  [[nodiscard]] std::size_t classes() const override { return network_->shape().classes.size(); }
  [[nodiscard]] std::size_t size() const override { return frozen_.size(); }
  [[nodiscard]] double unit() const override { return 1; }
  [[nodiscard]] std::uint64_t fingerprint() const override { return frozen_.fingerprint(); }
  [[nodiscard]] std::shared_ptr<const ParserWeights> with_templates(
      std::span<const Template> templates) const override;
  [[nodiscard]] std::map<std::string, double> numbers() const override;
  void save(ModelFileWriter& writer, const std::string& prefix) const override;

 private:
  std::shared_ptr<const ParserNetwork> network_;
  FrozenParameters frozen_;
};

}  // namespace panarc
