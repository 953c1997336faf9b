# Compile settings of all targets of sluice. They are set per target, so that they do not affect a parent project.

include_guard()

# sluice_target_defaults(<target>): language level, warnings and sanitizers, for building the target only.
function(sluice_target_defaults target)
  if(SLUICE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ takes a source that another one includes for a header, in which an unnamed namespace would be a mistake.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF
    UNITY_BUILD OFF)  # a parent's CMAKE_UNITY_BUILD would join sources whose internal names collide

  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    # A product and a sum that ARM64 could fuse are rounded twice, as they are on x86-64: the same figures and files.
    target_compile_options(${target} PRIVATE -ffp-contract=off)
  endif()

  if(SLUICE_DEVELOPER_MODE)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion)
    if(NOT SLUICE_UNITY_BUILD)  # sources that are compiled together shadow each other's own names
      target_compile_options(${target} PRIVATE -Wshadow)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # GCC 12 warns about overlapping copies in correct uses of std::string (GCC bug 105651).
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
    endif()
    # The property, not -Werror: `cmake --compile-no-warning-as-error` can then lift it for a newer compiler.
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endif()

  if(SLUICE_SANITIZE)
    set(flags -fsanitize=${SLUICE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(${target} PRIVATE ${flags})
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
    target_link_options(${target} PRIVATE ${flags})
  endif()

  if(SLUICE_BUILD_FUZZERS)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# sluice_read_headers_once(<target> [<header>...]): precompiles the most included headers, and these, once per target.
# Only in sanitized builds, so that other builds check that each source includes what it uses.
function(sluice_read_headers_once target)
  if(NOT SLUICE_SANITIZE)
    return()
  endif()
  set(headers algorithm array cmath cstddef cstdint functional map memory optional span string string_view unordered_map
    utility vector ${ARGN})
  # A target may also have C sources.
  list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${headers})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Reproducible, so that ccache can cache what is compiled with them.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endfunction()

# sluice_export_namespace(<target>): exports only the namespace sluice from a shared library, without templates of other
# libraries, so that it can be unloaded.
function(sluice_export_namespace target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>)
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Hidden visibility does not cover templates of the standard library; the script does.
    set(script "${PROJECT_SOURCE_DIR}/src/sluice.map")
    target_link_options(${target} PRIVATE "LINKER:--version-script=${script}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
  endif()
endfunction()

if(SLUICE_DEVELOPER_MODE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(SLUICE_CCACHE ccache)
  mark_as_advanced(SLUICE_CCACHE)
  if(SLUICE_CCACHE)
    set(CMAKE_C_COMPILER_LAUNCHER ${SLUICE_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${SLUICE_CCACHE})
  endif()
endif()
