# Targets for developers of sluice: `format`, `format-check` and `tidy`.

file(GLOB_RECURSE our_files CONFIGURE_DEPENDS
  include/*.hpp src/*.hpp src/*.cpp capi/*.h capi/*.hpp capi/*.cpp examples/*.hpp examples/*.cpp examples/*.c
  tests/*.hpp tests/*.cpp tests/*.c bench/*.hpp bench/*.cpp)

# Releases of clang-format format differently, so one is the reference.
find_program(SLUICE_CLANG_FORMAT NAMES clang-format-14 clang-format)
mark_as_advanced(SLUICE_CLANG_FORMAT)
if(SLUICE_CLANG_FORMAT)
  execute_process(COMMAND ${SLUICE_CLANG_FORMAT} --version OUTPUT_VARIABLE clang_format_version)
endif()
if(clang_format_version MATCHES "version 14\\.")
  set(check ${SLUICE_CLANG_FORMAT} --dry-run -Werror ${our_files})
  add_custom_target(format COMMAND ${SLUICE_CLANG_FORMAT} -i ${our_files} VERBATIM)
  add_custom_target(format-check COMMAND ${check} VERBATIM)
  if(SLUICE_BUILD_TESTS AND NOT SLUICE_SANITIZE)
    add_test(NAME format_check COMMAND ${check})
  endif()
endif()

find_program(SLUICE_CLANG_TIDY NAMES run-clang-tidy-14 run-clang-tidy)
mark_as_advanced(SLUICE_CLANG_TIDY)
if(SLUICE_CLANG_TIDY)
  add_custom_target(tidy
    # The build may use g++, with flags that clang does not know.
    COMMAND ${SLUICE_CLANG_TIDY} -quiet -extra-arg=-Wno-unknown-warning-option
            -p "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}/(src|capi)/.*"
    VERBATIM USES_TERMINAL)
endif()
