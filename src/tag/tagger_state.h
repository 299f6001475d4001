#pragma once

#include <memory>
#include <utility>

#include "base/pool.h"
#include "panarc/tagger.h"
#include "tag/tag_filler.h"

namespace panarc {

/// What copies of a tagger share.
struct Tagger::State {
  explicit State(std::shared_ptr<const TagModel> of) : model(std::move(of)) {}

  const std::shared_ptr<const TagModel> model;
  Pool<TagFiller> workers;

  Pool<TagFiller>::Lease worker() {
    return workers.lend([this] { return std::make_unique<TagFiller>(*model); });
  }
};

}  // namespace panarc
