#include "scorer/network/frozen_parameters.h"

#include <utility>

#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kParametersSection = "network.parameters";

}  // namespace

FrozenParameters::FrozenParameters(const ParameterLayout& layout, Storage storage,
                                   std::span<const float> values)
    : storage_(std::move(storage)), parameters_(layout, values, false) {}

FrozenParameters::FrozenParameters(const ParameterLayout& layout, std::vector<float> values)
    : storage_(std::make_shared<const std::vector<float>>(std::move(values))),
      parameters_(layout, *static_cast<const std::vector<float>*>(storage_.get()), false) {}

FrozenParameters FrozenParameters::load(const std::shared_ptr<const ModelFile>& file,
                                        const std::string& prefix, const ParameterLayout& layout) {
  const auto values = file->array<float>(prefix + kParametersSection);
  if (values.size() != layout.size()) {
    throw Error("the number of parameters does not match the sizes of the network");
  }
  check_parameters(values);
  return {layout, file, values};
}

void FrozenParameters::save(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kParametersSection, std::as_bytes(parameters_.values()));
}

std::uint64_t FrozenParameters::fingerprint() const {
  return model_checksum(std::as_bytes(parameters_.values()));
}

}  // namespace panarc
