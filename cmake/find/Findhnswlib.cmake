# Defines hnswlib::hnswlib, the name that hnswlib's own (optional) CMake package uses.

find_path(hnswlib_INCLUDE_DIR hnswlib/hnswlib.h)
mark_as_advanced(hnswlib_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(hnswlib REQUIRED_VARS hnswlib_INCLUDE_DIR)

if(hnswlib_FOUND AND NOT TARGET hnswlib::hnswlib)
  add_library(hnswlib::hnswlib INTERFACE IMPORTED)
  set_target_properties(hnswlib::hnswlib PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${hnswlib_INCLUDE_DIR}")
endif()
