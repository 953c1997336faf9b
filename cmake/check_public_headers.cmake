# Checks that each public header has a user, and fails, naming it, if it has none. Users are documents, examples, the C
# library, the command, programs that embed the library (tests/hosts, tests/consumer), the umbrella header, and public
# headers that have users themselves. A document uses the headers whose path or types it names as code. What only sources
# of the library, tests or benches include is in src.
#
#   cmake [-D ROOT=<source tree>] -P check_public_headers.cmake

cmake_minimum_required(VERSION 3.24)

if(NOT DEFINED ROOT)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)
endif()

file(GLOB_RECURSE headers RELATIVE "${ROOT}/include" "${ROOT}/include/*.hpp")
if(NOT headers)
  message(FATAL_ERROR "${ROOT}: no public headers to check")
endif()

# Sets <out> to the names of public headers that a file includes.
function(find_includes out file)
  file(STRINGS "${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]sluice/")
  set(names "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[^\"<]*[\"<]([^\">]*)[\">].*" "\\1" name "${line}")
    list(APPEND names "${name}")
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# Used from outside.
set(used "")
file(GLOB_RECURSE users "${ROOT}/examples/*.cpp" "${ROOT}/examples/*.hpp" "${ROOT}/capi/*.cpp" "${ROOT}/capi/*.hpp"
  "${ROOT}/src/cli/*.cpp" "${ROOT}/src/cli/*.hpp" "${ROOT}/tests/hosts/*.cpp" "${ROOT}/tests/hosts/*.hpp"
  "${ROOT}/tests/consumer/*.cpp" "${ROOT}/tests/consumer/*.hpp")
foreach(user IN LISTS users)
  find_includes(names "${user}")
  list(APPEND used ${names})
endforeach()
file(GLOB umbrellas RELATIVE "${ROOT}/include" "${ROOT}/include/sluice/*.hpp")
list(APPEND used ${umbrellas})

# The code of the documents: what is between ``` or `.
file(GLOB documents "${ROOT}/README.md" "${ROOT}/docs/*.md")
set(code " ")
foreach(document IN LISTS documents)
  file(READ "${document}" text)
  string(REGEX REPLACE "[][;]" " " text "${text}")
  string(REGEX REPLACE "```" "`" text "${text}")
  string(REGEX MATCHALL "`[^`]*`" spans "${text}")
  string(JOIN " " spans ${spans})
  string(APPEND code "${spans} ")
endforeach()

set(comment "//[^\n]*")
foreach(header IN LISTS headers)
  find_includes("includes_of_${header}" "${ROOT}/include/${header}")
  if(header IN_LIST used)
    continue()
  endif()
  string(REGEX REPLACE "^sluice/" "" path "${header}")
  string(FIND "${code}" "${path}" at)
  if(at EQUAL -1)
    file(READ "${ROOT}/include/${header}" text)
    string(REGEX REPLACE "${comment}" "" text "${text}")
    string(REGEX MATCHALL "\n(class|struct|enum class|concept|using) [A-Z][A-Za-z0-9]*[ \n]" types "${text}")
    foreach(type IN LISTS types)
      string(REGEX REPLACE "^\n.* ([A-Za-z0-9]+)[ \n]$" "\\1" type "${type}")
      if(type MATCHES "[a-z0-9][A-Z]" AND code MATCHES "[^A-Za-z0-9_]${type}[^A-Za-z0-9_]")  # not words such as Query
        set(at 0)
        break()
      endif()
    endforeach()
  endif()
  if(NOT at EQUAL -1)
    list(APPEND used "${header}")
  endif()
endforeach()

# And through other headers.
list(REMOVE_DUPLICATES used)
set(rest ${used})
while(rest)
  list(POP_FRONT rest header)
  foreach(name IN LISTS "includes_of_${header}")
    if(NOT name IN_LIST used)
      list(APPEND used "${name}")
      list(APPEND rest "${name}")
    endif()
  endforeach()
endwhile()

set(breaches "")
foreach(header IN LISTS headers)
  if(NOT header IN_LIST used)
    string(REGEX REPLACE "^sluice/" "" path "${header}")
    string(APPEND breaches "  include/${header}: nothing outside the library uses it; move it to src/${path}\n")
  endif()
endforeach()
if(breaches)
  message(FATAL_ERROR "Public headers without a user:\n${breaches}")
endif()
