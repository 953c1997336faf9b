# Writes a public header and one file that may use it into an empty tree, runs the check on it, and compares its answer.

cmake_minimum_required(VERSION 3.24)

function(check file text)
  file(REMOVE_RECURSE "${TREE}")
  file(WRITE "${TREE}/include/sluice/core/a.hpp" "namespace sluice {\nclass BigNumber {};\nclass Number {};\n}\n")
  file(WRITE "${TREE}/${file}" "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D "ROOT=${TREE}" -P "${SCRIPT}"
    RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said)
  set(result ${result} PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(allows file text)
  check("${file}" "${text}")
  if(NOT result EQUAL 0)
    message(SEND_ERROR "a header may be public where ${file} says ${text}, but:\n${said}")
  endif()
endfunction()

function(forbids file text)
  check("${file}" "${text}")
  string(FIND "${said}" "include/sluice/core/a.hpp" at)
  if(result EQUAL 0 OR at EQUAL -1)
    message(SEND_ERROR "a header may not be public only because ${file} says ${text}, but:\n${said}")
  endif()
endfunction()

set(include [[#include "sluice/core/a.hpp"]])
allows(examples/cpp/b.cpp "${include}")
allows(capi/b.cpp "${include}")
allows(src/cli/eval/b.cpp "${include}")
allows(tests/hosts/b.cpp "${include}")
allows(include/sluice/b.hpp "${include}")
allows(docs/b.md "```cpp\n${include}\n```")
allows(docs/b.md "It is in `core/a.hpp`.")
allows(README.md "Use a `BigNumber`.")
allows(README.md "```cpp\nsluice::BigNumber number;\n```")

forbids(src/db/b.cpp "${include}")
forbids(include/sluice/db/b.hpp "${include}")  # nothing uses b.hpp
forbids(tests/db/b.cpp "${include}")
forbids(bench/b.cpp "${include}")
forbids(docs/b.md "A BigNumber is a number.")
forbids(docs/b.md "A `Number`.")  # too common a word
forbids(docs/b.md "`MyBigNumber`")
