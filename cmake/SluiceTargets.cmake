# How every target of ours is compiled. Set per target, so that nothing leaks into a parent project.

include_guard()

# sluice_target_defaults(<target>): language level, warnings and sanitizers, for building it only.
function(sluice_target_defaults target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF
    UNITY_BUILD OFF)  # a parent's CMAKE_UNITY_BUILD would join sources that keep the same names to themselves

  if(SLUICE_DEVELOPER_MODE)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion)
    if(NOT SLUICE_UNITY_BUILD)  # sources that are compiled together shadow each other's own names
      target_compile_options(${target} PRIVATE -Wshadow)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # GCC 12 sees overlapping copies in correct uses of std::string (its bug 105651).
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

# sluice_read_headers_once(<target> [<header>...]): the headers that most sources include, and these, are compiled once a
# target. In sanitized builds alone: in all others each source has to include what it uses.
function(sluice_read_headers_once target)
  if(NOT SLUICE_SANITIZE)
    return()
  endif()
  set(headers algorithm array cmath cstddef cstdint functional map memory optional span string string_view unordered_map
    utility vector ${ARGN})
  # A target may have sources in C as well.
  list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${headers})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The same bytes each time, so that ccache may know what was compiled with them.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endfunction()

# sluice_export_namespace(<target>): a shared library shows what is in the namespace sluice and no one else's templates,
# and can be unloaded.
function(sluice_export_namespace target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>)
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Hidden visibility does not reach the standard library's templates; the script does.
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
