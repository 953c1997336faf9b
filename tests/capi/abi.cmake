# Compares the C library's interface with that of the last release. A break passes only if the ABI number moved.
#
#   cmake -D ABIDIFF=<abidiff> -D GIT=<git> -D SOURCE=<folder> -D LIBRARY=<libsluice_c.so> -D WORK=<folder> -P abi.cmake

cmake_minimum_required(VERSION 3.24)

if(NOT ABIDIFF)
  message("skipped: abidiff is not installed (Debian: abigail-tools)")
  return()
endif()
execute_process(COMMAND "${GIT}" -C "${SOURCE}" describe --tags --abbrev=0 --match "v*"
  OUTPUT_VARIABLE tag OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  message("skipped: there is no release to compare with (no tag v*)")
  return()
endif()

# Its library is built once.
set(old "${WORK}/${tag}")
if(NOT EXISTS "${old}/build/capi/libsluice_c.so")
  file(MAKE_DIRECTORY "${old}/source")
  execute_process(COMMAND "${GIT}" -C "${SOURCE}" archive "${tag}" COMMAND ${CMAKE_COMMAND} -E tar x -
    WORKING_DIRECTORY "${old}/source" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -S "${old}/source" -B "${old}/build" -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DSLUICE_DEVELOPER_MODE=OFF -DSLUICE_BUILD_TESTS=OFF -DSLUICE_BUILD_BENCH=OFF -DSLUICE_BUILD_CLI=OFF
    -DSLUICE_BUILD_EXAMPLES=OFF OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build "${old}/build" --target sluice_c OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
file(REAL_PATH "${old}/build/capi/libsluice_c.so" before)
file(REAL_PATH "${LIBRARY}" now)
get_filename_component(number_before "${before}" LAST_EXT)
get_filename_component(number_now "${now}" LAST_EXT)
execute_process(COMMAND "${ABIDIFF}" "${before}" "${now}" OUTPUT_VARIABLE report RESULT_VARIABLE changes)
message("${report}")
math(EXPR breaks "${changes} & 8")  # ABIDIFF_ABI_INCOMPATIBLE_CHANGE
math(EXPR faults "${changes} & 3")
if(faults)
  message(FATAL_ERROR "abidiff could not compare")
endif()
if(breaks AND number_before STREQUAL number_now)
  message(FATAL_ERROR "the interface breaks callers of ${tag}: raise SLUICE_ABI_VERSION")
endif()
