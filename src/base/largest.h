#pragma once

#include <cstddef>
#include <cstdint>

namespace panarc {

/// The largest of one or more values.
std::int32_t largest(const std::int32_t* values, std::size_t size);
float largest(const float* values, std::size_t size);
double largest(const double* values, std::size_t size);

}  // namespace panarc
