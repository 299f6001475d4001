#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "support/groups.h"

// Who includes whom is what docs/architecture.md says, and has no cycle.

namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;
using Graph = std::map<std::string, Names>;

const fs::path kSource = PANARC_SOURCE_DIR;

/// A row of the tables on that page: `| folder | public headers | may include |`.
struct Folder {
  Names headers;
  Names may_include;
  int table = 0;
};

/// The names in `text`, which are in backticks, without `.h`.
Names names_in(const std::string& text) {
  Names names;
  const std::regex name(R"re(`([a-z_]+)(\.h)?`)re");
  for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it) {
    names.insert((*it)[1]);
  }
  return names;
}

std::map<std::string, Folder> documented() {
  std::map<std::string, Folder> folders;
  std::ifstream file(kSource / "docs/architecture.md");
  const std::regex row(R"re(^\| `([a-z]+)` \|([^|]*)\|([^|]*)\|$)re");
  int table = 0;
  bool in_table = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| folder |")) {
      in_table = true;
      ++table;
    }
    if (line.empty()) in_table = false;
    std::smatch match;
    if (!in_table || !std::regex_match(line, match, row)) continue;
    folders[match[1]] = {names_in(match[2]), names_in(match[3]), table};
  }
  return folders;
}

/// The folder that each public header belongs to.
std::map<std::string, std::string> owners() {
  std::map<std::string, std::string> owners;
  for (const auto& [name, folder] : documented()) {
    for (const std::string& header : folder.headers) owners[header] = name;
  }
  return owners;
}

bool is_code(const fs::path& path) { return path.extension() == ".h" || path.extension() == ".cc"; }

/// Calls visit(folder, name) for each `#include "folder/name.h"` of a file.
template <class Visit>
void for_each_include(const fs::path& path, Visit visit) {
  constexpr std::string_view kInclude = "#include \"";
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(kInclude)) continue;
    const std::size_t slash = line.find('/');
    const std::size_t end = line.find(".h\"");
    if (slash == std::string::npos || end == std::string::npos) continue;
    visit(line.substr(kInclude.size(), slash - kInclude.size()),
          line.substr(slash + 1, end - slash - 1));
  }
}

/// What the files of each folder include: other folders, also by the public headers of these.
Graph includes() {
  Graph graph;
  const auto owner = owners();
  const auto add = [&](const std::string& from, const fs::path& path) {
    Names& of = graph[from];
    for_each_include(path, [&](const std::string& folder, const std::string& name) {
      const bool is_public = folder == "panarc";
      EXPECT_TRUE(!is_public || owner.contains(name)) << path << " includes " << name;
      const std::string to = !is_public ? folder : owner.contains(name) ? owner.at(name) : from;
      if (to != from) of.insert(to);
    });
  };
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src")) {
    const fs::path& path = entry.path();
    const std::string folder = fs::relative(path, kSource / "src").begin()->string();
    if (is_code(path) && folder != "cli") add(folder, path);
  }
  for (const auto& [header, folder] : owner) {
    add(folder, kSource / "include/panarc" / (header + ".h"));
  }
  return graph;
}

TEST(IncludeGraph, EveryPublicHeaderBelongsToOneFolder) {
  std::map<std::string, int> owned;
  for (const auto& [name, folder] : documented()) {
    EXPECT_TRUE(fs::is_directory(kSource / "src" / name)) << name;
    for (const std::string& header : folder.headers) ++owned[header];
  }
  for (const auto& entry : fs::directory_iterator(kSource / "include/panarc")) {
    const std::string header = entry.path().stem().string();
    EXPECT_EQ(owned[header], header == "panarc" ? 0 : 1) << header;
    owned.erase(header);
    for_each_include(entry.path(), [&](const std::string& folder, const std::string& name) {
      EXPECT_EQ(folder, "panarc") << header << " includes " << folder << "/" << name;
    });
  }
  for (const auto& [header, count] : owned) ADD_FAILURE() << "there is no " << header << ".h";
}

TEST(IncludeGraph, IsAsDocumented) {
  TEST_TAKES_LONG();
  TEST_NEEDS_ONE_THREAD();
  const auto expected = documented();
  for (const auto& [folder, included] : includes()) {
    ASSERT_TRUE(expected.contains(folder)) << folder << " is not in docs/architecture.md";
    for (const std::string& other : included) {
      EXPECT_TRUE(expected.at(folder).may_include.contains(other))
          << folder << " includes " << other;
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

TEST(IncludeGraph, TheParserDoesNotIncludeTheTools) {
  const auto folders = documented();
  int tools = 0;
  for (const auto& [name, folder] : folders) {
    tools += folder.table == 2 ? 1 : 0;
    EXPECT_LE(folder.table, 2);
    for (const std::string& other : folder.may_include) {
      ASSERT_TRUE(folders.contains(other)) << name << " may include " << other;
      EXPECT_LE(folders.at(other).table, folder.table) << name << " may include " << other;
    }
  }
  EXPECT_GT(tools, 0);
}

TEST(IncludeGraph, TheToolsAreALibraryOfTheirOwn) {
  std::ifstream file(kSource / "CMakeLists.txt");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::smatch match;
  ASSERT_TRUE(
      std::regex_search(text, match, std::regex(R"re(set\(tools "/src/\(([a-z|]+)\)/"\))re")));
  const std::string library = '|' + match[1].str() + '|';
  for (const auto& [name, folder] : documented()) {
    const bool is_tool = library.find('|' + name + '|') != std::string::npos;
    EXPECT_EQ(is_tool, folder.table == 2) << name;
  }
}

TEST(IncludeGraph, TheCommandIncludesPublicHeadersOnly) {
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src/cli")) {
    if (!is_code(entry.path())) continue;
    for_each_include(entry.path(), [&](const std::string& folder, const std::string& name) {
      EXPECT_TRUE(folder == "panarc" || folder == "cli")
          << entry.path() << " includes " << folder << "/" << name;
    });
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
    if (!is_code(path) || path.parent_path().filename() == "transition") continue;
    const std::string code = code_of(path);
    for (std::sregex_iterator it(types.begin(), types.end(), word), end; it != end; ++it) {
      const std::string type = it->str();
      EXPECT_FALSE(std::regex_search(code, std::regex("\\b" + type + "\\b")))
          << path << ' ' << type;
    }
  }
}

}  // namespace
