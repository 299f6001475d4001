#include "model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/model_options_json.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kOptionsSection = "options";
constexpr const char* kReportSection = "report";
constexpr const char* kLabelsSection = "labels";
constexpr const char* kWordsSection = "words";
constexpr const char* kIndexSection = "weights.index";
constexpr const char* kRowsSection = "weights.rows";
constexpr const char* kEmbeddingWordsSection = "embeddings.words";
constexpr const char* kEmbeddingVectorsSection = "embeddings.vectors";

nlohmann::json read_json(const ModelFile& file, const std::string& section) {
  auto json = nlohmann::json::parse(file.text(section), nullptr, false);
  if (!json.is_discarded()) return json;
  throw Error({file.name(), 0, 0}, fmt::format("the section '{}' is not JSON", section));
}

std::size_t class_count(const ModelOptions& options, const LabelNames& labels) {
  std::size_t count = 0;
  with_system(options.system, [&](auto system) {
    count = TransitionClasses::of<decltype(system)>(options.labels, labels.set()).size();
  });
  return count;
}

}  // namespace

void check_system(const ModelOptions& options) {
  with_system(options.system, [&](auto system) {
    using S = decltype(system);
    if (!allows<S>(options.transitions.root)) {
      throw Error(fmt::format("{} has ROOT {} only", S::kName, S::kRootFirst ? "first" : "last"));
    }
    if (options.transitions.span < 0 || (!kHasSpan<S> && options.transitions.span != 0)) {
      throw Error(fmt::format("{} takes no span; the span systems do", S::kName));
    }
  });
}

std::vector<Template> templates_of(const ModelOptions& options) {
  std::vector<Template> templates = parse_templates(options.features, "features");
  if (options.delexicalized) {
    std::erase_if(templates, [](const Template& feature) {
      return std::any_of(feature.atoms.begin(), feature.atoms.end(),
                         [](const Atom& atom) { return is_lexical(atom.attribute); });
    });
  }
  return templates;
}

Model::Model(Parts parts)
    : options_(std::move(parts.options)),
      labels_(std::move(parts.labels)),
      report_(std::move(parts.report)),
      scale_(parts.scale),
      weights_(std::move(parts.weights)),
      words_(std::move(parts.words)),
      embeddings_(std::move(parts.embeddings)),
      plan_({}),
      table_(weights_.index, weights_.words, parts.classes) {
  make_plan();
}

Model::Model(ModelFile file, const std::string& prefix,
             std::shared_ptr<const Embeddings> embeddings)
    : file_(std::move(file)), embeddings_(std::move(embeddings)), plan_({}) {
  const auto options = read_json(*file_, prefix + kOptionsSection);
  report_ = read_json(*file_, prefix + kReportSection);
  try {
    options_ = options.at("model").get<ModelOptions>();
    labels_.under_root = options.at("labels_under_root").get<Label>();
    scale_ = options.at("scale").get<float>();
  } catch (const nlohmann::json::exception& error) {
    throw Error({file_->name(), 0, 0}, fmt::format("the options make no sense: {}", error.what()));
  }
  // A name that is not known, or a number that is not whole, is not taken for another.
  if (nlohmann::json(options_) != options.at("model")) {
    throw Error({file_->name(), 0, 0}, "the options make no sense: not all of them are known");
  }
  SectionReader labels = file_->reader(prefix + kLabelsSection);
  labels_.names = labels.read_strings();
  labels.finish();
  check();
  try {
    words_ = WordSet::over(file_->array<std::uint64_t>(prefix + kWordsSection));
    if (file_->has(prefix + kEmbeddingWordsSection)) {
      embeddings_ = std::make_shared<const Embeddings>(
          Embeddings::over(file_->array<Embeddings::Entry>(prefix + kEmbeddingWordsSection),
                           file_->array<float>(prefix + kEmbeddingVectorsSection)));
    }
    make_plan();
    table_ =
        Table(file_->array<std::uint32_t>(prefix + kIndexSection),
              file_->array<std::uint32_t>(prefix + kRowsSection), class_count(options_, labels_));
  } catch (const Error& error) {
    throw Error({file_->name(), 0, 0}, error.message());
  }
}

void Model::check() const {
  const auto fail = [&](const std::string& what) {
    throw Error({file_->name(), 0, 0}, "the options make no sense: " + what);
  };
  try {
    check_system(options_);
  } catch (const Error& error) {
    fail(error.message());
  }
  if (options_.beam < 1 || options_.beam > kMaxBeam) fail("the size of the beam");
  if (!std::isfinite(scale_) || scale_ <= 0) fail("the scale of the weights");
  const auto count = static_cast<Label>(labels_.names.size());
  if (labels_.under_root < 0 || labels_.under_root > count) fail("the number of labels of ROOT");
  if (options_.labels != LabelMode::kNone && count == 0) fail("there are no labels");
  for (const std::string& name : labels_.names) {
    if (name.empty() || name.find_first_of("\t\n\r") != std::string::npos) {
      fail("a label that cannot be written");
    }
  }
}

Model Model::load(const std::string& path) { return load(ModelFile::open(path), ""); }

Model Model::load(ModelFile file, const std::string& prefix,
                  std::shared_ptr<const Embeddings> embeddings) {
  return {std::move(file), prefix, std::move(embeddings)};
}

void Model::save(const std::string& path) const {
  ModelFileWriter writer;
  add_to(writer, "");
  writer.write(path);
}

void Model::add_to(ModelFileWriter& writer, const std::string& prefix, bool with_embeddings) const {
  writer.add(prefix + kOptionsSection,
             nlohmann::json{
                 {"model", options_}, {"labels_under_root", labels_.under_root}, {"scale", scale_}}
                 .dump(1));
  writer.add(prefix + kReportSection, report_.dump(1));
  SectionWriter labels;
  labels.write_strings(labels_.names);
  writer.add(prefix + kLabelsSection, labels.bytes());
  writer.add(prefix + kWordsSection, std::as_bytes(words_.slots()));
  writer.add(prefix + kIndexSection, std::as_bytes(table_.index()));
  writer.add(prefix + kRowsSection, std::as_bytes(table_.words()));
  if (embeddings_ && with_embeddings) {
    writer.add(prefix + kEmbeddingWordsSection, std::as_bytes(embeddings_->entries()));
    writer.add(prefix + kEmbeddingVectorsSection, std::as_bytes(embeddings_->vectors()));
  }
}

void Model::set_delexicalized(bool delexicalized) {
  options_.delexicalized = delexicalized;
  make_plan();
}

void Model::make_plan() {
  const std::vector<Template> templates = templates_of(options_);
  if (!embeddings_ && use_embeddings(templates)) {
    throw Error("the templates use `embedding`, and the model has no vectors");
  }
  plan_ = FeaturePlan(templates, embeddings_.get());
}

ModelParser::ModelParser(const Model& model, std::optional<std::size_t> beam)
    : model_(model),
      encoder_(model.plan().columns(), model.words(), model.embeddings()),
      search_(make_search(model.options().system, model.options().labels, model.labels().set(),
                          model.plan(), model.table(), model.options().transitions,
                          beam.value_or(model.options().beam))) {}

void ModelParser::parse(Sentence& sentence) { set(sentence, best(sentence, 1).front()); }

const std::vector<Parse>& ModelParser::best(const Sentence& sentence, std::size_t count) {
  encoder_.encode(sentence, words_);
  search_->parse(words_, count, parses_);
  if (parses_.size() > 1 && model_.options().pseudo_projective) drop_same_when_decoded();
  return parses_;
}

void ModelParser::drop_same_when_decoded() {
  std::vector<LabeledTree> trees;
  std::erase_if(parses_, [&](const Parse& parse) {
    LabeledTree tree = decoded(parse);
    if (std::find(trees.begin(), trees.end(), tree) != trees.end()) return true;
    trees.push_back(std::move(tree));
    return false;
  });
}

const std::string& ModelParser::label_name(const Parse& parse, Node word) const {
  static const std::string none = "_";
  const Label label = parse.labels[static_cast<std::size_t>(word)];
  return label == kNoLabel ? none : model_.labels().names[static_cast<std::size_t>(label)];
}

LabeledTree ModelParser::decoded(const Parse& parse) const {
  LabeledTree tree{parse.heads, {}};
  tree.labels.resize(parse.heads.size());
  for (std::size_t word = 1; word < parse.heads.size(); ++word) {
    tree.labels[word] = label_name(parse, static_cast<Node>(word));
  }
  deprojectivize(tree, *model_.options().pseudo_projective);
  return tree;
}

void ModelParser::set(Sentence& sentence, const Parse& parse) const {
  if (model_.options().pseudo_projective) {
    set_tree(sentence, decoded(parse));
    return;
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    const Node head = parse.heads[static_cast<std::size_t>(word)];
    const std::string& label = label_name(parse, word);
    if (sentence.head(word) != head) sentence.set_head(word, head);
    if (sentence.deprel(word) != label) sentence.set_deprel(word, label);
  }
}

}  // namespace panarc
