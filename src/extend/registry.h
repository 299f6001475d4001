#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/error.h"

namespace panarc {

/// What users have registered of one kind of part, by name. Parts are kept as long as the registry,
/// since models may refer to them. May be used by several threads at once.
template <class Part>
class Registry {
 public:
  /// How messages call a part, e.g. "transition system", and the function that registers one.
  Registry(std::string_view kind, std::string_view function) : kind_(kind), function_(function) {}

  /// Takes the name from a part that has it already.
  void add(const std::string& name, std::shared_ptr<const Part> part) {
    if (name.find_first_not_of(kNameCharacters) != std::string::npos || name.empty()) {
      throw Error("a " + kind_ + " cannot be named '" + name +
                  "'; expected lower-case letters, digits, '-' and '_'");
    }
    if (part == nullptr) throw Error("the " + kind_ + " '" + name + "' is null");
    const std::scoped_lock lock(mutex_);
    parts_[name] = part;
    kept_.push_back(std::move(part));
  }

  /// Null if there is none.
  [[nodiscard]] std::shared_ptr<const Part> find(std::string_view name) const {
    const std::scoped_lock lock(mutex_);
    const auto found = parts_.find(name);
    return found == parts_.end() ? nullptr : found->second;
  }

  /// If there is none, an error that says how to register it.
  [[nodiscard]] std::shared_ptr<const Part> get(std::string_view name) const {
    if (auto part = find(name)) return part;
    throw Error("there is no " + kind_ + " '" + std::string(name) +
                "' in this program; register it with " + function_ + "() (panarc/extend.h) first" +
                suggestion(name, names()));
  }

  [[nodiscard]] std::vector<std::string> names() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> names;
    for (const auto& [name, part] : parts_) names.push_back(name);
    return names;
  }

 private:
  static constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-_";

  std::string kind_;
  std::string function_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Part>, std::less<>> parts_;
  std::vector<std::shared_ptr<const Part>> kept_;
};

}  // namespace panarc
