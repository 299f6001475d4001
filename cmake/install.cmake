# What `cmake --install` installs: the libraries, their headers, the command, and what tells CMake
# and pkg-config how to use them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS panarc_lib panarc_tools panarc_all EXPORT panarc
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY include/panarc DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h")
if(PANARC_BUILD_COMMAND)
  install(TARGETS panarc)
endif()

set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/panarc")
install(EXPORT panarc NAMESPACE panarc:: FILE panarcTargets.cmake
  DESTINATION "${package_directory}")
configure_package_config_file(cmake/panarcConfig.cmake.in panarcConfig.cmake
  INSTALL_DESTINATION "${package_directory}" NO_SET_AND_CHECK_MACRO)
# Until version 1.0 every minor version may change the interface.
write_basic_package_version_file(panarcConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/panarcConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/panarcConfigVersion.cmake"
  DESTINATION "${package_directory}")

# The file is found where it is installed, so a prefix given to `cmake --install` is right as well.
file(RELATIVE_PATH PANARC_PREFIX_FROM_PC
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(cmake/panarc.pc.in panarc.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/panarc.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
