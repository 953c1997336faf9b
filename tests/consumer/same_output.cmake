# Fails unless several programs print the same for the folder of sample databases, byte for byte.
#
#   cmake -D "PROGRAMS=<a;list>" -D SAMPLE=<folder> -P same_output.cmake

cmake_minimum_required(VERSION 3.24)

list(LENGTH PROGRAMS count)
if(count LESS 2)
  message(FATAL_ERROR "nothing to compare: ${PROGRAMS}")
endif()
foreach(program IN LISTS PROGRAMS)
  execute_process(COMMAND "${program}" "${SAMPLE}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  if(printed STREQUAL "")
    message(FATAL_ERROR "${program} prints nothing")
  elseif(NOT DEFINED expected)
    set(expected "${printed}")
  elseif(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${first} prints:\n${expected}\n${program} prints:\n${printed}")
  endif()
  list(GET PROGRAMS 0 first)
endforeach()
