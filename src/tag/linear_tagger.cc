#include "tag/linear_tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "panarc/error.h"
#include "search/beam.h"
#include "search/greedy.h"
#include "tag/tag_scorer.h"

namespace panarc {
namespace {

constexpr const char* kTagSetSection = "tags";
constexpr const char* kTemplatesSection = "features";
constexpr const char* kKnownWordsSection = "words";
constexpr const char* kVectorWordsSection = "embeddings.words";
constexpr const char* kVectorsSection = "embeddings.vectors";
constexpr const char* kTaggerIndexSection = "weights.index";
constexpr const char* kTaggerRowsSection = "weights.rows";

/// LEMMA alone, or some of the others.
bool can_be_tagged(std::span<const Field> columns) {
  const auto is_tag = [](Field column) {
    return column == Field::kUpos || column == Field::kXpos || column == Field::kFeats;
  };
  if (columns.size() == 1 && columns.front() == Field::kLemma) return true;
  return !columns.empty() && std::ranges::all_of(columns, is_tag);
}

}  // namespace

std::vector<Template> tagging_templates(const std::string& text, const std::string& name) {
  std::vector<Template> templates = parse_templates(text, name);
  check_tagging_templates(templates, name);
  return templates;
}

LinearTagger::Shared::Shared(Parts of, std::shared_ptr<const void> memory,
                             const FrozenTable& weights)
    : parts(std::move(of)),
      features(tagging_templates(parts.features), parts.embeddings.get()),
      storage(std::move(memory)),
      table(weights) {}

LinearTagger::LinearTagger(Parts parts, FrozenArrays weights) {
  const auto arrays = std::make_shared<const FrozenArrays>(std::move(weights));
  const FrozenTable table(arrays->index, arrays->words, parts.tags.part_count());
  shared_ = std::make_shared<const Shared>(std::move(parts), arrays, table);
}

bool LinearTagger::is_in(const ModelFile& file, const std::string& prefix) {
  return file.has(prefix + kTagSetSection);
}

LinearTagger LinearTagger::load(const std::shared_ptr<const ModelFile>& file,
                                const std::string& prefix) {
  SectionReader reader = file->reader(prefix + kTagSetSection);
  std::vector<Field> columns(reader.read<std::uint8_t>());
  for (Field& column : columns) column = static_cast<Field>(reader.read<std::uint8_t>());
  if (!can_be_tagged(columns)) {
    throw Error({file->name(), 0, 0}, "the columns of a tagger are invalid");
  }
  const auto beam = reader.read<std::uint32_t>();
  if (beam < 1 || beam > kWidestBeam) {
    throw Error({file->name(), 0, 0}, "the beam of a tagger is invalid");
  }
  TagSet tags(std::move(columns), reader.read_strings());
  if (tags.size() == 0) throw Error({file->name(), 0, 0}, "a tagger has no tags");
  reader.finish();
  TagDictionary dictionary = TagDictionary::load(file, prefix, tags);
  const auto words = std::make_shared<const WordSet>(
      WordSet::over(file->array<std::uint64_t>(prefix + kKnownWordsSection)));
  const std::string features(file->text(prefix + kTemplatesSection));
  const FrozenTable table(file->array<std::uint32_t>(prefix + kTaggerIndexSection),
                          file->array<std::uint32_t>(prefix + kTaggerRowsSection),
                          tags.part_count());
  std::shared_ptr<const Embeddings> embeddings;
  if (file->has(prefix + kVectorWordsSection)) {
    embeddings = std::make_shared<const Embeddings>(
        Embeddings::over(file->array<Embeddings::Entry>(prefix + kVectorWordsSection),
                         file->array<float>(prefix + kVectorsSection)));
  }
  return LinearTagger(std::make_shared<const Shared>(
      Parts{std::move(tags), features, beam, words, std::move(dictionary), embeddings}, file,
      table));
}

void LinearTagger::add_to(ModelFileWriter& writer, const std::string& prefix) const {
  const Parts& parts = shared_->parts;
  SectionWriter tags;
  tags.write(static_cast<std::uint8_t>(parts.tags.columns().size()));
  for (const Field column : parts.tags.columns()) tags.write(static_cast<std::uint8_t>(column));
  tags.write(static_cast<std::uint32_t>(parts.beam));
  tags.write_strings(parts.tags.tags());
  writer.add(prefix + kTagSetSection, tags.bytes());
  writer.add(prefix + kTemplatesSection, parts.features);
  writer.add(prefix + kKnownWordsSection, std::as_bytes(parts.words->slots()));
  parts.dictionary.save(writer, prefix);
  if (parts.embeddings && use_embeddings(tagging_templates(parts.features))) {
    writer.add(prefix + kVectorWordsSection, std::as_bytes(parts.embeddings->entries()));
    writer.add(prefix + kVectorsSection, std::as_bytes(parts.embeddings->vectors()));
  }
  writer.add(prefix + kTaggerIndexSection, std::as_bytes(shared_->table.index()));
  writer.add(prefix + kTaggerRowsSection, std::as_bytes(shared_->table.words()));
}

struct LinearTagger::Worker::State {
  explicit State(const Shared& of)
      : tagger(of),
        encoder(of.features.columns(), *of.parts.words, of.parts.embeddings.get()),
        task(of.parts.tags.size()),
        scorer(of.parts.tags, of.features, of.table, of.parts.beam),
        greedy(task),
        beam(task, of.parts.beam) {}

  void read(const Sentence& sentence) {
    encoder.encode(sentence, input.words);
    candidates.find(tagger.parts.tags, tagger.parts.dictionary, sentence, input.candidates);
  }

  const TaggingState& search(const Interruption& interruption) {
    scorer.begin(input);
    if (tagger.parts.beam == 1) return greedy.search(input, scorer, interruption);
    for (beam.start(input); !beam.is_final(); beam.advance()) {
      interruption.throw_if_over();
      beam.expand(scorer.score(beam.open_states()));
    }
    return beam.top().state;
  }

  const Shared& tagger;
  WordEncoder encoder;
  TaggingTask task;
  TagScorer<FrozenTable> scorer;
  GreedySearch<TaggingTask> greedy;
  Beam<TaggingTask> beam;
  TaggingInput input;
  TagCandidates candidates;
};

LinearTagger::Worker::Worker(const LinearTagger& tagger)
    : state_(std::make_unique<State>(*tagger.shared_)) {}
LinearTagger::Worker::~Worker() = default;
LinearTagger::Worker::Worker(Worker&&) noexcept = default;
LinearTagger::Worker& LinearTagger::Worker::operator=(Worker&&) noexcept = default;

void LinearTagger::Worker::tag(Sentence& sentence, const Interruption& interruption) {
  state_->read(sentence);
  const TaggingState& found = state_->search(interruption);
  for (Node word = 1; word <= sentence.size(); ++word) {
    state_->tagger.parts.tags.set(sentence, word, found.tags[static_cast<std::size_t>(word) - 1]);
  }
}

void LinearTagger::Worker::tag(std::span<Sentence* const> sentences,
                               const Interruption& interruption) {
  for (Sentence* const sentence : sentences) tag(*sentence, interruption);
}

}  // namespace panarc
