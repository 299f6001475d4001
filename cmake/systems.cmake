# panarc_systems(OUT PER_SOURCE): writes source files in which everything that is a template over
# transition systems is compiled, for PER_SOURCE of them per file, and sets OUT to their paths. The
# systems are those of the list in src/transition/systems.h, so that a new one needs no other entry,
# and the one that stands for those of users.
function(panarc_systems out per_source)
  set(header "${CMAKE_CURRENT_SOURCE_DIR}/src/transition/systems.h")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  file(READ "${header}" text)
  if(NOT text MATCHES "using Systems = std::tuple<([A-Za-z0-9_, \n]+)>;")
    message(FATAL_ERROR "${header}: expected `using Systems = std::tuple<...>;`")
  endif()
  string(REGEX MATCHALL "[A-Za-z0-9_]+" systems "${CMAKE_MATCH_1}")
  list(APPEND systems UserDefined)
  set(sources "")
  while(systems)
    list(GET systems 0 first)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/systems/${first}.cc")
    set(templates "")
    list(SUBLIST systems 0 ${per_source} together)
    foreach(system IN LISTS together)
      string(APPEND templates
        "template struct SystemServiceOf<${system}>;\n"
        "template struct VerifierOf<${system}>;\n"
        "template struct AnyParsingTaskOf<${system}>;\n"
        "template struct TreeSearchOf<${system}>;\n"
        "template struct ParserTrainerOf<${system}>;\n")
    endforeach()
    list(REMOVE_ITEM systems ${together})
    file(CONFIGURE OUTPUT "${source}" CONTENT
"#include \"oracle/system_answers.h\"
#include \"oracle/user_oracle.h\"
#include \"oracle/verify.h\"
#include \"parse/system_search.h\"
#include \"task/system_parsing_task.h\"
#include \"train/system_trainer.h\"
#include \"transition/systems.h\"

namespace panarc {
${templates}}  // namespace panarc
" @ONLY)
    list(APPEND sources "${source}")
  endwhile()
  set(${out} "${sources}" PARENT_SCOPE)
endfunction()
