#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

// Sources are compiled together, so a header that leans on the includes of another goes unnoticed
// until the order changes. Each includes what it names of the standard library.

namespace {

namespace fs = std::filesystem;

/// Names of the standard library, by the header that has them.
std::map<std::string, std::string> headers_of_names() {
  const std::map<std::string, std::string> names_of{
      {"algorithm",
       "all_of any_of binary_search clamp copy copy_n count count_if equal fill fill_n find "
       "find_if "
       "is_sorted lower_bound max max_element min min_element mismatch none_of nth_element "
       "partition reverse rotate sort stable_sort swap_ranges transform unique upper_bound"},
      {"array", "array to_array"},
      {"atomic", "atomic"},
      {"barrier", "barrier"},
      {"bit", "bit_cast bit_ceil bit_width countl_zero countr_zero endian has_single_bit popcount"},
      {"bitset", "bitset"},
      {"charconv", "from_chars to_chars"},
      {"chrono", "chrono"},
      {"cmath", "exp isfinite isnan log lrint lround sqrt"},
      {"compare", "partial_ordering strong_ordering weak_ordering"},
      {"concepts",
       "convertible_to derived_from equality_comparable floating_point integral invocable same_as"},
      {"condition_variable", "condition_variable"},
      {"cstddef", "byte ptrdiff_t size_t"},
      {"cstdint", "int16_t int32_t int64_t int8_t uint16_t uint32_t uint64_t uint8_t uintptr_t"},
      {"cstring", "memcmp memcpy memset"},
      {"deque", "deque"},
      {"exception", "current_exception exception exception_ptr rethrow_exception"},
      {"filesystem", "filesystem"},
      {"fstream", "ifstream ofstream"},
      {"functional", "equal_to function greater hash identity invoke less reference_wrapper"},
      {"initializer_list", "initializer_list"},
      {"iterator", "back_inserter forward_iterator_tag input_iterator_tag"},
      {"limits", "numeric_limits"},
      {"map", "map multimap"},
      {"memory", "make_shared make_unique shared_ptr unique_ptr weak_ptr"},
      {"mutex", "lock_guard mutex scoped_lock unique_lock"},
      {"numeric", "accumulate iota partial_sum"},
      {"optional", "nullopt optional"},
      {"queue", "priority_queue queue"},
      {"random", "mt19937 mt19937_64"},
      {"set", "set"},
      {"span", "as_bytes span"},
      {"stdexcept", "invalid_argument logic_error out_of_range runtime_error"},
      {"string", "string to_string u32string"},
      {"string_view", "string_view u32string_view"},
      {"system_error", "errc error_code system_error"},
      {"thread", "jthread thread"},
      {"tuple", "apply tie tuple tuple_size_v"},
      {"type_traits",
       "conditional_t decay_t invoke_result_t is_integral_v is_same_v is_trivially_copyable_v "
       "is_void_v remove_cvref_t"},
      {"unordered_map", "unordered_map"},
      {"unordered_set", "unordered_set"},
      {"utility",
       "as_const declval exchange forward index_sequence make_index_sequence move pair swap"},
      {"variant", "get_if monostate variant visit"},
      {"vector", "vector"},
  };
  std::map<std::string, std::string> headers;
  for (const auto& [header, names] : names_of) {
    std::istringstream stream(names);
    for (std::string name; stream >> name;) headers[name] = header;
  }
  return headers;
}

/// The headers that the code of a file should include and does not.
std::set<std::string> missing_includes(const fs::path& path) {
  static const std::map<std::string, std::string> kHeaders = headers_of_names();
  static const std::regex kInclude("^#include <([^>]+)>");
  static const std::regex kText(R"re("(\\.|[^"\\])*")re");
  static const std::regex kName(R"re(\bstd::(\w+))re");
  std::set<std::string> included;
  std::set<std::string> needed;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_search(line, match, kInclude)) included.insert(match[1]);
    const std::string code = std::regex_replace(line.substr(0, line.find("//")), kText, "");
    for (std::sregex_iterator it(code.begin(), code.end(), kName), end; it != end; ++it) {
      const auto known = kHeaders.find((*it)[1]);
      if (known != kHeaders.end()) needed.insert(known->second);
    }
  }
  for (const std::string& header : included) needed.erase(header);
  return needed;
}

TEST(StandardIncludes, AreComplete) {
  int headers = 0;
  for (const char* folder : {"include", "src"}) {
    const fs::path root = fs::path(PANARC_SOURCE_DIR) / folder;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (entry.path().extension() != ".h") continue;
      ++headers;
      for (const std::string& missing : missing_includes(entry.path())) {
        ADD_FAILURE() << entry.path() << " does not include <" << missing << '>';
      }
    }
  }
  EXPECT_GT(headers, 100);
}

}  // namespace
