#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/app.h"
#include "panarc/pipeline.h"
#include "panarc/treebank.h"

namespace panarc::cli {

/// What `panarc parse --trace` shows.
struct TraceOptions {
  bool trace = false;
  bool json = false;
  bool gold = false;
  std::string strategy;
  std::optional<std::size_t> member;
};

/// Adds the arguments; those in `others` make no sense with them.
void add_trace_arguments(Command& command, TraceOptions& options,
                         const std::vector<std::string>& others);

/// Writes the derivations of all sentences of the inputs.
void write_traces(const Pipeline& pipeline, const std::vector<std::string>& inputs,
                  const ReaderOptions& reader, const std::string& output,
                  const TraceOptions& options);

}  // namespace panarc::cli
