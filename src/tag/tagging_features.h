#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "feature/plan.h"
#include "feature/template.h"
#include "tag/tagging_task.h"

namespace panarc {

/// Compiled templates of a tagger: `b0` is the word to be tagged, `b1` the next one, `s0` the one
/// before. `tag` is known only for words on the left.
class TaggingFeatures final : private FeaturePlan {
 public:
  using State = TaggingState;
  using Input = TaggingInput;
  using FeaturePlan::Scratch;

  /// Without vectors, which must outlive it, templates that use them give no features.
  explicit TaggingFeatures(std::span<const Template> templates,
                           const Embeddings* embeddings = nullptr)
      : FeaturePlan(templates, embeddings, TagsOf::kTagger) {}

  void gather(const TaggingState& state, const TaggingInput& input, Scratch& scratch) const;

  /// The keys of groups that are not simple.
  std::size_t passing_keys(const Scratch& scratch, std::uint64_t* out) const {
    return keys_of(passing_, scratch, out);
  }

  using FeaturePlan::columns;
  using FeaturePlan::group_count;
  using FeaturePlan::is_simple;
  using FeaturePlan::key_count;
  using FeaturePlan::keys;
  using FeaturePlan::signature;
  using FeaturePlan::vector;
  using FeaturePlan::vector_count;
  using FeaturePlan::vector_keys;
  using FeaturePlan::vector_number;
};

/// Throws Error if a template uses what a tagger does not have: dependents, labels, ... `name` is
/// used as the file name in messages.
void check_tagging_templates(std::span<const Template> templates, const std::string& name);

/// Throws Error if a template uses a column that is to be predicted, which would be known in
/// training only.
void check_tags_are_unknown(std::span<const Template> templates, const std::string& name);

}  // namespace panarc
