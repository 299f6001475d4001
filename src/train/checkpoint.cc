#include "train/checkpoint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <type_traits>
#include <utility>

#include "io/model_file.h"
#include "panarc/error.h"
#include "train/loop.h"

namespace panarc {
namespace {

constexpr const char* kStateSection = "training";
constexpr const char* kParametersPrefix = "training.";
constexpr const char* kBestPrefix = "best.";

/// Scores consist only of counts.
using ScoreCounts = std::array<std::uint64_t, sizeof(Scores) / sizeof(std::uint64_t)>;
static_assert(std::is_trivially_copyable_v<Scores> && sizeof(ScoreCounts) == sizeof(Scores));

// Flags of an epoch, as bits.
constexpr unsigned kBest = 1;
constexpr unsigned kTagged = 2;

void write_epoch(SectionWriter& writer, const EpochReport& epoch) {
  writer.write(static_cast<std::int32_t>(epoch.epoch));
  write_counts(writer, epoch.counts);
  writer.write(epoch.train_seconds);
  writer.write(epoch.total_seconds);
  writer.write(epoch.cpu_seconds);
  writer.write(static_cast<std::uint64_t>(epoch.features));
  writer.write(epoch.value);
  writer.write(
      static_cast<std::uint8_t>((epoch.best ? kBest : 0U) | (epoch.tagged ? kTagged : 0U)));
  writer.write(static_cast<std::uint8_t>(epoch.divergence ? 1 : 0));
  if (epoch.divergence) writer.write(*epoch.divergence);
  writer.write(static_cast<std::uint8_t>(epoch.dev ? 1 : 0));
  if (epoch.dev) {
    for (const std::uint64_t count : std::bit_cast<ScoreCounts>(*epoch.dev)) writer.write(count);
  }
}

EpochReport read_epoch(SectionReader& reader) {
  EpochReport epoch;
  epoch.epoch = reader.read<std::int32_t>();
  epoch.counts = read_counts(reader);
  epoch.train_seconds = reader.read<double>();
  epoch.total_seconds = reader.read<double>();
  epoch.cpu_seconds = reader.read<double>();
  epoch.features = reader.read<std::uint64_t>();
  epoch.value = reader.read<double>();
  const auto flags = reader.read<std::uint8_t>();
  epoch.best = (flags & kBest) != 0;
  epoch.tagged = (flags & kTagged) != 0;
  if (reader.read<std::uint8_t>() != 0) epoch.divergence = reader.read<double>();
  if (reader.read<std::uint8_t>() != 0) {
    ScoreCounts counts{};
    for (std::uint64_t& count : counts) count = reader.read<std::uint64_t>();
    epoch.dev = std::bit_cast<Scores>(counts);
  }
  epoch.resumed = true;
  return epoch;
}

}  // namespace

void write_counts(SectionWriter& writer, const TrainingCounts& counts) {
  for (const std::uint64_t count :
       {counts.sentences, counts.transitions, counts.updates, counts.label_updates,
        counts.completed, counts.choices, counts.alternatives, counts.measured, counts.lowered}) {
    writer.write(count);
  }
  writer.write(counts.loss);
  writer.write(counts.used);
}

TrainingCounts read_counts(SectionReader& reader) {
  TrainingCounts counts;
  for (std::uint64_t* count : {&counts.sentences, &counts.transitions, &counts.updates,
                               &counts.label_updates, &counts.completed, &counts.choices,
                               &counts.alternatives, &counts.measured, &counts.lowered}) {
    *count = reader.read<std::uint64_t>();
  }
  counts.loss = reader.read<double>();
  counts.used = reader.read<double>();
  return counts;
}

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint, Trainee& trainee) {
  ModelFileWriter writer;
  SectionWriter state;
  state.write(checkpoint.fingerprint);
  state.write(checkpoint.seconds);
  state.write(checkpoint.cpu_seconds);
  state.write(static_cast<std::uint8_t>(checkpoint.finished ? 1 : 0));
  state.write(static_cast<std::uint32_t>(checkpoint.epochs.size()));
  for (const EpochReport& epoch : checkpoint.epochs) write_epoch(state, epoch);
  state.write(static_cast<std::uint64_t>(checkpoint.begun.of));
  state.write(static_cast<std::uint64_t>(checkpoint.begun.sentences));
  write_counts(state, checkpoint.begun.counts);
  state.write(checkpoint.begun.seconds);
  state.write(static_cast<std::int32_t>(checkpoint.waiting_since));
  state.write_all(std::span<const std::uint64_t>(checkpoint.portions));
  writer.add(kStateSection, state.bytes());
  if (!checkpoint.finished) trainee.parameters().save(writer, kParametersPrefix);
  trainee.save_best(writer, kBestPrefix);
  writer.write(path);
}

std::optional<CheckpointFile> open_checkpoint(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) return std::nullopt;
  CheckpointFile result{std::make_shared<const ModelFile>(ModelFile::open(path)), {}};
  if (!result.file->has(kStateSection)) {
    throw Error({path, 0, 0}, "this is a model, not a checkpoint");
  }
  Checkpoint& checkpoint = result.state;
  SectionReader state = result.file->reader(kStateSection);
  checkpoint.fingerprint = state.read<std::uint64_t>();
  checkpoint.seconds = state.read<double>();
  checkpoint.cpu_seconds = state.read<double>();
  checkpoint.finished = state.read<std::uint8_t>() != 0;
  const auto epochs = state.read<std::uint32_t>();
  for (std::uint32_t i = 0; i < epochs; ++i) {
    checkpoint.epochs.push_back(read_epoch(state));
    if (std::cmp_not_equal(checkpoint.epochs.back().epoch, i + 1)) {
      throw Error({path, 0, 0}, "the numbers of the epochs are invalid");
    }
  }
  checkpoint.begun.of = state.read<std::uint64_t>();
  checkpoint.begun.sentences = state.read<std::uint64_t>();
  checkpoint.begun.counts = read_counts(state);
  checkpoint.begun.seconds = state.read<double>();
  checkpoint.waiting_since = state.read<std::int32_t>();
  checkpoint.portions = state.read_all<std::uint64_t>();
  state.finish();
  return result;
}

void load_checkpoint(const CheckpointFile& file, std::uint64_t fingerprint, Trainee& trainee) {
  const Checkpoint& state = file.state;
  const std::string& path = file.file->name();
  if (state.fingerprint != fingerprint) {
    throw Error({path, 0, 0},
                "the interrupted training had different data or options; remove the file to start "
                "again, or repeat the original command");
  }
  if (state.begun.of > trainee.sentences() || state.begun.sentences > state.begun.of) {
    throw Error({path, 0, 0}, "the number of sentences is invalid");
  }
  if (!state.finished) trainee.parameters().load(*file.file, kParametersPrefix);
  const bool has_best =
      state.finished ||
      std::ranges::any_of(state.epochs, [](const EpochReport& epoch) { return epoch.best; });
  if (has_best) trainee.load_best(file.file, kBestPrefix);
}

}  // namespace panarc
