# `cmake --install`: libraries, headers, command, CMake package, pkg-config file. Programs need the component `runtime`
# to run, and `development` to build.

if(SLUICE_FETCHED)
  # The installed package could not find libraries that were downloaded into the build tree.
  list(JOIN SLUICE_FETCHED ", " fetched)
  message(STATUS "sluice: not installable, because these were downloaded: ${fetched}")
  return()
endif()

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sluice")

set(components RUNTIME COMPONENT runtime LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
  ARCHIVE COMPONENT development)

# One export per wing, so that a program needs only the dependencies of the wings that it uses.
set(sluice_installed_wings ${sluice_wings})
if(NOT SLUICE_INSTALL_TRAIN)
  list(REMOVE_ITEM sluice_installed_wings train)
endif()
foreach(wing IN LISTS sluice_installed_wings)
  set(headers "")
  if(wing MATCHES "^(sql|train)$")
    set(headers FILE_SET HEADERS COMPONENT development FILE_SET headers_alone COMPONENT development)
  endif()
  install(TARGETS sluice_${wing} EXPORT sluice-${wing} ${components} ${headers})
  install(EXPORT sluice-${wing} NAMESPACE sluice:: DESTINATION "${package_dir}" COMPONENT development)
endforeach()
install(TARGETS sluice EXPORT sluice-cpp)
install(EXPORT sluice-cpp NAMESPACE sluice:: DESTINATION "${package_dir}" COMPONENT development)

# A separate export, since a C program needs none of the C++ library's dependencies.
if(TARGET sluice_c)
  install(TARGETS sluice_c EXPORT sluice-c ${components} FILE_SET HEADERS COMPONENT development)
  install(EXPORT sluice-c NAMESPACE sluice:: DESTINATION "${package_dir}" COMPONENT development)
endif()
if(TARGET sluice_cli)
  install(TARGETS sluice_cli ${components})
  if(TARGET sluice_serve_replay)
    install(TARGETS sluice_serve_replay ${components})
  endif()
endif()

get_target_property(sluice_type sluice_sql TYPE)
# The wings, for sluiceConfig.cmake.
set(SLUICE_CONFIG_WINGS "set(sluice_wings ${sluice_installed_wings})\n")
foreach(wing IN LISTS sluice_installed_wings)
  string(APPEND SLUICE_CONFIG_WINGS "set(sluice_below_${wing} ${sluice_below_${wing}})\n")
  if(SLUICE_CONFIG_REQUIRES_${wing})
    string(APPEND SLUICE_CONFIG_WINGS "macro(sluice_require_${wing})\n${SLUICE_CONFIG_REQUIRES_${wing}}endmacro()\n")
  else()
    string(APPEND SLUICE_CONFIG_WINGS "macro(sluice_require_${wing})\nendmacro()\n")
  endif()
endforeach()
configure_package_config_file(cmake/sluiceConfig.cmake.in sluiceConfig.cmake INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(sluiceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES "${CMAKE_CURRENT_BINARY_DIR}/sluiceConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/sluiceConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT development)
install(DIRECTORY cmake/find DESTINATION "${package_dir}" COMPONENT development)
# License notices of the compiled-in data.
install(FILES LICENSE src/embed/weights/NOTICE src/embed/weights/WORDNET_LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  COMPONENT runtime)

# sluice_pkg_config(<name> <description> <lines> <flags>)
function(sluice_pkg_config name description lines flags)
  # Relative, so that the installed tree can be moved; an absolute CMAKE_INSTALL_*DIR is kept.
  file(RELATIVE_PATH up "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
  string(REGEX REPLACE "/$" "" up "${up}")
  cmake_path(APPEND libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
  cmake_path(APPEND includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
  configure_file(cmake/pkgconfig.pc.in ${name}.pc.in @ONLY)
  file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc" INPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc.in")
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    COMPONENT development)
endfunction()

# A static wing must be linked with its dependencies, even without --static.
foreach(wing IN LISTS sluice_installed_wings)
  set(private "")
  set(requires ${SLUICE_PC_REQUIRES_${wing}})
  if(sluice_type STREQUAL "SHARED_LIBRARY")
    set(private ".private")
    set(lines "Libs: -L\${libdir} -lsluice_${wing}\nLibs.private:${SLUICE_PC_LIBS_${wing}}")
  else()
    set(lines "Libs: -L\${libdir} -lsluice_${wing}${SLUICE_PC_LIBS_${wing}}")
  endif()
  foreach(below IN LISTS sluice_below_${wing})
    if(below IN_LIST sluice_installed_wings)
      list(APPEND requires sluice_${below})
    endif()
  endforeach()
  if(requires)
    list(JOIN requires ", " requires)
    string(APPEND lines "\nRequires${private}: ${requires}")
  endif()
  sluice_pkg_config(sluice_${wing} "The part ${wing} of sluice" "${lines}" " -std=c++20")
endforeach()
set(all ${sluice_installed_wings})
list(REMOVE_ITEM all train)
list(TRANSFORM all PREPEND sluice_)
list(REVERSE all)
list(JOIN all ", " all)
sluice_pkg_config(sluice "${PROJECT_DESCRIPTION}" "Requires: ${all}" " -std=c++20")
if(TARGET sluice_c)
  sluice_pkg_config(sluice_c "The C interface of sluice" "Libs: -L\${libdir} -lsluice_c" "")
endif()

# `cpack -G DEB`: one package with everything.
if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME sluice)
  set(CPACK_PACKAGE_VENDOR "The sluice authors")
  set(CPACK_PACKAGE_CONTACT "The sluice authors <sluice@localhost>")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
  # The dependencies of the static libraries.
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "libfmt-dev, libsimdjson-dev, libsqlite3-dev, libstemmer-dev, libutf8proc-dev, libxxhash-dev, libyaml-dev, zlib1g-dev")
  include(CPack)
endif()
