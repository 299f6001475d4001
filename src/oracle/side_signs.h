#pragma once

#include "panarc/known.h"
#include "panarc/names.h"

namespace panarc {

/// How a side is written where heads are.
inline constexpr auto kSideSigns = names_of<Side>({{Side::kLeft, "<"}, {Side::kRight, ">"}});

}  // namespace panarc
