#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/ensemble.h"
#include "model/model.h"

namespace panarc {

/// A trained parser as stored in a file: one model, or several that vote. Copies are cheap.
class AnyModel {
 public:
  // NOLINTBEGIN(google-explicit-constructor): each of them is one
  AnyModel(Model model) : value_(std::move(model)) {}
  AnyModel(Ensemble ensemble) : value_(std::move(ensemble)) {}
  // NOLINTEND(google-explicit-constructor)

  /// Whether a file contains a parser.
  static bool is_in(const ModelFile& file);
  /// Throws Error if the file is not a model, or not one that this program can use.
  static AnyModel load(const std::string& path);
  /// Loads a model from memory, which is copied; `name` is used as the file name in messages.
  static AnyModel load(std::span<const std::byte> bytes, const std::string& name);
  static AnyModel load(const std::shared_ptr<const ModelFile>& file);

  void save(const std::string& path) const;
  /// Adds the sections of the model to a file that may contain others.
  void add_to(ModelFileWriter& writer) const;
  /// The bytes that save() writes.
  [[nodiscard]] std::string bytes() const;

  /// The model, or null if this is an ensemble.
  [[nodiscard]] const Model* single() const { return std::get_if<Model>(&value_); }
  /// The ensemble, or null if this is a single model.
  [[nodiscard]] const Ensemble* ensemble() const { return std::get_if<Ensemble>(&value_); }
  /// The members of an ensemble, or the single model.
  [[nodiscard]] std::span<const Model> members() const;

  [[nodiscard]] AnyModel with_delexicalized(bool delexicalized) const;
  [[nodiscard]] AnyModel with_calibration(const std::optional<Calibration>& calibration) const;
  [[nodiscard]] AnyModel with_report(const std::string& report) const;

  [[nodiscard]] const std::string& report() const;
  [[nodiscard]] const std::optional<Calibration>& calibration() const;
  [[nodiscard]] bool is_labelled() const;
  [[nodiscard]] const std::vector<std::string>& labels() const;
  /// The position of ROOT relative to the words of a text; if members differ, that of the first.
  [[nodiscard]] RootPosition root_in_text() const;
  /// The smallest beam of its members.
  [[nodiscard]] std::size_t beam() const;
  /// The tags it chooses from; none if it does not choose tags.
  [[nodiscard]] const std::vector<std::string>& tags() const {
    return members().front().options().tags;
  }
  /// Scores of trees multiplied by this are comparable between models of the same kind.
  [[nodiscard]] double unit() const;

 private:
  [[nodiscard]] ModelFileWriter written() const;

  std::variant<Model, Ensemble> value_;
};

}  // namespace panarc
