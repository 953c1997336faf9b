# Fails unless a command and a program print the same, both run with the folder of sample databases as last argument.
#
#   cmake -D EXPECTED=<program> -D COMMAND=<a;list> -D SAMPLE=<folder> -P same_output.cmake

cmake_minimum_required(VERSION 3.24)

execute_process(COMMAND "${EXPECTED}" "${SAMPLE}" OUTPUT_VARIABLE expected COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${COMMAND} "${SAMPLE}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(expected STREQUAL "")
  message(FATAL_ERROR "${EXPECTED} prints nothing")
endif()
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "expected:\n${expected}\nprinted:\n${printed}")
endif()
