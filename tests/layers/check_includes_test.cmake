# Writes a small tree with one use of the standard library, runs the include check on it, and compares its answer.

cmake_minimum_required(VERSION 3.24)

# check(<includes of the file> <its third line>): <includes> is a list such as vector or "own.hpp".
function(check includes line)
  file(REMOVE_RECURSE "${TREE}")
  file(WRITE "${TREE}/include/sluice/core/own.hpp" "#include <cstdint>\n")
  file(WRITE "${TREE}/src/core/far.hpp" "#include \"sluice/core/own.hpp\"\n#include \"far.hpp\"\n")
  file(WRITE "${TREE}/src/core/a.cpp" "#include ${includes}\n\n${line}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D "ROOT=${TREE}" -P "${SCRIPT}"
    RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said)
  set(result ${result} PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(allows includes line)
  check("${includes}" "${line}")
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${line} needs no more than ${includes}, but:\n${said}")
  endif()
endfunction()

function(forbids includes line header)
  check("${includes}" "${line}")
  string(FIND "${said}" "src/core/a.cpp:3: " at)
  if(result EQUAL 0 OR at EQUAL -1 OR NOT said MATCHES "<${header}>")
    message(SEND_ERROR "${line} needs <${header}>, which ${includes} does not promise, but:\n${said}")
  endif()
endfunction()

forbids("<string>" "std::uintptr_t a = 0;" cstdint)
forbids("<string>" "int a[std::max(1, 2)];" algorithm)
forbids("<vector>" "auto a = std::ranges::sort(b);" algorithm)
forbids("<vector>" "std::ranges::stable_sort(b, std::ranges::greater());" functional)
forbids("<map>" "std::unique_ptr<int> a;" memory)
forbids("\"../core/far.hpp\"" "std::optional<int> a;" optional)

allows("<cstdint>" "std::uintptr_t a = 0;")
allows("\"far.hpp\"" "std::uintptr_t a = 0;")
allows("\"core/far.hpp\"" "std::uintptr_t a = 0;")
allows("\"sluice/core/own.hpp\"" "std::uintptr_t a = 0;")
allows("<string>" "std::string_view a;")
allows("<vector>" "int a = 0;  // not std::optional<int>")
allows("<vector>" "own::optional<int> a;")
