# SLUICE_PRIVATE_SQLITE: a copy of SQLite inside the library that the rest of the process cannot see or change, built
# from an installed static library (libsqlite3.a). On by default if possible.
#
# docs/embedding.md explains why: what a host registers, replaces, configures or allocates in its SQLite does not affect
# ours.

include_guard()

set(sluice_private_folder "${PROJECT_BINARY_DIR}/private_sqlite")
set(sluice_private_object "${sluice_private_folder}/sqlite3.o")

# sluice_make_private_sqlite(<variable>): builds the object; sets the variable to true if it can be part of a shared
# library.
function(sluice_make_private_sqlite variable)
  set(${variable} OFF PARENT_SCOPE)
  if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_OBJDUMP OR NOT CMAKE_OBJCOPY OR NOT CMAKE_LINKER)
    return()
  endif()
  find_library(SLUICE_STATIC_SQLITE ${CMAKE_STATIC_LIBRARY_PREFIX}sqlite3${CMAKE_STATIC_LIBRARY_SUFFIX})
  mark_as_advanced(SLUICE_STATIC_SQLITE)
  if(NOT SLUICE_STATIC_SQLITE)
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${SLUICE_STATIC_SQLITE}")
  if("${SLUICE_STATIC_SQLITE}" IS_NEWER_THAN "${sluice_private_object}")
    unset(SLUICE_PRIVATE_SQLITE_LINKS CACHE)
    file(MAKE_DIRECTORY "${sluice_private_folder}")
    execute_process(COMMAND ${CMAKE_COMMAND} -D "OBJDUMP=${CMAKE_OBJDUMP}" -D "OBJCOPY=${CMAKE_OBJCOPY}"
                            -D "LD=${CMAKE_LINKER}" -D "ARCHIVE=${SLUICE_STATIC_SQLITE}" -D "INTERFACE=^sqlite3_"
                            -D PREFIX=libsluice_ -D INSTEAD=strtod -D "OBJECT=${sluice_private_object}"
                            -P "${PROJECT_SOURCE_DIR}/cmake/private_copy.cmake"
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
      return()
    endif()
  endif()
  if(NOT DEFINED SLUICE_PRIVATE_SQLITE_LINKS)
    set(try "${sluice_private_folder}/try")
    file(WRITE "${try}/try.cpp"
      "extern \"C\" int libsluice_sqlite3_initialize(void);\nint tried() { return libsluice_sqlite3_initialize(); }\n"
      "extern \"C\" double libsluice_strtod(const char *, char **) { return 0; }\n")
    file(WRITE "${try}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.24)\nproject(try CXX)\n"
      "add_library(try SHARED try.cpp)\n"
      "target_link_libraries(try PRIVATE \"${sluice_private_object}\" -Wl,--no-undefined \${CMAKE_DL_LIBS})\n")
    try_compile(SLUICE_PRIVATE_SQLITE_LINKS "${try}/build" "${try}" try)
  endif()
  set(${variable} "${SLUICE_PRIVATE_SQLITE_LINKS}" PARENT_SCOPE)
endfunction()

sluice_make_private_sqlite(sluice_private_possible)
option(SLUICE_PRIVATE_SQLITE "Use a private copy of SQLite inside the library (needs libsqlite3.a)"
  ${sluice_private_possible})
if(SLUICE_PRIVATE_SQLITE AND NOT sluice_private_possible)
  message(FATAL_ERROR "SLUICE_PRIVATE_SQLITE needs libsqlite3.a (on Debian in libsqlite3-dev), objdump, objcopy and ld, "
                      "and that the library can become part of a shared one. Install what is missing, or turn it off.")
endif()

# sluice_add_private_sqlite(<target>): adds the copy to the target, whose sources include <sqlite3.h> as usual.
function(sluice_add_private_sqlite target)
  get_target_property(include SQLite::SQLite3 INTERFACE_INCLUDE_DIRECTORIES)
  find_file(SLUICE_SQLITE_HEADER sqlite3.h HINTS ${include})
  mark_as_advanced(SLUICE_SQLITE_HEADER)
  file(STRINGS "${SLUICE_SQLITE_HEADER}" lines REGEX "^SQLITE_API .*sqlite3_")
  set(renamed "// Generated: SQLite's functions by the names that they have in the library's own copy.\n")
  foreach(line IN LISTS lines)
    if(line MATCHES "(sqlite3_[a-z0-9_]+)[(]")
      string(APPEND renamed "#define ${CMAKE_MATCH_1} libsluice_${CMAKE_MATCH_1}\n")
    endif()
  endforeach()
  string(APPEND renamed "#include_next <sqlite3.h>\n")
  set(include "${sluice_private_folder}/include")
  file(CONFIGURE OUTPUT "${include}/sqlite3.h" CONTENT "${renamed}" @ONLY)
  set_source_files_properties("${sluice_private_object}" PROPERTIES EXTERNAL_OBJECT ON)
  target_sources(${target} PRIVATE "${sluice_private_object}")
  target_include_directories(${target} SYSTEM BEFORE PRIVATE "$<BUILD_INTERFACE:${include}>")
  target_compile_definitions(${target} PRIVATE SLUICE_PRIVATE_SQLITE)
endfunction()
