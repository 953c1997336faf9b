# Checks the length of sources and headers, and how many files a folder holds. Fails, naming file and number of lines, if
# a file has more than 400 lines and its first comment does not say why in a sentence that begins with "One file,
# because", or if a folder holds more than 50 files directly.
#
#   cmake [-D ROOT=<source tree>] -P check_length.cmake

cmake_minimum_required(VERSION 3.24)

if(NOT DEFINED ROOT)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)
endif()

set(max_lines 400)
set(max_files 50)

set(patterns "")
foreach(folder IN ITEMS include src capi tests bench examples cmake docs packaging training)
  list(APPEND patterns "${ROOT}/${folder}/*")
endforeach()
file(GLOB_RECURSE files RELATIVE "${ROOT}" ${patterns})
if(NOT files)
  message(FATAL_ERROR "${ROOT}: no files to check")
endif()

# Sets <out> to the first comment of a text, on one line.
function(first_comment out text)
  string(REGEX MATCH "//[^\n]*(\n[ \t]*//[^\n]*)*" lines "${text}")
  string(FIND "${text}" "//" at_lines)
  string(FIND "${text}" "/*" at_block)
  set(comment "${lines}")
  if(NOT at_block EQUAL -1 AND (at_lines EQUAL -1 OR at_block LESS at_lines))
    string(SUBSTRING "${text}" ${at_block} -1 comment)
    string(FIND "${comment}" "*/" end)
    string(SUBSTRING "${comment}" 0 ${end} comment)
  endif()
  string(REGEX REPLACE "\n[ \t/*]*" " " comment "${comment}")
  set(${out} "${comment}" PARENT_SCOPE)
endfunction()

set(breaches "")
foreach(file IN LISTS files)
  if(NOT file MATCHES "[.](hpp|cpp|h|c)$")
    continue()
  endif()
  file(READ "${ROOT}/${file}" text)
  string(REGEX REPLACE "[^\n]+" "" ends "${text}")
  string(LENGTH "${ends}" lines)
  if(lines GREATER max_lines)
    first_comment(comment "${text}")
    if(NOT comment MATCHES "One file, because ")
      string(APPEND breaches "  ${file}: ${lines} lines, expected at most ${max_lines}; cut the file by what it holds, or "
        "say why not in its first comment: \"One file, because ...\"\n")
    endif()
  endif()
endforeach()

set(folders "")
foreach(file IN LISTS files)
  cmake_path(GET file PARENT_PATH folder)
  if(NOT folder IN_LIST folders)
    list(APPEND folders "${folder}")
    set(files_in_${folder} 0)
  endif()
  math(EXPR files_in_${folder} "${files_in_${folder}} + 1")
endforeach()
foreach(folder IN LISTS folders)
  if(files_in_${folder} GREATER max_files)
    string(APPEND breaches "  ${folder}: ${files_in_${folder}} files, expected at most ${max_files}; put those that belong "
      "together into a folder of their own\n")
  endif()
endforeach()

if(breaches)
  message(FATAL_ERROR "Too long to find one's way in:\n${breaches}")
endif()
