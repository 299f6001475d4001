#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/pool.h"
#include "model/any_model.h"
#include "panarc/parser.h"
#include "parse/tree_finder.h"

namespace panarc {

/// What copies of a parser share.
struct Parser::State {
  State(AnyModel of, std::optional<std::size_t> width, std::string path)
      : model(std::move(of)), requested_beam(width), name(std::move(path)) {}

  const AnyModel model;
  const std::optional<std::size_t> requested_beam;
  const std::string name;
  Pool<TreeFinder> finders;

  Pool<TreeFinder>::Lease finder() {
    return finders.lend([this] { return make_tree_finder(model, requested_beam); });
  }
};

}  // namespace panarc
