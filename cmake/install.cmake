# Makes the manual and the completions with the command, and says which file is installed where.
# The installed files may be moved afterwards, because none of them contains the prefix.

if(MAZEWRIGHT_COMMAND)
# ---- manual and completions, which the command writes from its table of options
set(command ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:mazewright>)
set(completions mazewright.bash _mazewright mazewright.fish)
add_custom_command(OUTPUT man/mazewright.1 ${completions}
  COMMAND ${CMAKE_COMMAND} "-Dcommand=${command}" -Dscdoc=${scdoc} -Dfolder=man
    -Ddocs=${PROJECT_SOURCE_DIR}/docs -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake
  COMMAND ${command} help --completion bash > mazewright.bash
  COMMAND ${command} help --completion zsh > _mazewright
  COMMAND ${command} help --completion fish > mazewright.fish
  DEPENDS mazewright cmake/manual.cmake cmake/manual.awk docs/formats.md docs/mazewright.3.scd VERBATIM)
add_custom_target(manual ALL DEPENDS man/mazewright.1 ${completions})

# ---- for users of the command
set(shared_data ${CMAKE_INSTALL_DATADIR}/mazewright)
install(TARGETS mazewright)
foreach(section 1 3 5)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section}
    FILES_MATCHING PATTERN *.${section})
endforeach()
if(MPI_C_FOUND)
  file(WRITE ${PROJECT_BINARY_DIR}/mazewright-mpi.1 ".so man1/mazewright.1\n")
  install(TARGETS mazewright-mpi)
  install(FILES ${PROJECT_BINARY_DIR}/mazewright-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES ${PROJECT_BINARY_DIR}/mazewright.bash RENAME mazewright
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_BINARY_DIR}/_mazewright
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${PROJECT_BINARY_DIR}/mazewright.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY puzzles experiments DESTINATION ${shared_data}
  PATTERN puzzles/make EXCLUDE) # it makes the mazes again, and needs the source
install(DIRECTORY ${PROJECT_BINARY_DIR}/page DESTINATION ${shared_data} OPTIONAL)
endif() # MAZEWRIGHT_COMMAND
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

# ---- for users of the library
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/mazewright)
install(TARGETS static shared headers EXPORT mazewright-targets
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/mazewright TYPE INCLUDE COMPONENT headers)
install(EXPORT mazewright-targets NAMESPACE mazewright:: DESTINATION ${package})
configure_package_config_file(cmake/mazewright-config.cmake.in mazewright-config.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(mazewright-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mazewright-config.cmake
  ${PROJECT_BINARY_DIR}/mazewright-config-version.cmake DESTINATION ${package})
string(REGEX REPLACE "[^/]+" ".." up_from_libdir "${CMAKE_INSTALL_LIBDIR}")
configure_file(cmake/mazewright.pc.in mazewright.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mazewright.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
