# Fails if the library calls a function that depends on the locale of its host, also indirectly: std::to_string of a
# floating-point number calls vsnprintf.
#
#   cmake -D NM=<nm> -D LIBRARY=<library> -D TABLE=<file to write> -P locale.cmake

cmake_minimum_required(VERSION 3.24)

execute_process(COMMAND "${NM}" -C -u "${LIBRARY}" OUTPUT_FILE "${TABLE}" COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS "${TABLE}" called REGEX " U " LIMIT_COUNT 1)
if(NOT called)
  message(FATAL_ERROR "${LIBRARY}: expected calls of other libraries, found none")
endif()
# snprintf is used by fmt for types longer than double.
set(numbers "strto[fd]|strtold|atof|v[fs]?n?printf|[fs]?scanf")
set(letters "__ctype_[a-z_]+|is(alpha|alnum|digit|lower|print|punct|space|upper)|to(lower|upper)")
set(words "setlocale|localeconv|strcoll|strxfrm|strn?casecmp|strftime")
set(streams "[io]stream& std::[io]stream::_M_(insert|extract)<|locale::(locale|global|classic)[(]")
file(STRINGS "${TABLE}" found REGEX "^ +U ((${numbers}|${letters}|${words})(@.*)?$|std::(${streams}))")
list(REMOVE_DUPLICATES found)
if(found)
  list(JOIN found "\n" found)
  message(FATAL_ERROR "${LIBRARY} calls:\n${found}")
endif()
