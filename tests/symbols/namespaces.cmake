# Fails if the library defines functions of a header-only library under their original names: the linker would merge
# them with those of a host that uses the same library, compiled with other flags.
#
#   cmake -D NM=<nm> -D LIBRARY=<library> -D TABLE=<file to write> -P namespaces.cmake

cmake_minimum_required(VERSION 3.24)

execute_process(COMMAND "${NM}" -C --defined-only "${LIBRARY}" OUTPUT_FILE "${TABLE}" COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS "${TABLE}" ours REGEX " sluice::" LIMIT_COUNT 1)
if(NOT ours)
  message(FATAL_ERROR "${LIBRARY}: expected symbols of the namespace sluice, found none")
endif()
file(STRINGS "${TABLE}" foreign REGEX "(^|[^A-Za-z0-9_])(Eigen|fast_float|hnswlib)::" LIMIT_COUNT 5)
if(foreign)
  list(JOIN foreign "\n  " foreign)
  message(FATAL_ERROR "${LIBRARY} defines, among others:\n  ${foreign}")
endif()
