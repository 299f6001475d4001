#include "tag/network_tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "panarc/error.h"
#include "search/greedy.h"
#include "tag/tag_rows.h"

namespace panarc {
namespace {

constexpr const char* kTaggerColumnsSection = "columns";

std::string column_prefix(const std::string& prefix, std::size_t column) {
  return fmt::format("{}{}.", prefix, column);
}

}  // namespace

NetworkTagger::NetworkTagger(std::vector<Column> columns,
                             std::shared_ptr<const TagNetworkWeights> weights)
    : columns_(std::make_shared<const std::vector<Column>>(std::move(columns))),
      weights_(std::move(weights)) {}

bool NetworkTagger::is_in(const ModelFile& file, const std::string& prefix) {
  return file.has(prefix + kTaggerColumnsSection);
}

NetworkTagger NetworkTagger::load(const std::shared_ptr<const ModelFile>& file,
                                  const std::string& prefix,
                                  const std::shared_ptr<const Embeddings>& given) {
  auto weights = TagNetworkWeights::load(file, prefix, given);
  SectionReader reader = file->reader(prefix + kTaggerColumnsSection);
  std::vector<Column> columns;
  for (const std::size_t tags : weights->tags()) {
    const auto column = static_cast<Field>(reader.read<std::uint8_t>());
    if (std::ranges::find(kTaggedColumns, column) == kTaggedColumns.end()) {
      throw Error({file->name(), 0, 0}, "the column of a tagger is invalid");
    }
    TagSet known({column}, reader.read_strings());
    if (known.size() != tags) {
      throw Error({file->name(), 0, 0}, "the network of a tagger has different tags");
    }
    TagDictionary dictionary =
        TagDictionary::load(file, column_prefix(prefix, columns.size()), known);
    columns.push_back({std::move(known), std::move(dictionary)});
  }
  reader.finish();
  return {std::move(columns), std::move(weights)};
}

void NetworkTagger::add_to(ModelFileWriter& writer, const std::string& prefix) const {
  SectionWriter section;
  for (const Column& column : *columns_) {
    section.write(static_cast<std::uint8_t>(column.tags.columns().front()));
    section.write_strings(column.tags.tags());
  }
  writer.add(prefix + kTaggerColumnsSection, section.bytes());
  for (std::size_t i = 0; i < columns_->size(); ++i) {
    (*columns_)[i].dictionary.save(writer, column_prefix(prefix, i));
  }
  weights_->save(writer, prefix);
}

struct NetworkTagger::Worker::State {
  explicit State(const NetworkTagger& of) : tagger(of), reader(of.weights().make_reader()) {
    for (std::size_t i = 0; i < of.columns().size(); ++i) {
      tasks.emplace_back(of.columns()[i].tags.size(), of.weights().first_class(i));
    }
    for (const TaggingTask& task : tasks) searches.emplace_back(task);
  }

  void tag(std::span<Sentence* const> sentences, const Interruption& interruption) {
    words.resize(std::max(words.size(), sentences.size()));
    std::vector<EncodedSentence*> encoded;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      words[i].reset(sentences[i]->size(), 0);
      encoded.push_back(&words[i]);
    }
    const std::vector<const Sentence*> read(sentences.begin(), sentences.end());
    reader->read(read, encoded, interruption);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      std::swap(input.words, words[i]);
      scores.begin(input);
      // Dictionaries look at the column filled first.
      for (std::size_t column = 0; column < tasks.size(); ++column) {
        fill(column, *sentences[i], interruption);
      }
    }
  }

  void fill(std::size_t number, Sentence& sentence, const Interruption& interruption) {
    const Column& column = tagger.columns()[number];
    candidates.find(column.tags, column.dictionary, sentence, input.candidates);
    const TaggingState& found = searches[number].search(input, scores, interruption);
    for (Node word = 1; word <= sentence.size(); ++word) {
      column.tags.set(sentence, word, found.tags[static_cast<std::size_t>(word) - 1]);
    }
  }

  const NetworkTagger& tagger;
  std::unique_ptr<BatchReader> reader;
  TagRows scores;
  std::vector<TaggingTask> tasks;
  std::vector<GreedySearch<TaggingTask>> searches;  // one per column, as the tasks
  std::vector<EncodedSentence> words;
  TaggingInput input;
  TagCandidates candidates;
};

NetworkTagger::Worker::Worker(const NetworkTagger& tagger)
    : state_(std::make_unique<State>(tagger)) {}
NetworkTagger::Worker::~Worker() = default;
NetworkTagger::Worker::Worker(Worker&&) noexcept = default;
NetworkTagger::Worker& NetworkTagger::Worker::operator=(Worker&&) noexcept = default;

void NetworkTagger::Worker::tag(std::span<Sentence* const> sentences,
                                const Interruption& interruption) {
  state_->tag(sentences, interruption);
}

}  // namespace panarc
