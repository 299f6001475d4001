#include "scorer/linear/linear_learner.h"

#include "base/team.h"
#include "io/model_file.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kTimeSection = "time";
constexpr const char* kKeysSection = "keys";
constexpr const char* kSizesSection = "sizes";
constexpr const char* kChangesSection = "changes";
constexpr const char* kWeightsSection = "weights";
constexpr const char* kSumsSection = "sums";

const std::vector<WeightChange>& list_of(const Changes& changes) {
  return static_cast<const LinearChanges&>(changes).list;
}

}  // namespace

void LinearChanges::write(SectionWriter& writer) const {
  writer.write(static_cast<std::uint64_t>(list.size()));
  for (const WeightChange& change : list) {
    writer.write(change.key);
    writer.write(change.cls);
    writer.write(change.by);
  }
}

void LinearChanges::read(SectionReader& reader) {
  list.clear();
  for (auto left = reader.read<std::uint64_t>(); left > 0; --left) {
    WeightChange& change = list.emplace_back();
    change.key = reader.read<std::uint64_t>();
    change.cls = reader.read<std::uint32_t>();
    change.by = reader.read<float>();
  }
}

void LinearLearner::continue_from(const LinearLearner& before,
                                  std::span<const std::uint32_t> classes) {
  TrainingTable::Image image = before.table_.image();
  for (ClassWeight& weight : image.weights) weight.cls = classes[weight.cls];
  table_ = TrainingTable(table_.classes(), table_.key_bits());
  table_.add({image.keys, image.sizes, image.changes, image.weights, image.sums});
  time_ = before.time_;
}

std::unique_ptr<Changes> LinearLearner::make_changes() const {
  return std::make_unique<LinearChanges>();
}

void LinearLearner::apply(std::span<const std::unique_ptr<Changes>> sentences, Team& team) {
  // The parts of the table are independent.
  team.run([&](std::size_t member) {
    double time = time_;
    for (const auto& sentence : sentences) {
      ++time;
      for (const WeightChange& change : list_of(*sentence)) {
        if (TrainingTable::part_index(change.key) % team.size() == member) {
          table_.change(change, time);
        }
      }
    }
  });
  time_ += static_cast<double>(sentences.size());
}

void LinearLearner::apply_at_once(Changes& changes) {
  for (const WeightChange& change : list_of(changes)) table_.change(change, time_ + 1);
  changes.clear();
}

void LinearLearner::save(ModelFileWriter& writer, const std::string& prefix) const {
  const TrainingTable::Image image = table_.image();
  writer.add(prefix + kTimeSection, std::as_bytes(std::span(&time_, 1)));
  writer.add(prefix + kKeysSection, std::as_bytes(std::span(image.keys)));
  writer.add(prefix + kSizesSection, std::as_bytes(std::span(image.sizes)));
  writer.add(prefix + kChangesSection, std::as_bytes(std::span(image.changes)));
  writer.add(prefix + kWeightsSection, std::as_bytes(std::span(image.weights)));
  writer.add(prefix + kSumsSection, std::as_bytes(std::span(image.sums)));
}

void LinearLearner::load(const ModelFile& file, const std::string& prefix) {
  SectionReader time = file.reader(prefix + kTimeSection);
  time_ = time.read<double>();
  time.finish();
  table_ = TrainingTable(table_.classes(), table_.key_bits());
  constexpr double kMostTime = 1e15;
  try {
    if (!(time_ >= 1 && time_ <= kMostTime)) throw Error("the time of the weights is invalid");
    table_.add({file.array<std::uint64_t>(prefix + kKeysSection),
                file.array<std::uint32_t>(prefix + kSizesSection),
                file.array<std::uint8_t>(prefix + kChangesSection),
                file.array<ClassWeight>(prefix + kWeightsSection),
                file.array<double>(prefix + kSumsSection)});
  } catch (const Error& error) {
    throw Error({file.name(), 0, 0}, error.message());
  }
}

}  // namespace panarc
