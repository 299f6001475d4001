#include "model/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "base/json.h"
#include "io/utf8.h"
#include "model/stored_options.h"
#include "panarc/error.h"
#include "scorer/linear/linear_weights.h"
#include "scorer/network/network_weights.h"
#include "scorer/user/user_weights.h"
#include "scorer/vote/action_votes.h"

namespace panarc {
namespace {

constexpr const char* kOptionsSection = "options";
constexpr const char* kReportSection = "report";
constexpr const char* kCalibrationSection = "calibration";
constexpr const char* kLabelsSection = "labels";
constexpr const char* kWordsSection = "words";
constexpr const char* kTagsSection = "tags";
constexpr const char* kEmbeddingWordsSection = "embeddings.words";
constexpr const char* kEmbeddingVectorsSection = "embeddings.vectors";

/// The result of a function on the text of a section.
template <class Parse>
auto parsed(const ModelFile& file, const std::string& section, Parse&& parse) {
  try {
    return parse(file.text(section));
  } catch (const Error& error) {
    throw Error({file.name(), 0, 0}, fmt::format("the section '{}': {}", section, error.message()));
  }
}

/// Reads the parts of a model from a file, taking nothing for granted.
class Loader {
 public:
  Loader(std::shared_ptr<const ModelFile> file, std::string prefix)
      : file_(std::move(file)), prefix_(std::move(prefix)) {}

  /// What can be read without any part of a user.
  Model::Parts describe() {
    read_options();
    read_labels();
    parts_.report = parsed(*file_, prefix_ + kReportSection, indented_json);
    try {
      missing_ = missing_parts(parts_.options);
    } catch (const Error& error) {
      throw Error({file_->name(), 0, 0}, error.message());
    }
    return std::move(parts_);
  }

  Model::Parts load(std::shared_ptr<const Embeddings> embeddings) {
    parts_ = describe();
    check_parts();
    check();
    parts_.embeddings = std::move(embeddings);
    if (file_->has(prefix_ + kCalibrationSection)) {
      parts_.calibration = parsed(*file_, prefix_ + kCalibrationSection, Calibration::from_json);
    }
    try {
      read_words();
      read_embeddings();
      parts_.weights = read_weights();
    } catch (const Error& error) {
      throw Error({file_->name(), 0, 0}, error.message());
    }
    return std::move(parts_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error({file_->name(), 0, 0}, "the options are invalid: " + what);
  }

  void read_options() {
    const StoredOptions stored =
        parsed(*file_, prefix_ + kOptionsSection, stored_options_from_json);
    parts_.options = stored.model;
    parts_.labels.under_root = stored.labels_under_root;
    numbers_ = stored.numbers;
  }

  void read_labels() {
    SectionReader reader = file_->reader(prefix_ + kLabelsSection);
    parts_.labels.names = reader.read_strings();
    reader.finish();
  }

  void check_parts() const {
    if (missing_.empty()) return;
    throw Error({file_->name(), 0, 0},
                fmt::format("the model needs {}; register it before the model is loaded "
                            "(panarc/extend.h)",
                            fmt::join(missing_, " and ")));
  }

  void check() const {
    try {
      check_system(parts_.options);
    } catch (const Error& error) {
      fail(error.message());
    }
    const ModelOptions& options = parts_.options;
    const LabelNames& labels = parts_.labels;
    if (options.beam < 1 || options.beam > kWidestBeam) fail("the size of the beam");
    const auto count = static_cast<Label>(labels.names.size());
    if (labels.under_root < 0 || labels.under_root > count) fail("the number of labels of ROOT");
    if (options.labels != LabelMode::kNone && count == 0) fail("there are no labels");
    check_names(labels.names, "label");
    check_names(options.tags, "tag");
    if (!options.tags.empty() && options.scorer != ScorerKind::kLinear) {
      fail("a network cannot choose tags");
    }
  }

  void check_names(std::span<const std::string> names, const char* what) const {
    for (const std::string& name : names) {
      if (name.empty() || name.find_first_of("\t\n\r") != std::string::npos ||
          !is_valid_utf8(name)) {
        fail(fmt::format("a {} that cannot be written", what));
      }
    }
  }

  void read_words() {
    auto words = WordSet::over(file_->array<std::uint64_t>(prefix_ + kWordsSection));
    parts_.words = keep_with_file(std::move(words));
    if (!file_->has(prefix_ + kTagsSection)) return;
    parts_.tags =
        keep_with_file(WordSet::over(file_->array<std::uint64_t>(prefix_ + kTagsSection)));
  }

  void read_embeddings() {
    if (!file_->has(prefix_ + kEmbeddingWordsSection)) return;
    parts_.embeddings = keep_with_file(
        Embeddings::over(file_->array<Embeddings::Entry>(prefix_ + kEmbeddingWordsSection),
                         file_->array<float>(prefix_ + kEmbeddingVectorsSection)));
  }

  /// The weights of several scorers that vote on actions, or of one.
  [[nodiscard]] std::shared_ptr<const ParserWeights> read_weights() const {
    const auto votes = numbers_.find(ActionVotes::kCountNumber);
    if (votes == numbers_.end()) return read_weights(prefix_, numbers_);
    const double count = votes->second;
    if (!(count >= 1 && count <= ActionVotes::kMostMembers)) fail("the number of votes");
    std::vector<ActionVotes::Member> members(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string prefix = ActionVotes::prefix(i);
      std::map<std::string, double> numbers;
      for (const auto& [name, number] : numbers_) {
        if (name.starts_with(prefix)) numbers[name.substr(prefix.size())] = number;
      }
      members[i].factor = numbers[ActionVotes::kFactorNumber];
      members[i].weights = read_weights(prefix_ + prefix, numbers);
    }
    return std::make_shared<const ActionVotes>(std::move(members));
  }

  [[nodiscard]] std::shared_ptr<const ParserWeights> read_weights(
      const std::string& prefix, const std::map<std::string, double>& numbers) const {
    const ModelOptions& options = parts_.options;
    const TransitionClasses classes = classes_of(options, parts_.labels);
    if (options.scorer != ScorerKind::kLinear) {
      auto weights = NetworkWeights::load(file_, prefix, options.system, classes, options.direction,
                                          parts_.embeddings, numbers);
      const bool reads_sentences = weights->network().shape().sizes.read_sentences();
      if (reads_sentences != (options.scorer == ScorerKind::kRecurrent)) {
        fail("the network is not of the kind given in the options");
      }
      return weights;
    }
    if (!options.classifier.empty()) {
      return UserWeights::load(*file_, prefix, classifier_parser(options, parts_.labels));
    }
    const auto scale = numbers.find(LinearWeights::kScaleNumber);
    if (scale == numbers.end()) fail("the scale of the weights is missing");
    return LinearWeights::load(file_, prefix, {templates_of(options), parts_.embeddings},
                               classes.size(), scale->second);
  }

  /// Keeps the file alive as long as a value that refers to it.
  template <class Value>
  std::shared_ptr<const Value> keep_with_file(Value value) const {
    struct Pair {
      std::shared_ptr<const ModelFile> file;
      Value value;
    };
    const auto pair = std::make_shared<const Pair>(file_, std::move(value));
    return {pair, &pair->value};
  }

  std::shared_ptr<const ModelFile> file_;
  std::string prefix_;
  Model::Parts parts_;
  std::map<std::string, double> numbers_;
  std::vector<std::string> missing_;
};

}  // namespace

bool Model::is_in(const ModelFile& file, const std::string& prefix) {
  return file.has(prefix + kOptionsSection);
}

Model Model::load(const std::string& path) {
  return load(std::make_shared<const ModelFile>(ModelFile::open(path)), "");
}

Model Model::load(std::span<const std::byte> bytes, const std::string& name) {
  return load(std::make_shared<const ModelFile>(ModelFile::from_memory(bytes, name)), "");
}

Model Model::load(std::shared_ptr<const ModelFile> file, const std::string& prefix,
                  std::shared_ptr<const Embeddings> embeddings) {
  return Model(Loader(std::move(file), prefix).load(std::move(embeddings)));
}

Model Model::describe(std::shared_ptr<const ModelFile> file, const std::string& prefix) {
  return Model(Loader(std::move(file), prefix).describe());
}

void Model::save(const std::string& path) const {
  ModelFileWriter writer;
  add_to(writer, "");
  writer.write(path);
}

std::string Model::bytes() const {
  ModelFileWriter writer;
  add_to(writer, "");
  return writer.bytes();
}

void Model::add_to(ModelFileWriter& writer, const std::string& prefix, bool with_embeddings) const {
  writer.add(prefix + kOptionsSection,
             to_json({parts_.options, parts_.labels.under_root, parts_.weights->numbers()}));
  writer.add(prefix + kReportSection, parts_.report);
  if (parts_.calibration) writer.add(prefix + kCalibrationSection, parts_.calibration->json());
  SectionWriter labels;
  labels.write_strings(parts_.labels.names);
  writer.add(prefix + kLabelsSection, labels.bytes());
  writer.add(prefix + kWordsSection, std::as_bytes(parts_.words->slots()));
  if (parts_.tags) writer.add(prefix + kTagsSection, std::as_bytes(parts_.tags->slots()));
  parts_.weights->save(writer, prefix);
  if (parts_.embeddings && with_embeddings) {
    writer.add(prefix + kEmbeddingWordsSection, std::as_bytes(parts_.embeddings->entries()));
    writer.add(prefix + kEmbeddingVectorsSection, std::as_bytes(parts_.embeddings->vectors()));
  }
}

Model Model::with_report(std::string report) const {
  Parts parts = parts_;
  parts.report = std::move(report);
  return Model(std::move(parts));
}

Model Model::with_weights(std::shared_ptr<const ParserWeights> weights) const {
  Parts parts = parts_;
  parts.weights = std::move(weights);
  return Model(std::move(parts));
}

Model Model::with_calibration(std::optional<Calibration> calibration) const {
  Parts parts = parts_;
  parts.calibration = calibration;
  return Model(std::move(parts));
}

Model Model::with_delexicalized(bool delexicalized) const {
  Parts parts = parts_;
  parts.options.delexicalized = delexicalized;
  parts.weights = parts_.weights->with_templates(templates_of(parts.options));
  return Model(std::move(parts));
}

}  // namespace panarc
