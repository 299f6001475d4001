#include "train/task_options.h"

#include <fmt/format.h>

#include <initializer_list>

namespace panarc {
namespace {

/// Besides parsers, which use all of them.
enum class User : std::uint8_t { kParsers, kLinear, kNetworks, kCheckpoints, kTaggers };

bool is_user(User user, OtherTask task) {
  switch (user) {
    case User::kParsers:
      return false;
    case User::kLinear:
      return task == OtherTask::kLinearTagger;
    case User::kNetworks:
    case User::kCheckpoints:
      return task == OtherTask::kNetworkTagger;
    case User::kTaggers:
      return task != OtherTask::kSegmenter;
  }
  return false;
}

std::string reason_against(User user, OtherTask task) {
  const bool segmenter = task == OtherTask::kSegmenter;
  if (user == User::kParsers) {
    return fmt::format("for parsers only, not for {}", segmenter ? "segmenters" : "taggers");
  }
  if (segmenter) return "not for segmenters";
  if (user == User::kCheckpoints) {
    return "not for linear taggers, which are trained too quickly to need checkpoints";
  }
  return user == User::kLinear ? "for linear taggers only, not for networks"
                               : "for networks only; set scorer to recurrent";
}

}  // namespace

TrainOptions common_options(const TrainOptions& options) {
  TrainOptions common;
  common.seed = options.seed;
  common.threads = options.threads;
  common.stop = options.stop;
  return common;
}

void refuse_options_of_others(const TrainOptions& o, OtherTask task) {
  struct Option {
    const char* name;
    bool said;
    User user;
  };
  // All but epochs, patience, seed and threads, which are for every task.
  const std::initializer_list<Option> options{
      {"fast", o.fast, User::kParsers},
      {"joint", o.joint, User::kParsers},
      {"from", o.from.has_value(), User::kParsers},
      {"system", o.system.has_value(), User::kParsers},
      {"root", o.root.has_value(), User::kParsers},
      {"direction", o.direction.has_value(), User::kParsers},
      {"single_root", o.single_root.has_value(), User::kParsers},
      {"span", o.span.has_value(), User::kParsers},
      {"labels", o.labels.has_value(), User::kParsers},
      {"delexicalized", o.delexicalized.has_value(), User::kParsers},
      {"pseudo_projective", o.pseudo_projective.has_value(), User::kParsers},
      {"swap_oracle", o.swap_oracle.has_value(), User::kParsers},
      {"cost", o.cost.has_value(), User::kParsers},
      {"cost_sensitive", o.cost_sensitive, User::kParsers},
      {"constraints", o.constraints, User::kParsers},
      {"schemes", !o.schemes.empty(), User::kParsers},
      {"keep_arcs", o.keep_arcs.has_value(), User::kParsers},
      {"given", o.given.has_value(), User::kParsers},
      {"checkpoint", !o.checkpoint.empty(), User::kCheckpoints},
      {"checkpoint_at_end", o.checkpoint_at_end, User::kCheckpoints},
      {"resume", o.resume, User::kCheckpoints},
      {"diagnose", o.diagnose, User::kParsers},
      {"scorer", o.scorer.has_value(), User::kTaggers},
      {"embeddings", o.embeddings.has_value(), User::kTaggers},
      {"features", o.features.has_value(), User::kLinear},
      {"beam", o.beam.has_value(), User::kLinear},
      {"strategy", o.strategy.has_value(), User::kLinear},
      {"oracle", o.oracle.has_value(), User::kLinear},
      {"violation", o.violation.has_value(), User::kLinear},
      {"restart", o.restart.has_value(), User::kLinear},
      {"explore", o.explore.has_value(), User::kLinear},
      {"explore_after", o.explore_after.has_value(), User::kLinear},
      {"positive", o.positive.has_value(), User::kLinear},
      {"negative", o.negative.has_value(), User::kLinear},
      {"time_limit", o.time_limit.has_value(), User::kLinear},
      {"reset_every", o.reset_every.has_value(), User::kLinear},
      {"loss", o.loss.has_value(), User::kLinear},
      {"aggressiveness", o.aggressiveness.has_value(), User::kLinear},
      {"batch", o.batch.has_value(), User::kLinear},
      {"rare_count", o.rare_count.has_value(), User::kLinear},
      {"rare_rate", o.rare_rate.has_value(), User::kLinear},
      {"prune", o.prune.has_value(), User::kLinear},
      {"min_changes", o.min_changes.has_value(), User::kLinear},
      {"batch_words", o.batch_words.has_value(), User::kNetworks},
      {"dropout", o.dropout.has_value(), User::kNetworks},
      {"rate", o.rate.has_value(), User::kNetworks},
      {"layers", o.layers.has_value(), User::kNetworks},
      {"units", o.units.has_value(), User::kNetworks},
  };
  for (const Option& option : options) {
    if (!option.said || is_user(option.user, task)) continue;
    throw OptionError(option.name, reason_against(option.user, task));
  }
}

}  // namespace panarc
