# Compiles the public headers with LLVM's standard library, if clang has it.
#
#   cmake -D COMPILER=<clang++> -D "COMMAND=<its options>" -P other_library.cmake

cmake_minimum_required(VERSION 3.24)

set(compiler "${COMPILER}" -std=c++20 -stdlib=libc++)
execute_process(COMMAND ${compiler} -x c++ -fsyntax-only -include version /dev/null RESULT_VARIABLE missing ERROR_QUIET)
if(missing)
  message("test skipped: ${COMPILER} has no libc++ (Debian: libc++-dev)")
  return()
endif()
execute_process(COMMAND ${compiler} ${COMMAND} COMMAND_ERROR_IS_FATAL ANY)
