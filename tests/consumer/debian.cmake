# Builds the Debian package and fails unless it has the expected files.
#
#   cmake -D CPACK=<cpack> -D DPKG_DEB=<dpkg-deb> -D CONFIG=<CPackConfig.cmake> -D WORK=<folder> -P debian.cmake

cmake_minimum_required(VERSION 3.24)

find_program(shlibdeps dpkg-shlibdeps)
if(NOT shlibdeps)
  message("test skipped: dpkg-shlibdeps is not installed (Debian: dpkg-dev)")
  return()
endif()
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
execute_process(COMMAND "${CPACK}" -G DEB --config "${CONFIG}" -B "${WORK}"
  WORKING_DIRECTORY "${WORK}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB packages "${WORK}/*.deb")
list(LENGTH packages count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "expected one package, found: ${packages}")
endif()
execute_process(COMMAND "${DPKG_DEB}" -c "${packages}" OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${DPKG_DEB}" -f "${packages}" Package Depends OUTPUT_VARIABLE fields COMMAND_ERROR_IS_FATAL ANY)
foreach(wanted "/usr/include/sluice\\.h" "/usr/include/sluice/pipeline/retriever\\.hpp" "/libsluice_sql\\.a" "/libsluice_c\\.so\\.1"
    "/libsluice_c\\.so -> libsluice_c\\.so\\.1" "/cmake/sluice/sluiceConfig\\.cmake" "/pkgconfig/sluice\\.pc"
    "/pkgconfig/sluice_c\\.pc" "/usr/bin/sluice\n" "/LICENSE" "/WORDNET_LICENSE")
  if(NOT contents MATCHES "${wanted}")
    message(FATAL_ERROR "the package has no ${wanted}:\n${contents}")
  endif()
endforeach()
if(contents MATCHES "\\./(usr/)?(local|tmp|home|build)/")
  message(FATAL_ERROR "the package has files where none belong:\n${contents}")
endif()
if(NOT fields MATCHES "Package: sluice\n" OR NOT fields MATCHES "Depends: [^\n]*libstemmer0d")
  message(FATAL_ERROR "the package's fields are wrong:\n${fields}")
endif()
