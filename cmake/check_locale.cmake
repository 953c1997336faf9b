# Checks a source tree. Fails, naming file and line, if the library calls a function that depends on the locale of its
# host, to parse or format numbers or to convert case. Use std::from_chars (core/parse_number.hpp for fractions), fmt and
# sluice/core/ascii.hpp instead.
#
#   cmake [-D ROOT=<source tree>] -P check_locale.cmake

cmake_minimum_required(VERSION 3.24)

if(NOT DEFINED ROOT)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)
endif()

set(functions
  setlocale newlocale uselocale localeconv imbue
  strtof strtod strtold atof stof stod stold
  printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf asprintf vasprintf
  scanf fscanf sscanf vscanf vfscanf vsscanf
  isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
  iswalnum iswalpha iswblank iswdigit iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper
  strcoll strxfrm strcasecmp strncasecmp strftime strptime strfmon
  get_time put_time get_money put_money
  mblen mbtowc mbrtowc mbstowcs mbsrtowcs wctomb wcrtomb wcstombs wcsrtombs)
set(headers clocale locale locale.h cctype ctype.h cwctype wctype.h cwchar wchar.h iomanip regex sstream)
list(JOIN functions "|" functions)
list(JOIN headers "|" headers)
string(REPLACE "." "[.]" headers "${headers}")
set(pattern "(^|[^A-Za-z0-9_])(std::locale[^A-Za-z0-9_]|(${functions})[ \t]*\\()|#[ \t]*include[ \t]*<(${headers})>")

file(GLOB_RECURSE files RELATIVE "${ROOT}"
  "${ROOT}/include/*.hpp" "${ROOT}/src/*.hpp" "${ROOT}/src/*.cpp"
  "${ROOT}/capi/*.hpp" "${ROOT}/capi/*.h" "${ROOT}/capi/*.cpp")
if(NOT files)
  message(FATAL_ERROR "${ROOT}: no sources to check")
endif()

set(breaches "")
foreach(file IN LISTS files)
  file(STRINGS "${ROOT}/${file}" found REGEX "${pattern}")
  if(NOT found)
    continue()
  endif()
  file(READ "${ROOT}/${file}" text)
  # Brackets and semicolons are special in CMake lists.
  string(REGEX REPLACE "[][;]" " " text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    string(REGEX REPLACE "(^|[ \t])//.*" "" code "${line}")
    if(code MATCHES "${pattern}")
      string(STRIP "${line}" line)
      string(APPEND breaches "  ${file}:${number}: ${line}\n")
    endif()
  endforeach()
endforeach()

if(breaches)
  message(FATAL_ERROR "These depend on the locale of the program that uses the library:\n${breaches}")
endif()
