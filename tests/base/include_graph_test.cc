#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "support/groups.h"

// Who includes whom is what docs/architecture.md says, and has no cycle.

namespace {

namespace fs = std::filesystem;

using Graph = std::map<std::string, std::set<std::string>>;

const fs::path kSource = PANARC_SOURCE_DIR;

/// The folders that the files of each folder of src/ include from.
Graph includes() {
  Graph graph;
  const std::regex include(R"re(^#include "([a-z]+)/.*")re");
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src")) {
    const fs::path& path = entry.path();
    if (path.extension() != ".h" && path.extension() != ".cc") continue;
    const std::string folder = fs::relative(path, kSource / "src").begin()->string();
    std::set<std::string>& of = graph[folder];
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      if (match[1] != folder && match[1] != "panarc") of.insert(match[1]);
    }
  }
  return graph;
}

/// What each folder may include, as the table of the page has it: `| folder | may include |`.
Graph documented() {
  Graph graph;
  std::ifstream file(kSource / "docs/architecture.md");
  const std::regex row(R"re(^\| `([a-z]+)/?` \|([^|]*)\|)re");
  const std::regex name(R"re(`([a-z]+)/?`)re");
  bool in_table = false;
  for (std::string line; std::getline(file, line);) {
    if (line.find("| may include") != std::string::npos) in_table = true;
    if (line.empty()) in_table = false;
    std::smatch match;
    if (!in_table || !std::regex_search(line, match, row)) continue;
    std::set<std::string>& of = graph[match[1]];
    const std::string names = match[2];
    for (std::sregex_iterator it(names.begin(), names.end(), name), end; it != end; ++it) {
      of.insert((*it)[1]);
    }
  }
  return graph;
}

TEST(IncludeGraph, IsAsDocumented) {
  TEST_TAKES_LONG();
  TEST_NEEDS_ONE_THREAD();
  const Graph expected = documented();
  for (const auto& [folder, included] : includes()) {
    ASSERT_TRUE(expected.contains(folder)) << folder << " is not in docs/architecture.md";
    for (const std::string& other : included) {
      EXPECT_TRUE(expected.at(folder).contains(other)) << folder << " includes " << other;
    }
  }
}

TEST(IncludeGraph, HasNoCycle) {
  TEST_TAKES_LONG();
  TEST_NEEDS_ONE_THREAD();
  Graph graph = includes();
  while (!graph.empty()) {
    const auto leaf = std::find_if(graph.begin(), graph.end(), [&](const auto& entry) {
      return std::none_of(entry.second.begin(), entry.second.end(),
                          [&](const std::string& other) { return graph.contains(other); });
    });
    ASSERT_NE(leaf, graph.end()) << "a cycle among " << graph.begin()->first << " and others";
    graph.erase(leaf);
  }
}

/// All text of a file without its comments.
std::string code_of(const fs::path& path) {
  std::ifstream file(path);
  std::string code;
  for (std::string line; std::getline(file, line);) {
    code += line.substr(0, line.find("//")) + '\n';
  }
  return code;
}

// A new system is one file and one entry in the list; so no other code may know one.
TEST(IncludeGraph, OnlyTheListOfSystemsNamesThem) {
  TEST_TAKES_LONG();
  TEST_NEEDS_ONE_THREAD();
  const std::string list = code_of(kSource / "src/transition/systems.h");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(list, match, std::regex(R"re(Systems = std::tuple<([^>]*)>)re")));
  const std::string types = match[1];
  const std::regex word(R"re([A-Za-z]+)re");
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src")) {
    const fs::path& path = entry.path();
    if (path.extension() != ".h" && path.extension() != ".cc") continue;
    if (path.parent_path().filename() == "transition") continue;
    const std::string code = code_of(path);
    for (std::sregex_iterator it(types.begin(), types.end(), word), end; it != end; ++it) {
      const std::string type = it->str();
      EXPECT_FALSE(std::regex_search(code, std::regex("\\b" + type + "\\b")))
          << path << ' ' << type;
    }
  }
}

}  // namespace
