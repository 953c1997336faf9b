# Checks the #include lines of a source tree. Fails, naming file and line, if a room includes something that it may not.
#
#   cmake [-D ROOT=<source tree>] -P check_layers.cmake

cmake_minimum_required(VERSION 3.24)

if(NOT DEFINED ROOT)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)
endif()

# A room may include rooms of lower levels, and itself.
set(level_0 core)
set(level_1 text sql db net)
set(level_2 schema embed index learn)
set(level_3 retrieve route rank judge)
set(level_4 beam spider suite prompt llm store)
set(level_5 report)
set(level_6 pipeline)
set(level_7 train mcp capi)
set(level_8 benchmark)
set(level_9 cli)
foreach(level RANGE 9)
  foreach(room IN LISTS level_${level})
    set(level_of_${room} ${level})
    list(APPEND rooms ${room})
  endforeach()
endforeach()

# Standard headers that a public header may include: those that compile fast.
set(public_std algorithm array atomic bit cmath compare concepts cstddef cstdint cstring exception initializer_list
  iterator limits memory numeric optional span string string_view tuple type_traits utility variant vector)
# Public headers that may include Eigen, because one of their templates needs its types.
set(public_eigen "")

# Third-party headers in src: a pattern, and the only rooms that may include them.
set(third_party "^simdjson" "^(xxhash|zlib)" "^fast_float/" "^utf8proc" "^libstemmer" "^sqlite3" "^(hnswlib|Eigen)/" "^libpq" "^curl/" "^CLI/" "^httplib" "^yaml[.]h$")
set(third_party_rooms "core" "core" "core" "core text" "text" "db" "index embed learn route beam train benchmark" "db" "net" "cli" "cli" "schema")

set(breaches "")
macro(breach text)
  string(APPEND breaches "  ${file}: #include ${include}: ${text}\n")
endmacro()

# Sets the room of an included header of sluice, such as "sluice/db/x.hpp" or, inside src, "db/x.hpp"; "" for others.
macro(room_of_include out)
  set(${out} "")
  if(include MATCHES "^[\"<](\\.\\./)*(sluice/)?([a-z]+)/")
    if(CMAKE_MATCH_3 IN_LIST rooms)
      set(${out} ${CMAKE_MATCH_3})
    endif()
  endif()
endmacro()

file(GLOB_RECURSE files RELATIVE "${ROOT}"
  "${ROOT}/include/*.hpp" "${ROOT}/include/*.h" "${ROOT}/src/*.hpp" "${ROOT}/src/*.h" "${ROOT}/src/*.cpp"
  "${ROOT}/capi/*.hpp" "${ROOT}/capi/*.h" "${ROOT}/capi/*.cpp")
if(NOT files)
  message(FATAL_ERROR "${ROOT}: no sources to check")
endif()

foreach(file IN LISTS files)
  set(room umbrella)  # such as include/sluice/sluice.hpp; may include every room
  set(level 9)
  if(file MATCHES "^(include/sluice|src)/([^/]+)/")
    set(room ${CMAKE_MATCH_2})
  elseif(file MATCHES "^capi/")
    set(room capi)
  endif()
  if(DEFINED level_of_${room})
    set(level ${level_of_${room}})
  elseif(NOT room STREQUAL "umbrella")
    string(APPEND breaches "  ${file}: no room is called ${room}; cmake/check_layers.cmake lists them\n")
    continue()
  endif()

  file(STRINGS "${ROOT}/${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
  # Every public header includes, directly or indirectly, the one that requires C++20.
  if(file MATCHES "^include/.*[.]hpp$" AND NOT file STREQUAL "include/sluice/core/language.hpp"
     AND NOT lines MATCHES "include[ \t]*[\"<]sluice/")
    string(APPEND breaches "  ${file}: includes none of our headers; include \"sluice/core/language.hpp\"\n")
  endif()
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*([\"<][^\">]*[\">]).*" "\\1" include "${line}")
    string(REGEX REPLACE "[\"<>]" "" header "${include}")

    # (a) levels
    room_of_include(included)
    if(included AND NOT included STREQUAL room)
      if(level_of_${included} GREATER level OR (level_of_${included} EQUAL level AND DEFINED level_of_${room}))
        breach("${room} (level ${level}) may not include ${included} (level ${level_of_${included}})")
      endif()
    elseif(include MATCHES "^[\"<]sluice/[^/]*\\.hpp" AND NOT room STREQUAL "umbrella")
      breach("inside the library, include the header that declares the name")
    endif()

    # (b) includes of public headers
    if(file MATCHES "^include/")
      if(header MATCHES "^Eigen/" AND file IN_LIST public_eigen)
      elseif(NOT header MATCHES "^sluice/" AND NOT header IN_LIST public_std)
        breach("not a header that a public header may include")
      endif()
    elseif(file STREQUAL "capi/sluice.h" AND NOT header MATCHES "^std(def|int)\\.h$")
      breach("sluice.h includes stddef.h and stdint.h only")
    else()
      # (c) third-party headers only in their rooms
      foreach(pattern allowed IN ZIP_LISTS third_party third_party_rooms)
        string(REPLACE " " ";" allowed "${allowed}")
        if(header MATCHES "${pattern}" AND NOT room IN_LIST allowed)
          breach("only for ${allowed}")
        endif()
      endforeach()
    endif()
  endforeach()
endforeach()

if(breaches)
  message(FATAL_ERROR "Forbidden includes:\n${breaches}")
endif()
