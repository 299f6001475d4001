#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace panarc {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// What docs/extending.md shows is compiled and run, as a part of the test of the installed library.
TEST(Extending, ShowsCodeThatIsTested) {
  const std::filesystem::path source = PANARC_SOURCE_DIR;
  std::string tested;
  for (const auto& entry : std::filesystem::directory_iterator(source / "tests/install/extend")) {
    tested += text_of(entry.path());
  }
  const std::string page = text_of(source / "docs/extending.md");
  int blocks = 0;
  for (std::size_t at = page.find("```c"); at != std::string::npos; at = page.find("```c", at)) {
    const std::size_t begin = page.find('\n', at) + 1;
    const std::size_t end = page.find("```", begin);
    const std::string block = page.substr(begin, end - begin);
    EXPECT_NE(tested.find(block), std::string::npos) << block;
    at = end + 3;
    ++blocks;
  }
  EXPECT_GT(blocks, 3);
}

}  // namespace
}  // namespace panarc
