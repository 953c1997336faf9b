# Writes one file with one #include into an empty tree, runs the layer check on it, and compares its answer.

cmake_minimum_required(VERSION 3.24)

function(check file include)
  file(REMOVE_RECURSE "${TREE}")
  file(WRITE "${TREE}/${file}" "#ifdef X\n  #  include ${include}  // why\n#endif\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D "ROOT=${TREE}" -P "${SCRIPT}"
    RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said)
  set(result ${result} PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(allows file include)
  check("${file}" "${include}")
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${file} may include ${include}, but:\n${said}")
  endif()
endfunction()

function(forbids file include)
  check("${file}" "${include}")
  string(FIND "${said}" "${file}: #include ${include}" at)
  if(result EQUAL 0 OR at EQUAL -1)
    message(SEND_ERROR "${file} may not include ${include}, but:\n${said}")
  endif()
endfunction()

# (a) levels
allows(include/sluice/schema/a.hpp [["sluice/core/b.hpp"]])
allows(include/sluice/schema/a.hpp [["sluice/schema/b.hpp"]])
allows(include/sluice/sluice.hpp [["sluice/pipeline/b.hpp"]])
allows(src/cli/a.cpp [["sluice/pipeline/b.hpp"]])
allows(src/text/a.cpp [["b.hpp"]])
allows(capi/a.cpp [["sluice.h"]])
forbids(include/sluice/core/a.hpp [["sluice/text/b.hpp"]])
forbids(include/sluice/index/a.hpp [["sluice/embed/b.hpp"]])
forbids(include/sluice/core/a.hpp [["sluice/sluice.hpp"]])
forbids(src/prompt/a.cpp [[<sluice/pipeline/b.hpp>]])
forbids(src/text/a.cpp [["db/b.hpp"]])
forbids(src/text/a.cpp [["../db/b.hpp"]])
forbids(src/pipeline/a.cpp [["sluice/cli/b.hpp"]])
forbids(capi/a.cpp [["cli/b.hpp"]])

# (b) public headers
allows(include/sluice/core/a.hpp [[<vector>]])
forbids(include/sluice/core/a.hpp [[<functional>]])
forbids(include/sluice/core/a.hpp [[<stdint.h>]])
forbids(include/sluice/db/a.hpp [[<sqlite3.h>]])
forbids(include/sluice/core/a.hpp [[<fmt/format.h>]])
forbids(include/sluice/index/a.hpp [[<Eigen/Core>]])
allows(capi/sluice.h [[<stdint.h>]])
forbids(capi/sluice.h [[<stdio.h>]])

# (c) third parties
allows(src/core/a.cpp [[<simdjson.h>]])
allows(src/db/a.cpp [[<sqlite3.h>]])
allows(src/route/a.cpp [[<Eigen/Core>]])
allows(src/index/a.cpp [[<hnswlib/hnswlib.h>]])
allows(src/retrieve/a.cpp [[<fmt/format.h>]])
allows(src/net/a.cpp [[<curl/curl.h>]])
forbids(src/embed/a.cpp [[<curl/curl.h>]])
forbids(src/schema/a.cpp [[<simdjson.h>]])
forbids(src/schema/a.cpp [[<sqlite3.h>]])
forbids(capi/a.cpp [[<sqlite3.h>]])
forbids(src/retrieve/a.cpp [[<Eigen/Core>]])
forbids(src/embed/a.hpp [[<zlib.h>]])

# A folder that is no room
check(src/attic/a.cpp [[<vector>]])
if(result EQUAL 0)
  message(SEND_ERROR "src/attic/ is no room, but was accepted")
endif()
