#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/interface.h"

namespace panarc {

class ModelFile;
class ModelFileWriter;
class SectionReader;
class SectionWriter;
class Team;

/// How updates change the parameters of a scorer; only its learner knows the contents. They can be
/// found in one process and applied in another.
class Changes : public Interface {
 public:
  virtual void clear() = 0;
  [[nodiscard]] virtual bool empty() const = 0;

  virtual void write(SectionWriter& writer) const = 0;
  /// Replaces the contents by what write() wrote, for the same learner. Throws Error if bytes are
  /// missing; the numbers are trusted, since they come from another process of the same training.
  virtual void read(SectionReader& reader) = 0;
};

/// For a scorer that learns nothing.
class NoChanges final : public Changes {
 public:
  void clear() override {}
  [[nodiscard]] bool empty() const override { return true; }
  void write(SectionWriter& /*writer*/) const override {}
  void read(SectionReader& /*reader*/) override {}
};

/// The parameters of a scorer in training, as the training loop sees them.
class Learner : public Interface {
 public:
  [[nodiscard]] virtual std::unique_ptr<Changes> make_changes() const = 0;

  /// Applies the changes from sentences that were decoded with the same parameters, in order. The
  /// result does not depend on the size of the team.
  virtual void apply(std::span<const std::unique_ptr<Changes>> sentences, Team& team) = 0;

  /// Applies and clears changes from an unfinished sentence. Scorers of these parameters must
  /// forget() afterwards.
  virtual void apply_at_once(Changes& changes) = 0;

  /// The number of parameters, or of features with any: for reports.
  [[nodiscard]] virtual std::size_t size() const = 0;

  // The state of the training, as part of a file; it must be loaded by the same kind of learner.
  // Throws Error if it is damaged.
  virtual void save(ModelFileWriter& writer, const std::string& prefix) const = 0;
  virtual void load(const ModelFile& file, const std::string& prefix) = 0;
};

}  // namespace panarc
