#include "panarc/error.h"

namespace panarc {

std::string_view version() { return PANARC_VERSION; }

}  // namespace panarc
