#pragma once

#include "panarc/known.h"
#include "panarc/names.h"

namespace panarc {

/// How a side is written in place of a head.
inline constexpr auto kSideSigns = names_of<Side>({{Side::kLeft, "<"}, {Side::kRight, ">"}});

}  // namespace panarc
