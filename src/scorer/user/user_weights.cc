#include "scorer/user/user_weights.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "extend/registry.h"
#include "io/model_file.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kSection = "classifier";

Registry<ClassifierFactory>& registry() {
  static Registry<ClassifierFactory> all("classifier", "register_classifier");
  return all;
}

std::unique_ptr<UserClassifier> make_classifier(const ClassifierParser& parser) {
  auto classifier = (*registry().get(parser.name))(parser.setup);
  if (classifier == nullptr) throw Error("the classifier " + parser.name + " could not be made");
  return classifier;
}

/// What is in the section of a classifier.
std::string_view text_of(const ModelFile& file, const std::string& prefix) {
  return file.text(prefix + kSection);
}

/// What sentences ask of a classifier.
class ClassifierChanges final : public Changes {
 public:
  void clear() override { list.clear(); }
  [[nodiscard]] bool empty() const override { return list.empty(); }
  void write(SectionWriter& writer) const override {
    writer.write(static_cast<std::uint64_t>(list.size()));
    for (const ClassifierUpdate& update : list) {
      writer.write_all(std::span<const std::uint64_t>(update.seen));
      writer.write(static_cast<std::uint64_t>(update.changes.size()));
      for (const auto& change : update.changes) {
        writer.write(change.cls);
        writer.write(change.by);
      }
    }
  }
  void read(SectionReader& reader) override {
    list.clear();
    for (auto left = reader.read<std::uint64_t>(); left > 0; --left) {
      ClassifierUpdate& update = list.emplace_back();
      update.seen = reader.read_all<std::uint64_t>();
      for (auto more = reader.read<std::uint64_t>(); more > 0; --more) {
        auto& change = update.changes.emplace_back();
        change.cls = reader.read<std::uint32_t>();
        change.by = reader.read<float>();
      }
    }
  }

  std::vector<ClassifierUpdate> list;
};

std::vector<ClassifierUpdate>& list_of(Changes& changes) {
  return static_cast<ClassifierChanges&>(changes).list;
}

/// Shows states to a classifier; in training, collects what it should learn of them.
class UserScorer final : public LearningScorer<ParseState, EncodedSentence> {
 public:
  UserScorer(const ClassifierParser& parser, const FeaturePlan& plan,
             const UserClassifier& classifier)
      : parser_(parser), plan_(plan), classifier_(classifier), keys_(plan.key_count()) {}

  void begin(const EncodedSentence& words) override { words_ = &words; }
  std::span<const float* const> score(std::span<const ParseState* const> states) override {
    const std::size_t classes = parser_.setup.classes.size();
    scores_.assign(states.size() * classes, 0);
    rows_.clear();
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::span row(scores_.data() + i * classes, classes);
      look(*states[i], seen_);
      classifier_.score(seen_, row);
      rows_.push_back(row.data());
    }
    return rows_;
  }
  void forget() override {}
  void learn(const Update<ParseState>& update, Changes& changes) override {
    std::vector<ClassifierUpdate>& list = list_of(changes);
    std::optional<std::uint32_t> last;
    for (const auto& term : update.terms()) {
      if (last != term.state) look(update.state(term.state), list.emplace_back().seen);
      last = term.state;
      list.back().changes.push_back({term.cls, term.coefficient});
    }
  }

 private:
  void look(const ParseState& state, std::vector<std::uint64_t>& seen) {
    plan_.gather(state, *words_, scratch_);
    std::size_t count = 0;
    for (std::size_t group = 0; group < plan_.group_count(); ++group) {
      count += plan_.keys(group, scratch_, keys_.data() + count);
    }
    seen.clear();
    classifier_.look(ParseView(state, *words_), std::span(keys_).first(count), seen);
  }

  const ClassifierParser& parser_;
  const FeaturePlan& plan_;
  const UserClassifier& classifier_;
  const EncodedSentence* words_ = nullptr;
  FeaturePlan::Scratch scratch_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint64_t> seen_;
  std::vector<float> scores_;
  std::vector<const float*> rows_;
};

}  // namespace

void register_classifier(const std::string& name, ClassifierFactory factory) {
  registry().add(name, std::make_shared<const ClassifierFactory>(std::move(factory)));
}

bool has_classifier(std::string_view name) { return registry().find(name) != nullptr; }
void check_classifier(std::string_view name) { (void)registry().get(name); }

void UserClassifier::look(const ParseView& /*state*/, std::span<const std::uint64_t> features,
                          std::vector<std::uint64_t>& seen) const {
  seen.assign(features.begin(), features.end());
}

ClassifierInput::ClassifierInput(std::span<const Template> templates)
    : plan(templates), columns(plan.columns().begin(), plan.columns().end()) {
  const auto is_of_texts = [](const WordColumn& c) { return c.attribute == Attribute::kFunction; };
  if (std::ranges::none_of(columns, is_of_texts)) columns.push_back({Attribute::kFunction, 0, ""});
}

UserWeights::UserWeights(ClassifierParser parser, std::string_view bytes)
    : parser_(std::move(parser)),
      input_(parser_.templates),
      classifier_(make_classifier(parser_)),
      bytes_(bytes) {
  classifier_->load(bytes_);
}

std::shared_ptr<const UserWeights> UserWeights::load(const ModelFile& file,
                                                     const std::string& prefix,
                                                     ClassifierParser parser) {
  return std::make_shared<const UserWeights>(std::move(parser), text_of(file, prefix));
}

AnyParserScorer UserWeights::make_scorer(std::size_t /*beam*/) const {
  return std::make_unique<UserScorer>(parser_, input_.plan, *classifier_);
}

std::uint64_t UserWeights::fingerprint() const {
  return model_checksum(std::as_bytes(std::span(bytes_)));
}

std::shared_ptr<const ParserWeights> UserWeights::with_templates(
    std::span<const Template> templates) const {
  ClassifierParser parser = parser_;
  parser.templates.assign(templates.begin(), templates.end());
  return std::make_shared<const UserWeights>(std::move(parser), bytes_);
}

void UserWeights::save(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kSection, bytes_);
}

UserLearner::UserLearner(ClassifierParser parser)
    : parser_(std::move(parser)),
      input_(parser_.templates),
      classifier_(make_classifier(parser_)) {}

std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> UserLearner::make_scorer(
    std::size_t /*beam*/) const {
  return std::make_unique<UserScorer>(parser_, input_.plan, *classifier_);
}

std::shared_ptr<const ParserWeights> UserLearner::freeze() const {
  return std::make_shared<const UserWeights>(parser_, classifier_->save_for_scoring());
}

void UserLearner::take_over(const ParserWeights& before, std::span<const std::uint32_t> classes) {
  load_same(dynamic_cast<const UserWeights&>(before).bytes(), classes);
}

void UserLearner::continue_from(const ParserLearner& before,
                                std::span<const std::uint32_t> classes) {
  load_same(dynamic_cast<const UserLearner&>(before).classifier_->save(), classes);
}

/// Loads a classifier whose class i is class `classes[i]` here. Throws Error if there are others.
void UserLearner::load_same(std::string_view bytes, std::span<const std::uint32_t> classes) {
  std::vector<std::uint32_t> same(parser_.setup.classes.size());
  std::iota(same.begin(), same.end(), 0U);
  if (!std::ranges::equal(classes, same)) {
    throw Error("the classifier " + parser_.name +
                " cannot learn new relations: the training data has some that it lacks");
  }
  classifier_->load(bytes);
}

std::unique_ptr<Changes> UserLearner::make_changes() const {
  return std::make_unique<ClassifierChanges>();
}

void UserLearner::apply(std::span<const std::unique_ptr<Changes>> sentences, Team& /*team*/) {
  for (const auto& sentence : sentences) classifier_->update(list_of(*sentence));
}

void UserLearner::apply_at_once(Changes& changes) {
  classifier_->update(list_of(changes));
  changes.clear();
}

void UserLearner::save(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kSection, classifier_->save());
}

void UserLearner::load(const ModelFile& file, const std::string& prefix) {
  classifier_->load(text_of(file, prefix));
}

}  // namespace panarc
