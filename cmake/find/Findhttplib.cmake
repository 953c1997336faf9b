# Defines httplib::httplib, the name that cpp-httplib's own (optional) CMake package uses: the compiled library, as in
# Debian, with the options that it was compiled with.

find_path(httplib_INCLUDE_DIR httplib.h)
find_library(httplib_LIBRARY cpp-httplib)
mark_as_advanced(httplib_INCLUDE_DIR httplib_LIBRARY)

if(httplib_INCLUDE_DIR)
  file(STRINGS "${httplib_INCLUDE_DIR}/httplib.h" line REGEX "define CPPHTTPLIB_VERSION ")
  string(REGEX REPLACE "[^0-9.]" "" httplib_VERSION "${line}")
endif()
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_httplib QUIET cpp-httplib)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  httplib REQUIRED_VARS httplib_LIBRARY httplib_INCLUDE_DIR VERSION_VAR httplib_VERSION)

if(httplib_FOUND AND NOT TARGET httplib::httplib)
  add_library(httplib::httplib UNKNOWN IMPORTED)
  set_target_properties(httplib::httplib PROPERTIES
    IMPORTED_LOCATION "${httplib_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${httplib_INCLUDE_DIR}"
    INTERFACE_COMPILE_OPTIONS "${PC_httplib_CFLAGS_OTHER}")
endif()
