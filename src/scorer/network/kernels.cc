#include "scorer/network/kernels.h"

namespace panarc {

namespace kernels_portable {
const Kernels& table();
}
#if defined(__x86_64__)
namespace kernels_avx2 {
const Kernels& table();
}
namespace kernels_avx512 {
const Kernels& table();
}
#endif

const Kernels* kernels_for(Instructions instructions) {
  if (instructions == Instructions::kPortable) return &kernels_portable::table();
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (instructions == Instructions::kAvx2 && has_avx2) return &kernels_avx2::table();
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (instructions == Instructions::kAvx512 && has_avx512) return &kernels_avx512::table();
#endif
  return nullptr;
}

const Kernels& kernels() {
  static const Kernels& best = []() -> const Kernels& {
    for (const Instructions wide : {Instructions::kAvx512, Instructions::kAvx2}) {
      if (const Kernels* const found = kernels_for(wide)) return *found;
    }
    return *kernels_for(Instructions::kPortable);
  }();
  return best;
}

}  // namespace panarc
