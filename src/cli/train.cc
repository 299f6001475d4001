#include "train/trainer.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "panarc/treebank.h"

namespace panarc::cli {
namespace {

struct TrainArguments {
  std::vector<std::string> files;
  std::string dev;
  std::string model;
  std::string features = "zn11";
  std::string strategy = "maxvNDrestartSO";
  TrainOptions options;
};

std::vector<Sentence> read(const std::string& path) {
  std::vector<Sentence> sentences;
  TreebankReader reader(path);
  Sentence sentence;
  while (reader.next(sentence)) sentences.push_back(sentence);
  return sentences;
}

std::string features_text(const std::string& name) {
  if (const auto text = built_in_templates(name)) return std::string(*text);
  std::string text;
  std::FILE* f = std::fopen(name.c_str(), "rb");
  char buf[65536];
  while (f != nullptr) {
    const auto n = std::fread(buf, 1, sizeof buf, f);
    if (n == 0) break;
    text.append(buf, n);
  }
  return text;
}

void run(TrainArguments& a) {
  a.options.strategy = *strategy_by_name(a.strategy);
  a.options.model.features = features_text(a.features);
  std::vector<Sentence> training;
  for (const auto& file : a.files) {
    for (auto& s : read(file)) training.push_back(std::move(s));
  }
  TrainProgress progress;
  progress.on_epoch = [](const EpochReport& r) {
    fmt::print("{:3} loss {:10.1f} upd {:7} lab {:6} done {:5.1f}% feats {:8} dev {:.2f} {:.2f} nopunct {:.2f} {:.1f}s {:.1f}s {}\n",
               r.epoch, r.counts.loss, r.counts.updates, r.counts.label_updates,
               100.0 * static_cast<double>(r.counts.completed) / static_cast<double>(r.counts.sentences), r.features,
               r.dev ? r.dev->percentage(Metric::kUas) : 0, r.dev ? r.dev->percentage(Metric::kLas) : 0,
               r.dev ? r.dev->percentage(Metric::kUasNoPunct) : 0,
               r.train_seconds, r.total_seconds, r.best ? "*" : "");
    std::fflush(stdout);
  };
  const Model model = train(std::move(training), a.dev.empty() ? std::vector<Sentence>{} : read(a.dev), a.options, progress);
  if (!a.model.empty()) model.save(a.model);
  fmt::print("size {} MB\n", static_cast<double>(model.table().words().size() + model.table().index().size()) * 4e-6);
}

}  // namespace

void add_train(CLI::App& app) {
  auto* command = app.add_subcommand("train", "Train a parser");
  auto arguments = std::make_shared<TrainArguments>();
  auto& a = *arguments;
  auto& o = a.options;
  command->add_option("TRAIN", a.files)->required();
  command->add_option("--dev", a.dev);
  command->add_option("-o", a.model);
  command->add_option("--features", a.features);
  command->add_option("--strategy", a.strategy);
  command->add_option("--system", o.model.system);
  command->add_option("--beam", o.model.beam);
  command->add_option("--epochs", o.epochs);
  command->add_option("--patience", o.patience);
  command->add_option("--seed", o.seed);
  command->add_option("--threads", o.threads);
  command->add_option("--batch", o.batch);
  command->add_option("--rare-count", o.rare_count);
  command->add_option("--rare-rate", o.rare_rate);
  command->add_option("--prune", o.prune);
  command->add_option("--min-changes", o.min_changes);
  add_choice<LabelMode>(*command, "--labels", o.model.labels, {{"joint", LabelMode::kJoint}, {"parallel", LabelMode::kParallel}, {"none", LabelMode::kNone}}, "");
  add_choice<RootPosition>(*command, "--root", o.model.transitions.root, {{"first", RootPosition::kFirst}, {"last", RootPosition::kLast}}, "");
  add_choice<CostMethod>(*command, "--cost", o.cost, {{"exact", CostMethod::kExact}, {"closed-form", CostMethod::kClosedForm}}, "");
  add_choice<Learner>(*command, "--learner", o.learner.learner, {{"perceptron", Learner::kPerceptron}, {"pa", Learner::kPassiveAggressive}}, "");
  command->add_option("-C", o.learner.aggressiveness);
  Choices<SwapOracle> oracles;
  for (auto s : kSwapOracles) oracles.emplace_back(swap_oracle_name(s), s);
  add_choice<SwapOracle>(*command, "--swap-oracle", o.swap_oracle, oracles, "");
  add_choice<PseudoProjective>(*command, "--pseudo-projective", o.model.pseudo_projective, {{"head", PseudoProjective::kHead}, {"path", PseudoProjective::kPath}, {"head+path", PseudoProjective::kHeadPath}}, "");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace panarc::cli
