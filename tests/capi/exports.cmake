# Fails unless a library exports exactly the functions that sluice.h declares.
#
#   cmake -D NM=<nm> -D LIBRARY=<libsluice_c.so> -D HEADER=<sluice.h> -P exports.cmake

cmake_minimum_required(VERSION 3.24)

file(READ "${HEADER}" header)
string(REGEX MATCHALL "\nSLUICE_API [a-z0-9_ *]*sluice_[a-z0-9_]+\\(" declared "${header}")
list(TRANSFORM declared REPLACE "^.*[ *](sluice_[a-z0-9_]+)\\($" "\\1")
list(SORT declared)
if(NOT declared)
  message(FATAL_ERROR "${HEADER} declares nothing")
endif()

execute_process(COMMAND "${NM}" -D --defined-only "${LIBRARY}" OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${table}")
set(exported "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^.* " "" symbol "${line}")
  list(APPEND exported "${symbol}")
endforeach()
list(SORT exported)

set(missing ${declared})
list(REMOVE_ITEM missing ${exported})
set(surplus ${exported})
list(REMOVE_ITEM surplus ${declared})
if(missing OR surplus)
  message(FATAL_ERROR "declared and not exported: ${missing}\nexported and not declared: ${surplus}")
endif()
list(LENGTH exported count)
message(STATUS "${count} functions, nothing else")
