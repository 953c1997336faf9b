# Prints the size of a library without symbols, and the part of it that is weights. Fails if it is larger than MOST.
#
#   cmake -D STRIP=<strip> -D LIBRARY=<libsluice_c.so> -D WEIGHTS=<a;list> -D MOST=<bytes> -P size.cmake

cmake_minimum_required(VERSION 3.24)

set(stripped "${LIBRARY}.stripped")
execute_process(COMMAND "${STRIP}" -o "${stripped}" "${LIBRARY}" COMMAND_ERROR_IS_FATAL ANY)
file(SIZE "${stripped}" bytes)
file(REMOVE "${stripped}")
set(weights 0)
foreach(file IN LISTS WEIGHTS)
  file(SIZE "${file}" size)
  math(EXPR weights "${weights} + ${size}")
endforeach()
math(EXPR rest "${bytes} - ${weights}")
message("stripped: ${bytes} bytes; weights: ${weights}; without them: ${rest}")
if(rest GREATER MOST)
  message(FATAL_ERROR "more than ${MOST} bytes without weights")
endif()
