#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "feature/plan.h"
#include "feature/template.h"
#include "panarc/extend.h"
#include "scorer/parser_weights.h"

namespace panarc {

/// What a parser with a user's classifier is made for.
struct ClassifierParser {
  /// By which the classifier was registered.
  std::string name;
  ClassifierSetup setup;
  std::vector<Template> templates;
};

/// What a classifier sees: features, and the texts of words.
struct ClassifierInput {
  FeaturePlan plan;
  std::vector<WordColumn> columns;

  explicit ClassifierInput(std::span<const Template> templates);
};

bool has_classifier(std::string_view name);
/// Throws Error if no classifier of that name is registered.
void check_classifier(std::string_view name);

/// A trained classifier of a user's own.
class UserWeights final : public ParserWeights {
 public:
  /// Throws Error if no classifier of that name is registered, or if it rejects the bytes.
  UserWeights(ClassifierParser parser, std::string_view bytes);
  static std::shared_ptr<const UserWeights> load(const ModelFile& file, const std::string& prefix,
                                                 ClassifierParser parser);

  [[nodiscard]] AnyParserScorer make_scorer(std::size_t beam) const override;
  [[nodiscard]] std::span<const WordColumn> columns() const override { return input_.columns; }
  [[nodiscard]] std::size_t classes() const override { return parser_.setup.classes.size(); }
  [[nodiscard]] std::size_t size() const override { return classifier_->size(); }
  [[nodiscard]] double unit() const override { return 1; }
  [[nodiscard]] std::uint64_t fingerprint() const override;
  [[nodiscard]] std::shared_ptr<const ParserWeights> with_templates(
      std::span<const Template> templates) const override;
  [[nodiscard]] std::map<std::string, double> numbers() const override { return {}; }
  void save(ModelFileWriter& writer, const std::string& prefix) const override;

  /// What the classifier was loaded from.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  ClassifierParser parser_;
  ClassifierInput input_;
  std::unique_ptr<UserClassifier> classifier_;
  std::string bytes_;
};

/// A user's classifier in training.
class UserLearner final : public ParserLearner, public Learner {
 public:
  /// Throws Error if no classifier of that name is registered.
  explicit UserLearner(ClassifierParser parser);

  // ParserLearner.
  [[nodiscard]] Learner& parameters() override { return *this; }
  [[nodiscard]] std::span<const WordColumn> columns() const override { return input_.columns; }
  [[nodiscard]] std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> make_scorer(
      std::size_t beam) const override;
  [[nodiscard]] std::shared_ptr<const ParserWeights> freeze() const override;
  void take_over(const ParserWeights& before, std::span<const std::uint32_t> classes) override;
  void continue_from(const ParserLearner& before, std::span<const std::uint32_t> classes) override;

  // Learner.
  [[nodiscard]] std::unique_ptr<Changes> make_changes() const override;
  void apply(std::span<const std::unique_ptr<Changes>> sentences, Team& team) override;
  void apply_at_once(Changes& changes) override;
  [[nodiscard]] std::size_t size() const override { return classifier_->size(); }
  void save(ModelFileWriter& writer, const std::string& prefix) const override;
  void load(const ModelFile& file, const std::string& prefix) override;

 private:
  void load_same(std::string_view bytes, std::span<const std::uint32_t> classes);

  ClassifierParser parser_;
  ClassifierInput input_;
  std::unique_ptr<UserClassifier> classifier_;
};

}  // namespace panarc
