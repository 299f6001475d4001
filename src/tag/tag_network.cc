#include "tag/tag_network.h"

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "panarc/error.h"
#include "tag/tagging_task.h"

namespace panarc {
namespace {

constexpr const char* kShapeSection = "network.shape";
constexpr std::size_t kMostUnits = 4096;
constexpr std::size_t kMostLayers = 16;
constexpr std::size_t kMostColumns = 64;

constexpr std::array kSizes{
    &TagNetworkSizes::form,  &TagNetworkSizes::character, &TagNetworkSizes::character_units,
    &TagNetworkSizes::units, &TagNetworkSizes::layers,    &TagNetworkSizes::hidden,
};

/// Reads a number from 1 to `most`.
std::size_t read_size(SectionReader& reader, std::size_t most) {
  const auto size = reader.read<std::uint32_t>();
  if (size < 1 || size > most) throw Error("the size of the tagger's network is invalid");
  return size;
}

}  // namespace

NetworkSizes TagNetworkSizes::of_words() const {
  NetworkSizes sizes;
  sizes.form = form;
  sizes.character = character;
  sizes.character_units = character_units;
  sizes.units = units;
  sizes.layers = layers;
  return sizes;
}

TagNetworkShape TagNetworkShape::load(const ModelFile& file, const std::string& prefix,
                                      std::shared_ptr<const Embeddings> given) {
  TagNetworkShape shape{NetworkVocabulary::load(file, prefix), {}, {}, std::move(given)};
  SectionReader reader = file.reader(prefix + kShapeSection);
  for (const auto size : kSizes) {
    const bool of_layers = size == &TagNetworkSizes::layers;
    shape.sizes.*size = read_size(reader, of_layers ? kMostLayers : kMostUnits);
  }
  shape.tags.resize(read_size(reader, kMostColumns));
  // Tag numbers have 16 bits.
  constexpr std::size_t kMostTags = std::size_t{std::numeric_limits<Tag>::max()} + 1;
  for (std::size_t& tags : shape.tags) tags = read_size(reader, kMostTags);
  reader.finish();
  return shape;
}

void TagNetworkShape::save(ModelFileWriter& writer, const std::string& prefix) const {
  vocabulary.save(writer, prefix);
  SectionWriter section;
  for (const auto size : kSizes) section.write(static_cast<std::uint32_t>(sizes.*size));
  section.write(static_cast<std::uint32_t>(tags.size()));
  for (const std::size_t count : tags) section.write(static_cast<std::uint32_t>(count));
  writer.add(prefix + kShapeSection, section.bytes());
}

TagNetwork::TagNetwork(TagNetworkShape shape)
    : shape_(std::move(shape)),
      words_(layout_, shape_.vocabulary, shape_.sizes.of_words(), shape_.given.get()),
      output_(layout_, words_, shape_.sizes.hidden, shape_.tags) {}

}  // namespace panarc
