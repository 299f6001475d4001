// Compiled for AVX2 with FMA; see kernels.inc.
#if defined(__x86_64__)
#define PANARC_KERNELS kernels_avx2
#define PANARC_VECTOR 8
#define PANARC_ROWS 6
#define PANARC_VECTORS 2
#include "scorer/network/kernels.inc"
#endif
