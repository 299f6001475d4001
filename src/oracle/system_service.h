#pragma once

#include <memory>

#include "panarc/oracle.h"
#include "panarc/verify.h"
#include "transition/system.h"

namespace panarc {

/// Answers queries about one system, hiding its type.
class SystemService {
 public:
  SystemService() = default;
  SystemService(const SystemService&) = delete;
  SystemService& operator=(const SystemService&) = delete;
  SystemService(SystemService&&) = delete;
  SystemService& operator=(SystemService&&) = delete;
  virtual ~SystemService() = default;

  virtual OracleAnswer answer(const OracleQuery& query) = 0;
};

/// Defined for each system in a separate translation unit, as is VerifierOf.
template <TransitionSystem S>
struct SystemServiceOf {
  static std::unique_ptr<SystemService> make();
};

template <TransitionSystem S>
struct VerifierOf {
  static VerifyReport run(const VerifyOptions& options);
};

}  // namespace panarc
