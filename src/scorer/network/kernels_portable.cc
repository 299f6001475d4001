// Compiled for the same processors as everything else; see kernels.inc.
#define PANARC_KERNELS kernels_portable
#define PANARC_VECTOR 4
#define PANARC_ROWS 4
#define PANARC_VECTORS 2
#include "scorer/network/kernels.inc"
