# Finds third-party libraries: first an existing target, then an installed package, then, only with
# SLUICE_FETCH_DEPS=ON, a download (SluiceFetch.cmake).
#
# Also records the libraries that sluice links, so that the installed sluiceConfig.cmake and sluice.pc require exactly
# these. Versions are the oldest tested ones.

include_guard()

foreach(wing IN LISTS sluice_all_wings)
  set(SLUICE_CONFIG_REQUIRES_${wing} "")  # lines of sluiceConfig.cmake
  set(SLUICE_PC_REQUIRES_${wing} "")      # modules that sluice_<wing>.pc requires
  set(SLUICE_PC_LIBS_${wing} "")          # linker flags of the other libraries
endforeach()
set(SLUICE_FETCHED "")  # dependencies that were downloaded

# sluice_require(<target> PACKAGE <name> [WING <wing>] [VERSION <oldest>] [MODULE] [LIBS <flag> | PC <module>] [BUILD_ONLY])
#
#   WING        the part of the library that uses it; required only if that part is built
#   MODULE      found by a find module; otherwise by its own CMake package file
#   LIBS        its linker flag in sluice.pc; users do not need its headers, and so none of its compiler flags
#   PC          its pkg-config module, instead of LIBS, if it depends on other libraries
#   BUILD_ONLY  users of sluice do not need it: a header-only library, or one that only tests, benches or the command use
function(sluice_require target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "MODULE;BUILD_ONLY" "PACKAGE;WING;VERSION;PC;LIBS" "")
  set(package ${arg_PACKAGE})
  set(wing ${arg_WING})
  if(wing AND NOT wing IN_LIST sluice_wings)
    return()
  endif()

  if(NOT TARGET ${target})
    list(APPEND CMAKE_MODULE_PATH "${PROJECT_SOURCE_DIR}/cmake/find")
    if(arg_MODULE)
      find_package(${package} QUIET MODULE)
    else()
      find_package(${package} QUIET CONFIG)
    endif()
    if(${package}_FOUND)
      # Does not use find_package's version check: some packages declare each minor release incompatible.
      if(arg_VERSION AND ${package}_VERSION VERSION_LESS arg_VERSION)
        message(FATAL_ERROR "sluice needs ${package} ${arg_VERSION} or newer; found ${${package}_VERSION}.")
      endif()
      string(JOIN " " found ${package} ${${package}_VERSION})
      message(STATUS "sluice: ${found}")
    elseif(SLUICE_FETCH_DEPS)
      include("${PROJECT_SOURCE_DIR}/cmake/SluiceFetch.cmake")
      sluice_fetch(${target})
      message(STATUS "sluice: ${package}, downloaded")
      if(NOT arg_BUILD_ONLY)
        set(SLUICE_FETCHED ${SLUICE_FETCHED} ${package} PARENT_SCOPE)
      endif()
    else()
      string(JOIN " " wanted ${package} ${arg_VERSION})
      message(FATAL_ERROR "sluice needs ${wanted}, which was not found. Install it ('cmake/quickstart.sh deps' "
                          "does so on Debian and Ubuntu), allow downloads with -DSLUICE_FETCH_DEPS=ON, or name only "
                          "the parts that you use in SLUICE_WINGS (this is for: ${wing}).")
    endif()
  endif()

  if(NOT arg_BUILD_ONLY)
    string(APPEND SLUICE_CONFIG_REQUIRES_${wing} "  find_dependency(${package})\n")
    list(APPEND SLUICE_PC_REQUIRES_${wing} ${arg_PC})
    get_target_property(imported ${target} IMPORTED)
    get_target_property(type ${target} TYPE)
    if(arg_LIBS AND imported AND NOT type STREQUAL "INTERFACE_LIBRARY")
      set(folder "$<TARGET_LINKER_FILE_DIR:${target}>")
      set(known "$<IN_LIST:${folder},${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES}>")
      string(APPEND SLUICE_PC_LIBS_${wing} "$<$<NOT:${known}>: -L${folder}>")  # not in the linker's search path
    endif()
    string(JOIN " " SLUICE_PC_LIBS_${wing} "${SLUICE_PC_LIBS_${wing}}" ${arg_LIBS})
    set(SLUICE_CONFIG_REQUIRES_${wing} "${SLUICE_CONFIG_REQUIRES_${wing}}" PARENT_SCOPE)
    set(SLUICE_PC_REQUIRES_${wing} "${SLUICE_PC_REQUIRES_${wing}}" PARENT_SCOPE)
    set(SLUICE_PC_LIBS_${wing} "${SLUICE_PC_LIBS_${wing}}" PARENT_SCOPE)
  endif()
endfunction()

if(SLUICE_FETCH_DEPS)
  enable_language(C)  # some downloads are in C
endif()

# core
sluice_require(fmt::fmt WING sql PACKAGE fmt VERSION 9.1 LIBS -lfmt)
sluice_require(FastFloat::fast_float WING sql PACKAGE FastFloat VERSION 3.9.0 BUILD_ONLY)
sluice_require(simdjson::simdjson WING sql PACKAGE simdjson VERSION 3.0.1 LIBS -lsimdjson)
sluice_require(xxHash::xxhash WING sql PACKAGE xxHash VERSION 0.8.1 MODULE LIBS -lxxhash)
sluice_require(ZLIB::ZLIB WING sql PACKAGE ZLIB MODULE LIBS -lz)
# text
sluice_require(utf8proc::utf8proc WING sql PACKAGE utf8proc VERSION 2.8.0 MODULE LIBS -lutf8proc)
sluice_require(libstemmer::libstemmer WING sql PACKAGE libstemmer MODULE LIBS -lstemmer)
# db
if("catalog" IN_LIST sluice_wings)
  include("${PROJECT_SOURCE_DIR}/cmake/SluicePrivateSqlite.cmake")
endif()
set(linked "")
if(SLUICE_PRIVATE_SQLITE)
  set(linked BUILD_ONLY)  # needed for its header, and by tests and examples
endif()
sluice_require(SQLite::SQLite3 WING catalog PACKAGE SQLite3 VERSION 3.40 MODULE LIBS -lsqlite3 ${linked})
# schema
sluice_require(libyaml::libyaml WING catalog PACKAGE libyaml MODULE LIBS -lyaml)
# Two libraries with many dependencies are loaded on first use. The sources have their file names for Linux only.
set(lazy OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(lazy ON)
endif()
option(SLUICE_LAZY_LIBRARIES "Load libcurl and libpq on first use, instead of linking them" ${lazy})
set(linked "")
if(SLUICE_LAZY_LIBRARIES)
  set(linked BUILD_ONLY)
endif()
set(with_postgres OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED SLUICE_WITH_POSTGRES)
  find_package(PostgreSQL QUIET MODULE)
  set(with_postgres "${PostgreSQL_FOUND}")
endif()
option(SLUICE_WITH_POSTGRES "Judge queries on PostgreSQL servers (libpq)" ${with_postgres})
if(SLUICE_WITH_POSTGRES)
  sluice_require(PostgreSQL::PostgreSQL WING catalog PACKAGE PostgreSQL MODULE PC libpq ${linked})
endif()
# net: off by default in subprojects; in a top-level build, on if libcurl is installed
set(with_http OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED SLUICE_WITH_HTTP)
  find_package(CURL QUIET MODULE)
  if(CURL_FOUND)
    set(with_http ON)
  endif()
endif()
option(SLUICE_WITH_HTTP "Talk to embedding and completion services over HTTP (libcurl)" ${with_http})
if(SLUICE_WITH_HTTP)
  sluice_require(CURL::libcurl WING retrieve PACKAGE CURL MODULE PC libcurl ${linked})
endif()
if(CMAKE_DL_LIBS)  # DuckDB's library is always loaded on first use
  string(APPEND SLUICE_PC_LIBS_sql " -l${CMAKE_DL_LIBS}")
endif()
# index
sluice_require(Eigen3::Eigen WING retrieve PACKAGE Eigen3 VERSION 3.4.0 BUILD_ONLY)
sluice_require(hnswlib::hnswlib WING retrieve PACKAGE hnswlib MODULE BUILD_ONLY)

if(SLUICE_BUILD_CLI)
  sluice_require(CLI11::CLI11 PACKAGE CLI11 VERSION 2.1.2 BUILD_ONLY)
endif()
if(SLUICE_BUILD_TESTS)
  sluice_require(doctest::doctest PACKAGE doctest VERSION 2.4.9 BUILD_ONLY)
  if(SLUICE_WITH_HTTP)
    sluice_require(httplib::httplib PACKAGE httplib VERSION 0.11 MODULE BUILD_ONLY)
  endif()
endif()
if(SLUICE_BUILD_CLI AND SLUICE_WITH_LLM AND NOT TARGET httplib::httplib)
  list(APPEND CMAKE_MODULE_PATH "${PROJECT_SOURCE_DIR}/cmake/find")
  find_package(httplib 0.11 QUIET MODULE)  # if found, the command has `serve-replay`
endif()
if(SLUICE_BUILD_BENCH)
  sluice_require(benchmark::benchmark PACKAGE benchmark VERSION 1.7.1 BUILD_ONLY)
endif()
