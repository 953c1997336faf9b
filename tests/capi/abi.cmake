# Compares the C interface (types of functions, layouts of structs) with that of the last release. An incompatible
# change is allowed only with a new ABI number. Exported symbols are tested separately, so no library is built: each
# header is compiled to a library whose functions do nothing.
#
#   cmake -D ABIDIFF=<abidiff> -D GIT=<git> -D CC=<C compiler> -D SOURCE=<folder> -D WORK=<folder> -P abi.cmake

cmake_minimum_required(VERSION 3.24)

if(NOT ABIDIFF)
  message("test skipped: abidiff is not installed (Debian: abigail-tools)")
  return()
endif()
execute_process(COMMAND "${GIT}" -C "${SOURCE}" describe --tags --abbrev=0 --match "v*"
  OUTPUT_VARIABLE tag OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  message("test skipped: there is no release to compare with (no tag v*)")
  return()
endif()
file(MAKE_DIRECTORY "${WORK}")
execute_process(COMMAND "${GIT}" -C "${SOURCE}" show "${tag}:capi/sluice.h"
  OUTPUT_FILE "${WORK}/before.h" COMMAND_ERROR_IS_FATAL ANY)
configure_file("${SOURCE}/capi/sluice.h" "${WORK}/now.h" COPYONLY)

foreach(which before now)
  file(READ "${WORK}/${which}.h" text)
  string(REGEX REPLACE ".*define SLUICE_ABI_VERSION +([0-9]+).*" "\\1" number_${which} "${text}")
  string(REPLACE "SLUICE_NOEXCEPT;" "{ __builtin_trap(); }" text "${text}")
  file(WRITE "${WORK}/${which}.c" "${text}")
  # abidiff reads types from debug information.
  execute_process(COMMAND "${CC}" -std=c99 -g -fPIC -shared -o "${WORK}/${which}.so" "${WORK}/${which}.c"
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()

execute_process(COMMAND "${ABIDIFF}" "${WORK}/before.so" "${WORK}/now.so" OUTPUT_VARIABLE report RESULT_VARIABLE changes)
message("${report}")
math(EXPR faults "${changes} & 3")
math(EXPR breaks "${changes} & 8")  # ABIDIFF_ABI_INCOMPATIBLE_CHANGE: something was removed
if(faults)
  message(FATAL_ERROR "abidiff could not compare")
endif()
# Of the changes that abidiff wants reviewed, new functions and new last fields are compatible.
if(report MATCHES "entity changed|type name changed|offset changed|data member (deletion|change)|return type changed|was (added|removed)|enumerator (deletion|change)")
  set(breaks 1)
endif()
if(breaks AND number_before STREQUAL number_now)
  message(FATAL_ERROR "the interface breaks callers of ${tag}: raise SLUICE_ABI_VERSION")
endif()
