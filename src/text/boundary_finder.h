#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "text/boundary_model.h"
#include "text/boundary_task.h"
#include "text/characters.h"

namespace panarc {

/// Finds the ends of the tokens of a paragraph that comes in portions.
class BoundaryFinder {
 public:
  /// What there must be of a text after what has been decided on, unless it is complete: so many
  /// elements, or so many bytes, since white space of any length is one element. What is found
  /// depends on the text alone as long as portions are that long.
  static constexpr std::size_t kPortion = std::size_t{1} << 16;
  static constexpr std::size_t kPortionBytes = std::size_t{1} << 22;

  BoundaryFinder() = default;
  BoundaryFinder(const BoundaryFinder&) = delete;
  BoundaryFinder& operator=(const BoundaryFinder&) = delete;
  BoundaryFinder(BoundaryFinder&&) = delete;
  BoundaryFinder& operator=(BoundaryFinder&&) = delete;
  virtual ~BoundaryFinder() = default;

  /// A paragraph begins, with this element, which is not white space.
  virtual void begin(std::size_t element) = 0;
  /// Appends the ends of further tokens. If the text is complete, all of them: the last one is the
  /// end of a sentence, too.
  virtual void find(const Characters& text, bool complete, std::vector<TokenEnd>& ends) = 0;
  /// How many of the elements before those that are decided on next must be kept.
  [[nodiscard]] virtual std::size_t behind() const = 0;
  /// The first elements and chunks of the text were dropped.
  virtual void drop(std::size_t elements, std::size_t chunks) = 0;
};

/// By what was learnt. The model must outlive it.
std::unique_ptr<BoundaryFinder> learned_finder(const BoundaryModel& model);

}  // namespace panarc
