#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/ensemble.h"
#include "model/model.h"

namespace panarc {

/// What the names of the sections of others begin with, in a file of its own or beside a parser.
inline constexpr const char* kTaggerPrefix = "tagger.";
inline constexpr const char* kSegmenterPrefix = "segmenter.";

/// A trained parser, as a file holds it: one model, or several that vote. Copies are cheap.
class AnyModel {
 public:
  // NOLINTBEGIN(google-explicit-constructor): each of them is one
  AnyModel(Model model) : value_(std::move(model)) {}
  AnyModel(Ensemble ensemble) : value_(std::move(ensemble)) {}
  // NOLINTEND(google-explicit-constructor)

  /// Whether a file holds a parser.
  static bool is_in(const ModelFile& file);
  /// Throws Error if the file is not a model, or not one that this program can use.
  static AnyModel load(const std::string& path);
  /// The same from memory; `name` stands for the file in messages. The bytes are copied.
  static AnyModel load(std::span<const std::byte> bytes, const std::string& name);
  static AnyModel load(const std::shared_ptr<const ModelFile>& file);

  void save(const std::string& path) const;
  /// Adds its sections to a file that holds others as well.
  void add_to(ModelFileWriter& writer) const;
  /// The bytes of its file.
  [[nodiscard]] std::string bytes() const;

  /// Nothing if it is an ensemble.
  [[nodiscard]] const Model* single() const { return std::get_if<Model>(&value_); }
  /// Nothing if it is a single model.
  [[nodiscard]] const Ensemble* ensemble() const { return std::get_if<Ensemble>(&value_); }
  /// All models in it.
  [[nodiscard]] std::span<const Model> members() const;

  [[nodiscard]] AnyModel with_delexicalized(bool delexicalized) const;
  [[nodiscard]] AnyModel with_calibration(const std::optional<Calibration>& calibration) const;
  [[nodiscard]] AnyModel with_report(const std::string& report) const;

  [[nodiscard]] const std::string& report() const;
  [[nodiscard]] const std::optional<Calibration>& calibration() const;
  [[nodiscard]] bool is_labelled() const;
  [[nodiscard]] const std::vector<std::string>& labels() const;
  /// Where ROOT stands among the words of a text; where members differ, for the first of them.
  [[nodiscard]] RootPosition root_in_text() const;
  /// How many hypotheses each member keeps, at least.
  [[nodiscard]] std::size_t beam() const;
  /// The tags that it chooses from; none if it chooses no tags.
  [[nodiscard]] const std::vector<std::string>& tags() const {
    return members().front().options().tags;
  }
  /// Scores of trees times this can be compared from one model to the next of its kind.
  [[nodiscard]] double unit() const;

 private:
  [[nodiscard]] ModelFileWriter written() const;

  std::variant<Model, Ensemble> value_;
};

}  // namespace panarc
