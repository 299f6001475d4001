#include "train/parser_trainer.h"

#include <utility>

#include "transition/systems.h"

namespace panarc {

std::unique_ptr<ParserTrainer> make_parser_trainer(
    std::string_view system, const ParserTrainerOptions& options, const TransitionClasses& classes,
    std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> scorer) {
  std::unique_ptr<ParserTrainer> trainer;
  ParserTrainerOptions with = options;
  with.system = with_user(system, options.system);
  with_system(system, [&](auto s) {
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.Move): called for one system
    trainer = ParserTrainerOf<decltype(s)>::make(with, classes, std::move(scorer));
  });
  return trainer;
}

}  // namespace panarc
