#pragma once

#include "panarc/names.h"
#include "panarc/known.h"

namespace panarc {

/// How a side is written where heads are.
inline constexpr auto kSideSigns = names_of<Side>({{Side::kLeft, "<"}, {Side::kRight, ">"}});

}  // namespace panarc
