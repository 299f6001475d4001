# panarc_systems(OUT): writes one source file per transition system, in which everything that is a
# template over systems is compiled for it, and sets OUT to their paths. The systems are those of the
# list in src/transition/systems.h, so that a new one needs no other entry.
function(panarc_systems out)
  set(header "${CMAKE_CURRENT_SOURCE_DIR}/src/transition/systems.h")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  file(READ "${header}" text)
  if(NOT text MATCHES "using Systems = std::tuple<([A-Za-z0-9_, \n]+)>;")
    message(FATAL_ERROR "${header}: expected `using Systems = std::tuple<...>;`")
  endif()
  string(REGEX MATCHALL "[A-Za-z0-9_]+" systems "${CMAKE_MATCH_1}")
  set(sources "")
  foreach(system IN LISTS systems)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/systems/${system}.cc")
    file(CONFIGURE OUTPUT "${source}" CONTENT
"#include \"oracle/system_answers.h\"
#include \"oracle/verify.h\"
#include \"parse/system_search.h\"
#include \"train/system_trainer.h\"
#include \"transition/systems.h\"

namespace panarc {
template struct SystemServiceOf<${system}>;
template struct VerifierOf<${system}>;
template struct TreeSearchOf<${system}>;
template struct ParserTrainerOf<${system}>;
}  // namespace panarc
" @ONLY)
    list(APPEND sources "${source}")
  endforeach()
  set(${out} "${sources}" PARENT_SCOPE)
endfunction()
