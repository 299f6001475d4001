# panarc_embed(OUT FILE...): writes OUT, a source file that defines
# `panarc::embedded_files()`, the given files' names and bytes.
# Each file becomes one string object through the assembler's .incbin, so that
# compile time does not grow with the data.
function(panarc_embed out)
  set(assembly "")
  set(declarations "")
  set(entries "")
  set(depends "")
  foreach(file IN LISTS ARGN)
    get_filename_component(path "${file}" ABSOLUTE)
    string(MAKE_C_IDENTIFIER "${file}" id)
    list(APPEND depends "${path}")
    string(APPEND assembly
      "asm(\".section .rodata\\n.global panarc_${id}\\n.global panarc_${id}_end\\n\"\n"
      "    \"panarc_${id}:\\n.incbin \\\"${path}\\\"\\npanarc_${id}_end:\\n.previous\\n\");\n")
    string(APPEND declarations
      "extern \"C\" const char panarc_${id}[], panarc_${id}_end[];\n")
    string(APPEND entries
      "    {\"${file}\", {panarc_${id}, static_cast<std::size_t>(panarc_${id}_end - panarc_${id})}},\n")
  endforeach()
  file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${out}" CONTENT
"#include \"io/file_content.h\"

#include <array>

${assembly}
${declarations}
namespace panarc {
std::span<const EmbeddedFile> embedded_files() {
  static const std::array files = std::to_array<EmbeddedFile>({
${entries}  });
  return files;
}
}  // namespace panarc
")
  # Joined with others, it would not be compiled again when one of the files changes.
  set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${out}" PROPERTIES
    OBJECT_DEPENDS "${depends}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
