# Converts a static library to one object that exports only the library's interface, with a prefix.
#
#   cmake -D OBJDUMP= -D OBJCOPY= -D LD= -D ARCHIVE=<static library> -D INTERFACE=<regular expression> -D PREFIX=
#         [-D INSTEAD=<names>] -D OBJECT=<result> -P private_copy.cmake
#
# Functions in INSTEAD are not taken from the C library: their names get the prefix, too.
#
# The old names become local, and the new ones are added. References inside the object are then bound inside it, so that
# it can be part of a shared library although it was not compiled as position-independent code.

cmake_minimum_required(VERSION 3.24)

set(whole "${OBJECT}.whole")
execute_process(COMMAND "${LD}" -r --whole-archive "${ARCHIVE}" -o "${whole}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${OBJDUMP}" --syms "${whole}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)

set(local "")
set(added "")
# value, flags, section, size, name: "0000000000000120 g     F .text	0000000000000049 sqlite3_step"
string(REGEX MATCHALL "[0-9a-f]+ g [^\n]+" lines "${symbols}")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([0-9a-f]+) g ....([FO ]) ([^ \t]+)[ \t]+[0-9a-f]+ +(\\.hidden +)?([A-Za-z0-9_]+)$")
    continue()
  endif()
  set(value "${CMAKE_MATCH_1}")
  set(kind "${CMAKE_MATCH_2}")
  set(section "${CMAKE_MATCH_3}")
  set(name "${CMAKE_MATCH_5}")
  string(APPEND local "${name}\n")
  if(kind STREQUAL "F" AND name MATCHES "${INTERFACE}")
    list(APPEND added "--add-symbol=${PREFIX}${name}=${section}:0x${value},function,global")
  endif()
endforeach()
if(NOT added)
  message(FATAL_ERROR "${ARCHIVE}: defines no function that matches ${INTERFACE}")
endif()

foreach(name IN LISTS INSTEAD)
  list(APPEND added "--redefine-sym=${name}=${PREFIX}${name}")
endforeach()
file(WRITE "${OBJECT}.local" "${local}")
execute_process(COMMAND "${OBJCOPY}" "--localize-symbols=${OBJECT}.local" --strip-debug ${added} "${whole}" "${OBJECT}"
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE "${whole}" "${OBJECT}.local")
