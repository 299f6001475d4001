// Uses a function of each of the tools.
#include <iostream>

#include "panarc/panarc.h"

int main() {
  panarc::TreebankReader reader = panarc::TreebankReader::from_text(
      "1\tCats\tcat\tNOUN\t_\t_\t2\tnsubj\t_\t_\n"
      "2\tsleep\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n"
      "\n");
  panarc::Sentence sentence;
  if (!reader.next(sentence)) return 1;
  const panarc::WordQuery query("upos == \"NOUN\"");
  panarc::OracleQuery start;
  start.system = "arc-hybrid";
  start.words = panarc::nothing_known(sentence);
  const std::string drawn = panarc::draw_tree(sentence);
  const std::string answer = panarc::to_json(panarc::OracleService().answer(start));
  const std::string report = panarc::to_json(panarc::ExperimentResult());
  std::cout << drawn << answer << report << '\n';
  return query.find(sentence).size() == 1 && drawn.find("Cats") != std::string::npos ? 0 : 1;
}
