# Fails unless a shared library exports the namespace sluice and nothing else, and nothing that prevents unloading.
#
#   cmake -D NM=<nm> -D LIBRARY=<libsluice.so> -D TABLE=<file to write> -P exports.cmake

cmake_minimum_required(VERSION 3.24)

execute_process(COMMAND "${NM}" -D -C --defined-only "${LIBRARY}" OUTPUT_FILE "${TABLE}" COMMAND_ERROR_IS_FATAL ANY)
set(ours "((vtable|VTT|typeinfo|typeinfo name|non-virtual thunk|virtual thunk) (for|to) )?sluice::")
file(STRINGS "${TABLE}" lines)
set(surplus ${lines})
list(FILTER surplus EXCLUDE REGEX "^[0-9a-f]+ [A-Zi] ${ours}")
if(NOT lines)
  message(FATAL_ERROR "${LIBRARY} exports nothing")
elseif(surplus)
  list(SUBLIST surplus 0 5 first)
  list(JOIN first "\n  " first)
  message(FATAL_ERROR "${LIBRARY} exports, among others:\n  ${first}")
endif()
list(LENGTH lines count)
message(STATUS "${count} symbols of sluice, nothing else")
