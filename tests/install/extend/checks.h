#pragma once

#include <iostream>
#include <string_view>
#include <vector>

#include "panarc/treebank.h"

/// The sample treebank.
struct Sample {
  std::vector<panarc::Sentence> train;
  std::vector<panarc::Sentence> dev;
  std::vector<panarc::Sentence> test;
};

inline bool check(bool holds, std::string_view what) {
  if (!holds) std::cerr << "not so: " << what << '\n';
  return holds;
}

// One for each kind of part.
bool check_system(const Sample& sample);
bool check_features(const Sample& sample);
bool check_classifier(const Sample& sample);
bool check_strategy(const Sample& sample);
bool check_task(const Sample& sample);
