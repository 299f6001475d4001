#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/interface.h"
#include "text/boundary_model.h"
#include "text/boundary_task.h"
#include "text/characters.h"

namespace panarc {

/// Finds the ends of tokens in a paragraph that arrives in portions.
class BoundaryFinder : public Interface {
 public:
  /// How much text there must be after what has been decided, unless the text is complete: this
  /// many elements or this many bytes, since white space of any length is one element. With
  /// portions of this size, the result depends only on the text.
  static constexpr std::size_t kPortion = std::size_t{1} << 16;
  static constexpr std::size_t kPortionBytes = std::size_t{1} << 22;

  /// A paragraph begins with this element, which is not white space.
  virtual void begin(std::size_t element) = 0;
  /// Appends the ends of further tokens. If the text is complete, appends all of them; the last one
  /// also ends a sentence.
  virtual void find(const Characters& text, bool complete, std::vector<TokenEnd>& ends) = 0;
  /// How many elements before the next undecided one must be kept.
  [[nodiscard]] virtual std::size_t behind() const = 0;
  /// The first elements and chunks of the text were dropped.
  virtual void drop(std::size_t elements, std::size_t chunks) = 0;
};

/// Uses what was learnt. The model must outlive it.
std::unique_ptr<BoundaryFinder> learned_finder(const BoundaryModel& model);

/// The BCP 47 tag of a language, which may be written like a locale (`pt_BR`). Throws Error if
/// there is no such language.
std::string checked_language(const std::string& language);

/// Uses Unicode's rules for words and sentences (UAX #29), as ICU implements them for a language,
/// which must be a result of checked_language().
std::unique_ptr<BoundaryFinder> rule_finder(const std::string& language);

/// Tokens are what is between white space. Finds no ends of sentences.
std::unique_ptr<BoundaryFinder> space_finder();

/// Makes one sentence of the tokens that another finder finds, unless it gets too long: see
/// BoundaryTask.
std::unique_ptr<BoundaryFinder> as_one_sentence(std::unique_ptr<BoundaryFinder> tokens);

}  // namespace panarc
