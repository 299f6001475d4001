#pragma once

namespace panarc {

/// The base of abstract classes, whose objects are used through pointers, and neither copied nor
/// moved.
class Interface {
 public:
  Interface() = default;
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;
  virtual ~Interface() = default;
};

}  // namespace panarc
