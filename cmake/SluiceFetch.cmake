# Downloads for SLUICE_FETCH_DEPS=ON, each pinned to one release.
#
# sluice_fetch(<target>) defines <target> as a static, position-independent library. It is a function, so that the
# variables that it sets for the fetched projects have its scope.

include_guard(GLOBAL)
include(FetchContent)

# The fetched project's CMake files must define the target, or `fallback`, which then gets the target's name as alias.
macro(sluice_fetch_project name fallback)
  FetchContent_Declare(${name} GIT_SHALLOW ON ${ARGN})
  FetchContent_MakeAvailable(${name})
  if(NOT TARGET ${target})
    add_library(${target} ALIAS ${fallback})
  endif()
endmacro()

# C sources without a CMake project, or whose project has unwanted install rules, tests or names.
macro(sluice_fetch_c_sources name sources)
  # The folder does not exist, so the content is downloaded and no CMakeLists.txt is run.
  FetchContent_Declare(${name} ${ARGN} SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${name})
  set(root "${${name}_SOURCE_DIR}")
  list(TRANSFORM ${sources} PREPEND "${root}/" OUTPUT_VARIABLE patterns)
  file(GLOB files ${patterns})
  add_library(sluice_${name} STATIC EXCLUDE_FROM_ALL ${files})
  add_library(${target} ALIAS sluice_${name})
endmacro()

function(sluice_fetch target)
  set(BUILD_SHARED_LIBS OFF)
  set(BUILD_TESTING OFF)
  set(CMAKE_UNITY_BUILD OFF)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)  # normal variables here set the projects' options

  if(target STREQUAL fmt::fmt)
    sluice_fetch_project(fmt fmt GIT_REPOSITORY https://github.com/fmtlib/fmt GIT_TAG 10.2.1)
  elseif(target STREQUAL simdjson::simdjson)
    sluice_fetch_project(simdjson simdjson GIT_REPOSITORY https://github.com/simdjson/simdjson GIT_TAG v3.6.4)
  elseif(target STREQUAL CLI11::CLI11)
    sluice_fetch_project(CLI11 CLI11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11 GIT_TAG v2.4.1)
  elseif(target STREQUAL doctest::doctest)
    set(DOCTEST_NO_INSTALL ON)
    set(DOCTEST_WITH_TESTS OFF)
    sluice_fetch_project(doctest doctest GIT_REPOSITORY https://github.com/doctest/doctest GIT_TAG v2.4.11)
  elseif(target STREQUAL benchmark::benchmark)
    set(BENCHMARK_ENABLE_INSTALL OFF)
    set(BENCHMARK_ENABLE_TESTING OFF)
    sluice_fetch_project(benchmark benchmark GIT_REPOSITORY https://github.com/google/benchmark GIT_TAG v1.8.3)
  elseif(target STREQUAL Eigen3::Eigen)
    # Header-only; SOURCE_SUBDIR as above.
    FetchContent_Declare(eigen GIT_SHALLOW ON SOURCE_SUBDIR none
      GIT_REPOSITORY https://gitlab.com/libeigen/eigen.git GIT_TAG 3.4.0)
    FetchContent_MakeAvailable(eigen)
    add_library(sluice_eigen INTERFACE)
    add_library(Eigen3::Eigen ALIAS sluice_eigen)
    target_include_directories(sluice_eigen SYSTEM INTERFACE "${eigen_SOURCE_DIR}")
  elseif(target STREQUAL hnswlib::hnswlib)
    # Header-only; SOURCE_SUBDIR as above.
    FetchContent_Declare(hnswlib GIT_SHALLOW ON SOURCE_SUBDIR none
      GIT_REPOSITORY https://github.com/nmslib/hnswlib GIT_TAG v0.6.2)
    FetchContent_MakeAvailable(hnswlib)
    add_library(sluice_hnswlib INTERFACE)
    add_library(hnswlib::hnswlib ALIAS sluice_hnswlib)
    target_include_directories(sluice_hnswlib SYSTEM INTERFACE "${hnswlib_SOURCE_DIR}")
  elseif(target STREQUAL FastFloat::fast_float)
    # Headers only; SOURCE_SUBDIR as above.
    FetchContent_Declare(fast_float GIT_SHALLOW ON SOURCE_SUBDIR none
      GIT_REPOSITORY https://github.com/fastfloat/fast_float GIT_TAG v6.1.6)
    FetchContent_MakeAvailable(fast_float)
    add_library(sluice_fast_float INTERFACE)
    add_library(FastFloat::fast_float ALIAS sluice_fast_float)
    target_include_directories(sluice_fast_float SYSTEM INTERFACE "${fast_float_SOURCE_DIR}/include")
  elseif(target STREQUAL httplib::httplib)
    # Header-only; SOURCE_SUBDIR as above.
    FetchContent_Declare(httplib GIT_SHALLOW ON SOURCE_SUBDIR none
      GIT_REPOSITORY https://github.com/yhirose/cpp-httplib GIT_TAG v0.15.3)
    FetchContent_MakeAvailable(httplib)
    add_library(sluice_httplib INTERFACE)
    add_library(httplib::httplib ALIAS sluice_httplib)
    target_include_directories(sluice_httplib SYSTEM INTERFACE "${httplib_SOURCE_DIR}")
  elseif(target STREQUAL xxHash::xxhash)
    set(sources xxhash.c)
    sluice_fetch_c_sources(xxhash sources GIT_REPOSITORY https://github.com/Cyan4973/xxHash GIT_TAG v0.8.2)
    target_include_directories(sluice_xxhash SYSTEM INTERFACE "${root}")
  elseif(target STREQUAL ZLIB::ZLIB)
    set(sources *.c)
    sluice_fetch_c_sources(zlib sources GIT_REPOSITORY https://github.com/madler/zlib GIT_TAG v1.3.1)
    target_compile_definitions(sluice_zlib PRIVATE HAVE_UNISTD_H)
    target_include_directories(sluice_zlib SYSTEM INTERFACE "${root}")
  elseif(target STREQUAL utf8proc::utf8proc)
    set(sources utf8proc.c)
    sluice_fetch_c_sources(utf8proc sources GIT_REPOSITORY https://github.com/JuliaStrings/utf8proc GIT_TAG v2.9.0)
    target_compile_definitions(sluice_utf8proc PUBLIC UTF8PROC_STATIC)
    target_include_directories(sluice_utf8proc SYSTEM INTERFACE "${root}")
  elseif(target STREQUAL libstemmer::libstemmer)
    set(sources libstemmer/libstemmer_utf8.c runtime/*.c src_c/stem_UTF_8_*.c)
    sluice_fetch_c_sources(libstemmer sources
      URL https://snowballstem.org/dist/libstemmer_c-2.2.0.tar.gz
      URL_HASH SHA256=b941d9fe9cf36b4e2f8d3873cd4d8b8775bd94867a1df8d8c001bb8b688377c3)
    target_include_directories(sluice_libstemmer PRIVATE "${root}")
    target_include_directories(sluice_libstemmer SYSTEM INTERFACE "${root}/include")
  elseif(target STREQUAL libyaml::libyaml)
    set(sources src/*.c)
    sluice_fetch_c_sources(libyaml sources GIT_REPOSITORY https://github.com/yaml/libyaml GIT_TAG 0.2.5)
    target_compile_definitions(sluice_libyaml PUBLIC YAML_DECLARE_STATIC
      PRIVATE YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 YAML_VERSION_STRING="0.2.5")
    target_include_directories(sluice_libyaml SYSTEM INTERFACE "${root}/include")
    target_include_directories(sluice_libyaml PRIVATE "${root}/include")
  elseif(target STREQUAL SQLite::SQLite3)
    set(sources sqlite3.c)
    sluice_fetch_c_sources(sqlite3 sources
      URL https://sqlite.org/2024/sqlite-amalgamation-3460100.zip
      URL_HASH SHA256=77823cb110929c2bcb0f5d48e4833b5c59a8a6e40cdea3936b99e199dbbe5784)
    target_link_libraries(sluice_sqlite3 PRIVATE ${CMAKE_DL_LIBS})
    target_include_directories(sluice_sqlite3 SYSTEM INTERFACE "${root}")
  else()
    message(FATAL_ERROR "sluice: there is no download for ${target}")
  endif()

  # No warnings for third-party headers.
  get_target_property(real ${target} ALIASED_TARGET)
  if(real)
    get_target_property(includes ${real} INTERFACE_INCLUDE_DIRECTORIES)
    if(includes)
      set_target_properties(${real} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${includes}")
    endif()
  endif()
endfunction()
