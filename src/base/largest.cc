#include "base/largest.h"

#include "base/clones.h"

namespace panarc {

PANARC_CLONES std::int32_t largest(const std::int32_t* values, std::size_t size) {
  std::int32_t result = values[0];
  for (std::size_t i = 1; i < size; ++i) result = values[i] > result ? values[i] : result;
  return result;
}

PANARC_CLONES float largest(const float* values, std::size_t size) {
  float result = values[0];
  for (std::size_t i = 1; i < size; ++i) result = values[i] > result ? values[i] : result;
  return result;
}

PANARC_CLONES double largest(const double* values, std::size_t size) {
  double result = values[0];
  for (std::size_t i = 1; i < size; ++i) result = values[i] > result ? values[i] : result;
  return result;
}

}  // namespace panarc
