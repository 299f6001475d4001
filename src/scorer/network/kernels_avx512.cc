// Compiled for AVX-512; see kernels.inc.
#if defined(__x86_64__)
#define PANARC_KERNELS kernels_avx512
#define PANARC_VECTOR 16
#define PANARC_ROWS 12
#define PANARC_VECTORS 2
#include "scorer/network/kernels.inc"
#endif
