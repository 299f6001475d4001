# panarc_flags: the flags of everything that is compiled here.
add_library(panarc_flags INTERFACE)
target_compile_options(panarc_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
# A multiplication and an addition that the compiler makes one operation are rounded once instead of
# twice. Models are the same to the byte on every processor only if it does not.
target_compile_options(panarc_flags INTERFACE -ffp-contract=off)
# The compiler takes sources that are joined for headers, in which it would have a point.
if(PANARC_JOIN_SOURCES)
  target_compile_options(panarc_flags INTERFACE -Wno-subobject-linkage)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(panarc_flags INTERFACE -march=x86-64-v2)
endif()
if(PANARC_SANITIZE)
  target_compile_options(panarc_flags INTERFACE -fsanitize=${PANARC_SANITIZE}
                         -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # AddressSanitizer finds most of what these do, and they take two fifths of the time to compile.
  if(PANARC_SANITIZE MATCHES "address,undefined")
    target_compile_options(panarc_flags INTERFACE
                           -fno-sanitize=alignment,null,object-size,pointer-overflow,vptr)
  endif()
  target_link_options(panarc_flags INTERFACE -fsanitize=${PANARC_SANITIZE})
endif()

# A project around this one may have no build type. That is its own business, but without
# optimisation the library is nine times slower, and nobody wants that.
if(NOT CMAKE_CXX_FLAGS MATCHES "(^| )-O")
  set(no_build_type $<NOT:$<BOOL:$<CONFIG>>>)
  target_compile_options(panarc_flags INTERFACE $<${no_build_type}:-O3>)
  target_compile_definitions(panarc_flags INTERFACE $<${no_build_type}:NDEBUG>)
endif()

# panarc_quick: for sources in which no time is spent at run time. They compile in half the time, and
# with sanitizers in a third if they are not optimised at all.
add_library(panarc_quick INTERFACE)
if(PANARC_SANITIZE)
  target_compile_options(panarc_quick INTERFACE -O0)
else()
  target_compile_options(panarc_quick INTERFACE $<$<NOT:$<CONFIG:Debug>>:-O1>)
endif()
