# Fails the build if a test name cannot be in a CMake list, since that would break all tests of ctest.
#
#   cmake -D PROGRAM=<doctest program> [-D EMULATOR=<what runs it>] -P check_names.cmake

execute_process(COMMAND ${EMULATOR} "${PROGRAM}" --list-test-cases OUTPUT_VARIABLE names)
string(REGEX REPLACE "\\[doctest\\][^\n]*\n" "" names "${names}")
if(names MATCHES "([^\n]*[][;][^\n]*)\n")
  message(FATAL_ERROR "A test's name may not hold [, ] or ; : ${CMAKE_MATCH_1}")
endif()
